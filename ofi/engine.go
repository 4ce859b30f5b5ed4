// Package ofi connects the ranks of a job over a network: endpoints of libfabric, of which this package knows only the interface Engine, and what users of a
// network share. Package ofi/engine has the engine of libfabric itself.
package ofi

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// Errors of an Engine.
var (
	// ErrAgain says that nothing was started: poll, and call again.
	ErrAgain = errors.New("the network has no space at the moment")
)

// LossTime is how long the network may have no way to a peer, before that is a failure of what is sent there.
const LossTime = 10 * time.Second

// Unreachable reports whether an error says that there is no way to a peer at the moment: its route or a link is gone.
func Unreachable(err error) bool {
	return errors.Is(err, unix.ENETUNREACH) || errors.Is(err, unix.EHOSTUNREACH) || errors.Is(err, unix.ENETDOWN)
}

// Engine is one reliable datagram endpoint. Its user serialises all calls. No call blocks.
type Engine interface {
	// Provider and Domain are libfabric's names of what is used: "tcp;ofi_rxm", "eth0".
	Provider() string
	Domain() string

	// Ordered reports whether a write to a peer is in its memory before the peer gets a message that was sent after it, and before a later write is.
	Ordered() bool

	// Address is where peers reach this endpoint.
	Address() []byte

	// Connect sets the addresses of all peers, by rank. It is called once.
	Connect(addresses [][]byte) error

	// Expose lets peers write and read bytes bytes at base. wanted is the key, if the provider lets its user choose.
	Expose(base uintptr, bytes, wanted uint64) (Region, error)

	// Send sends a message, which may be changed afterwards. Messages from one endpoint to another arrive in order.
	Send(peer int, message []byte) error

	// Write and Read move memory from and to addresses of this process. Poll reports the tag when the bytes are in the memory that they are to reach. Local memory must
	// stay where it is until then.
	Write(peer int, from uintptr, bytes uint64, to Place, tag uint64) error
	Read(peer int, to uintptr, bytes uint64, from Place, tag uint64) error

	// Poll stores what has happened, and returns the number of events.
	Poll(events []Event) (int, error)

	// Release says that a message has been read.
	Release(tag uint64)

	// Arm returns descriptors, one of which has one of its events when Poll has something to report; nil: the provider has none. One may be missing for some milliseconds, so
	// that Poll should be called again after a while. It returns false if Poll has to be called first.
	Arm() (descriptors []unix.PollFd, armed bool)

	Close()
}

// Region is memory that peers may access: a key, and what they call the address of its first byte.
type Region struct{ Key, Start uint64 }

// Place is where in a peer's memory a Write or Read begins.
type Place struct{ Key, Address uint64 }

// At is the place off bytes after the beginning.
func (r Region) At(off uint64) Place { return Place{r.Key, r.Start + off} }

// Kind is what has happened.
type Kind uint32

// The kinds of events.
const (
	Message Kind = iota + 1 // Data has come; Release(Tag) when it has been read
	Done                    // the operation with Tag is complete
	Failed                  // the operation with Tag has failed; Data says why. A message has failed if Tag is all ones
)

// Event is what has happened.
type Event struct {
	Kind Kind
	Tag  uint64
	Peer int    // of Failed: whose operation it was, or whose connection has ended; -1: not known
	Data []byte // until Release, or the next Poll
}
