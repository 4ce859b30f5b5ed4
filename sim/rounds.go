package sim

import "math"

// Rounder is a rank whose spendings SpendRounds has taken over.
type Rounder interface {
	// Rounded says that so many more of them are over. The CPU is in the one behind them.
	Rounded(n int)

	// Touched says that what the rank sees is about to change.
	Touched()
}

// rounds are spendings that follow each other, in turn.
type rounds struct {
	costs []Time
	total Time
	at    int    // index of the present one
	seq   uint64 // sequence number of the event at the end of the first one; 0: that is over
	who   Rounder
}

// inRounds is in the place of a CPU's event while there is none: in SpendRounds.
const inRounds = EventID(math.MaxUint64)

// SpendRounds is Spend of costs[at], at its end of the next of costs, and so on, the first behind the last, without events: they end when something happens to the CPU, or Touch or CatchUp is called. The one that the CPU is in
// then goes on as Spend: a runs at its end. Events on other CPUs must not depend on whether the spendings have events. All of costs are more than 0, and stay as they are.
func (c *CPU) SpendRounds(costs []Time, at int, a Actor, arg uint64, who Rounder) {
	if c.rounds == nil {
		c.rounds = &rounds{}
	}
	q := c.rounds
	q.who = who
	if c.inside || c.beside || c.k.shuffled != nil {
		c.Spend(costs[at], a, arg)
		return
	}
	if c.spending {
		panic("sim: a CPU spends one time at a time")
	}
	q.costs, q.at, q.total = costs, at, 0
	for _, d := range costs {
		q.total += d
	}
	q.seq = c.k.queue.reserve()
	c.spending = true
	c.round++
	c.then, c.arg = a, arg
	c.begins = max(c.k.now, c.until)
	c.ends = c.begins + costs[at]
	c.end = inRounds
}

// CatchUp ends the rounds of the CPU, if it is in some.
func (c *CPU) CatchUp() {
	if c.end != inRounds {
		return
	}
	q, k := c.rounds, c.k
	n, begins, ends := 0, c.begins, c.ends
	next := func() {
		n++
		if q.at++; q.at == len(q.costs) {
			q.at = 0
		}
		q.seq = 0
		begins, ends = ends, ends+q.costs[q.at]
	}
	if whole := (k.now-begins)/q.total - 1; whole > 0 {
		at := q.at
		next()
		begins += whole*q.total - q.costs[at] // where it was, whole rounds later
		q.at, n = at, int(whole)*len(q.costs)
		ends = begins + q.costs[at]
	}
	for ends < k.now || ends == k.now && k.follows(begins, q.seq) {
		next()
	}
	c.begins, c.ends = begins, ends
	c.end = k.atBorn(ends, c, c.round, begins, q.seq)
	if n > 0 {
		q.who.Rounded(n)
	}
}

// Touch says that something is about to change that the rank can see when its spending is over: its memory, or the state of a library.
func (c *CPU) Touch() {
	c.touches++
	if c.rounds != nil {
		c.CatchUp()
		c.rounds.who.Touched()
	}
}

// Touches is how often Touch has been called.
func (c *CPU) Touches() uint64 { return c.touches }

// NoRounds has each spending have its event from now on: others use the CPU as well.
func (c *CPU) NoRounds() {
	c.CatchUp()
	c.beside = true
}

// Total is n of these costs, which follow each other in turn, from one of them on.
func Total(costs []Time, from, n int) (d Time) {
	if whole := n / len(costs); whole > 0 {
		for _, c := range costs {
			d += c
		}
		d *= Time(whole)
	}
	for i := range n % len(costs) {
		d += costs[(from+i)%len(costs)]
	}
	return d
}

// reserve is the sequence number of an event that will perhaps be scheduled.
func (q *queue) reserve() uint64 {
	q.seq++
	q.cancelled++
	return q.seq
}

// follows reports whether the running event runs behind one for the present time that would have been scheduled at a time, with a sequence number if that is not 0.
func (k *Kernel) follows(born Time, seq uint64) bool {
	switch {
	case k.at0 != k.now || k.key&foreign != 0:
		return true
	case seq > 0:
		return seq < k.key>>slotBits
	}
	return born < k.born
}

// atBorn is At for an event whose place among those of its time is that of one which has been scheduled at a time, with a reserved sequence number if that is not 0. Without one it runs behind those that have been scheduled at the
// same time. That would be wrong for an event of the same node that does not touch the CPU, runs at the end of one spending and before it, and schedules another one for the very end of the next.
func (k *Kernel) atBorn(t Time, a Actor, arg uint64, born Time, seq uint64) EventID {
	q := &k.queue
	low, high := uint64(0), uint64(0)
	if seq > 0 {
		q.cancelled--
	} else if low, high = q.around(k.now, t, born); high == 0 {
		id := k.At(t, a, arg)
		q.slots[uint64(id)&(1<<slotBits-1)].born = born
		return id
	} else {
		q.seq++
	}
	if q.free == 0 {
		q.grow()
	}
	rest := q.slots[q.free-1].next
	i := q.free
	key, ok := keyBetween(low, high, seq, uint64(i-1))
	if !ok { // the last slot is behind low in any case
		rest = q.free
		q.grow()
		i = q.free
		key, _ = keyBetween(low, high, seq, uint64(i-1))
	}
	q.free = rest
	s := &q.slots[i-1]
	q.size++
	s.at, s.key, s.actor, s.arg, s.born = t, key, a, arg, born
	q.place(i, s)
	return EventID(key)
}

// keyBetween is a key of a slot between two others, or that of a sequence number.
func keyBetween(low, high, seq, slot uint64) (key uint64, ok bool) {
	if seq > 0 {
		return seq<<slotBits | slot, true
	}
	for _, seq := range [...]uint64{low >> slotBits, low>>slotBits + 1} {
		if key = seq<<slotBits | slot; low < key && key < high {
			return key, true
		}
	}
	return 0, false
}

// around are the last key of events of At at a time that have been scheduled up to another one, and the first of those that have been scheduled later; 0: there is none.
func (q *queue) around(now, t, born Time) (low, high uint64) {
	see := func(i uint32) {
		s := &q.slots[i]
		switch {
		case s.at != t || s.key&foreign != 0:
		case s.born <= born:
			low = max(low, s.key)
		case high == 0 || s.key < high:
			high = s.key
		}
	}
	if b := uint64(t) >> (q.shift & 63); b-q.present <= q.mask {
		for i := q.wheel[b&q.mask].first &^ mixed; i != 0; i = q.slots[i-1].next {
			see(i - 1)
		}
	} else if b > q.present {
		for _, e := range q.far {
			see(e.slot())
		}
	}
	for _, e := range q.near {
		see(e.slot())
	}
	if t == now {
		for _, i := range q.soon[q.after:] {
			see(i - 1)
		}
	}
	return low, high
}
