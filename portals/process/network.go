package process

import "gasnetgo/portals"

// Busy is no code of Portals: the call could not be made now, nothing has happened, and it is to be made again after waiting for progress.
const Busy = -1

// Network is what a process asks of its world.
type Network interface {
	// Join makes the process a rank of its job, the first time. It may block.
	Join() error

	// Rank and Size are valid after Join.
	Rank() int
	Size() int

	// IDs are the process ids of all ranks by rank: those registered or opened, and what the others will have unless they ask for another.
	IDs() []portals.ProcessID

	// Register announces the id that this process goes by.
	Register(id portals.ProcessID)

	// Open brings up the process's interface under pid, or one of the network's choice for PIDAny. Headers that have arrived before wait
	// for it. The link calls the interface with host's lock held only.
	Open(host *Host, pid uint32, want portals.Limits) (Link, portals.Code)

	// Barrier blocks until every rank has called it as often.
	Barrier()

	// Explain tells the user why a call was refused, if he wants to know.
	Explain(line string)
}

// Waiter is a Network in whose world a call waits in Go: no call answers Busy there, and PtlEQWait and PtlEQPoll do what their names say.
type Waiter interface {
	// Wait blocks the rank until cond holds, or for at most ms milliseconds unless ms is portals.TimeForever. cond is looked at now and whenever
	// something has come for the rank. It reports whether cond held.
	Wait(why string, ms uint32, cond func() bool) bool

	// Retries reports whether the world makes the call once more, later, instead of having it Wait: then it answers for now as if there were no time, and
	// nothing has happened. forever says that it is a look for an event without end, which can be made again whenever something has come for the rank.
	Retries(forever bool) bool

	// Polled charges a look for events that found none.
	Polled()
}

// Link is an open interface's network. All methods are called with the lock of its host held; none blocks.
type Link interface {
	// Reaches reports whether a process can exist under id at all.
	Reaches(id portals.ProcessID) bool

	// Distance is how many hops away id is: 0 for the process itself.
	Distance(id portals.ProcessID) uint64

	// Ready reports whether there is room for another message to id now.
	Ready(id portals.ProcessID) bool

	// Send takes over an operation that the program has started. It calls Sent on the interface, at once or later.
	Send(op *portals.Op)

	// Serve handles what has arrived, some of it at least, and what could not be sent before. It reports whether there was anything. It may
	// release the lock in between while it moves bytes.
	Serve() bool

	// Moving reports whether bytes of this process are being read or written for an operation, so that waiting for it ends by itself.
	Moving() bool

	// Close ends the link. What is still under way fails or is dropped.
	Close()
}

// Host is the interface that a link serves and the lock around it.
type Host struct {
	Mutex
	NI *portals.NI

	// After, if there is one, is for a part of the library that serves requests of peers. The link calls it with the lock held, wherever it has
	// let something arrive or end, before it wakes those who wait. It may send, but must not block.
	After func()
}
