package fabric

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
)

// Endpoint is a library's end of messages at one rank. Its methods take no time: the network knows what they cost where it calls them. The package comment has
// their order; Left comes before Received.
type Endpoint interface {
	// Depart: the rank has spent the cost of sending the message.
	Depart(m *Message)

	// Left: the payload has been read. The endpoint copies it out of memory now.
	Left(m *Message)

	// Sent: the sender's host has been notified that the message was sent.
	Sent(m *Message)

	// Walk is how many match entries the library will look at for a header that is there. It is called before Arrived, if at all, and changes nothing.
	Walk(m *Message) int

	// Arrived says that the header is there. accept is how many bytes of payload are wanted; the rest is dropped. answer may be nil. The network transmits
	// answers, those of Received as well, when the time has passed that they take where they are made.
	Arrived(m *Message) (accept uint64, answer *Message)

	// Walked is how many match entries the library has looked at in the latest Arrived. It is called directly after that, if at all.
	Walked() int

	// Received: the whole message has arrived. The endpoint copies the payload into memory now. Also called for messages without payload.
	Received(m *Message) (answer *Message)

	// Freed returns the number of objects that the library has freed since the last call because they were used up.
	Freed() int

	// Wake: from a time on that is not past, the rank can observe what has happened so far.
	Wake(at sim.Time)

	// Describe says what a message from this endpoint does.
	Describe(m *Message) Description

	Hints
}

// Hints give the memory that events of an endpoint's messages will touch. They affect only speed.
type Hints interface {
	// Operations are the addresses of the operations at both ends; 0: there is none.
	Operations(m *Message) (sending, receiving uintptr)

	// Matched is where the target has found what the message is for. The next message from the same node may be found there, too.
	Matched(m *Message) prefetch.SmallSet

	// Prefetch fetches what an event touches, when the message and the operation at that end are in the caches.
	Prefetch(m *Message, e Event)
}

// Event is an event of a message for which memory is prefetched.
type Event uint8

// Events.
const (
	Reading   Event = iota // the payload will be read at the sender
	Sending                // the sender's host will be notified that it was sent
	Receiving              // the payload will be written at the target
)

// Description says what a message does.
type Description struct {
	Name  string // for people: "put", "reply"
	Class Class
	Bytes uint64 // that the operation moves, in whichever direction
}

// Class is a class of messages.
type Class uint8

// Classes.
const (
	Other   Class = iota
	Barrier       // the job's own
	Put
	Get
	Swap
)

// Observer is notified of messages.
type Observer interface {
	// Sent: a rank's program, or a handler of its library, has sent a message. to is -1 if it has no target.
	Sent(m *Message, from, to int)

	// Answered: a rank's library answers a message of another rank with m.
	Answered(m *Message, from, to int)

	// Received: the last byte of a message is in a rank's memory, or it is dropped there.
	Received(m *Message, to int)

	// Visible: the rank can observe what it has received, from a time on that is not past.
	Visible(rank int, at sim.Time)
}
