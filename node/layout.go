package node

// Sizes and offsets of the memory file. See capi/plane/layout.h for the same in C.
const (
	Line          = 64   // bytes of a cache line; every polled word has a separate one
	Page          = 4096 // bytes
	BarrierRounds = 16   // dissemination rounds of the data-plane barrier: 65,536 local ranks
	ExchangeBytes = 1024 // one rank's exchange slot
	MaxSegments   = 32   // of a memory file
	MaxName       = 24   // bytes of a segment's name, one of them its terminating zero

	offNode = Page     // the node block follows the job page
	offRank = 2 * Page // then one page per local rank

	version = 2
)

// Word is a counter that other ranks poll, alone on its cache line.
type Word struct {
	V uint32
	_ [Line - 4]byte
}

// SegmentEntry is one allocation of the memory file: local rank i has [Off+i*Stride, Off+i*Stride+Bytes).
type SegmentEntry struct {
	Name   [MaxName]byte // zero-terminated; empty means free
	Bytes  uint64        // that each rank asked for
	Off    uint64        // of local rank 0's part
	Stride uint64        // from one rank's part to the next
	Tag    uint64        // what all ranks must agree on besides the size
	Owner  uint32        // local rank that made it
	_      uint32
}

// Block is the node block, one per host of a job.
type Block struct {
	State        uint32 // 0 new, 1 being laid out, 2 ready
	Version      uint32
	Base         uint64 // address of offset 0 in every rank
	MailboxBytes uint64 // ring of one rank
	Cores        uint32 // that the first rank may run on
	Lock         uint32 // futex mutex over Top and Segments
	Top          uint64 // first free offset
	_            [24]byte
	Gone         Word // ranks that have left
	ControlCount Word // control barrier: arrivals, ever
	ControlGen   Word // control barrier: completed; futex
	Count        Word // data-plane barrier when ranks outnumber cores: arrivals, ever
	Gen          Word // data-plane barrier: completed; futex
	Sleepers     Word // on Gen
	Moved        Word // when a rank last changed cores: capi/plane/place.h
	Segments     [MaxSegments]SegmentEntry
}

// Bell is a rank's doorbell.
type Bell struct {
	V    uint32 // futex, counts rings
	Rung uint32 // microseconds on CLOCK_MONOTONIC when C last rang it, from which it learns what waking costs; 0: Go did
	_    [Line - 8]byte
}

// Mailbox holds head and tail of a rank's ring, in bytes, ever.
type Mailbox struct {
	Tail uint64 // producers reserve by compare and swap
	_    [Line - 8]byte
	Head uint64 // the owner frees
	_    [Line - 8]byte
}

// RankBlock is one local rank's page.
type RankBlock struct {
	PID      int32
	Gone     uint32    // 1 once the owner has left for good: it will never arrive anywhere
	Image    uint64    // hash of the executable's layout; 0 while it is not announced
	Bias     uint64    // address of the executable's address 0
	Program  [104]byte // zero-terminated path, its tail when it is longer
	Sleeping uint32    // doorbell: the owner is about to sleep
	_        [Line - 4]byte
	Bell     Bell
	Epoch    Word // data-plane barriers entered, ever
	Round    [BarrierRounds]Word
	Mailbox  Mailbox
	Exchange [ExchangeBytes]byte
	Notes    [2][Line]byte // see Publish; the first byte is the length
	Service  Service
	Endpoint Endpoint
	Claim    [Line]byte // which thread waits on which core: capi/plane/place.h
}

// Service is how a rank's mailbox is looked at while its program computes; see service.go.
type Service struct {
	Asleep uint32 // the progress thread sleeps, or is about to: serviceAsleep or serviceWatch
	_      uint32
	Polled uint64 // Ticks when the program last looked at its mailbox by itself; PolledAsleep while it sleeps there
	_      [Line - 16]byte
	Bell   Word // futex: rings for the progress thread
}

// Endpoint is what a rank's Portals interface tells its peers.
type Endpoint struct {
	State    uint32 // EndpointNew, EndpointOpen, EndpointClosed
	NID, PID uint32
	UID, JID uint32
	_        uint32
	Cookie   uint64 // must stand at CookieAt in the owner's private memory: how a kernel copy knows that it found the right process
	CookieAt uint64
	_        [Line - 40]byte
}

// States of an Endpoint.
const (
	EndpointNew    = 0 // not initialised so far
	EndpointOpen   = 1
	EndpointClosed = 2
)
