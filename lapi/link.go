package lapi

// link is the packets to and from one task.
type link struct {
	task   int
	purged bool

	// Packets to it. Numbers below base have been acknowledged; the others that have been sent are in unacked, in their order.
	base    uint64 // less one
	unacked []sent
	waiting []*Packet // for space in the window
	settled []func(*link)

	// Packets from it. All up to upTo have been dealt with; above holds the others that have arrived, true if they have been dealt with.
	upTo    uint64
	above   map[uint64]bool
	urgent  uint64 // acknowledge when upTo reaches it
	unasked int    // dealt with since the last acknowledgement
}

// sent is a packet that has not been acknowledged.
type sent struct {
	packet *Packet
	acked  func() // nil: it has been, or nothing depends on it
	done   bool
}

// send gives a packet its number and sends it as the window allows. acked is called when its receiver has dealt with it.
func (m *Machine) send(to int, p *Packet) { m.sendThen(to, p, nil) }

func (m *Machine) sendThen(to int, p *Packet, acked func()) {
	l := &m.links[to]
	if l.purged {
		return
	}
	l.waiting = append(l.waiting, p)
	l.settled = append(l.settled, nil)
	if acked != nil {
		l.settled[len(l.settled)-1] = func(*link) { acked() }
	}
	m.pump(l)
}

const askPart = 4 // of the window: in its second half, how many packets ask for one acknowledgement

// pump sends what the window allows.
func (m *Machine) pump(l *link) {
	for len(l.waiting) > 0 && len(l.unacked) < m.Window {
		p := l.waiting[0]
		then := l.settled[0]
		l.waiting, l.settled = l.waiting[1:], l.settled[1:]
		p.Seq = l.base + uint64(len(l.unacked)) + 1
		p.Base = l.base + 1
		if len(l.unacked) >= m.Window/2 && p.Seq%uint64(max(m.Window/askPart, 1)) == 0 {
			p.Urgent = true
		}
		s := sent{packet: p}
		if then != nil {
			s.acked = func() { then(l) }
		}
		l.unacked = append(l.unacked, s)
		m.stats.Sent++
		m.stats.DataSent += p.Len()
		m.emit(Send{l.task, p})
		if !m.Lossy { // it is not sent again
			kept := *p
			kept.Data, kept.Header = nil, nil
			l.unacked[len(l.unacked)-1].packet = &kept
		}
	}
}

// Resend sends again what a task has not acknowledged. It reports whether there was something.
func (m *Machine) Resend(to int) bool {
	l := &m.links[to]
	any := false
	for i := range l.unacked {
		if s := &l.unacked[i]; !s.done {
			p := *s.packet
			p.Base, p.Urgent, any = l.base+1, true, true
			m.stats.Resent++
			m.emit(Send{to, &p})
		}
	}
	return any
}

// Unacked is the number of the oldest packet to a task that has not been acknowledged; some is false if there is none.
func (m *Machine) Unacked(to int) (oldest uint64, some bool) {
	l := &m.links[to]
	return l.base + 1, len(l.unacked) > 0
}

// Settled reports whether no packet is waited for: each has been acknowledged.
func (m *Machine) Settled() bool {
	for i := range m.links {
		if l := &m.links[i]; len(l.unacked)+len(l.waiting) > 0 {
			return false
		}
	}
	return true
}

// Acknowledge tells a task what has been dealt with since the last acknowledgement, if there is something.
func (m *Machine) Acknowledge(task int) {
	if l := &m.links[task]; l.unasked > 0 {
		m.ack(l)
	}
}

// AcknowledgeAll is Acknowledge for all tasks.
func (m *Machine) AcknowledgeAll() {
	for task := range m.links {
		m.Acknowledge(task)
	}
}

// acknowledged deals with an acknowledgement.
func (m *Machine) acknowledged(l *link, p *Packet) {
	m.stats.AcksReceived++
	upTo, above := p.Values[0], p.Values[1]
	var then []func()
	for i := range l.unacked {
		s := &l.unacked[i]
		seq := l.base + uint64(i) + 1
		if s.done || seq > upTo && (seq-upTo > 64 || above>>(seq-upTo-1)&1 == 0) {
			continue
		}
		s.done = true
		if s.acked != nil {
			then = append(then, s.acked)
		}
	}
	n := 0
	for n < len(l.unacked) && l.unacked[n].done {
		n++
	}
	l.base += uint64(n)
	l.unacked = l.unacked[n:]
	for _, f := range then {
		f()
	}
	m.pump(l)
}

// Arrive deals with a packet of a task.
func (m *Machine) Arrive(from int, p *Packet) {
	l := &m.links[from]
	if p.Kind == KindAck {
		if !l.purged {
			m.acknowledged(l, p)
		}
		return
	}
	m.stats.Received++
	if p.Base > 0 && p.Base-1 > l.upTo { // its sender has given up what came before
		m.skip(l, p.Base-1)
	}
	if _, seen := l.above[p.Seq]; seen || p.Seq <= l.upTo {
		m.stats.Duplicates++
		m.ack(l) // the first one may have been lost
		return
	}
	m.stats.DataReceived += p.Len()
	settle := m.took(l, p)
	if l.purged {
		settle()
		return
	}
	m.handle(from, p, settle)
}

// took notes that a packet has arrived; the result notes that it has been dealt with.
func (m *Machine) took(l *link, p *Packet) (settle func()) {
	if l.above == nil {
		l.above = map[uint64]bool{}
	}
	seq := p.Seq
	l.above[seq] = false
	if p.Urgent {
		l.urgent = max(l.urgent, seq)
	}
	urgent := p.Urgent
	return func() {
		if seq <= l.upTo {
			return
		}
		before := l.upTo
		l.above[seq] = true
		for l.above[l.upTo+1] {
			l.upTo++
			delete(l.above, l.upTo)
		}
		l.unasked++
		if urgent || before < l.urgent && l.urgent <= l.upTo || l.unasked >= m.AckEvery {
			m.ack(l)
		}
	}
}

// skip takes numbers up to seq for dealt with.
func (m *Machine) skip(l *link, seq uint64) {
	for s := range l.above {
		if s <= seq {
			delete(l.above, s)
		}
	}
	l.upTo = seq
	for l.above[l.upTo+1] {
		l.upTo++
		delete(l.above, l.upTo)
	}
}

// ack sends an acknowledgement.
func (m *Machine) ack(l *link) {
	l.unasked = 0
	var above uint64
	for i := range uint64(64) {
		if l.above[l.upTo+1+i] {
			above |= 1 << i
		}
	}
	m.stats.AcksSent++
	m.emit(Send{l.task, &Packet{Kind: KindAck, Values: [2]uint64{l.upTo, above}}})
}

// Purge ends traffic with a task and answers the counters of operations that will not complete, each as often as it was named.
func (m *Machine) Purge(task int) (lost []uintptr) {
	l := &m.links[task]
	if l.purged {
		return nil
	}
	l.base += uint64(len(l.unacked))
	l.purged, l.unacked, l.waiting, l.settled = true, nil, nil, nil
	for id, o := range m.open {
		if o.to == task {
			lost = append(lost, o.counters()...)
			m.save(o)
			delete(m.open, id)
		}
	}
	for id, c := range m.done {
		if c.to == task {
			lost = append(lost, c.cntr)
			delete(m.done, id)
		}
	}
	for k := range m.parts {
		if k.from == task {
			delete(m.parts, k)
		}
	}
	return lost
}

// Resume allows traffic with a task again.
func (m *Machine) Resume(task int) { m.links[task].purged = false }

// Purged reports whether traffic with a task has ended.
func (m *Machine) Purged(task int) bool { return m.links[task].purged }
