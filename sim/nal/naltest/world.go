// Package naltest is a small world for tests of networks: ranks that are Go functions, and what they need to speak Portals without a C program. The
// functions call the library directly, so that only the network and its costs count.
package naltest

import (
	"fmt"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/nal"
	"gasnetgo/sim/world"
)

// World is ranks on a network.
type World struct {
	Kernel *sim.Kernel
	Fabric *fabric.Fabric
	Job    *nal.Job
	Ranks  []*Rank
	world  *world.World
	body   func(r *Rank)
}

// Rank is one rank.
type Rank struct {
	*world.Rank
	Player
}

// New makes a world of ranks on the nodes that c names.
func New(k *sim.Kernel, c fabric.Config) *World { return NewWith(k, c, nal.Config{}) }

// NewWith is New with a configuration of Portals.
func NewWith(k *sim.Kernel, c fabric.Config, p nal.Config) *World {
	f := fabric.New(k, c)
	w := &World{Kernel: k, Fabric: f, Job: nal.NewJob(f, p), world: world.New(k)}
	for _, node := range c.Nodes {
		r := &Rank{}
		r.Rank = w.world.Add(node, sim.NewCPU(k), func(*world.Rank) { w.body(r) })
		r.Port, r.Player.rank = f.Join(r.Rank), r.Rank
		r.Net = w.Job.Network(r.Port)
		w.Ranks = append(w.Ranks, r)
	}
	return w
}

// Run runs body on every rank until all have returned and no operation is in flight. If no event is left it reports the waiting ranks. Call it once.
func (w *World) Run(body func(r *Rank)) error {
	w.body = body
	defer w.world.Stop()
	if err := w.world.Run(); err != nil {
		for _, r := range w.world.Waiting() {
			return fmt.Errorf("at %v rank %d waits forever: %s", w.Kernel.Now(), r.Rank.ID(), r.Why)
		}
		return err
	}
	for w.Kernel.Step() {
	}
	return nil
}
