package lapi

// Effect is what a machine wants done. Its driver carries effects out in their order and reports those that say so.
type Effect interface{ effect() }

// Send is a packet for a task, which may be the own one. The packet must not be changed, and may be sent again later.
type Send struct {
	To     int
	Packet *Packet
}

// Deposit stores a packet's data in memory of this task. Report it with Deposited.
type Deposit struct {
	Token  uint64
	From   int
	Packet *Packet
	Into   []Piece // as long as the packet's data, or shorter: the rest is not stored
}

// Rmw changes a word of this task atomically. Report it with Changed.
type Rmw struct {
	Token   uint64
	From    int
	At      uintptr
	Op      uint8
	Size    uint8
	Operand [2]uint64
}

// Store writes a word of Size bytes; at 0 nothing.
type Store struct {
	At    uintptr
	Size  uint8
	Value uint64
}

// Bump adds one to a counter of this task, whose operation concerned task Peer.
type Bump struct {
	Cntr  uintptr
	Peer  int
	Which Counter
}

// Counter is which counter of an operation: the target's, or one of its origin's.
type Counter uint8

// Values of Counter.
const (
	TargetCounter Counter = iota
	OriginCounter
	CompletionCounter
)

// String is its name in the calls.
func (c Counter) String() string { return [...]string{"tgt_cntr", "org_cntr", "cmpl_cntr"}[c] }

// RunHeader runs a header handler. Report it with Headed. Header is valid until then.
type RunHeader struct {
	Token   uint64
	From    int
	Handler uint64
	Vector  bool
	Header  []byte
	Total   uint64
	Packet  *Packet // has all of the data, or the first of it
}

// RunCompletion runs a completion handler, Inline on the thread that ran the header handler. Report it with Completed.
type RunCompletion struct {
	Token   uint64
	From    int
	Handler uintptr
	Info    uintptr
	Inline  bool
	Reply   bool
}

// Finish deals with the data of a message that has arrived, before its completion handler runs: Number is its Heading's. Report it with Finished.
type Finish struct{ Token, Number uint64 }

// RunSent runs a handler of the origin of an operation on Peer. There is no report.
type RunSent struct {
	Callback Callback
	Peer     int
	Code     int32
}

// Gathered says that a collective operation is complete.
type Gathered struct {
	Number uint64
	Values []uint64 // by task; nil for a barrier
}

// Ended says that an operation of this task is complete here: Sent if it was the origin, else received.
type Ended struct{ Sent bool }

func (Send) effect()          {}
func (Deposit) effect()       {}
func (Rmw) effect()           {}
func (Store) effect()         {}
func (Bump) effect()          {}
func (RunHeader) effect()     {}
func (RunCompletion) effect() {}
func (Finish) effect()        {}
func (RunSent) effect()       {}
func (Gathered) effect()      {}
func (Ended) effect()         {}

// Callback is a function of the origin: shdlr, or for a get chndlr.
type Callback struct {
	Handler uintptr
	Info    uintptr
	Get     bool
}
