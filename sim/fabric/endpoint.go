package fabric

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
)

// Endpoint is a library's endpoint of messages at one rank. Its methods take no time: the network knows what they cost where it calls them. The package comment has
// their order. Payloads that a network reads from memory of the sender need a Source; matching needs a Matcher.
type Endpoint interface {
	// Depart: the rank has spent the cost of sending the message.
	Depart(m *Message)

	// Leave: the message is about to go to its target, whose it will be. A Source retains what it still needs in the Rest. An endpoint whose message has its payload returns
	// an empty one. It is called once for a message, also if the network has to send it again.
	Leave(m *Message) Rest

	// Arrived says that the header is there. accept is how many bytes of payload are wanted; the rest is dropped. answer may be nil. The network transmits
	// answers, those of Received as well, when the time has passed that they take where they are made.
	Arrived(m *Message) (accept uint64, answer *Message)

	// Received: the whole message has arrived. The endpoint copies the payload into memory now. Also called for messages without payload.
	Received(m *Message) (answer *Message)

	// Wake: from a time on that is not past, the rank can observe what has happened so far.
	Wake(at sim.Time)

	// Describe says what a message from this endpoint does.
	Describe(m *Message) Description
}

// Source is an Endpoint whose messages have their payload in memory of the sender until the network has read it. Left comes before Received. Left and Sent are called once
// for a message that has left with a Rest.
type Source interface {
	Endpoint

	// Left: the payload has been read. The endpoint copies it out of memory now, and reports whether it could.
	Left(r Rest) (ok bool)

	// Sent: the sender's host has been notified that the message was sent.
	Sent(r Rest)

	// PrefetchRest prefetches what is touched when the payload is read, or else when the sender's host is notified, when the operation there is in the caches. It
	// affects only speed.
	PrefetchRest(r Rest, reading bool)
}

// Matcher is an Endpoint whose library finds what a message is for in lists of match entries. A network that charges the walk along such a list asks for it.
type Matcher interface {
	Endpoint

	// Walk is how many match entries the library will compare with a header that is there. It is called before Arrived, if at all, and changes nothing.
	Walk(m *Message) int

	// Walked is how many match entries the library has compared in the latest Arrived. It is called directly after that, if at all.
	Walked() int

	// Freed returns the number of objects that the library has freed since the last call because they were used up.
	Freed() int

	Hints
}

// Datagrams is an Endpoint whose library takes messages in any order, as packets of its own protocol.
type Datagrams interface {
	Endpoint

	// AnyOrder reports whether messages of a pair of nodes may overtake each other before they arrive.
	AnyOrder() bool

	// Repeats reports whether the library recognises messages that arrive twice, and sends those again that do not arrive.
	Repeats() bool
}

// Hints are the memory that events at the target of a message will touch. They affect only speed.
type Hints interface {
	// Operation is the address of the operation at the target; 0: there is none. At the sender it is a Rest's Work.
	Operation(m *Message) uintptr

	// Matched is where the target has found what the message is for. The next message from the same node may be found there, too.
	Matched(m *Message) prefetch.SmallSet

	// Prefetch prefetches what is touched when the payload is written at the target, when the message and the operation there are in the caches.
	Prefetch(m *Message)
}

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
