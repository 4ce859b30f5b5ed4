package gasnet

import (
	"sync/atomic"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/lapi"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/live"
	overlapi "gasnetgo/live/lapi"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// lapiCore makes this rank's end of the conduit over LAPI. When it returns, all ranks can be reached.
func (w *world) lapiCore() (conduit.Core, error) {
	link, err := overlapi.Conduit(w.Session, w.node, "gasnet.lapi", ofi.GASNet)
	if err != nil {
		return nil, err
	}
	if err := live.SameWay(w.boot, "lapi", knob.GASNetConduit); err != nil {
		return nil, err
	}
	return lapi.New(lapi.Config{Me: w.Rank(), Size: w.Size(), Link: link, World: lapiWait{w, link.Mail(), new(atomic.Uint32)}}), nil
}

// lapiWait is how a rank waits whose messages travel over LAPI.
type lapiWait struct {
	*world
	mail *node.Mail
	idle *atomic.Uint32
}

const idleLooks = 16 // between two yields: a program may look for several things in turn

var _ lapi.World = lapiWait{}

// Wait is a wait for mail.
func (w lapiWait) Wait(_ string, cond func() bool) {
	switch {
	case w.net == nil:
		w.mail.Wait(cond)
	case w.node.Locals() == 1: // all mail comes over the network
		w.net.Port.Wait(cond)
	default:
		w.mail.WaitAndDoze(cond, w.net.Port.Doze)
	}
}

// Enter, Settle and Header charge nothing: time is real.
func (w lapiWait) Enter()  {}
func (w lapiWait) Settle() {}
func (w lapiWait) Header() {}

// Idle yields the core on every 16th call, if ranks outnumber cores: on a busy host each yield costs a time slice of another process. It does not call Gosched, because the
// calling goroutine is a thread of the program, and Gosched would only exchange it for another thread of this process.
func (w lapiWait) Idle() {
	if w.net != nil {
		w.net.Port.Idle()
	} else if w.idle.Add(1)%idleLooks == 0 {
		w.node.Idle()
	}
}

// Fail ends the job. It does not return.
func (w lapiWait) Fail(err error) {
	w.Session.Fail(job.CauseAbort, 1, "GASNet over LAPI: "+err.Error())
}
