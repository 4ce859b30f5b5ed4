package fabric

// Message is what a network carries: a header, which the network does not read, and a payload. A library embeds it as the first field of its own message, which
// has the header, and reclaims the message when both endpoints have finished with it. It fills one cache line, except for next.
type Message struct {
	Src, Dst int32 // nodes
	From, To Endpoint
	Bytes    uint64 // of payload
	Number   uint64 // of the operation: an answer has the number of its request
	Tag      uint32 // the endpoints' own
	Damaged  bool   // set by the network: the message's own CRC is wrong
	sent     bool
	received bool

	next *Message // in a List
}

// EndSent notes that the sender is done with the message, and reports whether the target is, too.
func (m *Message) EndSent() (over bool) {
	m.sent = true
	return m.received
}

// EndReceived notes that the target is done with the message, and reports whether the sender is, too.
func (m *Message) EndReceived() (over bool) {
	m.received = true
	return m.sent
}

// Reset makes a message that is over one to be used again.
func (m *Message) Reset() { *m = Message{} }

// List is messages in order. The zero value is empty.
type List struct{ first, last *Message }

// Empty reports whether there are none.
func (l *List) Empty() bool { return l.first == nil }

// Push appends a message.
func (l *List) Push(m *Message) {
	if l.first == nil {
		l.first = m
	} else {
		l.last.next = m
	}
	l.last = m
}

// Pop removes the first message; nil: there is none.
func (l *List) Pop() *Message {
	m := l.first
	if m != nil {
		l.first, m.next = m.next, nil
	}
	return m
}

// Detach empties the list and returns its messages.
func (l *List) Detach() List {
	all := *l
	*l = List{}
	return all
}
