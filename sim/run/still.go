package run

import (
	"bytes"

	"gasnetgo/internal/memory"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/world"
)

// A rank stands still when its program makes the same calls again and again, which find nothing, and is in the same state after each round of them (host.Rank's Cycle). Each of these calls takes its time, but neither does
// the program run, nor is the call made, nor has it an event: the rank's CPU counts them (sim.CPU's SpendRounds) until something happens to it. What interrupts the CPU only delays the call that it is in. What changes memory
// of the rank or its queues touches the CPU before: then the rank is brought to where its program would be, the call that it is in is made when its time is over, and the answer decides what the rank does next.

// standing is what is known of a rank that makes calls which find nothing.
type standing struct {
	x     *stepper
	calls [mostCalls]call // that the program has made last, the latest first, as long as they find nothing
	frame []byte          // of the latest, without an answer
	same  bool            // as that of the call before
	costs []sim.Time      // of those that it repeats, the oldest first
	at    int             // the one that takes time
	why   string          // the call, for reports
	since sim.Time        // when the rank began to stand still
}

// mostCalls is how many are remembered: no more are repeated.
const mostCalls = 4

// call is one that has found nothing, and only polls for events or lets others run.
type call struct {
	bytes int    // of its frame; 0: it lets others run
	seen  uint64 // touches of the CPU when it was made
}

// made notes a call that the program has made: whether it is such a call.
func (x *stepper) made(empty bool) {
	if !empty {
		if x.empties > 0 {
			x.empties = 0
			x.h.Waited()
		}
		return
	}
	if x.empties < mostCalls {
		x.empties++
	}
	if s := x.s.standing[x.r.ID()]; s != nil {
		c := call{0, x.r.CPU().Touches()}
		if x.kind == host.Frame {
			c.bytes = x.s.edge.Retried(x.h)
		}
		s.note(c)
	}
}

func (s *standing) note(c call) {
	copy(s.calls[1:], s.calls[:])
	s.calls[0] = c
}

// yields reports whether the program has stopped to let others run.
func (x *stepper) yields() bool { return x.kind == host.Request && x.h.Ask().Op() == host.Yield }

// asks notes the frame of a call that is about to poll.
func (s *standing) asks() {
	frame := memory.Bytes(uintptr(s.x.h.Frame()), s.x.s.edge.Retried(s.x.h))
	s.same = bytes.Equal(frame, s.frame)
	s.frame = append(s.frame[:0], frame...)
}

// cycle is after how many calls the rank is where it is now, if the answers are what they have been; 0: that is not known.
func (x *stepper) cycle(s *standing) int {
	if s.same && x.h.Stays(len(s.frame)) {
		return 1
	}
	return x.h.Cycle()
}

// stands reports whether the rank, which is about to poll, stands still, and notes what it repeats: nothing has touched the rank since it has made the first of these calls the last time.
func (x *stepper) stands() bool {
	s := x.s.standing[x.r.ID()]
	switch {
	case s == nil:
	case x.s.repeated || x.empties < mostCalls:
		s.asks()
	default: // it waits for long, and its turns are not known
		s.same, s.frame = false, s.frame[:0]
	}
	if !x.s.repeated || x.again == nil || !x.s.stands {
		return false
	}
	if s == nil {
		x.s.standing[x.r.ID()] = &standing{x: x}
		return false
	}
	n := x.cycle(s)
	if n == 0 || int(x.empties) < n {
		return false
	}
	seen := x.r.CPU().Touches()
	s.costs = s.costs[:0]
	for i := n - 1; i >= 0; i-- {
		c, cost := &s.calls[i], x.r.Port.LookCost()
		if c.bytes == 0 {
			cost = x.s.job.Costs.Idle
		}
		if c.seen != seen || cost <= 0 {
			return false
		}
		s.costs = append(s.costs, cost)
	}
	s.at, s.since, s.why = 0, x.r.Now(), x.s.edge.Name(x.h)
	return true
}

// next is the call that takes time.
func (s *standing) next() *call { return &s.calls[len(s.costs)-1-s.at] }

// spends has it do so, and those behind it.
func (x *stepper) spends(s *standing) bool {
	x.stage = still
	cost := s.costs[s.at]
	if s.next().bytes > 0 {
		x.r.Port.ChargeLooks(1)
		if due := x.r.Port.Due(); due != cost {
			return x.r.TrySpend(due)
		}
	}
	return x.r.SpendRounds(s.costs, s.at, s)
}

// stays is the end of that time.
func (x *stepper) stays() bool {
	s := x.s.standing[x.r.ID()]
	if s.next().bytes > 0 {
		x.r.Port.Commit()
	}
	s.goesOn(1)
	return x.spends(s)
}

// goesOn counts calls that are over.
func (s *standing) goesOn(n int) {
	m := s.x.s
	m.turns += uint64(n)
	m.without += uint64(n)
	m.stood += uint64(n)
	m.clocks.acts(s.x.r.ID())
	s.x.h.Stood(len(s.costs), n)
	s.at = (s.at + n) % len(s.costs)
}

// Rounded implements sim.Rounder.
func (s *standing) Rounded(n int) {
	s.x.r.Works(sim.Total(s.costs, s.at+1, n))
	s.goesOn(n)
}

// Touched implements sim.Rounder.
func (s *standing) Touched() {
	if s.x.stage == still {
		s.leave()
	}
}

// leave has the rank be where its program would be by now: in the time of a poll, which is made then, or in that of a request to let others run.
func (s *standing) leave() {
	x := s.x
	var frames [mostCalls]int
	n, cycle := s.at, len(s.costs)
	for i := range n {
		c := s.calls[cycle-1]
		frames[i] = c.bytes
		s.note(c)
	}
	x.h.Forward(cycle, frames[:n])
	x.kind, x.stage = host.Frame, looked
	if c := s.calls[cycle-1]; c.bytes == 0 {
		s.note(c)
		x.kind, x.stage = host.Request, ready
	}
	s.costs = s.costs[:0]
}

// repeatedly says what a rank does that waits for nothing, but stands still; empty: it does not.
func (s *simulation) repeatedly(r *world.Rank) (why string, since sim.Time) {
	if st := s.standing[r.ID()]; st != nil && len(st.costs) > 0 && st.x.stage == still {
		return st.why + ", again and again", st.since
	}
	return "", 0
}

// touchAll has all ranks be where their programs would be by now, since the job is over.
func (s *simulation) touchAll() {
	for _, r := range s.job.Ranks {
		r.CPU().Touch()
	}
}
