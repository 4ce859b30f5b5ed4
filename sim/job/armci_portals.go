package job

import (
	"fmt"
	"math"

	"gasnetgo/armci/pages"
	transport "gasnetgo/armci/transport/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
	"gasnetgo/sim/nal"
)

// overPortals makes a rank's transport. Collective.
func (w *armciWorld) overPortals(p *parts, maps pages.Pages) error {
	if w.rank.PacketsOnly {
		return fmt.Errorf("%s=portals: the network of this simulated machine carries LAPI only", knob.ArmciTransport)
	}
	host, link, err := w.rank.Portals.Acquire(process.ARMCI)
	if err != nil {
		return err
	}
	if w.shared.indices == 0 {
		w.shared.indices = math.MaxUint32
	}
	w.shared.indices = min(w.shared.indices, uint32(host.NI.Granted().MaxPTIndex)+1)
	w.rank.Port.Barrier() // all ids and tables are known
	ids := w.job.Networks[w.Rank()].IDs()
	w.moves, err = transport.New(transport.Config{
		Host: host, Link: link, Index: w.shared.indices - process.ARMCI.FromEnd(), ID: func(rank int) portals.ProcessID { return ids[rank] },
		World: &armciTime{w, w.job.Networks[w.Rank()].Link()}, Pages: maps, Ranks: w.Size(), Events: queueEvents, Alone: w.shared.Alone,
		Part: func(rank int) client.Segment {
			return client.Segment{Base: p.base + uintptr(uint64(rank)*p.stride), Len: p.stride}
		},
		Slots: w.slots,
	})
	if err != nil {
		return err
	}
	w.rank.Port.Barrier() // all ranks can be reached
	return nil
}

// slots makes memory of which only touched pages exist.
func (w *armciWorld) slots(bytes uint64) []byte {
	at, err := w.job.Memory.Reserve(bytes, pages.Page)
	if err != nil {
		return make([]byte, bytes)
	}
	return memory.Bytes(at, bytes)
}

// armciTime is how time passes for a rank whose operations travel over Portals.
type armciTime struct {
	*armciWorld
	link *nal.Link
}

var _ transport.World = (*armciTime)(nil)

func (t *armciTime) Wait(why string, cond func() bool) { t.rank.await(why, cond) }
func (t *armciTime) Polls()                            {}
func (t *armciTime) Settle()                           { t.rank.Port.Settle() }
func (t *armciTime) Called()                           { t.link.Charge(t.job.Costs.Call) }
func (t *armciTime) Copied(bytes uint64)               { t.link.Charge(sim.Time(bytes) * t.job.Costs.Copy) }
func (t *armciTime) Fail(err error)                    { t.armciWorld.Fail(1, err.Error()) }
