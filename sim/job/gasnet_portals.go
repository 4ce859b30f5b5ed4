package job

import (
	"fmt"
	"math"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/memory"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/process"
)

// GASNetRank is a rank of GASNet.
type GASNetRank struct {
	*gasnet.Rank
	world *gasnetWorld
}

// Pays reports whether calls charge what they do themselves: GASNet's library over Portals or LAPI is the program's own code, and only what it asks of them takes
// time.
func (r *GASNetRank) Pays() bool { return r.world.api.portals != nil || r.world.api.lapi }

// overPortals is what a rank has whose messages travel over Portals.
type overPortals struct {
	config portals.Config
	boot   *portals.Boot
	core   *portals.Core // nil until the rank is attached
}

// boot opens the rank's interface and makes its end of exchanges. Collective.
func (w *gasnetWorld) boot() error {
	if w.rank.PacketsOnly {
		return fmt.Errorf("%s=portals: the network of this simulated machine carries LAPI only", knob.GASNetConduit)
	}
	host, link, err := w.rank.Portals.Acquire(process.GASNet)
	if err != nil {
		return err
	}
	g := w.shared()
	if g.indices == 0 {
		g.indices = math.MaxUint32
	}
	g.indices = min(g.indices, uint32(host.NI.Granted().MaxPTIndex)+1)
	w.rank.Port.Barrier() // all ids and tables are known
	ids := w.job.Networks[w.Rank()].IDs()
	over := &overPortals{config: portals.Config{
		Host: host, Link: link, Index: g.indices - process.GASNet.FromEnd(), ID: func(rank int) ptl.ProcessID { return ids[rank] },
		Me: w.Rank(), Options: *w.api.portals, World: &gasnetTime{gasnetWorld: w}, Memory: w.reserve,
	}}
	if over.boot, err = portals.NewBoot(over.config, w.Size()); err != nil {
		return err
	}
	w.over = over
	w.rank.Port.Barrier() // all ranks can be put to
	return nil
}

// conduit makes the rank's end of the conduit.
func (w *gasnetWorld) conduit(segments []portals.Segment) (conduit.Core, error) {
	over := w.over
	over.config.Segments = segments
	core, err := portals.New(over.config)
	if err != nil {
		return nil, err
	}
	over.core = core
	return core, nil
}

// reserve makes memory of which only touched pages exist.
func (w *gasnetWorld) reserve(bytes uint64) []byte {
	at, err := w.job.Memory.Reserve(bytes, portals.ChunkBytes)
	if err != nil {
		return make([]byte, bytes)
	}
	return memory.Bytes(at, bytes)
}

// gasnetTime is how time passes for a rank whose messages travel over Portals.
type gasnetTime struct {
	*gasnetWorld
	looks int  // polls charged since time last passed
	did   bool // something else has been charged since
}

var _ portals.World = (*gasnetTime)(nil)

// Called charges a call of Portals.
func (t *gasnetTime) Called() {
	t.rank.Port.ChargeCall()
	t.did = true
}

// Looked charges a poll.
func (t *gasnetTime) Looked(found bool) {
	t.rank.Port.ChargeLooks(1)
	if found {
		t.rank.Port.ChargeTakes(1)
		t.did = true
	} else {
		t.looks++
	}
}

// Copied takes no time: figures of GASNet were compared without it.
func (t *gasnetTime) Copied(uint64) {}

// Settle lets time pass.
func (t *gasnetTime) Settle() {
	t.looks, t.did = 0, false
	t.rank.Port.Settle()
}

// Wait blocks the rank. A rank that waits polls all the time: polls without a result until it is woken are not charged beside the wait.
func (t *gasnetTime) Wait(why string, cond func() bool) {
	for !cond() {
		if t.did {
			t.Settle() // which may have taken long enough for more to come
			continue
		}
		for ; t.looks > 0; t.looks-- {
			t.rank.Port.Charge(-t.job.Costs.Look)
		}
		asleep := true
		t.rank.Wait(why, func() bool {
			asleep = !asleep
			return asleep // woken
		})
	}
	t.Settle()
}

// Idle lets a poll without a result take time where polls cost nothing.
func (t *gasnetTime) Idle() {
	t.looks = 0
	if t.job.Costs.Look == 0 {
		t.rank.Spend(t.job.Costs.Idle)
	}
}

// Fail ends the job.
func (t *gasnetTime) Fail(err error) {
	w := t.rank.World()
	w.Fail(fmt.Errorf("rank %d of %d, at %v: %w", t.Rank(), t.Size(), t.rank.Now(), err))
	for { // the rank is unwound
		t.rank.Wait("the end of the job", func() bool { return false })
	}
}
