package sisci

// Reason is sci_segment_cb_reason_t: what has happened to a segment or to a connection with it.
type Reason uint32

// Values of Reason.
const (
	Connected      Reason = 1
	Disconnected   Reason = 2
	NotOperational Reason = 3
	Operational    Reason = 4
	Lost           Reason = 5
)

// Event is what a callback or a wait is told.
type Event struct {
	Reason  Reason // of segments
	Node    uint32 // of local segments: whose connection
	Adapter uint32 // likewise
	Status  Code   // OK; of a connection that there is not: why; of a transfer that has failed: how
	Data    []byte // of data interrupts
	Missed  bool   // events before it have been forgotten

	origin uint64 // of data interrupts: the id of its connection, which Node has
}

// Action is sci_callback_action_t: what a callback returns.
type Action uint32

// Values of Action.
const (
	Cancel   Action = 1
	Continue Action = 2
)

// inbox is the events of a handle: of its callback, or of calls that wait.
type inbox struct {
	process   *Process
	handle    Handle
	callback  Callback // of Function 0: there is none
	events    []Event
	missed    bool
	whole     bool // no event may be forgotten: their number is limited elsewhere
	running   bool // the callback
	ended     bool // it wants no more, or the handle has ended
	waiters   []*ticket
	delivered func(Event) // or nil: an event has reached the program
	after     func()      // or nil: the callback has returned
}

// newInbox is for a handle whose calls have UseCallback in their flags, or not.
func (p *Process) newInbox(flags uint32, c Callback) (*inbox, Code) {
	i := &inbox{process: p}
	if flags&UseCallback != 0 {
		if c.Function == 0 {
			return nil, IllegalParameter
		}
		i.callback = c
	}
	return i, OK
}

func (i *inbox) called() bool { return i.callback.Function != 0 }

// put adds an event.
func (i *inbox) put(e Event) {
	if i.ended {
		return
	}
	if !i.whole && len(i.events) == i.process.node.config.Limits.Events {
		i.events, i.missed = i.events[1:], true
	}
	i.events = append(i.events, e)
	i.deliver()
}

// deliver brings an event to the program.
func (i *inbox) deliver() {
	for len(i.events) > 0 && !i.ended {
		if i.called() {
			if !i.running {
				i.running = true
				i.process.call(i, i.take())
			}
			return
		}
		if len(i.waiters) == 0 {
			return
		}
		t := i.waiters[0]
		if !t.takes(&i.events[0]) {
			continue
		}
		i.waiters = i.waiters[1:]
		e := i.take()
		code := OK
		if e.Missed {
			code = Overflow
		}
		t.finish(Answer{Code: code, Event: e})
	}
}

// take is the oldest event.
func (i *inbox) take() Event {
	e := i.events[0]
	i.events = i.events[1:]
	e.Missed, i.missed = i.missed, false
	if i.delivered != nil {
		i.delivered(e)
	}
	return e
}

// wait is a call that waits for the next event. room: bytes of its buffer.
func (i *inbox) wait(room int) (Ticket, Code) {
	if i.called() {
		return 0, IllegalOperation
	}
	p := i.process
	t := p.newTicket(nil)
	t.room = room
	t.expire = func() Answer {
		i.waiters = without(i.waiters, t)
		return Answer{Code: Timeout}
	}
	i.waiters = append(i.waiters, t)
	i.deliver()
	return t.number, OK
}

// end is the end of the handle. Calls that wait are cancelled; a callback that runs goes on.
func (i *inbox) end() {
	i.ended, i.events = true, nil
	waiters := i.waiters
	i.waiters = nil
	for _, t := range waiters {
		t.finish(Answer{Code: Cancelled})
	}
}

// call has a callback run.
func (p *Process) call(i *inbox, e Event) {
	p.node.token++
	p.calls[p.node.token] = i
	p.node.emit(Call{Token: p.node.token, Process: p, Callback: i.callback, Handle: i.handle, Event: e})
}

// Returned reports that a callback has returned.
func (p *Process) Returned(token uint64, action Action) {
	i, ok := p.calls[token]
	if !ok {
		return
	}
	delete(p.calls, token)
	i.running = false
	if action == Cancel {
		i.ended, i.events = true, nil
	}
	if i.after != nil {
		i.after()
	}
	i.deliver()
}
