package nal

import (
	"gasnetgo/portals"
	"gasnetgo/sim"
)

// Fabric is a network between nodes: sim/seastar and sim/ideal are two.
//
// For every message it calls, in this order: Left, Sent (both of From) and Arrived, Received (both of To); Left before Received. Answers that Arrived and
// Received give it are transmitted after whatever time they take where they were made.
type Fabric interface {
	// Attach says which CPU takes the interrupts of a node, and whom to tell that the node takes messages again after Ready was false.
	Attach(node int, cpu *sim.CPU, room func())

	// Transmit takes a message whose sender has finished making it, now. The fabric calls From before it returns if the memory is free at once.
	Transmit(m *Message)

	// Ready reports whether a node can take another message.
	Ready(node int) bool

	// Hops is the distance between two nodes.
	Hops(a, b int) int
}

// Client is one rank's end of messages. Its methods take no time: the fabric knows what they cost where it calls them.
type Client interface {
	// Left says that the payload has been read: it is to be taken out of memory now.
	Left(m *Message)

	// Sent says that the sender's host has been told so.
	Sent(m *Message)

	// Arrived says that the header is there. accept is how many bytes of payload are wanted; the rest is thrown away. answer may be nil.
	Arrived(m *Message) (accept uint64, answer *Message)

	// Received says that everything is there: the payload is to be put into memory now. It is called for messages without payload, too.
	Received(m *Message) (answer *Message)

	// Unlinked is how many match entries and descriptors the library has ended because they were used up, since it was asked last.
	Unlinked() int

	// Wake says that the rank can see what has happened so far, from a time on that is not past.
	Wake(at sim.Time)
}

// What is the name of what a message does: of a kind of header, or "barrier" if it is the job's own.
func (m *Message) What() string {
	if m.Control() {
		return "barrier"
	}
	return m.Header.Kind.String()
}

// Control reports whether a message is the job's own, of no program's Portals.
func (m *Message) Control() bool {
	_, own := m.From.(*control)
	return own
}

// Message is a header, and bytes behind it, on their way. It belongs to the job's pool; the client takes it back after Sent and Received.
type Message struct {
	Src, Dst int // nodes
	From, To Client
	Header   portals.Header
	Bytes    uint64 // of payload
	Number   uint64 // of the operation: an answer has that of what it answers
	Damaged  bool   // the fabric: the message's own CRC is wrong

	reply    bool // sending is a target's
	sent     bool // and received: both ends are done with it
	received bool
	missing  bool // the payload could not be read

	sending   *portals.Op // initiator, or target of a get whose reply this is
	receiving *portals.Op
	data      []byte
	next      *Message // in messages, or spare
	small     [smallest]byte
}
