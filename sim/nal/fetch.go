package nal

import "gasnetgo/internal/cache"

// What follows is where memory is that events to come will touch, for who has it come until then: see internal/cache.

// Ops are the operations at both ends, as far as there are any.
func (m *Message) Ops() (sending, receiving uintptr) {
	return cache.At(m.sending), cache.At(m.receiving)
}

// FetchSending fetches what the operation at the sender leads to, when it and the message have come; FetchReceiving the same at the target, and the payload.
func (m *Message) FetchSending() {
	if m.sending != nil {
		m.sending.Fetch()
	}
}

// FetchPayload fetches what is to be read at the sender, when the operation and the message have come.
func (m *Message) FetchPayload() {
	if m.sending != nil {
		m.sending.FetchRegion()
	}
}

// FetchReceiving: see FetchSending.
func (m *Message) FetchReceiving() {
	if m.receiving != nil {
		m.receiving.Fetch()
		m.receiving.FetchRegion()
	}
	if len(m.data) > smallest {
		cache.Ends(cache.At(&m.data[0]), uint64(len(m.data)))
	}
}

// Matched is where a message has been matched: see portals.NI.
func (m *Message) Matched() (f cache.Few) {
	if l, ok := m.To.(*Link); ok && m.receiving != nil {
		f = l.host.NI.Matched(m.receiving)
	}
	return f
}

// Outgoing is what is sent next.
func (n *Network) Outgoing() uintptr {
	if n.outbox.first == nil {
		return cache.At(n)
	}
	return cache.At(n.outbox.first)
}

// Places in the sets of a CPU: the first ones are its rank's.
const (
	nearTurn    = 6 // two places
	nearHandler = 1 // four
	soonSource  = 0
)

// near enters what turns of the rank touch and handlers of its messages, when the interface is new.
func (l *Link) near() {
	c, ni := l.rank.CPU(), l.host.NI
	first, third := cache.All(ni), cache.Span(cache.At(ni)+2*cache.Line, 1)
	c.Turn.Put(nearTurn, first, third)
	copy(c.Handler[nearHandler:], []uintptr{cache.Begin(l), cache.Begin(l.host), first, third})
	c.Event = ni.Queue()
}

// foreseePut enters the descriptor that the rank's next put is from, if it goes on as it does.
func (l *Link) foreseePut() { l.rank.CPU().Soon[soonSource] = l.host.NI.Source() }

// foreseeEvents enters where events go, when there is a queue for the first time.
func (l *Link) foreseeEvents() {
	ni, c := l.host.NI, l.rank.CPU()
	if ni != nil && c.Event[0] == cache.Begin(ni) {
		c.Event = ni.Queue()
	}
}
