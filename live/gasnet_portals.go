package live

import (
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/portals"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/node"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/process"
)

// overPortals makes this rank's end of the conduit over Portals. The process's interface is shared with the program. When it returns, all ranks can be reached.
func (w *gasnetWorld) overPortals(segments []gasnet.Segment) (conduit.Core, error) {
	host, link, refused := w.portals().Acquire(process.GASNet)
	mine := hello{Portals: true}
	if refused == nil {
		host.Lock()
		mine.ID, mine.Indices = host.NI.ID(), uint32(host.NI.Granted().MaxPTIndex)+1
		host.Unlock()
	}
	all, err := peers(w.boot, mine, knob.GASNetConduit)
	if err := errors.Join(refused, err); err != nil {
		return nil, err
	}
	index := mine.Indices
	for _, h := range all {
		index = min(index, h.Indices)
	}
	own := make([]portals.Segment, len(segments))
	for r, s := range segments {
		own[r] = portals.Segment{Base: s.Addr, Len: s.Bytes}
	}
	core, err := portals.New(portals.Config{
		Host: host, Link: link, Index: index - process.GASNet.FromEnd(), ID: func(rank int) ptl.ProcessID { return all[rank].ID },
		Me: w.Rank(), Segments: own, Options: w.options, Threads: w.threads, World: gasnetWait{w},
	})
	if err != nil {
		return nil, err
	}
	w.core.Store(core)
	return core, nil
}

// statistics prints what the conduit has counted, if the environment asks for it. A thread of the program may have called gasnet_exit in a signal handler, with the
// conduit's lock: then there is no line.
func (w *gasnetWorld) statistics() {
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

// gasnetWait is how a rank waits whose messages travel over Portals. Nothing costs but the time that it takes.
type gasnetWait struct{ *gasnetWorld }

var _ portals.World = gasnetWait{}

// Wait is a wait whose condition serves arrivals: meanwhile senders ring this thread's doorbell only.
func (w gasnetWait) Wait(_ string, cond func() bool) {
	w.awaitPortals(w.node, cond)
}

// Idle lets others run.
func (w gasnetWait) Idle() {
	if w.net != nil {
		w.net.port.Idle()
	} else {
		runtime.Gosched()
	}
}

// Looked notes that a thread polls for messages itself.
func (w gasnetWait) Looked(bool) {
	polled := &w.node.Rank(w.node.Me()).Service.Polled
	if atomic.LoadUint64(polled) != node.PolledAsleep {
		atomic.StoreUint64(polled, node.Ticks())
	}
}

func (w gasnetWait) Settle()       {}
func (w gasnetWait) Called()       {}
func (w gasnetWait) Copied(uint64) {}

// Fail ends the job. It does not return.
func (w gasnetWait) Fail(err error) {
	w.Session.Fail(job.CauseAbort, 1, "GASNet over Portals: "+err.Error())
}
