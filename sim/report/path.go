package report

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"gasnetgo/sim"
)

// Path is the critical path of a job: from its end back to its begin, in each rank until a wait that a message ended, and from there to the message's sender. The parts sum up to the end of the last rank.
type Path struct {
	End   sim.Time `json:"end_ps"`
	Parts []Part   `json:"parts"` // the longest first
	Steps []Step   `json:"steps"` // stays in a rank, in the order of time; the shortest ones may be left out
	All   int      `json:"all_steps"`

	of map[int]sim.Time // time in each rank
}

// Part is how much of the path something is.
type Part struct {
	Name string   `json:"name"`
	Time sim.Time `json:"time_ps"`
}

// Step is a stay of the path in a rank.
type Step struct {
	Rank  int      `json:"rank"`
	Begin sim.Time `json:"begin_ps"`
	End   sim.Time `json:"end_ps"`
}

// Parts of the path that are not in a call.
const (
	inFlight  = "messages in flight"
	roundTrip = "round trips: a message and its answer"
	between   = "between calls"
	start     = "before the first call"
)

// mostSteps bounds what a page has.
const mostSteps = 20000

// received is the message that ended a wait; false: none came during the wait, or time did.
func (b *Builder) received(r *rankLog, s *span) (arrival, bool) {
	if strings.HasSuffix(b.names[s.name], "sleep") {
		return arrival{}, false
	}
	i := sort.Search(len(r.arrivals), func(i int) bool { return r.arrivals[i].at > s.end }) - 1
	if i < 0 || r.arrivals[i].at < s.begin {
		return arrival{}, false
	}
	return r.arrivals[i], true
}

// sender is the rank from which a message came to a rank, whether it answers one that the rank sent, and when its operation was sent; false: the trace does not have it.
func (b *Builder) sender(rank int, a *arrival) (from int, answer bool, sent sim.Time, ok bool) {
	op, ok := b.operations[a.op]
	if !ok {
		return 0, false, 0, false
	}
	if int(op.to) == rank && op.come == a.at || int(op.from) != rank {
		return int(op.from), false, op.sent, true
	}
	return int(op.to), true, op.sent, true
}

// path follows the critical path. Spans are flat, arrivals in the order of time.
func (b *Builder) path() *Path {
	p := &Path{of: map[int]sim.Time{}, Parts: []Part{}, Steps: []Step{}}
	rank := -1
	for i := range b.ranks {
		if s := b.ranks[i].spans; len(s) > 0 && s[len(s)-1].end > p.End {
			rank, p.End = i, s[len(s)-1].end
		}
	}
	if rank < 0 {
		return p
	}
	parts := map[string]sim.Time{}
	t, stay := p.End, p.End
	leave := func() {
		if stay > t {
			p.Steps = append(p.Steps, Step{rank, t, stay})
			p.of[rank] += stay - t
		}
	}
	pass := func(name string, to sim.Time) {
		parts[name] += t - to
		t = to
	}
	for t > 0 {
		r := &b.ranks[rank]
		i := at(r.spans, t)
		if i < 0 {
			pass(start, 0)
			break
		}
		s := &r.spans[i]
		if s.end < t {
			pass(between, s.end)
			continue
		}
		if s.state != waiting {
			pass(b.names[s.name], s.begin)
			continue
		}
		a, some := b.received(r, s)
		from, answer, sent, known := 0, false, sim.Time(0), false
		if some {
			from, answer, sent, known = b.sender(rank, &a)
		}
		switch {
		case !known || sent >= t:
			pass(b.names[s.name], s.begin)
		case answer:
			pass(roundTrip, sent)
		default:
			leave()
			pass(inFlight, sent)
			rank, stay = from, t
		}
	}
	leave()
	for name, d := range parts {
		p.Parts = append(p.Parts, Part{name, d})
	}
	slices.SortFunc(p.Parts, func(x, y Part) int { return cmp.Or(cmp.Compare(y.Time, x.Time), cmp.Compare(x.Name, y.Name)) })
	p.shorten()
	return p
}

// shorten puts the steps into the order of time and omits the shortest of too many.
func (p *Path) shorten() {
	p.All = len(p.Steps)
	if p.All > mostSteps {
		slices.SortStableFunc(p.Steps, func(a, b Step) int { return cmp.Compare(b.End-b.Begin, a.End-a.Begin) })
		p.Steps = p.Steps[:mostSteps]
	}
	slices.SortStableFunc(p.Steps, func(a, b Step) int { return cmp.Compare(a.Begin, b.Begin) })
}
