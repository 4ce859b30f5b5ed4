package gasnet

import (
	"fmt"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
	"gasnetgo/sim/job"
	ptl "gasnetgo/sim/job/portals"
)

// overPortals is what a rank has whose messages travel over Portals.
type overPortals struct {
	config portals.Config
	boot   *portals.Boot // nil when the rank is attached
	core   *portals.Core // nil until the rank is attached
}

// boot opens the rank's interface, which is shared with the program, and makes its end of exchanges. Collective.
func (w *world) boot() error {
	share, err := ptl.Of(w.job, w.rank).Share(process.GASNet, knob.GASNetConduit)
	if err != nil {
		return err
	}
	over := &overPortals{config: portals.Config{
		Host: share.Host, Link: share.Link, Index: share.Index, ID: share.ID,
		Me: w.Rank(), Options: w.api.options, World: &portalsPace{world: w}, Memory: w.reserve,
	}}
	if over.boot, err = portals.NewBoot(over.config, w.Size()); err != nil {
		return err
	}
	w.over = over
	w.rank.Port.Barrier() // all ranks can be put to
	return nil
}

// overPortals makes the rank's end of the conduit.
func (w *world) overPortals(segments []gasnet.Segment, late bool) (conduit.Core, error) {
	w.over.config.Segments, w.over.config.Late = portalSegments(segments), late
	core, err := portals.New(w.over.config)
	if err != nil {
		return nil, err
	}
	w.over.core = core
	return core, nil
}

// portalSegments is segments as the conduit has them.
func portalSegments(segments []gasnet.Segment) []portals.Segment {
	own := make([]portals.Segment, len(segments))
	for r, s := range segments {
		own[r] = portals.Segment{Base: s.Addr, Len: s.Bytes}
	}
	return own
}

// reserve makes memory of which only touched pages exist.
func (w *world) reserve(bytes uint64) []byte {
	at, err := w.job.Memory.Reserve(bytes, portals.ChunkBytes)
	if err != nil {
		return make([]byte, bytes)
	}
	return memory.Bytes(at, bytes)
}

// portalsPace is how time passes for a rank whose messages travel over Portals.
type portalsPace struct {
	*world
	misses uint64 // charged since time last passed
	did    bool   // something else has been charged since
}

var _ portals.World = (*portalsPace)(nil)

// Charge charges calls of Portals, and polls. Copies take no time: figures of GASNet were compared without it.
func (p *portalsPace) Charge(c pace.Cost, n uint64) {
	switch c {
	case pace.Call:
		p.rank.Port.ChargeCalls(int(n))
		p.did = true
	case pace.Hit:
		p.rank.Port.ChargeLooks(int(n))
		p.rank.Port.ChargeTakes(int(n))
		p.did = true
	case pace.Miss:
		p.rank.Port.ChargeLooks(int(n))
		p.misses += n
	}
}

// Settle lets time pass.
func (p *portalsPace) Settle() {
	p.misses, p.did = 0, false
	p.rank.Port.Settle()
}

// Wait blocks the rank. A rank that waits polls all the time: polls without a result until it is woken are not charged beside the wait.
func (p *portalsPace) Wait(why string, cond func() bool) {
	for !cond() {
		if p.did {
			p.Settle() // which may have taken long enough for more to come
			continue
		}
		p.rank.Port.Charge(-sim.Time(p.misses) * p.job.Costs.Look)
		p.misses = 0
		p.rank.Wait(why, job.Woken())
	}
	p.Settle()
}

// Idle lets polls without a result take time where polls cost nothing.
func (p *portalsPace) Idle(polls int) {
	p.misses = 0
	if p.job.Costs.Look == 0 {
		p.rank.Spend(sim.Time(polls) * p.job.Costs.Idle)
	}
}

// Fail ends the job.
func (p *portalsPace) Fail(err error) {
	p.rank.Fail(fmt.Errorf("rank %d of %d, at %v: %w", p.Rank(), p.Size(), p.rank.Now(), err))
}
