package fabric

import "gasnetgo/sim"

// Packets is a network for libraries that cut their messages into packets themselves, as LAPI does: each message that it transmits is a packet, whose Bytes are all that is on the wires.
// Packets may arrive in any order, or not at all if Protocol says so.
type Packets interface {
	Network

	// PacketsOnly reports whether it carries nothing else: no messages of other libraries, except the job's own barrier.
	PacketsOnly() bool

	// Protocol is what the library's protocol is like on this machine.
	Protocol() *Protocol
}

// Protocol is a library's packets on a network and what it does for them on the host. Times are of the CPU.
type Protocol struct {
	Packet uint64 // bytes of a packet on the wires, with its header
	Header uint64 // bytes of its header
	Pieces int    // of memory that a packet may name
	User   uint64 // most bytes of a user header
	Whole  bool   // a user header is part of what a packet carries, beside its data

	Copy     uint64 // up to how many bytes a message is copied when it is made
	Window   int    // packets to one task that are not acknowledged; 0: as lapi/client has it
	AckEvery int    // packets after which one acknowledges unasked; 0: as lapi/client has it
	FIFO     int    // packets that have arrived and that the library has not dealt with; more are lost. 0: any number

	Lossy   bool     // packets may have to be sent again
	Timeout sim.Time // after which

	Call       sim.Time // an operation that the program begins: arguments, state
	Get        sim.Time // one that waits for an answer, besides
	Out        sim.Time // a packet that is given to the adapter
	OutByte    float64  // ps for a byte of data that is copied into it
	In         sim.Time // a packet that is taken from the adapter
	InByte     float64  // ps for a byte of data that is copied out of it
	Ack        sim.Time // an acknowledgement, in place of Out or In
	Look       sim.Time // looking for packets when there are none; until a wait notices one
	Counter    sim.Time // a look at a counter
	Interrupt  sim.Time // until the library's thread deals with a packet that no thread looks for
	Handler    sim.Time // calling a header handler, and what comes back
	Completion sim.Time // until the thread of completion handlers runs one
	Slice      sim.Time // of a thread of the library, after which the program runs for as long, if it computes; 0: never
}
