package disorder

import (
	"fmt"

	"gasnetgo/sim"
)

const (
	earlyPause = 256  // units
	earlyCalls = 2000 // of a rank, after which it does not pause any more
	slowMost   = 8    // magnitude of the pauses of a slow rank
	farthest   = 10   // magnitude of the number of the call at which a rank pauses for once
	changes    = 3    // such pauses
)

// Pause is how long a rank pauses at the end of a call. It is asked once for each.
func (p *Plan) Pause(rank int) sim.Time {
	if p.Seed == Machine {
		return 0
	}
	n := p.calls[rank]
	p.calls[rank]++
	d := p.pause(rank, n)
	if d == 0 {
		return 0
	}
	id := pauseID(rank, n)
	if !p.wanted(id) {
		return 0
	}
	p.log(func() Delay {
		return Delay{ID: id, What: fmt.Sprintf("rank %d", rank), How: fmt.Sprintf("pauses for %v", d), Rank: rank, Call: true}
	})
	return d
}

func (p *Plan) pause(rank int, n uint64) sim.Time {
	switch p.Seed {
	case Early:
		if n < earlyCalls {
			return p.Unit * earlyPause
		}
		return 0
	case Late, LatestFirst:
		return 0
	}
	own := p.seed.on(uint64(rank)).on(forPause)
	if n == 0 && own.on(forStart).holds(1, 4) {
		return p.Unit * own.on(forStart).on(forSize).magnitude(mostMagnitude)
	}
	if p.changes() {
		return p.change(rank, n)
	}
	here := own.on(n)
	if own.on(forSlow).holds(1, 4) && here.holds(1, 2) {
		return p.Unit * here.on(forSize).magnitude(min(slowMost, p.mostNow()))
	}
	if p.seed.on(forPause).holds(1, 2) && here.on(forStart).holds(1, 16) {
		return p.Unit * here.on(forSize).magnitude(p.mostNow())
	}
	return 0
}

// change is a pause at one of a few places of the whole run, drawn in advance, as of a scheduler that changes priorities that often.
func (p *Plan) change(rank int, n uint64) sim.Time {
	ranks := uint64(len(p.Nodes))
	for i := range uint64(changes) {
		d := p.seed.on(forChange).on(i)
		within := uint64(d.on(forSize).magnitude(farthest))
		if d.below(ranks) == uint64(rank) && d.on(forStart).below(within) == n {
			return p.Unit << mostMagnitude
		}
	}
	return 0
}

// Refuse reports whether a test of a rank fails this time, although it could succeed.
func (p *Plan) Refuse(rank int, what string) bool {
	if p.Seed < Random {
		return false
	}
	n := p.tests[rank]
	p.tests[rank]++
	own := p.seed.on(forRefuse).on(uint64(rank))
	if !own.holds(1, 2) || !own.on(n).holds(1, 4) {
		return false
	}
	id := refusalID(rank, n)
	if !p.wanted(id) {
		return false
	}
	p.log(func() Delay {
		return Delay{ID: id, What: fmt.Sprintf("%s of rank %d", what, rank), How: "fails once", Rank: rank, Call: true}
	})
	return true
}
