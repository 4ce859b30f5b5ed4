package lapi

// Config is what a machine must know. All fields but PayloadTo are needed.
type Config struct {
	Task, Tasks int

	// Payload is how many bytes of data a packet may have, by value or by place. Pieces is how many pieces it may name.
	Payload uint64
	Pieces  int

	// PayloadTo, if there is one, is Payload of packets to a task.
	PayloadTo func(task int) uint64

	// Header is how many bytes of a user header a message may have. Whole says that they count as data of the packet that carries them.
	Header uint64
	Whole  bool
	// Copy is up to how many bytes a message is copied when it is made, so that its origin can be used again at once.
	Copy uint64

	// Window is how many packets to one task may not be acknowledged.
	Window int

	// AckEvery is after how many packets acknowledgements are sent unasked.
	AckEvery int

	// Lossy says that packets may have to be sent again, so that their data is retained.
	Lossy bool
}

// Machine is one context of a task. Its methods do not block; the caller holds a lock around every call, and afterwards carries out the effects that Effects returns.
type Machine struct {
	Config
	links   []link
	out     []Effect
	tokens  map[uint64]func(any)
	token   uint64
	id      uint64
	open    map[uint64]*origin // operations of this task
	done    map[uint64]confirm // messages whose target is to tell that they have completed
	parts   map[key]*inbound   // messages that have not arrived completely
	gen     uint64             // grows with each fence
	unsaved map[uint64]int     // operations whose data is in flight, by generation
	gather  gathering
	stats   Statistics
}

// Statistics counts what a machine has done.
type Statistics struct{ Duplicates, Resent, Sent, Received, DataSent, DataReceived, AcksSent, AcksReceived uint64 }

// New makes a machine.
func New(c Config) *Machine {
	m := &Machine{Config: c, links: make([]link, c.Tasks), tokens: map[uint64]func(any){}, open: map[uint64]*origin{}, done: map[uint64]confirm{},
		parts: map[key]*inbound{}, unsaved: map[uint64]int{}}
	for i := range m.links {
		m.links[i].task = i
	}
	m.gather.calls = map[uint64]*call{}
	return m
}

// Effects is what there is to do since it was called last. spare, whose length is 0, is memory for the next effects; nil: there is none.
func (m *Machine) Effects(spare []Effect) []Effect {
	out := m.out
	m.out = spare
	return out
}

// HasEffects reports whether there is something to do.
func (m *Machine) HasEffects() bool { return len(m.out) > 0 }

// Statistics is what has been counted.
func (m *Machine) Statistics() Statistics { return m.stats }

// Unfinished counts operations of this task, messages to it that have not arrived completely, and reports that are awaited.
func (m *Machine) Unfinished() int { return len(m.open) + len(m.parts) + len(m.tokens) }

func (m *Machine) emit(e Effect) { m.out = append(m.out, e) }

func (m *Machine) bump(cntr uintptr, peer int, which Counter) {
	if cntr != 0 {
		m.emit(Bump{cntr, peer, which})
	}
}

// await gives a token whose report calls f.
func (m *Machine) await(f func(any)) uint64 {
	m.token++
	m.tokens[m.token] = f
	return m.token
}

func (m *Machine) report(token uint64, result any) {
	f, ok := m.tokens[token]
	if !ok {
		return // of a task that has been purged
	}
	delete(m.tokens, token)
	f(result)
}

// Deposited reports a Deposit.
func (m *Machine) Deposited(token uint64) { m.report(token, nil) }

// Changed reports a Rmw with the result.
func (m *Machine) Changed(token, result uint64) { m.report(token, result) }

// Headed reports a RunHeader.
func (m *Machine) Headed(token uint64, h Heading) { m.report(token, h) }

// Finished reports a Finish.
func (m *Machine) Finished(token uint64) { m.report(token, nil) }

// Completed reports a RunCompletion.
func (m *Machine) Completed(token uint64) { m.report(token, nil) }

// Fence begins a fence of the operations so far, and asks targets to acknowledge them. Give the result to Fenced.
func (m *Machine) Fence() uint64 {
	gen := m.gen
	m.gen++
	for i := range m.links {
		if l := &m.links[i]; len(l.unacked)+len(l.waiting) > 0 {
			m.flush(l)
		}
	}
	return gen
}

// flush has a task acknowledge all that has been sent to it.
func (m *Machine) flush(l *link) {
	if n := len(l.waiting); n > 0 {
		l.waiting[n-1].Urgent = true
	} else if n := len(l.unacked); n > 0 && !l.unacked[n-1].packet.Urgent {
		m.send(l.task, &Packet{Kind: KindFlush, Urgent: true})
	}
}

// Fenced reports whether the operations before Fence have their data where it goes.
func (m *Machine) Fenced(fence uint64) bool {
	for gen := range m.unsaved {
		if gen <= fence {
			return false
		}
	}
	return true
}

// Saved reports whether all operations have their data where it goes.
func (m *Machine) Saved() bool { return len(m.unsaved) == 0 }

// Flush asks all tasks for acknowledgements.
func (m *Machine) Flush() { m.Fence() }
