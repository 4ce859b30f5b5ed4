package sci

import (
	"gasnetgo/internal/pace"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// Port is SISCI as the conduit uses it: one process of a node, adapter 0. *client.Driver is one. Its methods block for as long as the hardware has to work,
// and never for another rank's calls.
type Port interface {
	NodeID() (uint32, error)
	DMAAlign() uint64
	Ordered() bool

	// Serve deals with what other nodes have sent to SISCI itself.
	Serve() error

	Create(id uint32, at uintptr, bytes uint64) (client.Local, error)
	Export(l client.Local) error
	Connect(node, id uint32) (sisci.Ticket, error)
	Connected(t sisci.Ticket) (remote sisci.Handle, done bool, err error)
	Map(remote sisci.Handle) (client.Map, error)

	// Store and Copy write through a map. What they write is visible after Check, and some time after Flush, unless it is lost, which Check reports.
	Store(m client.Map, offset uint64, from []byte)
	Copy(m client.Map, offset uint64, from uintptr, bytes uint64) error
	Flush(m client.Map)
	Check(m client.Map) (sisci.SequenceStatus, error)

	// Load and Swap access segments of this rank. They are the conduit's polls.
	Load(l client.Local, offset uint64) byte
	Swap(l client.Local, offset uint64, value byte) byte

	// Post begins a DMA transfer, and Posted polls for its end.
	Queue() (sisci.Handle, error)
	Post(queue sisci.Handle, from client.Local, fromOffset uint64, remote sisci.Handle, offset, bytes uint64) error
	Posted(queue sisci.Handle) (done bool, err error)

	Close() error
}

var _ Port = (*client.Driver)(nil)

// World is what the conduit needs of where its rank runs. Its methods are called without the core's lock, except for Charge.
type World interface {
	// A Wait evaluates its condition whenever a segment of this rank has been written to, a connection has its answer, or a DMA transfer has ended.
	pace.Waiter

	// Pause passes the time between two tries of a connection with a rank that has not exported its segments yet.
	Pause()

	// Settle ends a call: what it has charged passes.
	Settle()

	// Charge charges work of the conduit's own, to which the port's calls come on top. It does not block.
	Charge(w Work, n uint64)

	// Fail ends the job.
	Fail(err error)
}

// Work is what the processor does for the conduit.
type Work uint8

// Kinds of work, with what n counts.
const (
	Packing   Work = iota // messages, whose headers are made and whose place is found
	Unpacking             // messages that are read
	Polling               // polls of the message exist flag
	Scanning              // message ready flags that are read
	Copying               // bytes, copied inside of this rank's memory
	Summing               // bytes, of which a checksum is made
)
