package lapi

import (
	"gasnetgo/lapi/process"
	"gasnetgo/sim"
)

// Words gives the link C's words.
func (l *Link) Words(bell, pollers, work, queued uintptr) {
	l.words = words{bell, pollers, work, queued}
	l.count()
}

// Rest blocks thread by. The library's thread that serves packets is interrupted for those that no other thread looks for.
func (l *Link) Rest(by process.Thread, thread int32, bell uint32) {
	t := by.(*Thread)
	cond, why := l.reason(thread, bell)
	rested := false
	for !cond() {
		rested = true
		t.sleep(why, cond)
		t.since = t.rank.Now()
	}
	switch {
	case !rested || l.closed:
	case thread == process.Program:
		l.charge(l.costs.Look)
	case thread == process.Dispatcher && l.interrupting():
		l.charge(l.costs.Interrupt)
	case thread == process.Completions:
		l.charge(l.costs.Completion)
	}
}

// reason is what a thread rests for.
func (l *Link) reason(thread int32, bell uint32) (cond func() bool, why string) {
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
func (l *Link) dispatches() bool { return l.interrupts && l.words.value(l.words.pollers) == 0 }

// interrupting reports whether a packet is there that interrupts the task.
func (l *Link) interrupting() bool { return l.dispatches() && len(l.in) > 0 }

// Look has the calling thread spend a look at a counter.
func (l *Link) Look() { l.charge(max(l.costs.Counter, l.world.job.Costs.Idle)) }

// Start makes a thread of the library.
func (l *Link) Start(fn, arg uintptr) error { return l.world.job.Start(l.world.rank, fn, arg) }

// Hand has the calling thread spend what it takes to call a handler.
func (l *Link) Hand(kind int32) {
	if kind == process.TaskHeader || kind == process.TaskVector {
		l.charge(l.costs.Handler)
	}
}

const termLimit = 3000 * sim.Millisecond // TERM_US of capi/lapi/setup.c

// Overdue begins the wait of LAPI_Term, or reports whether it has taken as long as it may.
func (l *Link) Overdue() bool {
	now := l.world.kernel().Now()
	if l.deadline == 0 {
		l.deadline = now + termLimit
		l.world.kernel().After(termLimit, (*deadline)(l), 0)
	}
	return now >= l.deadline
}

// deadline is the end of that wait.
type deadline Link

// Act wakes the thread that waits, if it still does.
func (d *deadline) Act(*sim.Kernel, uint64) {
	if l := (*Link)(d); !l.closed {
		l.Changed(false)
	}
}
