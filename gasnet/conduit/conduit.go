// Package conduit is the seam between GASNet and what moves its data: a Core is mandatory; whatever else a conduit can do better than with active messages
// it says by further interfaces, and package reference does the rest on the Core alone.
//
// A conduit never runs handlers and never blocks in what has a way to say "not now": whoever calls it serves what has come and tries again. That is where
// deadlocks are kept out, once for all conduits: a request may wait for room while requests and replies are served; a reply, sent by a handler, may wait
// while replies are served, whose handlers send nothing. So a conduit keeps what replies need apart from what requests use up, and both may be bounded.
package conduit

// Kind of an active message.
type Kind int32

// The kinds.
const (
	Short  Kind = 0
	Medium Kind = 1
	Long   Kind = 2
)

// MostArgs is how many arguments a message can have.
const MostArgs = 16

// Limits are the largest payloads, in bytes.
type Limits struct{ Medium, LongRequest, LongReply uint64 }

// Message is an active message as its sender has it.
type Message struct {
	Kind    Kind
	Handler uint8
	Args    []int32
	Source  uintptr // of the payload, in the sender's memory
	Bytes   uint64
	Dest    uintptr // of a Long's payload, in the receiver's segment
}

// Arrival is a message that has come. It belongs to the conduit, and to the caller of Next until Done.
type Arrival struct {
	From    int
	Reply   bool
	Kind    Kind
	Handler uint8
	NArgs   int
	Args    [MostArgs]int32
	Buffer  uintptr // where the payload is: in the conduit's memory, aligned to 16, writable; a Long's Dest
	Bytes   uint64
	Own     any // the conduit's
}

// Core is what a conduit must do. Methods but Wait are called by one thread at a time.
type Core interface {
	Rank() int
	Size() int
	Limits() Limits

	// Request hands over a message to a rank, which may be this one. False: nothing was sent, there is no room now. When it answers true, the source may be
	// reused; a conduit that cannot promise that at once copies it.
	Request(to int, m *Message) bool

	// Reply is Request for the one answer to an arrived request. It uses nothing that requests use up.
	Reply(to *Arrival, m *Message) bool

	// Next takes a message that has come, or answers nil. replies: nothing but replies. A Long's payload is in place.
	Next(replies bool) *Arrival

	// Done gives back an arrival, its buffer and what its reply would have needed.
	Done(a *Arrival)

	// Wait blocks the rank until cond holds, which is looked at now and whenever something has come: a message, or bytes that a peer has put. why is for
	// people. cond may be called by several threads, one at a time.
	Wait(why string, cond func() bool)

	// Idle passes a moment: somebody has looked, and nothing is there.
	Idle()
}

// Op counts what is left of an operation; it is complete at 0.
type Op struct{ left int }

// Begin adds a part; Finish takes one away. Done tells whether there is none.
func (o *Op) Begin()     { o.left++ }
func (o *Op) Finish()    { o.left-- }
func (o *Op) Done() bool { return o.left == 0 }

// Putter is a conduit that writes into the segment of a rank without that rank's help. False: no room now, nothing was begun. Unless bulk, the source
// may be reused when Put returns: the conduit copies it or waits. It has called op.Begin, and calls op.Finish when everybody sees the bytes.
type Putter interface {
	Put(to int, dest, source uintptr, bytes uint64, bulk bool, op *Op) bool
}

// Getter is Putter the other way: op is finished when the bytes are here.
type Getter interface {
	Get(from int, dest, source uintptr, bytes uint64, op *Op) bool
}

// Setter fills memory of a rank with a byte.
type Setter interface {
	Set(to int, dest uintptr, value byte, bytes uint64, op *Op) bool
}

// Barrier is a conduit with barriers of its own. Notify is called once per phase; Ready answers what all ranks say together, or false. Nobody notifies
// again before Ready was true.
type Barrier interface {
	Notify(c Consensus)
	Ready() (Consensus, bool)
}
