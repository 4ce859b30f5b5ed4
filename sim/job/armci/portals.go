package armci

import (
	"gasnetgo/armci/pages"
	transport "gasnetgo/armci/transport/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/portals/client"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
	"gasnetgo/sim/job/portals"
	"gasnetgo/sim/nal"
)

// overPortals makes a rank's transport, which shares the rank's interface with the program. Collective.
func (w *world) overPortals(p *parts, maps pages.Pages) error {
	share, err := portals.Of(w.job, w.rank).Share(process.ARMCI, knob.ArmciTransport)
	if err != nil {
		return err
	}
	w.moves, err = transport.New(transport.Config{
		Host: share.Host, Link: share.Link, Index: share.Index, ID: share.ID,
		World: &portalsPace{w, share.Link}, Pages: maps, Ranks: w.Size(), Events: portals.Events, Alone: w.shared.Alone, Unordered: w.job.Detours,
		Part:  func(rank int) client.Segment { return client.Segment{Base: p.of(rank), Len: p.stride} },
		Slots: w.slots,
	})
	if err != nil {
		return err
	}
	w.rank.Port.Barrier() // all ranks can be reached
	return nil
}

// slots makes memory of which only touched pages exist.
func (w *world) slots(bytes uint64) []byte {
	at, err := w.job.Memory.Reserve(bytes, pages.Page)
	if err != nil {
		return make([]byte, bytes)
	}
	return memory.Bytes(at, bytes)
}

// portalsPace is how time passes for a rank whose operations travel over Portals.
type portalsPace struct {
	*world
	link *nal.Link
}

var _ transport.World = (*portalsPace)(nil)

func (p *portalsPace) Polls()         {}
func (p *portalsPace) Settle()        { p.rank.Port.Settle() }
func (p *portalsPace) Fail(err error) { p.world.Fail(1, err.Error()) }

// Charge charges calls of Portals, and copies.
func (p *portalsPace) Charge(c pace.Cost, n uint64) {
	switch c {
	case pace.Call:
		p.link.Charge(sim.Time(n) * p.job.Costs.Call)
	case pace.Copy:
		p.link.Charge(sim.Time(n) * p.job.Costs.Copy)
	}
}
