package sisci

// Ticket names a call that waits. 0: none.
type Ticket uint64

// Answer is what such a call returns.
type Answer struct {
	Code   Code
	Handle Handle     // of a connection
	Event  Event      // that was waited for
	State  QueueState // of a DMA queue
	Length int        // of a message of a data interrupt, bytes, also if the buffer is too small for it
}

// ticket is a call that waits.
type ticket struct {
	process *Process
	number  Ticket
	answer  *Answer
	expire  func() Answer // gives up; nil: it cannot
	room    int           // bytes of the buffer for a message
}

func (p *Process) newTicket(expire func() Answer) *ticket {
	p.lastTicket++
	t := &ticket{process: p, number: p.lastTicket, expire: expire}
	p.tickets[t.number] = t
	return t
}

// takes says whether an event can be the answer. A message for which there is no room is not: it stays, and the call fails.
func (t *ticket) takes(e *Event) bool {
	if len(e.Data) <= t.room {
		return true
	}
	answer := Answer{Code: Overflow, Length: len(e.Data)}
	t.expire()
	t.finish(answer)
	return false
}

// finish gives a ticket its answer.
func (t *ticket) finish(a Answer) {
	if t.answer != nil {
		return
	}
	a.Length = max(a.Length, len(a.Event.Data))
	t.answer, t.expire = &a, nil
	t.process.node.emit(Wake{t.process, t.number})
}

// Poll is the answer of a call that waits, if there is one. The ticket ends with it.
func (p *Process) Poll(number Ticket) (a Answer, done bool) {
	t := p.tickets[number]
	switch {
	case t == nil:
		return Answer{Code: IllegalOperation}, true
	case t.answer == nil:
		return Answer{}, false
	}
	delete(p.tickets, number)
	return *t.answer, true
}

// Expire says that a call has waited for as long as it may. If its answer has not come it is Timeout.
func (p *Process) Expire(number Ticket) {
	if t := p.tickets[number]; t != nil && t.answer == nil && t.expire != nil {
		t.finish(t.expire())
	}
}
