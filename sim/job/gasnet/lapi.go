package gasnet

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/lapi"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/pace"
	"gasnetgo/sim/job"
	overlapi "gasnetgo/sim/job/lapi"
)

// lapiPace is how time passes for a rank whose messages travel over LAPI: a context of its own, which is served when the rank calls GASNet.
type lapiPace struct {
	*world
	link    *overlapi.Link
	program *overlapi.Thread
}

var _ lapi.World = (*lapiPace)(nil)

// hasLAPI reports an error if the machine has no LAPI. Collective.
func (w *world) hasLAPI() error {
	if err := overlapi.Check(w.rank, knob.GASNetConduit); err != nil {
		return err
	}
	w.rank.Port.Barrier()
	return nil
}

// overLAPI makes the rank's end of the conduit.
func (w *world) overLAPI() conduit.Core {
	link := overlapi.Conduit(w.rank, overlapi.GASNet)
	core := lapi.New(lapi.Config{Me: w.Rank(), Size: w.Size(), Link: link, World: &lapiPace{w, link, overlapi.Of(w.rank)}})
	link.Serve(core.Repeater())
	return core
}

// Enter begins a call: at most one packet is served in it.
func (p *lapiPace) Enter() { p.link.Enter() }

// Charge charges the calls of header handlers.
func (p *lapiPace) Charge(c pace.Cost, n uint64) { p.link.Charge(c, n) }

// Settle has the rank spend what its call has cost, and give the adapter its packets.
func (p *lapiPace) Settle() { p.link.Settle(p.program) }

// Wait blocks the rank when nothing has come that cond could look at. A rank that waits polls: it sees what comes a look later.
func (p *lapiPace) Wait(why string, cond func() bool) {
	for !cond() {
		p.Settle()
		if !p.link.Arrived() {
			p.link.WaitPolling(p.program, why, job.Woken())
		}
	}
	p.Settle()
}

// Idle takes no time: the look without a result has.
func (p *lapiPace) Idle(int) {}

// Fail ends the job.
func (p *lapiPace) Fail(err error) {
	p.Warn("GASNet over LAPI: " + err.Error())
	p.rank.Fail(&job.ExitError{Rank: p.Rank(), Status: 1})
}
