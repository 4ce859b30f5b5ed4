package world

import (
	"math"

	"gasnetgo/sim"
)

// cores are those of a node on which a program has made threads. At most so many ranks and threads spend time at once. The others wait for a core in the order in which they came. One that has a
// core keeps it until it waits for something, or until others wait for one and its slice is over, by time or by EndSlice.
type cores struct {
	free    int
	slice   sim.Time
	runners int // ranks and threads of the node
	count   int
	queue   []*Rank // that wait for a core
}

// SetCores sets how many ranks and threads of a node can spend time at once, and the time after which one of them gives its core to another. It is for nodes on which programs make threads: elsewhere
// each rank has a core of its own, and a node has at least as many as ranks. Call it before Run.
func (w *World) SetCores(count int, slice sim.Time) { w.coreCount, w.slice = count, slice }

// shared is what a rank or a thread has on a node with threads.
type shared struct {
	cores   *cores
	team    *team    // nil: the rank's program has no threads
	core    bool     // it has one of the cores
	spends  bool     // it spends time, or waits for a core to do so
	left    sim.Time // of what it spends,
	part    sim.Time // of which this is being spent,
	quantum sim.Time // and of its slice
}

// share has the ranks of the rank's node share its cores from now on.
func (r *Rank) share() {
	if r.shared != nil {
		return
	}
	w, n := r.world, 0
	c := &cores{slice: w.slice}
	for _, one := range w.ranks {
		if one.node == r.node {
			one.shared = &shared{cores: c}
			n++
		}
	}
	c.count, c.runners = max(w.coreCount, n), n
	c.free = c.count
	if c.slice <= 0 {
		c.slice = math.MaxInt64
	}
}

// spendShared is TrySpend of a rank or thread whose node's cores are shared.
func (r *Rank) spendShared(d sim.Time) (over bool) {
	in := r.shared
	r.worked += d
	in.left, in.spends = d, true
	if !in.core && !in.cores.take(r) {
		r.turn++
		r.pending = true
		in.cores.queue = append(in.cores.queue, r)
		return false
	}
	return r.work()
}

// take gives a rank a core, if one is free.
func (c *cores) take(r *Rank) bool {
	if c.free == 0 {
		return false
	}
	c.free--
	r.shared.core, r.shared.quantum = true, c.slice
	return true
}

// EndSlice has the rank or thread that runs give its core away before it spends anything more, to the one that has waited longest for a core: what sched_yield means. It keeps the core if none waits.
func (r *Rank) EndSlice() {
	if r.shared != nil {
		r.Self().shared.quantum = 0
	}
}

// work goes on with what a rank that has a core spends, and reports whether it is over.
func (r *Rank) work() (over bool) {
	in, k := r.shared, r.world.kernel
	c := in.cores
	for in.left > 0 {
		if in.quantum <= 0 {
			if len(c.queue) > 0 {
				c.give(r)
				c.queue = append(c.queue, r)
				r.turn++
				r.pending = true
				return false
			}
			in.quantum = c.slice
		}
		part := in.left
		if c.runners > c.count {
			part = min(part, in.quantum)
		}
		if at, some := k.Next(); (some && at <= k.Now()+part) || r.cpu.Busy() {
			in.part = part
			r.turn++
			r.pending = true
			r.cpu.Spend(part, (*sharing)(r), r.turn)
			return false
		}
		k.Advance(k.Now() + part) // no event lies between
		in.left -= part
		in.quantum -= part
	}
	in.spends = false
	return true
}

// sharing is a rank at the end of a part of what it spends.
type sharing Rank

// Act goes on with the rest, or resumes the rank.
func (s *sharing) Act(k *sim.Kernel, turn uint64) {
	r := (*Rank)(s)
	if r.ended || turn != r.turn {
		return
	}
	r.shared.left -= r.shared.part
	r.shared.quantum -= r.shared.part
	if r.work() {
		r.Act(k, r.turn)
	}
}

// give takes the core of a rank, for the one that has waited longest.
func (c *cores) give(r *Rank) {
	r.shared.core = false
	if len(c.queue) == 0 {
		c.free++
		return
	}
	next := c.queue[0]
	c.queue = c.queue[:copy(c.queue, c.queue[1:])]
	next.shared.core, next.shared.quantum = true, c.slice
	r.world.kernel.At(r.Now(), (*starting)(next), next.turn)
}

// starting is a rank that has got a core.
type starting Rank

// Act begins its work.
func (s *starting) Act(k *sim.Kernel, turn uint64) {
	r := (*Rank)(s)
	if r.ended || turn != r.turn {
		return
	}
	if r.work() {
		r.Act(k, r.turn)
	}
}

// rests gives the core of a rank back that does not spend time any more.
func (r *Rank) rests() {
	if r.shared.core && !r.shared.spends {
		r.shared.cores.give(r)
	}
}

// drop removes a rank that has ended, or leaves its work for good.
func (c *cores) drop(r *Rank) {
	r.shared.spends = false
	for i, q := range c.queue {
		if q == r {
			c.queue = append(c.queue[:i:i], c.queue[i+1:]...)
			break
		}
	}
	if r.shared.core {
		c.give(r)
	}
}

// looking is a rank on shared cores that has been woken, and looks at what it waits for.
type looking Rank

// Act spends the look.
func (l *looking) Act(k *sim.Kernel, turn uint64) {
	r := (*Rank)(l)
	if r.ended || turn != r.turn {
		return
	}
	if r.TrySpend(r.look) {
		r.Act(k, r.turn)
	}
}
