package run

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gasnetgo/internal/rankset"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/world"
)

// place is where ranks wait: ranks in the same place of the same function are reported together.
type place struct {
	ranks       []int
	call, why   string
	trace       string
	arguments   string // of the first rank
	same        bool   // of all
	since, last sim.Time
}

// listed is how many places a report names.
const listed = 32

// words is an error for people: one that ends a job in which ranks wait says where each of them does.
func (s *simulation) words(err error) string {
	var dead *world.DeadlockError
	var stopped *StopError
	switch {
	case errors.As(err, &dead):
		return s.left() + dead.Headline() + s.where(dead.Waiting) + s.ended() + s.because()
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
	var all []int
	for _, r := range s.job.Ranks {
		if r.Ended() && !slices.Contains(s.missing, r.ID()) {
			all = append(all, r.ID())
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "\n  ended before: " + rankset.Subject(all)
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
	var places []*place
	byKey := map[string]*place{}
	for _, w := range waiting {
		p := s.placeOf(w)
		if p == nil {
			continue
		}
		key := p.call + "\x00" + p.why + "\x00" + p.trace
		same := byKey[key]
		if same == nil {
			byKey[key] = p
			places = append(places, p)
			continue
		}
		same.ranks = append(same.ranks, w.Rank.ID())
		same.same = same.same && same.arguments == p.arguments
		same.since, same.last = min(same.since, w.Since), max(same.last, w.Since)
	}
	var b strings.Builder
	for i, p := range places {
		if i == listed {
			fmt.Fprintf(&b, "\n  and at %d more places", len(places)-listed)
			break
		}
		b.WriteString("\n  " + p.String())
	}
	return b.String()
}

// placeOf is where one rank waits; nil for the one that spins.
func (s *simulation) placeOf(w world.Waiter) *place {
	id := w.Rank.ID()
	h := s.ranks[id]
	p := &place{ranks: []int{id}, why: w.Why, same: true, since: w.Since, last: w.Since}
	switch h.Stopped() {
	case 0:
		p.call, p.why = "has not begun", ""
		return p
	case host.Frame:
		p.call, p.arguments = s.edge.Name(h), s.edge.Arguments(h)
	case host.Request:
		p.call = h.Ask().Fn()
	case host.Exited:
		p.call = "exit"
	default:
		return nil
	}
	p.trace = lines(h.Where())
	return p
}

// lines are the program's functions of a trace, the innermost first, one a line.
func lines(trace []host.Place) string {
	for len(trace) > 1 && strings.HasPrefix(filepath.Base(trace[0].Object), "libgasnetgo.") {
		trace = trace[1:]
	}
	var b strings.Builder
	for _, at := range trace {
		b.WriteString("\n      " + at.Name())
	}
	return b.String()
}

func (p *place) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", rankset.Subject(p.ranks), p.call)
	if p.arguments != "" {
		of := ""
		if !p.same {
			of = fmt.Sprintf("rank %d: ", p.ranks[0])
		}
		fmt.Fprintf(&b, " (%s%s)", of, p.arguments)
	}
	if p.why != "" {
		if p.why != p.call {
			fmt.Fprintf(&b, ", %s", p.why)
		}
		fmt.Fprintf(&b, ", since %v", p.since)
		if p.last != p.since {
			fmt.Fprintf(&b, " to %v", p.last)
		}
	} else if p.call != "has not begun" {
		b.WriteString(", not waiting")
	}
	return b.String() + p.trace
}
