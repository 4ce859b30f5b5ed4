package gasnet

import "gasnetgo/gasnet/conduit"

// World is where a rank runs.
type World interface {
	Rank() int
	Size() int

	// Join brings the rank into its job. threads: several threads of the program call at the same time. Collective, blocks.
	Join(threads bool) error

	// Exchange gives every rank what each has contributed. Collective, blocks; between Join and Attach. After Open no rank sends messages meanwhile.
	Exchange(mine uint64) ([]uint64, error)

	// Open makes the way between ranks before there are segments; nil where the data plane does everything. Collective, blocks. Without it Attach makes the way. Handlers'
	// addresses are the program's; index h has none if Handlers[h] is 0, and more may be added later.
	Open(handlers *Handlers) (conduit.Core, error)

	// Attach makes segments, one of bytes[r] for rank r, and the way between ranks unless Open has. Collective, blocks.
	Attach(bytes []uint64, handlers *Handlers) (Attached, error)

	// Place says which computer a rank is on, and which group of ranks that share memory it belongs to; both count from 0.
	Place(rank int) (host, supernode uint32)

	// MemoryLimit is the most that a segment can have on this rank, in bytes, and what changes that, empty if nothing does.
	MemoryLimit() (bytes uint64, knob string)

	// Limits are the largest payloads of messages. The core of Attach has the same.
	Limits() conduit.Limits

	// Exit ends the job with a status. It may return; the program's call does not.
	Exit(status int)

	// Warn prints one line.
	Warn(line string)
}

// Binder is a world where segments may be made of memory that the program has, rank by rank. Others have only those of Attach.
type Binder interface {
	World

	// Bind lets peers reach this rank's segment once they know of it; false: not on the way that Open has made. It follows Open, and excludes Attach.
	Bind(own Segment) (bool, error)

	// Publish tells where segments of all ranks are; those of no bytes are not known.
	Publish(all []Segment)
}

// Attached is what Attach has made.
type Attached struct {
	Segments []Segment
	Core     conduit.Core // nil where the data plane does everything, and after Open
}

// Segment is a rank's: an address of that rank's, and bytes.
type Segment struct {
	Addr  uintptr
	Bytes uint64
}

// Handlers are addresses of C functions by index.
type Handlers [256]uintptr
