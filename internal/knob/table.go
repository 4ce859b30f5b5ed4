package knob

import "slices"

// Kind says how the text of a variable is understood.
type Kind uint8

// The kinds. A Flag is on as soon as the variable exists, whatever its text, which is how OpenSHMEM words SHMEM_INFO and friends.
const (
	Int Kind = iota
	Size
	Bool
	Flag
	String
	Enum
	Duration
	Address
	Real
	Part
)

// String is the word that tables of variables print.
func (k Kind) String() string {
	return [...]string{"number", "size", "on/off", "flag", "text", "choice", "duration", "address", "number, or a/b", "size, or share of memory"}[k]
}

// Category groups variables in what is printed.
type Category string

// The categories, in the order in which they are printed.
const (
	Standard Category = "OpenSHMEM"
	Coll     Category = "OpenSHMEM's collectives"
	Memory   Category = "memory"
	Jobs     Category = "jobs"
	GASNet   Category = "GASNet"
	ARMCI    Category = "ARMCI"
	LAPI     Category = "LAPI"
	SISCI    Category = "SISCI"
	Running  Category = "running"
	Internal Category = "set by the launcher"
)

// Names of all variables.
const (
	SymmetricSize     = "SHMEM_SYMMETRIC_SIZE"
	Version           = "SHMEM_VERSION"
	Info              = "SHMEM_INFO"
	ShmemDebug        = "SHMEM_DEBUG"
	GASNetMaxSegment  = "GASNET_MAX_SEGSIZE"
	GASNetCollWindow  = "GASNETGO_COLL_WINDOW"
	GASNetBarrier     = "GASNET_BARRIER"
	GASNetExit        = "GASNET_EXITTIMEOUT"
	GASNetExitMax     = "GASNET_EXITTIMEOUT_MAX"
	GASNetExitMin     = "GASNET_EXITTIMEOUT_MIN"
	GASNetExitFactor  = "GASNET_EXITTIMEOUT_FACTOR"
	BarrierAlgorithm  = "SHMEM_BARRIER_ALGORITHM"
	BcastAlgorithm    = "SHMEM_BCAST_ALGORITHM"
	ReduceAlgorithm   = "SHMEM_REDUCE_ALGORITHM"
	ScanAlgorithm     = "SHMEM_SCAN_ALGORITHM"
	FCollectAlgorithm = "SHMEM_FCOLLECT_ALGORITHM"
	CollCrossover     = "SHMEM_COLL_CROSSOVER"
	CollRadix         = "SHMEM_COLL_RADIX"
	CollSizeCrossover = "SHMEM_COLL_SIZE_CROSSOVER"
	TeamsMax          = "SHMEM_TEAMS_MAX"
	Backtrace         = "SHMEM_BACKTRACE"
	TeamOnlySelf      = "SHMEM_TEAM_SHARED_ONLY_SELF"
	ArmciMemory       = "GASNETGO_ARMCI_MEMORY"
	ArmciTransport    = "GASNETGO_ARMCI_TRANSPORT"
	ArmciDirect       = "GASNETGO_ARMCI_DIRECT"
	ArmciServer       = "GASNETGO_ARMCI_SERVER"
	LapiMailbox       = "GASNETGO_LAPI_MAILBOX"
	LapiCopy          = "GASNETGO_LAPI_COPY"
	SisciNodes        = "GASNETGO_SISCI_NODES"
	SisciMemory       = "GASNETGO_SISCI_MEMORY"
	NProcs            = "GASNETGO_NPROCS"
	Launcher          = "GASNETGO_LAUNCHER"
	RendezvousTimeout = "GASNETGO_RENDEZVOUS_TIMEOUT"
	Bind              = "GASNETGO_BIND"
	Timeout           = "GASNETGO_TIMEOUT"
	TermTimeout       = "GASNETGO_TERM_TIMEOUT"
	Addresses         = "GASNETGO_ADDRESSES"
	OFIProvider       = "GASNETGO_OFI_PROVIDER"
	OFIDomain         = "GASNETGO_OFI_DOMAIN"
	OFILoopback       = "GASNETGO_OFI_LOOPBACK"
	RemoteShell       = "GASNETGO_RSH"
	DataSegment       = "GASNETGO_DATA_SEGMENT"
	HugePages         = "GASNETGO_HUGEPAGES"
	Base              = "GASNETGO_BASE"
	Mailbox           = "GASNETGO_MAILBOX"
	Plane             = "GASNETGO_PLANE"
	Spin              = "GASNETGO_SPIN"
	ShmemTransport    = "GASNETGO_SHMEM_TRANSPORT"
	PortalsNodes      = "GASNETGO_PORTALS_NID"
	PortalsCopy       = "GASNETGO_PORTALS_COPY"
	PortalsEvents     = "GASNETGO_PORTALS_EVENTS"
	SimLayout         = "GASNETGO_SIM_LAYOUT"
	Debug             = "GASNETGO_DEBUG"
	Rank              = "GASNETGO_RANK"
	JobSize           = "GASNETGO_SIZE"
	FD                = "GASNETGO_FD"
	Job               = "GASNETGO_JOB"
	Sim               = "GASNETGO_SIM"
	Signals           = "GASNETGO_SIGNALS"
	Personality       = "GASNETGO_PERSONALITY"
)

// Knob is one row: a variable, how its text is read, and a sentence for people.
type Knob struct {
	Name     string
	Aliases  []string // older names, looked at in this order when Name is not set
	Kind     Kind
	Default  string // text in the variable's own syntax; empty means "not set"
	Category Category
	Help     string   // one sentence
	Choices  []string // Enum: all there are. Int: words allowed beside numbers; word i reads as -1-i. Duration: words allowed for 0
	Min, Max uint64   // inclusive bounds for Int and Size; Max 0 means none
}

// Table answers all rows in printing order. The slice is the caller's own.
func Table() []Knob {
	return slices.Concat([]Knob{
		// The first alias is OpenSHMEM's, the second the reference implementation's and Open MPI's, the third Cray's.
		{Name: SymmetricSize, Aliases: []string{"SMA_SYMMETRIC_SIZE", "SHMEM_SYMMETRIC_HEAP_SIZE", "XT_SYMMETRIC_HEAP_SIZE"},
			Kind: Size, Default: "512M", Category: Standard, Max: 1 << 40,
			Help: "bytes of symmetric heap per rank; pages are only used when touched"},
		{Name: Version, Aliases: []string{"SMA_VERSION"}, Kind: Flag, Category: Standard,
			Help: "any value: print the library's version at start"},
		{Name: Info, Aliases: []string{"SMA_INFO"}, Kind: Flag, Category: Standard,
			Help: "any value: print this table at start"},
		{Name: ShmemDebug, Aliases: []string{"SMA_DEBUG"}, Kind: Flag, Category: Standard,
			Help: "any value: print what the library does while it runs"},

		{Name: TeamsMax, Kind: Int, Default: "320", Category: Standard, Min: 2, Max: 1 << 20,
			Help: "most teams that a PE can be in at a time, world and shared team among them; never more than 320"},
		{Name: Backtrace, Kind: Enum, Default: "auto", Category: Standard, Choices: []string{"auto", "execinfo", "gdb", "none"},
			Help: "what a live rank prints that a signal ends: auto, execinfo: the calls that led there; gdb: those of all threads, too; none: nothing"},
		{Name: TeamOnlySelf, Kind: Bool, Default: "off", Category: Standard,
			Help: "SHMEM_TEAM_SHARED has no PE but the caller"},

		{Name: BarrierAlgorithm, Kind: Enum, Default: "auto", Category: Coll, Choices: []string{"auto", "linear", "tree", "dissem"},
			Help: "syncs of teams and active sets in shared memory: one counter, a tree, or to those 1, 2, 4, .. further on"},
		{Name: BcastAlgorithm, Kind: Enum, Default: "auto", Category: Coll, Choices: []string{"auto", "linear", "tree"},
			Help: "broadcasts too long for a message: all read from the root, or down a tree"},
		{Name: ReduceAlgorithm, Kind: Enum, Default: "auto", Category: Coll, Choices: []string{"auto", "linear", "tree", "recdbl", "ring"},
			Help: "reductions: linear, tree, recdbl: each PE combines all data; ring: each PE does a part for all"},
		{Name: ScanAlgorithm, Kind: Enum, Default: "auto", Category: Coll, Choices: []string{"auto", "linear", "ring"},
			Help: "scans: linear: each PE adds up all data before its own; ring: each PE does a part for all"},
		{Name: FCollectAlgorithm, Kind: Enum, Default: "auto", Category: Coll, Choices: []string{"auto", "linear", "ring", "recdbl"},
			Help: "fcollect over a network: from each PE, or in rounds from those 1, 2, 4, .. further on"},
		{Name: CollCrossover, Kind: Int, Default: "4", Category: Coll, Max: 1 << 20,
			Help: "most PEs for which a broadcast needs no tree"},
		{Name: CollRadix, Kind: Int, Default: "4", Category: Coll, Min: 2, Max: 15,
			Help: "branches of trees in shared memory"},
		{Name: CollSizeCrossover, Kind: Int, Default: "auto", Choices: []string{"auto"}, Category: Coll,
			Help: "most bytes that a collective in shared memory copies into a message; at most 4032"},

		{Name: DataSegment, Kind: Bool, Default: "on", Category: Memory,
			Help: "make the program's global variables reachable by peers"},
		{Name: HugePages, Aliases: []string{"SHMEM_SYMMETRIC_HEAP_USE_HUGE_PAGES"}, Kind: Bool, Default: "off", Category: Memory,
			Help: "ask the kernel for huge pages in the symmetric heap"},
		{Name: Base, Kind: Address, Default: "0x180000000000", Category: Memory,
			Help: "address at which every rank maps the job's memory, in hexadecimal"},
		{Name: Mailbox, Kind: Size, Default: "256K", Category: Memory, Min: 4 << 10, Max: 1 << 30,
			Help: "bytes of mailbox per rank"},

		{Name: GASNetMaxSegment, Kind: Part, Category: GASNet, Default: "0", Max: 1 << 40,
			Help: "largest segment that gasnet_attach makes, of each rank (or /P) or of a host's ranks together (/H); 0 leaves it to the program, and that usually to the library: 2 GB less a page"},
		{Name: GASNetBarrier, Kind: Enum, Category: GASNet, Default: "DISSEM",
			Choices: []string{"DISSEM", "AMDISSEM", "RDMADISSEM", "AMCENTRAL", "PSHM", "AUTO"},
			Help:    "which barrier of GASNet's is wanted; they are one here, so that nothing changes"},
		{Name: GASNetCollWindow, Kind: Size, Category: GASNet, Default: "512K", Max: 1 << 40,
			Help: "bytes of collectives that a rank keeps of another one that is ahead of it; a rank that is further ahead waits in its calls"},
		{Name: GASNetExit, Kind: Real, Category: GASNet,
			Help: "seconds that a rank in gasnet_exit waits for the others, after failures, too; without it one second after a failure, else min(MAX, MIN + ranks * FACTOR)"},
		{Name: GASNetExitMax, Kind: Real, Category: GASNet, Default: "20", Help: "MAX in that rule"},
		{Name: GASNetExitMin, Kind: Real, Category: GASNet, Default: "10", Help: "MIN in that rule"},
		{Name: GASNetExitFactor, Kind: Real, Category: GASNet, Default: "1/4", Help: "FACTOR in that rule"},
	}, portalsTable(), []Knob{
		{Name: ArmciMemory, Kind: Size, Category: ARMCI, Default: "0", Max: 1 << 44,
			Help: "bytes that each rank can allocate; 0: as much as the host has, at most 16 TB on all ranks together, and 1 GiB in a job on several hosts"},
		{Name: ArmciTransport, Kind: Enum, Category: ARMCI, Default: "auto", Choices: []string{"auto", "window", "portals", "lapi"},
			Help: "simulated machines: memory that ranks share, Portals or LAPI; auto: what the machine has, memory if it costs nothing. Live ranks share memory"},
		{Name: ArmciDirect, Kind: Size, Category: ARMCI, Default: "512K", Min: 1, Max: 1 << 44,
			Help: "over LAPI: from how many bytes on each run of a strided or vector transfer travels on its own; fewer are packed into active messages"},
		{Name: ArmciServer, Kind: Bool, Category: ARMCI, Default: "on",
			Help: "over Portals, the target does accumulates and packs short strided runs; off: the caller does all with puts, gets and locks, as in the XT3's library"},
		{Name: LapiMailbox, Kind: Size, Default: "512K", Category: LAPI, Min: 64 << 10, Max: 1 << 30,
			Help: "ring of a rank for messages of a context, rounded to a power of two"},
		{Name: LapiCopy, Kind: Enum, Default: "auto", Category: LAPI, Choices: []string{"auto", "kernel", "stream"},
			Help: "how data of more than 8 KiB travels: copied by the receiver, from shared memory or through the kernel, or sent in pieces through mailboxes; auto: copied if the kernel allows it"},

		{Name: SisciNodes, Kind: String, Category: SISCI,
			Help: "ids of nodes, by rank, with commas, from 1 to 65535 and the same on all ranks; or @ and a file that has them as gasnet_nodes.sci of GASNet's conduit does; without it 4, 8, 12 and so on"},
		{Name: SisciMemory, Kind: Size, Category: SISCI, Default: "0", Max: 1 << 43,
			Help: "bytes of a rank's segments together; 0: as much as the host has, at most 8 TB on all ranks of the host, and 1 GiB in a job on several hosts"},

		{Name: NProcs, Aliases: []string{"GASNET_PSHM_NODES"}, Kind: Int, Category: Jobs, Min: 1, Max: 3072,
			Help: "a program started without a launcher starts its own peers until there are this many ranks"},
		{Name: Launcher, Kind: Enum, Default: "auto", Category: Jobs,
			Choices: []string{"auto", "alone", "pmi1", "pmi2", "pmix", "slurm", "flux"},
			Help:    "which launcher's environment to believe, when looking for it goes wrong"},
		{Name: RendezvousTimeout, Kind: Duration, Default: "30s", Category: Jobs,
			Help: "how long the start waits for others: ranks for a launcher's server and for each other, gasnetgo run for the hosts of --hosts"},
		{Name: Bind, Kind: String, Default: "none", Category: Jobs,
			Help: "cores for the ranks: none, core (one each, in turn), or a list such as 0,2,4-7"},
		{Name: Timeout, Kind: Duration, Category: Jobs,
			Help: "gasnetgo run ends a job that takes longer, with status 124"},
		{Name: TermTimeout, Kind: Duration, Default: "10s", Category: Jobs, Choices: []string{"off"},
			Help: "for gasnetgo run: time that ranks have to end after SIGTERM; then it ends the job, with SIGKILL for ranks that remain; 0 or off: no limit"},
		{Name: RemoteShell, Kind: String, Default: "ssh", Category: Jobs,
			Help: "command by which gasnetgo run --hosts starts a command on a host: it gets the host, the command and its arguments"},
		{Name: OFIProvider, Aliases: []string{"FI_PROVIDER"}, Kind: String, Category: Jobs,
			Help: "libfabric's provider for jobs on several hosts, such as tcp or verbs; without it libfabric's first choice, over TCP without ofi_rxm"},
		{Name: OFIDomain, Kind: String, Category: Jobs,
			Help: "libfabric's domain for jobs on several hosts, often a network interface such as eth0; without it the first that is no loopback"},
		{Name: OFILoopback, Kind: Bool, Default: "off", Category: Jobs,
			Help: "on: the loopback interface will do, for tests with several hosts on one"},
		{Name: Addresses, Kind: Enum, Default: "same", Category: Jobs, Choices: []string{"same", "random", "any"},
			Help: "same: code and statics lie at the same addresses on all ranks; random: where the kernel puts them; any: likewise, and no word about it"},

		{Name: Plane, Kind: Enum, Default: "c", Category: Running, Choices: []string{"c", "go"},
			Help: "c: fast calls never leave C; go: every call takes the Go path, to check one against the other"},
		{Name: Spin, Kind: Int, Default: "auto", Category: Running, Choices: []string{"auto"},
			Help: "looks at memory before a waiting rank sleeps; auto: as many as fit in a few times what waking it costs"},
		{Name: ShmemTransport, Kind: Enum, Default: "window", Category: Running, Choices: []string{"window", "portals"},
			Help: "SHMEM: puts, gets and atomics by loads and stores in shared memory, or by Portals as on the XT3; the same on all ranks"},
		{Name: PortalsNodes, Kind: Enum, Default: "rank", Category: Running, Choices: []string{"rank", "host"},
			Help: "Portals: each rank is a node of its own, with a nid of its own, or all ranks of the host are processes of one node"},
		{Name: PortalsCopy, Kind: Enum, Default: "auto", Category: Running, Choices: []string{"auto", "kernel", "stream"},
			Help: "Portals: how large payloads travel: from shared memory or through the kernel, always through the kernel, always through mailboxes"},
		{Name: PortalsEvents, Kind: Enum, Default: "cray", Category: Running, Choices: []string{"cray", "reference"},
			Help: "Portals: which events a get and a used-up descriptor post: those of Cray's library, or those of the reference implementation"},
		{Name: SimLayout, Kind: Enum, Default: "auto", Category: Running, Choices: []string{"auto", "usual", "compact"},
			Help: "simulated machines: a rank's memory as several mappings, with its text protected, or as one mapping; auto: several if the kernel allows enough"},
		{Name: Debug, Kind: Bool, Default: "off", Category: Running,
			Help: "print where in the library an internal error happened"},

		{Name: Rank, Kind: Int, Category: Internal, Help: "number of this rank"},
		{Name: JobSize, Kind: Int, Category: Internal, Min: 1, Max: 3072, Help: "number of ranks"},
		{Name: FD, Kind: Int, Category: Internal, Help: "descriptor of the job's memory file"},
		{Name: Sim, Kind: String, Category: Internal, Help: "the simulated job that this process is"},
		{Name: Signals, Kind: String, Category: Internal, Help: "signals that the program starts with blocked, in hexadecimal"},
		{Name: Personality, Kind: String, Category: Internal, Help: "personality that the program's children are to have, in hexadecimal, and who asked for it"},
		{Name: Job, Kind: String, Category: Internal, Help: "pid:descriptor of who keeps that file, for a rank that lost its own"},
	})
}
