// Package naltest is a small world for tests of networks: ranks that are Go functions, and what they need to speak Portals without a C program. The
// functions call the library directly, so that only the network and its costs count.
package naltest

import (
	"fmt"
	"iter"

	"gasnetgo/sim"
	"gasnetgo/sim/nal"
)

// World is ranks on a network.
type World struct {
	Kernel *sim.Kernel
	Job    *nal.Job
	Ranks  []*Rank
}

// New makes a world of ranks on the nodes that c names.
func New(k *sim.Kernel, c nal.Config) *World {
	w := &World{Kernel: k, Job: nal.NewJob(k, c)}
	for id, node := range c.Nodes {
		r := &Rank{world: w, id: id, node: node, cpu: sim.NewCPU(k)}
		w.Ranks = append(w.Ranks, r)
	}
	for _, r := range w.Ranks {
		r.Net = w.Job.Network(r)
	}
	return w
}

// Run has every rank run body, until all have returned and nothing is under way any more. It says who waits when nothing can happen.
func (w *World) Run(body func(r *Rank)) error {
	for _, r := range w.Ranks {
		r.ended = false
		r.next, r.stop = iter.Pull(func(yield func(struct{}) bool) {
			r.yield = yield
			body(r)
		})
		w.Kernel.After(0, r, 0)
	}
	for w.Kernel.Step() {
	}
	for _, r := range w.Ranks {
		if !r.ended {
			return fmt.Errorf("at %v rank %d waits forever: %s", w.Kernel.Now(), r.id, r.why)
		}
	}
	return nil
}

// Rank is one rank. It implements nal.Rank.
type Rank struct {
	Player
	world   *World
	id      int
	node    int
	cpu     *sim.CPU
	next    func() (struct{}, bool)
	stop    func()
	yield   func(struct{}) bool
	ended   bool
	waiting bool
	woken   bool // it is going to look
	look    sim.Time
	cond    func() bool
	why     string
}

// ID is the rank's number.
func (r *Rank) ID() int { return r.id }

// Node is the node it runs on.
func (r *Rank) Node() int { return r.node }

// CPU is the core it runs on.
func (r *Rank) CPU() *sim.CPU { return r.cpu }

// Now is the time.
func (r *Rank) Now() sim.Time { return r.world.Kernel.Now() }

// Spend works for d.
func (r *Rank) Spend(d sim.Time) {
	if d <= 0 {
		return
	}
	k := r.world.Kernel
	if at, any := k.Next(); !r.cpu.Busy() && (!any || at > k.Now()+d) {
		k.Advance(k.Now() + d)
		return
	}
	r.cpu.Spend(d, r, 0)
	r.yield(struct{}{})
}

// Wait sleeps until cond holds.
func (r *Rank) Wait(why string, cond func() bool) { r.WaitLooking(why, 0, cond) }

// WaitLooking is Wait for a rank that spends look before it looks at cond again.
func (r *Rank) WaitLooking(why string, look sim.Time, cond func() bool) (looked bool) {
	if cond() {
		return false
	}
	r.why, r.cond, r.look, r.waiting, r.woken = why, cond, look, true, false
	r.yield(struct{}{})
	return true
}

// WakeAt has the rank look at what it waits for, at t, after everything that happens then.
func (r *Rank) WakeAt(t sim.Time) {
	switch {
	case !r.waiting || r.woken:
		return
	case r.look > 0:
		r.cpu.SpendFrom(t, r.look, r, 1)
	default:
		r.world.Kernel.At(t, r, 1)
	}
	r.woken = true
}

// Act goes on with the rank: at once, or with arg 1 if it waits and need not any more.
func (r *Rank) Act(_ *sim.Kernel, arg uint64) {
	if arg == 1 {
		r.woken = false
	}
	if r.ended || arg == 1 && (!r.waiting || !r.cond()) {
		return
	}
	r.waiting = false
	if _, more := r.next(); !more {
		r.ended = true
	}
}
