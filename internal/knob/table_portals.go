package knob

// Names of the variables of GASNet over Portals, which are those of GASNet's own conduit.
const (
	GASNetConduit       = "GASNETGO_GASNET_CONDUIT"
	PortalBounce        = "GASNET_PORTAL_PUTGET_BOUNCE_LIMIT"
	PortalPutBounce     = "GASNET_PORTAL_PUT_BOUNCE_LIMIT"
	PortalGetBounce     = "GASNET_PORTAL_GET_BOUNCE_LIMIT"
	PortalSendChunks    = "GASNET_PORTAL_SB_CHUNKS"
	PortalReplyChunks   = "GASNET_PORTAL_RPL_CHUNKS"
	PortalTemporary     = "GASNET_PORTAL_NUM_TMPMD"
	PortalTickets       = "GASNET_PORTAL_MSG_LIMIT"
	PortalPacked        = "GASNET_PORTAL_PACKED_LONG"
	PortalEpoch         = "GASNET_PORTAL_EPOCH_DURATION"
	PortalFlow          = "GASNET_PORTAL_FLOW_CONTROL"
	PortalDynamic       = "GASNET_PORTAL_DYNAMIC_CREDITS"
	PortalMostOfPeer    = "GASNET_PORTAL_MAX_CRED_PER_NODE"
	PortalSafeLimit     = "GASNET_PORTAL_SAFE_LIMIT"
	PortalAMLimit       = "GASNET_PORTAL_AM_LIMIT"
	PortalSystemLimit   = "GASNET_PORTAL_SYS_LIMIT"
	PortalCredits       = "GASNET_PORTAL_CRED_PER_NODE"
	PortalBanked        = "GASNET_PORTAL_BANKED_CREDITS"
	PortalSpace         = "GASNET_PORTAL_AMRECV_SPACE"
	PortalStats         = "GASNET_PORTAL_STATS"
	PortalFirehose      = "GASNET_USE_FIREHOSE"
	FirehoseVictims     = "GASNET_FIREHOSE_MAXVICTIM_R"
	FirehoseVictimBytes = "GASNET_FIREHOSE_MAXVICTIM_M"
	FirehoseRegion      = "GASNET_FIREHOSE_MAXREGION_SIZE"
)

// portalsTable is their rows.
func portalsTable() []Knob {
	return []Knob{
		{Name: GASNetConduit, Kind: Enum, Category: GASNet, Default: "auto", Choices: []string{"auto", "memory", "portals", "lapi", "sci"},
			Help: "GASNet: messages, puts and gets through memory that ranks share, over Portals as on the XT, over LAPI as on the SP, or over SISCI as on clusters with SCI; auto: on simulated machines whose calls take time over what the network carries"},
		{Name: PortalCredits, Kind: Int, Default: "auto", Choices: []string{"auto"}, Category: GASNet, Min: 8, Max: 65535,
			Help: "GASNet over Portals: credits of 256 bytes that a rank has at each other from the beginning; auto: by the size of the job, from 200 to 8"},
		{Name: PortalBanked, Kind: Int, Default: "auto", Choices: []string{"auto"}, Category: GASNet, Max: 1 << 24,
			Help: "credits that a rank keeps to lend them to those who need more; auto: by the size of the job, from 200 to 25600"},
		{Name: PortalSpace, Kind: Size, Default: "0", Category: GASNet, Max: 1 << 34,
			Help: "bytes for requests that have arrived, from which the credits follow that are not given; 0: as the credits need"},
		{Name: PortalFlow, Kind: Bool, Default: "on", Category: GASNet,
			Help: "count credits; without, a job ends as soon as a request finds no room"},
		{Name: PortalDynamic, Kind: Bool, Default: "on", Category: GASNet,
			Help: "lend credits to those who have had to wait, and take them back; off: the bank is spread over all ranks; on implies flow control"},
		{Name: PortalMostOfPeer, Kind: Int, Default: "400", Category: GASNet, Min: 8, Max: 65535,
			Help: "most credits that one rank can have at another"},
		{Name: PortalEpoch, Kind: Int, Default: "1024", Category: GASNet, Min: 1, Max: 1 << 30,
			Help: "requests received after which a rank counts anew what it has lent, and others what they have needed"},
		{Name: PortalTickets, Kind: Int, Default: "250", Category: GASNet, Min: 12, Max: 60000,
			Help: "operations that a rank has in flight"},
		{Name: PortalSendChunks, Kind: Int, Default: "2048", Category: GASNet, Min: 8, Max: 65536,
			Help: "chunks of 2 KB for requests, which hold them until the reply has come, and for puts and gets that are copied"},
		{Name: PortalReplyChunks, Kind: Int, Default: "256", Category: GASNet, Min: 4, Max: 65536,
			Help: "chunks of 2 KB for replies"},
		{Name: PortalTemporary, Kind: Int, Default: "1024", Category: GASNet, Min: 4, Max: 65536,
			Help: "descriptors for one transfer each, at a time, without firehose"},
		{Name: PortalPacked, Kind: Bool, Default: "on", Category: GASNet,
			Help: "send the payload of a small Long with its header"},
		{Name: PortalBounce, Kind: Size, Category: GASNet, Default: "0", Max: 1 << 31,
			Help: "longest put or get with memory outside of the segment that is copied instead. Without firehose by default 2K, 1K on simulated machines where host.pin is 0"},
		{Name: PortalPutBounce, Kind: Size, Category: GASNet, Default: "0", Max: 1 << 31, Help: "the same for puts"},
		{Name: PortalGetBounce, Kind: Size, Category: GASNet, Default: "0", Max: 1 << 31, Help: "the same for gets; 8 bytes of a chunk are not theirs"},
		{Name: PortalSafeLimit, Kind: Int, Default: "12", Category: GASNet, Min: 1, Max: 1 << 20,
			Help: "events of own operations and replies that a poll handles at most"},
		{Name: PortalAMLimit, Kind: Int, Default: "8", Category: GASNet, Min: 1, Max: 1 << 20,
			Help: "requests that a poll handles at most"},
		{Name: PortalSystemLimit, Kind: Int, Default: "0", Category: GASNet, Max: 1 << 20,
			Help: "messages of barriers and of flow control that a poll handles at most; 0: any number"},
		{Name: PortalStats, Kind: Bool, Default: "off", Category: GASNet,
			Help: "each rank prints at its gasnet_exit how many requests it has sent and how often it has waited, how credits have moved, and what firehose has found"},
		{Name: PortalFirehose, Kind: Bool, Default: "on", Category: GASNet,
			Help: "keep descriptors of memory outside of the segment; without, each transfer there has one of its own. Off by default on simulated machines where host.pin is 0"},
		{Name: FirehoseRegion, Kind: Size, Default: "128K", Category: GASNet, Min: 8 << 10, Max: 1 << 30,
			Help: "largest memory under one descriptor; a Long has 4 KB less"},
		{Name: FirehoseVictims, Kind: Int, Default: "1024", Category: GASNet, Min: 8, Max: 65536,
			Help: "descriptors of the firehose"},
		{Name: FirehoseVictimBytes, Kind: Size, Default: "128M", Category: GASNet, Max: 1 << 40,
			Help: "bytes under descriptors that nothing uses at the moment"},
	}
}
