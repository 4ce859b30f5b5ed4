// Package conduit is the interface between GASNet and whatever moves its data. A Core is mandatory; further interfaces declare what else a conduit does better
// than with active messages, and package reference implements the rest on the Core alone.
//
// A conduit never runs handlers and never blocks in what has a way to say "not now": its caller serves what has arrived and retries. That is where
// deadlocks are kept out, once for all conduits: a request may wait for room while requests and replies are served; a reply, sent by a handler, may wait
// while replies are served, whose handlers send nothing. A reply of the libraries' own never waits: it is put off, and keeps the place of its request. So a
// conduit keeps what replies need apart from what requests use up, and both may be bounded.
package conduit

// Kind of an active message.
type Kind int32

// The kinds.
const (
	Short  Kind = 0
	Medium Kind = 1
	Long   Kind = 2
)

// First handler indices of those who handle a message. A conduit takes its own messages itself, package reference handles the next, and from FirstLibrary on
// a handler is a C function that runs as the program's do: first the library's own, which are the collectives', then the program's.
const (
	FirstConduit   = 0
	FirstReference = 64
	FirstLibrary   = 112
	FirstProgram   = 128
)

// MostArgs is how many arguments a message can have.
const MostArgs = 16

// Limits are the largest payloads, in bytes.
type Limits struct{ Medium, LongRequest, LongReply uint64 }

// SharedMemory are the limits where ranks see each other's memory. capi/gasnet/channel.h has the same, and why.
func SharedMemory() Limits {
	return Limits{Medium: MaxMedium, LongRequest: MaxLong, LongReply: MaxLong}
}

// Payloads of SharedMemory, in bytes.
const (
	MaxMedium = 65000
	MaxLong   = 1<<31 - 1
)

// Message is an active message as its sender has it.
type Message struct {
	Kind    Kind
	Handler uint8
	Args    []int32
	Source  uintptr // of the payload, in the sender's memory
	Bytes   uint64
	Dest    uintptr // of a Long's payload, in the receiver's segment
}

// Arrival is a received message. It belongs to the conduit, and to the caller of Next until Done.
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

// Core is what a conduit must do. Methods but Wait and Idle are called by one thread at a time.
type Core interface {
	Rank() int
	Size() int
	Limits() Limits

	// Request hands over a message to a rank, which may be this one. False: nothing was sent, there is no room now. When it answers true, the source may be
	// reused; a conduit that cannot promise that at once copies it.
	Request(to int, m *Message) bool

	// Reply is Request for the one answer to an arrived request. It uses nothing that requests use up.
	Reply(to *Arrival, m *Message) bool

	// Next receives a message, or returns nil. replies: receive only replies. A Long's payload is in place.
	Next(replies bool) *Arrival

	// Done releases an arrival, its buffer and the resources reserved for its reply.
	Done(a *Arrival)

	// Wait blocks the rank until cond holds, which is looked at now and whenever something has come: a message, bytes that a peer has put, or room, where
	// there was none for a request or a reply. why is for people. cond may be called by several threads, one at a time.
	Wait(why string, cond func() bool)

	// Idle passes a moment after a poll without a result.
	Idle()
}

// Op counts the outstanding parts of an operation; it is complete at 0.
type Op struct{ left int }

// Begin adds a part; Finish takes one away, End several. Done tells whether there is none.
func (o *Op) Begin()     { o.left++ }
func (o *Op) Finish()    { o.left-- }
func (o *Op) End(n int)  { o.left -= n }
func (o *Op) Done() bool { return o.left == 0 }

// Putter is a conduit that writes into a rank's segment without that rank's help. False: no space now, nothing was begun. Unless bulk, the source may be reused
// when Put returns: the conduit copies it or waits. Put has called op.Begin, and calls op.Finish when the bytes are visible to all ranks.
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

// Barrier is a conduit with barriers of its own. Notify is called once per phase; Ready returns the consensus of all ranks, or false. No rank notifies again
// before Ready was true.
type Barrier interface {
	Notify(c Consensus)
	Ready() (Consensus, bool)
}
