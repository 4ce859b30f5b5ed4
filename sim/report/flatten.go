package report

import (
	"cmp"
	"slices"

	"gasnetgo/sim"
)

// flatten cuts spans that are inside of each other into pieces, each of the innermost span of its time, in the order of time.
func flatten(spans []span) []span {
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(b.end, a.end)) })
	flat := make([]span, 0, len(spans))
	var open []span
	var now sim.Time
	// until passes the time with the innermost open span.
	until := func(t sim.Time) {
		if n := len(open); n > 0 && t > now {
			s := open[n-1]
			s.begin, s.end = now, t
			flat = append(flat, s)
		}
		now = max(now, t)
	}
	// closeFor ends the open spans that are over when s begins. Their ends are rounded: one that seems to end just after s begins, and before s ends, is over.
	closeFor := func(s span) {
		for n := len(open); n > 0; n = len(open) {
			end := open[n-1].end
			if end > s.begin && (end-s.begin > sim.Nanosecond || s.end <= end) {
				return
			}
			until(min(end, max(s.begin, now)))
			open = open[:n-1]
		}
	}
	for _, s := range spans {
		closeFor(s)
		until(s.begin)
		if n := len(open); n > 0 {
			s.end = min(s.end, open[n-1].end) // rounding
		}
		if s.end > now {
			open = append(open, s)
		}
	}
	for n := len(open); n > 0; n = len(open) {
		until(open[n-1].end)
		open = open[:n-1]
	}
	return flat
}

// at is the index of the last span that begins before a time; -1: none does.
func at(spans []span, t sim.Time) int {
	i, _ := slices.BinarySearchFunc(spans, t, func(s span, t sim.Time) int { return cmp.Compare(s.begin, t) })
	return i - 1
}
