package fabric

import (
	"iter"

	"gasnetgo/sim"
)

// Network is a model of a network between nodes.
type Network interface {
	// Attach sets the CPU that takes the interrupts of a node, and the callback for when the node accepts messages again after Ready was false.
	Attach(node int, cpu *sim.CPU, room func())

	// Transmit takes a message that its sender has finished making. It calls Left and Sent before it returns if the memory is free at once.
	Transmit(m *Message)

	// Ready reports whether a node can take another message.
	Ready(node int) bool

	// Hops is the distance between two nodes.
	Hops(a, b int) int
}

// Beneath is the model of a network, if n is another one around it.
func Beneath(n Network) Network {
	if around, ok := n.(interface{ Beneath() Network }); ok {
		return around.Beneath()
	}
	return n
}

// Storer is a network by which programs store to memory of other nodes without a message.
type Storer interface {
	Network

	// Stores does nothing.
	Stores()
}

// Device is a network whose components can be observed.
type Device interface {
	Network

	// Topology describes how nodes are connected, for people.
	Topology() string

	// Place is where a node is, for people: "(1,0,2)".
	Place(node int) string

	// Parts are the names of a node's parts, each of which does one thing at a time.
	Parts() []string

	// Observe reports to o from now on; nil ends that.
	Observe(o PartObserver)

	// Counters describes the numbers that are counted for each node, with a note about what they mean.
	Counters() (counters []Counter, note string)

	// Counted are these numbers of a node, in the same order.
	Counted(node int) []uint64

	// CountLinks counts what links carry from now on.
	CountLinks()

	// Links are all links, those that have carried nothing since included.
	Links() iter.Seq[Link]
}

// PartObserver is notified of the activity of a node's components, at its begin or end.
type PartObserver interface{ Span(s Span) }

// Span is a stretch of time in which a part of a node does something.
type Span struct {
	Node, Part int // Part is an index into Parts
	What       string
	Begin, End sim.Time
	Bytes      uint64 // moved, if known
	Operation  uint64 // the number of the operation that this moves on; 0: it moves on none
}

// Counter is a counter that a device has for each of its nodes.
type Counter struct {
	Key   string // in files
	Title string // in tables
	Time  bool   // it is a time in picoseconds
}

// Link is what one direction of a wire, which begins at a node, has carried.
type Link struct {
	Node      int
	Direction string
	Packets   uint64
	Bytes     uint64   // whole packets
	Busy      sim.Time // that it was used
	Waited    sim.Time // that packets stood in front of it
	Retries   uint64   // packets that were sent again
}
