package fabric

import (
	"math"

	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
)

// Ledger holds the charges of a rank's calls, and the messages that the rank sends when it has spent them.
//
// A call cannot spend time in its middle: it holds the lock of its library's state, and may run on the kernel's stack. So its cost is charged during the call,
// and its messages are queued. After the call the rank spends what is due and then commits the call: its messages depart. That is the moment when the rank has
// finished sending them.
//
//	Charge, Post   in the call
//	Due            the time that the rank must spend now
//	Commit         after it has been spent
//
// Handlers of the library send messages, too, while the rank spends the time of a call: Queue, and Made when the time has passed that they take to make. There is one
// queue for both. A message departs when it is made and all before it have departed: in the order in which the library has issued them, as clients of a network rely on.
//
// Settle is Due, the spending and Commit for code on a coroutine. Charges may also be left to a later call: polls that a program makes one after the other are
// spent together, as long as the program cannot observe the difference.
type Ledger struct { // one cache line
	fabric  *Fabric
	rank    Rank
	charged sim.Time // and not due yet
	posted  List     // issued and not departed, in order
	meter   Meter    // may be nil
}

// Meter is a library whose cost in a call follows from the objects that it created, not from the call.
type Meter interface {
	// Metered is the cost since the last call.
	Metered() sim.Time
}

// Meter adds m's cost to the charges from now on; nil ends that.
func (l *Ledger) Meter(m Meter) {
	if pause := l.fabric.Pause; pause != nil {
		m = &pauses{m, pause, l.rank.ID()}
	}
	l.meter = m
}

// pauses is a meter of a rank that pauses, besides another one: a job without pauses asks nothing for them.
type pauses struct {
	meter Meter // may be nil
	pause func(rank int) sim.Time
	rank  int
}

// Metered adds the pause.
func (p *pauses) Metered() sim.Time {
	d := p.pause(p.rank)
	if p.meter != nil {
		d += p.meter.Metered()
	}
	return d
}

// Charge adds to the time that the rank is charged.
func (l *Ledger) Charge(d sim.Time) { l.charged += d }

// ChargeCall charges a call that the library answers: any but those that poll for events.
func (l *Ledger) ChargeCall() { l.charged += l.fabric.Costs.Call }

// ChargeCalls charges n of them.
func (l *Ledger) ChargeCalls(n int) { l.charged += sim.Time(n) * l.fabric.Costs.Call }

// ChargeLooks charges polls for events.
func (l *Ledger) ChargeLooks(n int) { l.charged += sim.Time(n) * l.fabric.Costs.Look }

// ChargeTakes charges events that polls have found, besides the polls.
func (l *Ledger) ChargeTakes(n int) { l.charged += sim.Time(n) * l.fabric.Costs.Take }

// LookCost is the cost of a poll for events.
func (l *Ledger) LookCost() sim.Time { return l.fabric.Costs.Look }

// Post charges the making of a message, and queues it until Commit.
func (l *Ledger) Post(m *Message) {
	l.posted.Push(m)
	l.charged += l.fabric.Costs.Send
}

// Posted reports whether messages wait for a Commit.
func (l *Ledger) Posted() bool {
	m := l.posted.first
	for m != nil && m.lot != calls {
		m = m.next
	}
	return m != nil
}

// Charged is the time charged that is not due yet.
func (l *Ledger) Charged() sim.Time { return l.charged }

// Due removes and returns the charges: the rank has to spend them before Commit.
func (l *Ledger) Due() sim.Time {
	if l.meter != nil {
		l.charged += l.meter.Metered()
	}
	due := l.charged
	l.charged = 0
	return due
}

// Commit sends the posted messages, each behind those of handlers that have been queued before it.
func (l *Ledger) Commit() { l.Made(calls, math.MaxInt) }

// Lot is messages of a rank whose making ends in their order. Those of handlers have numbers from 1 on, which the library chooses: it has a lot for each way in which
// it spends the time of their making.
type Lot uint8

const (
	calls Lot = 0   // of the program: Commit
	made  Lot = 255 // only wait for those before them
)

// Queue queues a message that a handler makes, until Made and behind all that have been queued and posted before. It charges nothing.
func (l *Ledger) Queue(m *Message, lot Lot) {
	m.lot = lot
	l.posted.Push(m)
}

// Made says that the time has passed which the n oldest messages of a lot take that wait for that, or all if there are fewer. They depart as soon as those before them have.
func (l *Ledger) Made(lot Lot, n int) {
	for m := l.posted.first; m != nil && n > 0; m = m.next {
		if m.lot == lot {
			m.lot = made
			n--
		}
	}
	for m := l.posted.first; m != nil && m.lot == made; m = l.posted.first {
		l.posted.Pop()
		m.From.Depart(m)
	}
}

// Pass sends a message that is made already, behind those that have been issued before.
func (l *Ledger) Pass(m *Message) {
	l.Queue(m, made)
	l.Made(made, 0)
}

// Settle spends what is due and commits. It is for code on the rank's coroutine, after a call, with no lock held.
func (l *Ledger) Settle() {
	if due := l.Due(); !l.rank.TrySpend(due) {
		l.rank.Sleep()
	}
	l.Commit()
}

// Outgoing is the addresses of the next message to be sent and of its endpoint, for the prefetcher.
func (l *Ledger) Outgoing() (message, endpoint uintptr) {
	if m := l.posted.first; m != nil {
		return prefetch.At(m), prefetch.In(m.From)
	}
	if l.meter != nil {
		return prefetch.At(l), prefetch.In(l.meter)
	}
	return prefetch.At(l), prefetch.At(l)
}
