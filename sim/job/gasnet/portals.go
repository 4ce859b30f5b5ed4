package gasnet

import (
	"fmt"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	"gasnetgo/portals/process"
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
		Me: w.Rank(), Options: w.api.options, World: &portalsTime{world: w}, Memory: w.reserve,
	}}
	if over.boot, err = portals.NewBoot(over.config, w.Size()); err != nil {
		return err
	}
	w.over = over
	w.rank.Port.Barrier() // all ranks can be put to
	return nil
}

// overPortals makes the rank's end of the conduit.
func (w *world) overPortals(segments []gasnet.Segment) (conduit.Core, error) {
	own := make([]portals.Segment, len(segments))
	for r, s := range segments {
		own[r] = portals.Segment{Base: s.Addr, Len: s.Bytes}
	}
	w.over.config.Segments = own
	core, err := portals.New(w.over.config)
	if err != nil {
		return nil, err
	}
	w.over.core = core
	return core, nil
}

// reserve makes memory of which only touched pages exist.
func (w *world) reserve(bytes uint64) []byte {
	at, err := w.job.Memory.Reserve(bytes, portals.ChunkBytes)
	if err != nil {
		return make([]byte, bytes)
	}
	return memory.Bytes(at, bytes)
}

// portalsTime is how time passes for a rank whose messages travel over Portals.
type portalsTime struct {
	*world
	looks int  // polls charged since time last passed
	did   bool // something else has been charged since
}

var _ portals.World = (*portalsTime)(nil)

// Called charges a call of Portals.
func (t *portalsTime) Called() {
	t.rank.Port.ChargeCall()
	t.did = true
}

// Looked charges a poll.
func (t *portalsTime) Looked(found bool) {
	t.rank.Port.ChargeLooks(1)
	if found {
		t.rank.Port.ChargeTakes(1)
		t.did = true
	} else {
		t.looks++
	}
}

// Copied takes no time: figures of GASNet were compared without it.
func (t *portalsTime) Copied(uint64) {}

// Settle lets time pass.
func (t *portalsTime) Settle() {
	t.looks, t.did = 0, false
	t.rank.Port.Settle()
}

// Wait blocks the rank. A rank that waits polls all the time: polls without a result until it is woken are not charged beside the wait.
func (t *portalsTime) Wait(why string, cond func() bool) {
	for !cond() {
		if t.did {
			t.Settle() // which may have taken long enough for more to come
			continue
		}
		for ; t.looks > 0; t.looks-- {
			t.rank.Port.Charge(-t.job.Costs.Look)
		}
		t.rank.Wait(why, job.Woken())
	}
	t.Settle()
}

// Idle lets a poll without a result take time where polls cost nothing.
func (t *portalsTime) Idle() {
	t.looks = 0
	if t.job.Costs.Look == 0 {
		t.rank.Spend(t.job.Costs.Idle)
	}
}

// Fail ends the job.
func (t *portalsTime) Fail(err error) {
	t.rank.Fail(fmt.Errorf("rank %d of %d, at %v: %w", t.Rank(), t.Size(), t.rank.Now(), err))
}
