package armci

import (
	"gasnetgo/armci/pages"
	transport "gasnetgo/armci/transport/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
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
		World: &portalsTime{w, share.Link}, Pages: maps, Ranks: w.Size(), Events: portals.Events, Alone: w.shared.Alone,
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

// portalsTime is how time passes for a rank whose operations travel over Portals.
type portalsTime struct {
	*world
	link *nal.Link
}

var _ transport.World = (*portalsTime)(nil)

func (t *portalsTime) Wait(why string, cond func() bool) { t.rank.WaitPolling(why, cond) }
func (t *portalsTime) Polls()                            {}
func (t *portalsTime) Settle()                           { t.rank.Port.Settle() }
func (t *portalsTime) Called()                           { t.link.Charge(t.job.Costs.Call) }
func (t *portalsTime) Copied(bytes uint64)               { t.link.Charge(sim.Time(bytes) * t.job.Costs.Copy) }
func (t *portalsTime) Fail(err error)                    { t.world.Fail(1, err.Error()) }
