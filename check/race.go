package check

// Race is two accesses that conflict and that nothing orders: the first pair of two places in the program.
type Race struct {
	At, Bytes uint64 // that both access, of the first granule in which they meet
	First     Side   // in the order in which they happened to begin
	Second    Side
	Times     int // how often the two places have raced

	// Why: the first access is an operation that its issuer had not completed, or had; or neither is an operation that lasts.
	InFlight  bool
	Completed bool

	// Note: the first is an operation on a context that the barrier between the two does not complete; they would be ordered if it did.
	Note bool

	Report *Report // for its owner
}

// Side is one access of a race.
type Side struct {
	Access
	At uint64 // first byte that both access
}

type pairKey struct{ a, b place }

// place is a piece of the program, in whichever rank.
type place struct {
	pc   uint64
	call string
	rank int // of places whose code is unknown
}

func (c *Checker) race(at uint64, old, r *record, t *Thread) {
	a, b := c.accesses[old.access], c.accesses[r.access]
	key := pairKey{c.place(&a), c.place(&b)}
	if found := c.pairs[key]; found != nil {
		found.Times++
		return
	}
	both := old.mask & r.mask
	from := uint64(0)
	for both>>from&1 == 0 {
		from++
	}
	bytes := uint64(0)
	for both>>(from+bytes)&1 == 1 {
		bytes++
	}
	first := at/granule*granule + from
	race := &Race{At: first, Bytes: bytes, First: Side{a, first}, Second: Side{b, first}, Times: 1}
	if p := &c.parts[old.by]; p.stream {
		race.Completed = p.thread.clock.of(old.by) >= old.tick
		race.InFlight = !race.Completed
		race.Note = p.loose != 0 && t.clock.of(p.loose) >= old.tick
	}
	c.pairs[key] = race
	c.pairs[pairKey{key.b, key.a}] = race
	c.races = append(c.races, race)
	c.report(race)
}

// Races are all that have been reported.
func (c *Checker) Races() []*Race { return c.races }

func (c *Checker) place(a *Access) place {
	if c.Where != nil && a.PC != 0 {
		return place{c.Where(a.Rank, a.PC), a.Call, 0}
	}
	return place{a.PC, a.Call, a.Rank}
}
