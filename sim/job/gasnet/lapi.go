package gasnet

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/lapi"
	"gasnetgo/internal/knob"
	"gasnetgo/sim/job"
	overlapi "gasnetgo/sim/job/lapi"
)

// lapiTime is how time passes for a rank whose messages travel over LAPI: a context of its own, which is served when the rank calls GASNet.
type lapiTime struct {
	*world
	link    *overlapi.Link
	program *overlapi.Thread
}

var _ lapi.World = (*lapiTime)(nil)

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
	core := lapi.New(lapi.Config{Me: w.Rank(), Size: w.Size(), Link: link, World: &lapiTime{w, link, overlapi.Of(w.rank)}})
	link.Serve(core.Repeater())
	return core
}

// Enter begins a call: at most one packet is served in it.
func (t *lapiTime) Enter() { t.link.Enter() }

// Settle has the rank spend what its call has cost, and give the adapter its packets.
func (t *lapiTime) Settle() { t.link.Settle(t.program) }

// Wait blocks the rank when nothing has come that cond could look at. A rank that waits polls: it sees what comes a look later.
func (t *lapiTime) Wait(why string, cond func() bool) {
	for !cond() {
		t.Settle()
		if !t.link.Arrived() {
			t.link.WaitPolling(t.program, why, job.Woken())
		}
	}
	t.Settle()
}

// Idle takes no time: the look without a result has.
func (t *lapiTime) Idle() {}

// Header charges the call of a header handler.
func (t *lapiTime) Header() { t.link.Charge(t.link.Costs().Handler) }

// Fail ends the job.
func (t *lapiTime) Fail(err error) {
	t.Warn("GASNet over LAPI: " + err.Error())
	t.rank.Fail(&job.ExitError{Rank: t.Rank(), Status: 1})
}
