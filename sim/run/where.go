package run

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gasnetgo/internal/rankset"
	"gasnetgo/sim"
	"gasnetgo/sim/fault"
	"gasnetgo/sim/host"
	"gasnetgo/sim/world"
)

// words is an error for people: one that ends a job in which ranks wait says where each of them does. What has broken comes first.
func (s *simulation) words(err error) string { return s.faults() + s.reason(err) }

func (s *simulation) reason(err error) string {
	var broken *fault.Error
	var dead *world.DeadlockError
	var stopped *StopError
	switch {
	case errors.As(err, &dead):
		return s.left() + dead.Headline() + s.where(dead.Waiting) + s.ended() + s.because()
	case errors.As(err, &broken):
		return fmt.Sprintf("%v, at %v; ranks wait:%s", err, s.job.World.Kernel().Now(), s.where(s.job.World.Waiting()))
	case errors.As(err, &stopped):
		waiting := append(s.atWork, s.job.World.Waiting()...)
		slices.SortFunc(waiting, func(a, b world.Waiter) int { return cmp.Compare(a.Rank.ID(), b.Rank.ID()) })
		spins := func(w world.Waiter) bool { return s.spun != "" && w.Rank.ID() == s.spinner }
		waiting = slices.DeleteFunc(waiting, spins)
		left := len(waiting)
		if s.spun != "" {
			left++
		}
		return fmt.Sprintf("%v, at %v of virtual time; ranks that have not ended: %d%s%s", err, s.job.World.Kernel().Now(), left, s.spun, s.where(waiting))
	}
	return err.Error()
}

// left lists ranks that ended without shmem_finalize, first of all: the library finalizes for them, and that is a barrier. Ranks in another barrier take it for
// theirs, and then wait for that rank in vain in their own shmem_finalize.
func (s *simulation) left() string {
	if len(s.missing) == 0 {
		return ""
	}
	slices.Sort(s.missing)
	return rankset.Subject(s.missing) + " ended without shmem_finalize (main returned, or exit was called), in which the others have to meet; "
}

// ended lists the other ranks that have ended.
func (s *simulation) ended() string {
	all := map[string][]int{} // by the function that has ended them, if it ran no exit handlers
	for _, r := range s.job.Ranks {
		if r.Ended() && !slices.Contains(s.missing, r.ID()) {
			by := ""
			if h := s.ranks[r.ID()]; h.Stopped() == host.Exited {
				by = h.Why()
			}
			all[by] = append(all[by], r.ID())
		}
	}
	var b strings.Builder
	for _, by := range slices.Sorted(maps.Keys(all)) {
		b.WriteString("\n  ended before: " + rankset.Subject(all[by]))
		if by != "" {
			b.WriteString(", by " + by)
		}
	}
	return b.String()
}

// reasons is how many of them a report names: the others' are mostly the same.
const reasons = 3

// because is what ranks in collectives find out about those that they wait for.
func (s *simulation) because() string {
	var b strings.Builder
	n := 0
	s.job.Mismatches(func(rank int, why error) bool {
		fmt.Fprintf(&b, "\n  because, at rank %d, %s: %v", rank, s.edge.Name(s.ranks[rank]), why)
		n++
		return n < reasons
	})
	return b.String()
}

// where is a paragraph about each place at which ranks wait.
func (s *simulation) where(waiting []world.Waiter) string {
	var all []rankset.Place
	since := map[threadID]sim.Time{}
	for _, w := range waiting {
		if p, ok := s.placeOf(w); ok {
			all = append(all, p)
			since[threadID{p.Rank, p.Thread}] = w.Since
		}
	}
	return rankset.Places(all, func(there []rankset.Place) string { return waits(there, since) })
}

// hasNotBegun is the state of a rank whose program has not run yet.
const hasNotBegun = "has not begun"

// placeOf is where one rank waits; not ok for the one that spins.
func (s *simulation) placeOf(w world.Waiter) (p rankset.Place, ok bool) {
	id := w.Rank.ID()
	h := s.hostOf(w.Rank)
	p = rankset.Place{Rank: id, Thread: w.Rank.Number(), Why: w.Why}
	switch h.Stopped() {
	case 0:
		return rankset.Place{Rank: id, Thread: p.Thread, Call: hasNotBegun}, true
	case host.Frame:
		p.Call, p.Arguments = s.edge.Name(h), s.edge.Arguments(h)
	case host.Request:
		p.Call = h.Ask().Fn()
	case host.Exited:
		p.Call = "exit"
	default:
		return p, false
	}
	p.Trace = lines(h.Where())
	return p, true
}

// lines are the program's functions of a trace, the innermost first, one a line.
func lines(trace []host.Place) string {
	for len(trace) > 1 && strings.HasPrefix(filepath.Base(trace[0].Object), "libgasnetgo.") {
		trace = trace[1:]
	}
	names := make([]string, len(trace))
	for i, at := range trace {
		names[i] = at.Name()
	}
	return strings.Join(names, "\n")
}

// waits says what ranks at a place wait for, and since when.
func waits(there []rankset.Place, since map[threadID]sim.Time) string {
	first := there[0]
	switch {
	case first.Call == hasNotBegun:
		return ""
	case first.Why == "":
		return ", not waiting"
	}
	text := ""
	if first.Why != first.Call {
		text = ", " + first.Why
	}
	of := func(p rankset.Place) sim.Time { return since[threadID{p.Rank, p.Thread}] }
	from := of(first)
	to := from
	for _, p := range there {
		from, to = min(from, of(p)), max(to, of(p))
	}
	text += fmt.Sprintf(", since %v", from)
	if to != from {
		text += fmt.Sprintf(" to %v", to)
	}
	return text
}
