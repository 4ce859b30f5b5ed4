package nal

import (
	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim/fabric"
)

// Depart sends a message of the program.
func (l *Link) Depart(f *fabric.Message) { l.job.transmit(of(f)) }

// Leave keeps the operation.
func (l *Link) Leave(f *fabric.Message) fabric.Rest {
	m := of(f)
	r := fabric.Rest{From: l, Answer: m.reply}
	if m.sending == nil {
		return r
	}
	r.Work, m.sending = m.sending, nil
	if m.Bytes > 0 {
		r.Payload = l.job.pool(l.node).give(m)
	}
	return r
}

// Left copies the payload out of the sender's memory. The memory of a closed interface is not accessed any more.
func (l *Link) Left(r fabric.Rest) (ok bool) {
	p, has := r.Payload.(*payload)
	if !has {
		return true
	}
	op := r.Work.(*portals.Op)
	h := &op.Header
	if r.Answer {
		h = &op.Answer
	}
	data := l.job.pool(l.node).hold(p, h.Length)
	if !l.closed {
		l.rank.CPU().Touch() // a program that makes calls again and again may change it
	}
	p.missing = l.closed || !process.Gather(data, op.Region)
	return !p.missing
}

// Sent ends the sending half of an operation.
func (l *Link) Sent(r fabric.Rest) {
	l.news = true
	if op, has := r.Work.(*portals.Op); has && l.enter() {
		fail := portals.NIOK
		if r.Failed {
			fail = portals.NIFailed
		}
		l.moving--
		if r.Answer {
			l.host.NI.Done(op, fail)
		} else {
			l.host.NI.Sent(op, fail)
		}
		l.host.NI.Free(op)
		l.leave()
	}
}

// Walk is how many match entries a header would pass now, with the one that takes it.
func (l *Link) Walk(f *fabric.Message) int {
	if l.closed {
		return 0
	}
	return int(l.host.NI.Walk(&of(f).Header))
}

// Walked is how many the latest one has passed.
func (l *Link) Walked() int {
	if l.closed {
		return 0
	}
	return int(l.host.NI.Walked())
}

// Arrived matches a header.
func (l *Link) Arrived(f *fabric.Message) (accept uint64, answer *fabric.Message) {
	if l.enter() {
		accept, answer = l.match(of(f))
		l.leave()
	}
	return accept, answer
}

// match begins an operation, if there is an entry for it; needs the lock.
func (l *Link) match(m *Message) (accept uint64, answer *fabric.Message) {
	h := &m.Header
	events := l.host.NI.Events()
	op := l.host.NI.Arrive(h)
	l.news = l.news || l.host.NI.Events() != events
	if op == nil {
		return 0, nil
	}
	l.moving++
	if h.Kind == portals.HGet {
		reply := l.message(&op.Answer)
		reply.sending, reply.reply = op, true
		l.address(reply, m)
		return 0, &reply.Message
	}
	m.receiving = op
	return op.Length, nil
}

// address sends an answer to the origin of a message, whatever that interface's id is by now.
func (l *Link) address(answer, m *Message) {
	answer.Dst, answer.To, answer.Number = m.Src, m.From, m.Number
	if len(l.job.fabric.Observers) > 0 {
		l.job.fabric.ObserveAnswered(&answer.Message, int(l.id), int(m.From.(*Link).id))
	}
}

// Received puts a payload into the target's memory and ends the operation.
func (l *Link) Received(f *fabric.Message) (answer *fabric.Message) {
	m := of(f)
	l.news = true
	l.job.fabric.ObserveReceived(f, int(l.id))
	if op := m.receiving; op != nil && l.enter() {
		if made := l.finish(m, op); made != nil {
			answer = &made.Message
		}
		l.leave()
	}
	l.over(m)
	return answer
}

// finish ends an operation that Arrived has begun; needs the lock.
func (l *Link) finish(m *Message, op *portals.Op) (answer *Message) {
	fail := portals.NIOK
	switch {
	case m.payload != nil && m.payload.missing:
		fail = portals.NIFailed
	case m.Damaged:
		fail = portals.NIDamaged
	}
	switch {
	case m.Header.Kind == portals.HGetPut:
		answer = l.swap(m, op, &fail)
	case fail == portals.NIOK && op.Length > 0 && !process.Scatter(op.Region.Slice(0, op.Length), m.payload.bytes()):
		fail = portals.NIFailed
	}
	l.moving--
	if l.host.NI.Done(op, fail) {
		answer = l.message(&op.Answer)
	}
	if answer != nil {
		l.address(answer, m)
	}
	l.host.NI.Free(op)
	return answer
}

// swap exchanges a payload with memory. The answer has the old bytes already.
func (l *Link) swap(m *Message, op *portals.Op, fail *portals.NIFail) *Message {
	answer := l.message(&op.Answer)
	pool := l.job.pool(l.node)
	old := pool.hold(pool.give(answer), answer.Bytes)
	if *fail == portals.NIOK && !(process.Gather(old, op.Region) && process.Scatter(op.Region.Slice(0, op.Length), m.payload.bytes())) {
		*fail = portals.NIFailed
	}
	if *fail != portals.NIOK {
		answer.Header.Fail, answer.Header.Length, answer.Bytes = *fail, 0, 0
		pool.drop(answer)
	}
	return answer
}
