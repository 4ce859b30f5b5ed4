package job

import (
	"gasnetgo/lapi"
	"gasnetgo/lapi/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Words gives the link C's words.
func (l *lapiLink) Words(bell, pollers, work, queued uintptr) {
	l.words = lapiWords{bell, pollers, work, queued}
	l.count()
}

// Rest blocks the calling thread. The library's thread that serves packets is interrupted for those that no other thread looks for.
func (l *lapiLink) Rest(thread int32, bell uint32) {
	t := l.world.calls
	cond, why := l.reason(thread, bell)
	rested := false
	for !cond() {
		rested, t.resting = true, true
		t.rank.Wait(why, cond)
		t.resting = false
		t.since = t.rank.Now()
	}
	l.world.calls = t
	switch {
	case !rested || l.closed:
	case thread == process.Program:
		l.charge(l.proto.Look)
	case thread == process.Dispatcher && l.interrupting():
		l.charge(l.proto.Interrupt)
	case thread == process.Completions:
		l.charge(l.proto.Completion)
	}
}

// reason is what a thread rests for.
func (l *lapiLink) reason(thread int32, bell uint32) (cond func() bool, why string) {
	w := &l.words
	switch thread {
	case process.Dispatcher:
		return func() bool {
			return l.closed || l.orphans || l.interrupting() || l.dispatches() && w.value(w.bell) != bell
		}, "packets of LAPI"
	case process.Completions:
		return func() bool { return l.closed || w.value(w.work) != bell }, "completion handlers of LAPI"
	}
	return func() bool { return l.closed || w.value(w.bell) != bell || thread == process.Program && len(l.in) > 0 }, "packets of LAPI"
}

// dispatches reports whether the library's thread serves packets and runs handlers: not while interrupts are off, and not while a thread polls.
func (l *lapiLink) dispatches() bool { return l.interrupts && l.words.value(l.words.pollers) == 0 }

// interrupting reports whether a packet is there that interrupts the task.
func (l *lapiLink) interrupting() bool { return l.dispatches() && len(l.in) > 0 }

// Look has the calling thread spend a look at a counter.
func (l *lapiLink) Look() { l.charge(max(l.proto.Counter, l.world.job.Costs.Idle)) }

// Start makes a thread of the library.
func (l *lapiLink) Start(fn, arg uintptr) error { return l.world.job.Start(l.world.rank, fn, arg) }

// Hand has the calling thread spend what it takes to call a handler.
func (l *lapiLink) Hand(kind int32) {
	if kind == process.TaskHeader || kind == process.TaskVector {
		l.charge(l.proto.Handler)
	}
}

const termLimit = 3000 * sim.Millisecond // TERM_US of capi/lapi/setup.c

// Overdue begins the wait of LAPI_Term, or reports whether it has taken as long as it may.
func (l *lapiLink) Overdue() bool {
	now := l.world.kernel().Now()
	if l.deadline == 0 {
		l.deadline = now + termLimit
		l.world.kernel().After(termLimit, (*lapiDeadline)(l), 0)
	}
	return now >= l.deadline
}

// lapiDeadline is the end of that wait.
type lapiDeadline lapiLink

// Act wakes the thread that waits, if it still does.
func (d *lapiDeadline) Act(*sim.Kernel, uint64) {
	if l := (*lapiLink)(d); !l.closed {
		l.Changed(false)
	}
}

// lapiOwner is what timers need of the machine behind a link; false if there is none, or none yet.
type lapiOwner func() (lapi.Repeater, bool)

// lapiTimer is the timer of packets to a task.
type lapiTimer struct {
	link   *lapiLink
	to     int
	armed  bool
	oldest uint64 // packet that has not been acknowledged
	wait   sim.Time
}

const mostBackoff = 32 // times the timeout that a timer waits at most

// arm starts the timer of a task, unless it runs.
func (l *lapiLink) arm(to int) {
	t := l.timers[to]
	if t == nil {
		t = &lapiTimer{link: l, to: to}
		l.timers[to] = t
	}
	if !t.armed {
		t.armed, t.oldest, t.wait = true, 0, l.proto.Timeout
		l.world.kernel().After(t.wait, t, 0)
	}
}

// Act has packets sent again, if none has been acknowledged since the timer was started.
func (t *lapiTimer) Act(k *sim.Kernel, _ uint64) {
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
		t.wait = min(2*t.wait, mostBackoff*l.proto.Timeout)
		l.world.calls = nil
		repeater.Resend(t.to)
		l.world.wake(k.Now())
	} else {
		t.oldest, t.wait = oldest, l.proto.Timeout
	}
	k.After(t.wait, t, 0)
}

// ackTimer has a task acknowledge what it would acknowledge with later packets otherwise, so that its sender does not send it again.
type ackTimer struct {
	link  *lapiLink
	from  int
	armed bool
}

const ackPart = 4 // of the timeout, after which packets are acknowledged

// owe starts the timer of acknowledgements for a task, unless it runs.
func (l *lapiLink) owe(from int) {
	t := l.owed[from]
	if t == nil {
		t = &ackTimer{link: l, from: from}
		l.owed[from] = t
	}
	if !t.armed {
		t.armed = true
		l.world.kernel().After(l.proto.Timeout/ackPart, t, 0)
	}
}

// Act acknowledges.
func (t *ackTimer) Act(k *sim.Kernel, _ uint64) {
	t.armed = false
	l := t.link
	if repeater, some := l.owner(); some && !l.closed {
		l.world.calls = nil
		repeater.Acknowledge(t.from)
		l.world.wake(k.Now())
	}
}

// Depart is not called: packets are transmitted at once.
func (l *lapiLink) Depart(m *fabric.Message) { l.net.Transmit(m) }

// Leave retains nothing: a packet has its data.
func (l *lapiLink) Leave(*fabric.Message) (r fabric.Rest) { return r }

// Arrived takes all of a packet.
func (l *lapiLink) Arrived(m *fabric.Message) (uint64, *fabric.Message) { return m.Bytes, nil }

// Received queues a packet for the library. One that finds no space is lost. A context that has ended acknowledges what comes, so that its sender can end, too.
func (l *lapiLink) Received(f *fabric.Message) *fabric.Message {
	m := lapiOf(f)
	l.world.job.Fabric.ObserveReceived(f, l.world.Rank())
	switch {
	case f.Damaged:
	case l.closed:
		l.discard(m)
	case l.proto.FIFO > 0 && len(l.in) >= l.proto.FIFO && l.open:
	default:
		l.in = append(l.in, m)
		l.count()
	}
	return nil
}

// discard acknowledges a packet for a context that has ended.
func (l *lapiLink) discard(m *lapiMessage) {
	if m.packet.Seq == 0 {
		return
	}
	from := l.world.job.Ranks[m.from].lapi().link(m.from, l.life)
	ack := &lapiMessage{packet: &lapi.Packet{Kind: lapi.KindAck, Values: [2]uint64{m.packet.Seq}}, from: l.world.Rank()}
	ack.Src, ack.From, ack.Dst, ack.To, ack.Bytes = m.Dst, l, m.Src, from, l.proto.Header
	l.world.kernel().After(0, (*onNode)(ack), 0)
}

// Wake has threads look from a time on.
func (l *lapiLink) Wake(at sim.Time) {
	l.world.job.Fabric.ObserveVisible(l.world.Rank(), at)
	l.world.wake(at)
}

// Describe names a packet.
func (l *lapiLink) Describe(f *fabric.Message) fabric.Description {
	p := lapiOf(f).packet
	d := fabric.Description{Name: lapiNames[p.Kind], Bytes: p.Len()}
	switch p.Kind {
	case lapi.KindPut:
		d.Class = fabric.Put
	case lapi.KindGet, lapi.KindReply:
		d.Class = fabric.Get
	case lapi.KindRmw, lapi.KindOld:
		d.Class = fabric.Swap
	}
	return d
}

var lapiNames = map[lapi.Kind]string{
	lapi.KindAck: "acknowledgement", lapi.KindPut: "put", lapi.KindGet: "get", lapi.KindReply: "reply", lapi.KindAM: "active message", lapi.KindData: "data",
	lapi.KindRmw: "read-modify-write", lapi.KindOld: "old value", lapi.KindDone: "completion", lapi.KindGather: "collective", lapi.KindFlush: "flush",
}
