package run

import (
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// arrears are what a rank has computed, in one turn, before computing came to take time: the turn that has had the watcher decide that (--spin). The rank spends them in steps, between which it runs on a
// little. A loop that only computes does not mind. One that waits for what others do ends when they have done it, by then: it would have ended then, and what is left is forgiven. The steps grow with
// what has been spent, so such a wait ends an eighth too late at most.
type arrears struct {
	rank  int
	left  sim.Time
	spent sim.Time
	mark  uint64 // events of the kernel when the last step began
}

// trip is a turn in which a rank has computed for too long, and the CPU time when it began.
type trip struct {
	turn uint64
	cpu  int64
}

const (
	firstStep = 100 * sim.Microsecond // as long as ranks that compute run before they are interrupted
	stepPart  = 8                     // of what has been spent, for the next step
)

// pay is what the rank spends now. It has stopped, because it has been interrupted, or because its loop is over; events is how many the kernel has had. If others have had none in the last step they cannot
// have ended the loop.
func (a *arrears) pay(interrupted bool, events uint64) (d sim.Time) {
	switch {
	case interrupted:
		d = min(a.left, max(firstStep, a.spent/stepPart))
		a.left -= d
		a.spent += d
		a.mark = events
	case a.spent == 0 || events == a.mark:
		d, a.left = a.left, 0
	default:
		a.left = 0
	}
	return d
}

// defers notes what a rank has computed in a turn that was not measured, if the watcher has found that long.
func (s *simulation) defers(r *job.Rank) {
	t := s.tripped.Load()
	if t == nil || s.spec.SpinScale <= 0 {
		return
	}
	if _, turn := host.Running(); turn != t.turn {
		return
	}
	s.tripped.Store(nil)
	s.arrears = arrears{rank: r.ID(), left: sim.Time(float64(host.CPU()-t.cpu) * s.spec.SpinScale * float64(sim.Nanosecond))}
}

// settles is what a rank spends of its arrears when it has stopped.
func (s *simulation) settles(r *job.Rank, h *host.Rank, stopped host.Kind) sim.Time {
	interrupted := stopped == host.Request && h.Ask().Op() == host.Spin
	d := s.arrears.pay(interrupted, s.kernel.Events())
	h.Hurry(s.arrears.left > 0)
	return d
}
