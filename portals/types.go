package portals

// Handle names an object of an interface. The values are the program's ptl_handle_*_t: see handle.go for the bits.
type Handle uint32

// Handles that name nothing.
const (
	InvalidHandle Handle = 0xffffffff // PTL_INVALID_HANDLE
	HandleNone    Handle = 0x7fffffff // PTL_HANDLE_NONE
	EQNone        Handle = 0xbfffffff // PTL_EQ_NONE
)

// Wildcards.
const (
	NIDAny     uint32 = 0xffffffff
	PIDAny     uint32 = 0xffffffff
	UIDAny     uint32 = 0xffffffff
	JIDAny     uint32 = 0xffffffff
	PTIndexAny uint32 = 0xffffffff
)

// JIDNone is the job of a process that is in none.
const JIDNone uint32 = 0

// ThresholdInfinite is the threshold of a descriptor that is never used up.
const ThresholdInfinite int32 = -1

// TimeForever makes PtlEQPoll wait until there is an event.
const TimeForever uint32 = 0xffffffff

// ProcessID is ptl_process_id_t.
type ProcessID struct{ NID, PID uint32 }

// Limits is ptl_ni_limits_t.
type Limits struct {
	MaxMEs, MaxMDs, MaxEQs, MaxACIndex, MaxPTIndex, MaxMDIovecs, MaxMEList, MaxGetPutMD int32
}

// MD is ptl_md_t, laid out as in C. Start and UserPtr are addresses of the program.
type MD struct {
	Start     uintptr
	Length    uint64 // bytes; entries of the array at Start when MDIovec is set
	Threshold int32
	_         int32
	MaxSize   uint64 // bytes; counts only with MDMaxSize
	Options   uint32
	_         uint32
	UserPtr   uintptr
	EQ        Handle
	_         uint32
}

// Options of an MD.
const (
	MDOpPut             uint32 = 0x1
	MDOpGet             uint32 = 0x2
	MDManageRemote      uint32 = 0x4
	MDTruncate          uint32 = 0x8
	MDAckDisable        uint32 = 0x10
	MDIovec             uint32 = 0x20
	MDMaxSize           uint32 = 0x40
	MDEventStartDisable uint32 = 0x80
	MDEventEndDisable   uint32 = 0x100
	MDEventAutoUnlink   uint32 = 0x200 // PTL_MD_EVENT_AUTO_UNLINK_ENABLE
	MDEventManualUnlink uint32 = 0x400 // PTL_MD_EVENT_MANUAL_UNLINK_ENABLE
	MDFlagAutoUnlink    uint32 = 0x800 // PTL_MD_FLAG_AUTO_UNLINK: accepted, without effect
)

// Iovec is ptl_md_iovec_t: one piece of memory.
type Iovec struct {
	Base uintptr
	Len  uint64
}

// Unlink is whether an object is unlinked when it is used up.
type Unlink int32

// Values of Unlink.
const (
	Retain   Unlink = 0
	UnlinkIt Unlink = 1
)

// Position says where an ME goes into a list.
type Position int32

// Values of Position.
const (
	InsBefore Position = 0
	InsAfter  Position = 1
)

// AckReq is whether a put requests an acknowledgement.
type AckReq int32

// Values of AckReq.
const (
	AckRequested AckReq = 0
	NoAck        AckReq = 1
)

// EventKind is ptl_event_kind_t.
type EventKind uint32

// Kinds of events.
const (
	GetStart EventKind = iota
	GetEnd
	PutStart
	PutEnd
	GetPutStart
	GetPutEnd
	ReplyStart
	ReplyEnd
	SendStart
	SendEnd
	Ack
	Unlinked // PTL_EVENT_UNLINK
)

// NIFail is ptl_ni_fail_t.
type NIFail uint32

// Values of NIFail.
const (
	NIOK     NIFail = 0
	NIFailed NIFail = 1

	// NIDamaged: the bytes have arrived, but the message's CRC says that they are wrong. Only a simulated machine with faults has it.
	NIDamaged NIFail = 2
)

// Event is ptl_event_t, laid out as in C.
type Event struct {
	Kind      EventKind
	Initiator ProcessID
	UID       uint32
	JID       uint32
	PTIndex   uint32
	MatchBits uint64
	RLength   uint64 // bytes asked for
	MLength   uint64 // bytes moved
	Offset    uint64 // bytes
	MDHandle  Handle
	_         uint32
	MD        MD // as it was before the operation used up its part of the threshold
	HdrData   uint64
	Link      uint32
	Fail      NIFail
	Sequence  uint32
	_         uint32
}

// Registers of PtlNIStatus.
const (
	SRDropCount  = 0 // messages that found no taker
	SRDropLength = 1 // their bytes
	SRRecvCount  = 2 // messages accepted
	SRRecvLength = 3
	SRSendCount  = 4
	SRSendLength = 5
)
