package gasnet

import (
	"sync/atomic"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/lapi"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/pace"
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
	return lapi.New(lapi.Config{Me: w.Rank(), Size: w.Size(), Link: link, World: lapiPace{world: w, mail: link.Mail(), idle: new(atomic.Uint32)}}), nil
}

// lapiPace is how time passes for a rank whose messages travel over LAPI.
type lapiPace struct {
	*world
	pace.Free
	mail *node.Mail
	idle *atomic.Uint32
}

const idleLooks = 16 // between two yields: a program may look for several things in turn

var _ lapi.World = lapiPace{}

// Wait is a wait for mail.
func (p lapiPace) Wait(_ string, cond func() bool) {
	switch {
	case p.net == nil:
		p.mail.Wait(cond)
	case p.node.Locals() == 1: // all mail comes over the network
		p.net.Port.Wait(cond)
	default:
		p.mail.WaitAndDoze(cond, p.net.Port.Doze)
	}
}

// Enter has nothing to do.
func (p lapiPace) Enter() {}

// Idle yields the core on every 16th call, if ranks outnumber cores: on a busy host each yield costs a time slice of another process. It does not call Gosched, because the
// calling goroutine is a thread of the program, and Gosched would only exchange it for another thread of this process.
func (p lapiPace) Idle(int) {
	if p.net != nil {
		p.net.Port.Idle()
	} else if p.idle.Add(1)%idleLooks == 0 {
		p.node.Idle()
	}
}

// Fail ends the job. It does not return.
func (p lapiPace) Fail(err error) {
	p.Session.Fail(job.CauseAbort, 1, "GASNet over LAPI: "+err.Error())
}
