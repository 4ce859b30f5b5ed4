package job

import (
	"fmt"
	"math"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/lapi"
	"gasnetgo/internal/knob"
)

// gasnetLife is GASNet's context: those of programs count from 1, and ARMCI has the other end.
const gasnetLife = math.MaxUint32

// gasnetLAPI is how time passes for a rank whose messages travel over LAPI: a context of its own, which is served when the rank calls GASNet.
type gasnetLAPI struct {
	*gasnetWorld
	link *lapiLink
	main *LAPIThread
	core *lapi.Core
}

var _ lapi.World = (*gasnetLAPI)(nil)

// hasPackets reports an error if the machine has no LAPI. Collective.
func (w *gasnetWorld) hasPackets() error {
	if w.rank.lapi().api.proto == nil {
		return fmt.Errorf("%s=lapi: %s", knob.GASNetConduit, noLAPI)
	}
	w.rank.Port.Barrier()
	return nil
}

// overLAPI makes the rank's end of the conduit.
func (w *gasnetWorld) overLAPI() conduit.Core {
	part := w.rank.lapi()
	g := &gasnetLAPI{gasnetWorld: w, link: part.link(gasnetLife), main: part.threads[0]}
	w.lapi = g
	g.core = lapi.New(lapi.Config{Me: w.Rank(), Size: w.Size(), Link: g.link, World: g})
	g.link.open, g.link.owner = true, g.core.Repeater().Driven
	return g.core
}

// Enter begins a call: at most one packet is served in it.
func (g *gasnetLAPI) Enter() { g.link.served = false }

// Settle has the rank spend what its call has cost, and give the adapter its packets.
func (g *gasnetLAPI) Settle() {
	g.rank.Port.Charge(g.link.collect())
	g.rank.Port.Settle()
	g.link.pump(g.main)
}

// Wait blocks the rank when nothing has come that cond could look at. A rank that waits polls: it sees what comes a look later.
func (g *gasnetLAPI) Wait(why string, cond func() bool) {
	for !cond() {
		g.Settle()
		if len(g.link.in) > 0 {
			continue
		}
		woken := true
		g.main.resting = true
		g.rank.Wait(why, func() bool {
			woken = !woken
			return woken || len(g.link.in) > 0
		})
		g.main.resting = false
		g.rank.Port.Charge(g.link.proto.Look)
	}
	g.Settle()
}

// Idle takes no time: the look without a result has.
func (g *gasnetLAPI) Idle() {}

// Header charges the call of a header handler.
func (g *gasnetLAPI) Header() { g.link.charge(g.link.proto.Handler) }

// Fail ends the job.
func (g *gasnetLAPI) Fail(err error) {
	g.job.Warn(g.rank.ID(), "GASNet over LAPI: "+err.Error())
	g.rank.World().Fail(&ExitError{Rank: g.rank.ID(), Status: 1})
	for { // the rank is unwound
		g.rank.Wait("the end of the job", func() bool { return false })
	}
}
