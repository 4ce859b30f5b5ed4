package gasnet

import (
	"runtime"
	"time"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/pace"
	"gasnetgo/job"
	ptl "gasnetgo/live/portals"
	"gasnetgo/portals/process"
)

// overPortals makes this rank's end of the conduit over Portals. The process's interface is shared with the program. When it returns, all ranks can be reached.
func (w *world) overPortals(segments []gasnet.Segment, late bool) (conduit.Core, error) {
	share, err := w.portals().Share(process.GASNet, w.boot, knob.GASNetConduit)
	if err != nil {
		return nil, err
	}
	core, err := portals.New(portals.Config{
		Host: share.Host, Link: share.Link, Index: share.Index, ID: share.ID,
		Me: w.Rank(), Segments: portalSegments(segments), Late: late, Options: w.options, Threads: w.threads, World: portalsPace{world: w},
	})
	if err != nil {
		return nil, err
	}
	w.core.Store(core)
	return core, nil
}

// portalSegments is segments as the conduit has them.
func portalSegments(segments []gasnet.Segment) []portals.Segment {
	own := make([]portals.Segment, len(segments))
	for r, s := range segments {
		own[r] = portals.Segment{Base: s.Addr, Len: s.Bytes}
	}
	return own
}

// statistics prints what the conduit has counted, if the environment asks for it. A thread of the program may have called gasnet_exit in a signal handler, with the
// conduit's lock: then there is no line.
func (w *world) statistics() {
	core := w.core.Load()
	if core == nil || !w.options.Stats {
		return
	}
	for range 100 {
		if line := core.Statistics(); line != "" {
			w.Warn(line)
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// portalsPace is how time passes for a rank whose messages travel over Portals.
type portalsPace struct {
	*world
	pace.Free
}

var _ portals.World = portalsPace{}

// Wait is a wait whose condition serves arrivals: meanwhile senders ring this thread's doorbell only.
func (p portalsPace) Wait(_ string, cond func() bool) { ptl.Await(p.Session, p.node, cond) }

// Idle lets others run.
func (p portalsPace) Idle(int) {
	if p.net != nil {
		p.net.Port.Idle()
	} else {
		runtime.Gosched()
	}
}

// Charge notes that a thread polls for messages itself. Nothing costs but the time that it takes.
func (p portalsPace) Charge(c pace.Cost, _ uint64) {
	if c == pace.Hit || c == pace.Miss {
		ptl.Polls(p.node)
	}
}

// Fail ends the job. It does not return.
func (p portalsPace) Fail(err error) {
	p.Session.Fail(job.CauseAbort, 1, "GASNet over Portals: "+err.Error())
}
