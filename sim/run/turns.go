package run

import (
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/spec"
)

// turns is what a thread of a rank's program has done in its last turns.
type turns struct {
	call string // that it has made last; empty: a request

	free int      // turns in a row for which it has paid nothing,
	at   sim.Time // at this time

	read   bool     // it has read a clock since it has yielded, and has done nothing else,
	yields int      // which is what it did before each of so many yields in a row,
	begin  sim.Time // of which the first was at this time
}

// turnsOf are those of the thread whose code runs.
func (s *simulation) turnsOf(r *job.Rank) *turns {
	t := r.Self()
	if s.threads.turns[t] == nil {
		s.threads.turns[t] = &turns{}
	}
	return s.threads.turns[t]
}

// stored says that a thread of a rank's program has run, and may have stored what others wait for. One that has been woken for such a reason, and waits again, has only looked at what it waits for: if that
// counted, two threads that wait would wake each other forever.
func (s *simulation) stored(r *job.Rank, h *host.Rank, stopped host.Kind) {
	t, call := s.turnsOf(r), ""
	if stopped == host.Frame {
		call = s.edge.Name(h)
	}
	if call == "" || call != t.call || !r.Nudged() || !s.edge.Repeats(h) {
		r.WakeOthers()
	}
	t.call = call
	op := host.Op(0)
	if stopped == host.Request {
		op = h.Ask().Op()
	}
	switch op {
	case host.Now, host.Counter:
		t.read = true
	case host.Yield:
	default:
		t.read, t.yields = false, 0
	}
}

// mostFree is how many turns in a row a thread has without paying for them.
const mostFree = 64

// standsStill has a thread that does what takes no time, again and again, pay a poll for it, and give its core away: on a machine without costs the other threads and ranks would never have a turn.
// It does so behind a call. Before one, what the thread waits for could be stored between its last look and its wait.
func (s *simulation) standsStill(r *job.Rank) {
	if !r.Threaded() {
		return
	}
	t := s.turnsOf(r)
	if t.at != r.Now() {
		t.free, t.at = 0, r.Now()
	}
	if t.free++; t.free <= mostFree {
		return
	}
	r.EndSlice()
	r.Spend(max(s.job.Costs.Idle, 1))
}

// A loop that yields until a clock shows some time does so exactYields times as often as it can. Then it looks less often the longer it has waited: it ends late by a share of that.
const (
	exactYields = 1024
	lateShare   = 256
)

// pause is the rest of a yield, which has been paid for, in a loop of a thread that waits for a time. The thread sleeps, and needs no core.
func (s *simulation) pause(r *job.Rank, ask *host.Ask) {
	if !r.Threaded() || s.spec.Carry == spec.Off {
		return
	}
	t := s.turnsOf(r)
	if !t.read {
		t.yields = 0
		return
	}
	t.read = false
	if t.yields == 0 {
		t.begin = r.Now()
	}
	if t.yields++; t.yields > exactYields {
		r.WaitUntil(ask.Fn(), r.Now()+(r.Now()-t.begin)/lateShare, func() bool { return false })
	}
}
