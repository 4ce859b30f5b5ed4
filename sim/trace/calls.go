package trace

import "gasnetgo/sim"

// A viewer sorts what is on a track by its beginning, in nanoseconds, the longer before the shorter, and what is alike as the file has it; what begins before
// something else is over is inside of it. So a call is written when it is over, and what has begun with it after it: that may have been as long.

// call is a library call that is not over.
type call struct {
	name  string
	begin sim.Time
	held  []span // begun with it
}

// span is something on a rank's track.
type span struct {
	begin, end sim.Time
	name       string
	bytes      uint64
	flow       Flow
}

// Begin is the beginning of a library call, or of something else that a rank's program does: End is its end. There may be others in between.
func (t *Tracer) Begin(rank int, name string) {
	r := &t.ranks[rank]
	r.calls = append(r.calls, call{name: name, begin: t.k.Now()})
}

// End ends what Begin has begun.
func (t *Tracer) End(rank int) { t.over(&t.ranks[rank], "") }

func (t *Tracer) over(r *rank, note string) {
	n := len(r.calls) - 1
	c := r.calls[n]
	r.calls = r.calls[:n]
	t.show(r, span{begin: c.begin, end: t.k.Now(), name: c.name + note})
	for _, s := range c.held {
		t.show(r, s)
	}
}

func (t *Tracer) show(r *rank, s span) {
	if n := len(r.calls); n > 0 && nanoseconds(s.begin) == nanoseconds(r.calls[n-1].begin) {
		c := &r.calls[n-1]
		c.held = append(c.held, s)
		return
	}
	t.w.Span(r.track, s.begin, s.end, s.name, s.bytes, s.flow)
}

// finish shows the calls of a job that has ended in the middle.
func (t *Tracer) finish() {
	for i := range t.ranks {
		for r := &t.ranks[i]; len(r.calls) > 0; {
			t.over(r, " (not over)")
		}
	}
}
