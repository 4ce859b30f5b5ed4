package lapi

import (
	"gasnetgo/lapi/client"
	"gasnetgo/sim"
)

// owner is what timers need of the machine behind a link; false if there is none, or none yet.
type owner func() (client.Repeater, bool)

// timer is the timer of packets to a task.
type timer struct {
	link   *Link
	to     int
	armed  bool
	oldest uint64 // packet that has not been acknowledged
	wait   sim.Time
}

const mostBackoff = 32 // times the timeout that a timer waits at most

// arm starts the timer of a task, unless it runs.
func (l *Link) arm(to int) {
	t := l.timers[to]
	if t == nil {
		t = &timer{link: l, to: to}
		l.timers[to] = t
	}
	if !t.armed {
		t.armed, t.oldest, t.wait = true, 0, l.costs.Timeout
		l.world.kernel().After(t.wait, t, 0)
	}
}

// Act has packets sent again, if none has been acknowledged since the timer was started.
func (t *timer) Act(k *sim.Kernel, _ uint64) {
	l := t.link
	repeater, some := l.owner()
	oldest := uint64(0)
	if some {
		oldest, some = repeater.Unacked(t.to)
	}
	if !some || l.closed {
		t.armed = false
		return
	}
	if oldest == t.oldest {
		t.wait = min(2*t.wait, mostBackoff*l.costs.Timeout)
		l.alone(func() { repeater.Resend(t.to) })
	} else {
		t.oldest, t.wait = oldest, l.costs.Timeout
	}
	k.After(t.wait, t, 0)
}

// ackTimer has a task acknowledge what it would acknowledge with later packets otherwise, so that its sender does not send it again.
type ackTimer struct {
	link  *Link
	from  int
	armed bool
}

const ackPart = 4 // of the timeout, after which packets are acknowledged

// acknowledgeLater starts the timer of acknowledgements for a task, unless it runs.
func (l *Link) acknowledgeLater(from int) {
	t := l.acks[from]
	if t == nil {
		t = &ackTimer{link: l, from: from}
		l.acks[from] = t
	}
	if !t.armed {
		t.armed = true
		l.world.kernel().After(l.costs.Timeout/ackPart, t, 0)
	}
}

// Act acknowledges.
func (t *ackTimer) Act(*sim.Kernel, uint64) {
	t.armed = false
	l := t.link
	if repeater, some := l.owner(); some && !l.closed {
		l.alone(func() { repeater.Acknowledge(t.from) })
	}
}

// alone has a timer do something, in no thread's call: that costs nothing, and a thread of the library is woken to give the adapter what packets there are then.
func (l *Link) alone(f func()) {
	before := len(l.out)
	f()
	l.collect()
	l.orphans = l.orphans || len(l.out) > before
	l.Wake()
}
