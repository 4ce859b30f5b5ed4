package process

import (
	"slices"

	"gasnetgo/internal/again"
	"gasnetgo/portals"
)

// Busy is not a Portals code: the call had no effect and must be repeated after waiting for progress.
const Busy = again.Wait

// Network is the world's interface to a process.
type Network interface {
	// Join makes the process a rank of its job, the first time. It may block.
	Join() error

	// Rank and Size are valid after Join.
	Rank() int
	Size() int

	// IDs are the process ids of all ranks by rank: the registered ones, and the default ids of the others.
	IDs() []portals.ProcessID

	// Register publishes the id of this process.
	Register(id portals.ProcessID)

	// Open opens the process's interface under pid, or one of the network's choice for PIDAny. Headers that arrived before wait for it. The link calls the
	// interface only with host's lock held.
	Open(host *Host, pid uint32, want portals.Limits) (Link, portals.Code)

	// Explain prints why a call was refused, if enabled.
	Explain(line string)
}

// Waiter is a Network in whose world calls wait in Go: no call returns Busy there, and PtlEQWait and PtlEQPoll block.
type Waiter interface {
	// Wait blocks the rank until cond holds, or for at most ms milliseconds unless ms is portals.TimeForever. cond is checked now and after each arrival for
	// the rank. It reports whether cond held.
	Wait(why string, ms uint32, cond func() bool) bool

	// Retries reports whether the world repeats the call later instead of calling Wait: then the call returns at once as if it had no time, without effect.
	// forever: the call polls for an event without limit and can be repeated after each arrival for the rank.
	Retries(forever bool) bool

	// Polled charges a poll that found no event.
	Polled()
}

// Lingerer is a Network that gives what a process still has to send time to get out before its interface closes.
type Lingerer interface {
	// Linger begins such a time. pause is called again and again while something is to be sent, without the lock: it blocks for a moment, and answers false when
	// there is no more time.
	Linger() (pause func() bool)
}

// Dozer is a Network that other threads poll while the program's sleep.
type Dozer interface {
	// Doze says that the calling thread, which has found nothing, sleeps now.
	Doze()
}

// Link is an open interface's network. All methods are called with the host's lock held; none blocks.
type Link interface {
	// Reaches reports whether a process can exist under id at all.
	Reaches(id portals.ProcessID) bool

	// Distance is the number of hops to id: 0 for the process itself.
	Distance(id portals.ProcessID) uint64

	// Ready reports whether another message to id can be sent now.
	Ready(id portals.ProcessID) bool

	// Send takes over an operation that the program or a hook has issued. It calls Sent on the interface, at once or later. Headers to one process arrive there in the order of
	// these calls, from the program and from handlers; payloads may be stored in another.
	Send(op *portals.Op)

	// Serve handles at least some arrivals, and messages that could not be sent before. It reports whether there were any. It may release the lock while it
	// moves bytes.
	Serve() bool

	// Moving reports whether bytes of this process are being read or written for an operation, so that a wait for it ends without further calls.
	Moving() bool

	// Close ends the link. Operations in flight fail or are dropped.
	Close()
}

// Host is the interface that a link serves and the lock around it.
type Host struct {
	Mutex
	NI *portals.NI

	hooks []*hook
}

// hook is a function of a part of the library that serves requests of peers.
type hook struct{ after func() }

// AddHook has after called whenever messages have been handled, or may be sent again after Ready was false: with the lock held, after each arrival or completion and before
// waiting threads are woken. It may send, but must not block. remove ends that. Both need the lock.
func (h *Host) AddHook(after func()) (remove func()) {
	one := &hook{after}
	h.hooks = append(h.hooks, one)
	return func() {
		h.hooks = slices.DeleteFunc(slices.Clone(h.hooks), func(x *hook) bool { return x == one })
	}
}

// Handled is called by the link, with the lock held, when messages have been handled: it calls the hooks in the order in which they were added.
func (h *Host) Handled() {
	for _, x := range h.hooks {
		x.after()
	}
}

// Hooks is how many hooks there are.
func (h *Host) Hooks() int { return len(h.hooks) }
