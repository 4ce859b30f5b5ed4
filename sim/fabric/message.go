package fabric

// Message is what a network carries: a header, which the network does not read, and a payload. A library embeds it as the first field of its own message, which
// has the header. It belongs to the sender until it leaves for the wires, then to the target, which reclaims it when it has been received; what the sender needs
// after that is in a Rest. It fills one cache line, except for next.
type Message struct {
	Src, Dst int32 // nodes
	From, To Endpoint
	Bytes    uint64 // of payload
	Number   uint64 // of the operation: an answer has the number of its request
	Tag      uint32 // the endpoints' own
	Damaged  bool   // set by the network: the message's own CRC is wrong
	lot      Lot    // whose making it waits for, while it is in a ledger

	next *Message // in a List
}

// Rest is what is left at the sender of a message that is the target's by now. The network keeps it until the sender has been notified.
type Rest struct {
	From    Source // nil: the endpoint has nothing to do any more
	Work    any    // the endpoint's: what the message is for
	Payload any    // the endpoint's: where the payload goes when it is read. The target does not look there before all of it has arrived
	Answer  bool   // the endpoint's: it answers another message
	Failed  bool   // the payload could not be read
}

// Read has the endpoint read the payload.
func (r *Rest) Read() { r.Failed = r.From != nil && !r.From.Left(*r) }

// Leave takes a message from its sender whose payload is read and whose sender is notified before it is on the wires.
func (m *Message) Leave() {
	if r := m.From.Leave(m); r.From != nil {
		r.Read()
		r.From.Sent(r)
	}
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
