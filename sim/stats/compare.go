package stats

import (
	"cmp"
	"slices"

	"gasnetgo/sim"
)

// Comparison is two reports side by side. Times are picoseconds.
type Comparison struct {
	A          Side        `json:"a"`
	B          Side        `json:"b"`
	Least      sim.Time    `json:"least_ps"`   // a difference of so much, or more, matters
	Parameters []Change    `json:"parameters"` // that differ
	Parts      []Times     `json:"parts"`      // what ranks do, on average over them
	Functions  []Times     `json:"functions"`  // on average over the ranks; the largest difference first
	Ranks      []RankTimes `json:"ranks"`      // the largest difference first; none if the numbers of ranks differ
	Links      []LinkTimes `json:"links"`      // that carry anything in A or B; the largest difference first
	Counters   []Counts    `json:"counters"`   // of nodes, over all of them, that differ
}

// Side is one of the two runs.
type Side struct {
	Program  string   `json:"program"`
	Command  []string `json:"command"`
	Machine  string   `json:"machine"`
	Ranks    int      `json:"ranks"`
	Time     sim.Time `json:"time_ps"`
	Messages uint64   `json:"messages"`
	Bytes    uint64   `json:"sent_bytes"`
}

// Change is a parameter that has two values; the empty one: that machine has no such parameter.
type Change struct {
	Key string `json:"key"`
	A   string `json:"a"`
	B   string `json:"b"`
}

// Times is a time in both runs.
type Times struct {
	Name     string   `json:"name"`
	A        sim.Time `json:"a_ps"`
	B        sim.Time `json:"b_ps"`
	WaitingA sim.Time `json:"waiting_a_ps"` // part of A
	WaitingB sim.Time `json:"waiting_b_ps"`
	CallsA   uint64   `json:"calls_a"` // of all ranks
	CallsB   uint64   `json:"calls_b"`
	Matters  bool     `json:"matters"`
}

// RankTimes is a rank in both runs.
type RankTimes struct {
	Rank    int  `json:"rank"`
	A       Rank `json:"a"`
	B       Rank `json:"b"`
	Matters bool `json:"matters"`
}

// LinkTimes is a link in both runs.
type LinkTimes struct {
	A       Link `json:"a"`
	B       Link `json:"b"`
	Matters bool `json:"matters"`
}

// Counts is a counter in both runs.
type Counts struct {
	Key string `json:"key"`
	A   uint64 `json:"a"`
	B   uint64 `json:"b"`
}

// Compare compares two reports. A difference matters if it is at least a share of the longer run's time.
func Compare(a, b *Report, share float64) *Comparison {
	c := &Comparison{A: side(a), B: side(b), Least: sim.Time(share * float64(max(a.Time, b.Time)))}
	c.Least = max(c.Least, 1) // equal times never matter
	c.parameters(a, b)
	c.parts(a, b)
	c.functions(a, b)
	if len(a.Ranks) == len(b.Ranks) {
		c.ranks(a, b)
	}
	c.links(a, b)
	c.counters(a, b)
	return c
}

func side(r *Report) Side {
	s := Side{Program: r.Program, Command: r.Command, Machine: r.Machine, Ranks: len(r.Ranks), Time: r.Time}
	for _, v := range r.Ranks {
		s.Messages += v.Sent
		s.Bytes += v.BytesSent
	}
	return s
}

// matters reports whether two times differ by enough.
func (c *Comparison) matters(a, b sim.Time) bool { return away(a, b) >= c.Least }

func away(a, b sim.Time) sim.Time { return max(a, b) - min(a, b) }

func (c *Comparison) parameters(a, b *Report) {
	c.Parameters = pairs(a.Parameters, b.Parameters, func(p *Parameter) string { return p.Key }, func(x, y *Parameter) (Change, bool) {
		ch := Change{cmp.Or(x.Key, y.Key), x.Value, y.Value}
		return ch, ch.A != ch.B
	})
}

// pairs joins two lists by a key, in the order of the first and then of the second, and keeps what join wants. What one list lacks is a zero value.
func pairs[T any, K comparable, R any](a, b []T, key func(*T) K, join func(x, y *T) (R, bool)) (list []R) {
	list = []R{}
	in := map[K]*T{}
	for i := range b {
		in[key(&b[i])] = &b[i]
	}
	var none T
	for i := range a {
		k := key(&a[i])
		y := in[k]
		delete(in, k)
		if y == nil {
			y = &none
		}
		if r, ok := join(&a[i], y); ok {
			list = append(list, r)
		}
	}
	for i := range b {
		if in[key(&b[i])] == nil {
			continue
		}
		if r, ok := join(&none, &b[i]); ok {
			list = append(list, r)
		}
	}
	return list
}

// mean is the average over the ranks of a report.
func mean(r *Report, of func(*Rank) sim.Time) (t sim.Time) {
	for i := range r.Ranks {
		t += of(&r.Ranks[i])
	}
	return t / sim.Time(len(r.Ranks))
}

func (c *Comparison) parts(a, b *Report) {
	for _, p := range []struct {
		name string
		of   func(*Rank) sim.Time
	}{
		{"computing", func(r *Rank) sim.Time { return r.Computing }},
		{"in library", func(r *Rank) sim.Time { return r.Library }},
		{"waiting", func(r *Rank) sim.Time { return r.Waiting }},
		{"interrupted", func(r *Rank) sim.Time { return r.Interrupted }},
	} {
		t := Times{Name: p.name, A: mean(a, p.of), B: mean(b, p.of)}
		t.Matters = c.matters(t.A, t.B)
		c.Parts = append(c.Parts, t)
	}
}

func (c *Comparison) functions(a, b *Report) {
	na, nb := sim.Time(len(a.Ranks)), sim.Time(len(b.Ranks))
	c.Functions = pairs(a.Calls, b.Calls, func(f *Call) string { return f.Name }, func(x, y *Call) (Times, bool) {
		t := Times{Name: cmp.Or(x.Name, y.Name), A: x.Time / na, B: y.Time / nb, WaitingA: x.Waiting / na, WaitingB: y.Waiting / nb, CallsA: x.Calls, CallsB: y.Calls}
		t.Matters = c.matters(t.A, t.B)
		return t, true
	})
	slices.SortStableFunc(c.Functions, func(x, y Times) int { return cmp.Compare(away(y.A, y.B), away(x.A, x.B)) })
}

// change is the largest difference between the times of a rank.
func (r *RankTimes) change() sim.Time {
	return max(away(r.A.Ended, r.B.Ended), away(r.A.Computing, r.B.Computing), away(r.A.Library, r.B.Library), away(r.A.Waiting, r.B.Waiting))
}

func (c *Comparison) ranks(a, b *Report) {
	for i := range a.Ranks {
		r := RankTimes{Rank: i, A: a.Ranks[i], B: b.Ranks[i]}
		r.Matters = r.change() >= c.Least
		c.Ranks = append(c.Ranks, r)
	}
	slices.SortStableFunc(c.Ranks, func(x, y RankTimes) int { return cmp.Compare(y.change(), x.change()) })
}

// change is the larger difference of a link's two times.
func (l *LinkTimes) change() sim.Time {
	return max(away(l.A.Busy, l.B.Busy), away(l.A.Waited, l.B.Waited))
}

func (c *Comparison) links(a, b *Report) {
	type place struct {
		node      int
		direction string
	}
	c.Links = pairs(a.Links, b.Links, func(l *Link) place { return place{l.Node, l.Direction} }, func(x, y *Link) (LinkTimes, bool) {
		l := LinkTimes{A: *x, B: *y}
		l.Matters = l.change() >= c.Least
		return l, x.Packets+y.Packets > 0
	})
	slices.SortStableFunc(c.Links, func(x, y LinkTimes) int { return cmp.Compare(y.change(), x.change()) })
}

func (c *Comparison) counters(a, b *Report) {
	c.Counters = pairs(sums(a), sums(b), func(s *Counter) string { return s.Key }, func(x, y *Counter) (Counts, bool) {
		return Counts{cmp.Or(x.Key, y.Key), x.Value, y.Value}, x.Value != y.Value
	})
}

// sums are the counters of all nodes together. Of those that are the most of something, which their keys say, the largest.
func sums(r *Report) (list []Counter) {
	for _, n := range r.Nodes {
		for _, v := range n.Counters {
			i := slices.IndexFunc(list, func(c Counter) bool { return c.Key == v.Key })
			switch {
			case i < 0:
				list = append(list, v)
			case isMost(v.Key):
				list[i].Value = max(list[i].Value, v.Value)
			default:
				list[i].Value += v.Value
			}
		}
	}
	return list
}
