package live

import (
	"sync/atomic"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/lapi"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// lapiCore makes this rank's end of the conduit over LAPI. When it returns, all ranks can be reached.
func (w *gasnetWorld) lapiCore() (conduit.Core, error) {
	l, err := w.Session.lapi(LAPIPlane{})
	if err != nil {
		return nil, err
	}
	box, err := l.newBox(w.node, "gasnet.lapi")
	if err != nil {
		return nil, err
	}
	if w.net != nil {
		l.boxes[0] = box
		l.connect(w.node, w.net.port, ofi.GASNet) // the program may have LAPI's
	}
	if _, err := peers(w.boot, hello{LAPI: true}, knob.GASNetConduit); err != nil {
		return nil, err
	}
	link := l.link(w.node, box, 0, 1)
	return lapi.New(lapi.Config{Me: w.Rank(), Size: w.Size(), Link: link, World: lapiWait{w, box.mail, new(atomic.Uint32)}, Tune: link.Tune}), nil
}

// lapiWait is how a rank waits whose messages travel over LAPI.
type lapiWait struct {
	*gasnetWorld
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
		w.net.port.Wait(cond)
	default:
		w.mail.WaitAndDoze(cond, w.net.port.Doze)
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
		w.net.port.Idle()
	} else if w.idle.Add(1)%idleLooks == 0 {
		w.node.Idle()
	}
}

// Fail ends the job. It does not return.
func (w lapiWait) Fail(err error) {
	w.Session.Fail(job.CauseAbort, 1, "GASNet over LAPI: "+err.Error())
}
