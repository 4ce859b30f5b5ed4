package fabric

import "gasnetgo/sim"

// Packets are what a network's packets are like for libraries that cut their messages into packets themselves: each message of such a library is one, whose Bytes are all
// that is on the wires. They may arrive in any order.
type Packets struct {
	Bytes     uint64   // of a packet, with the library's header
	Parameter string   // of machine files that says how many, "adapter.packet"; empty: none
	FIFO      int      // packets that have arrived and that the library has not dealt with; more are lost. 0: any number
	Lossy     bool     // packets may not arrive
	Interrupt sim.Time // until a thread of the library deals with a packet that no thread polls for
	Only      bool     // the network carries nothing else, except the job's own barrier: messages of other libraries would have to be cut
	Free      bool     // a library without a section in the machine file costs nothing
}
