package trace

import "gasnetgo/sim"

// A viewer sorts the events of a track by their start in nanoseconds, longer before shorter ones, equal ones in file order; an event that starts before another
// has ended is nested in it. So a call is written when it ends, and the events that started with it after it, because they may have the same length.

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
