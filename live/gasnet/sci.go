package gasnet

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/sci"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/pace"
	"gasnetgo/job"
	"gasnetgo/live"
	livesisci "gasnetgo/live/sisci"
)

// errSCIHosts is why a job of several hosts has no conduit over SISCI, though it has SISCI: a plain store to a map of memory on another host is a fault.
var errSCIHosts = errors.New(knob.GASNetConduit + "=sci: the job has several hosts, and this conduit stores to memory of its peers, which is possible on one host only (auto, memory, portals and lapi work between hosts)")

// sciOptions are the conduit's. No kernel limits segments here.
func sciOptions() sci.Options {
	o := sci.Defaults()
	o.Segment = memoryLimit
	return o
}

// overSCI makes this rank's end of the conduit over SISCI, as a process of the node that the program may use, too. When it returns, all ranks can be reached.
func (w *world) overSCI(segment gasnet.Segment) (conduit.Core, error) {
	if err := live.SameWay(w.boot, "sci", knob.GASNetConduit); err != nil {
		return nil, err
	}
	n, err := w.sci()
	if err != nil {
		return nil, err
	}
	port, err := n.Client()
	if err != nil {
		return nil, err
	}
	core, err := sci.New(sci.Config{Port: port, World: sciPace{world: w, node: n, idle: new(atomic.Uint32)}, Nodes: n.IDs, Options: sciOptions()})
	if err != nil {
		return nil, fmt.Errorf("segments of the conduit sci: %w", err)
	}
	if err := w.boot.Barrier(); err != nil { // all ranks have exported their segments
		return nil, err
	}
	if err := core.Connect(); err != nil {
		return nil, err
	}
	_, err = core.Attach(segment.Addr, segment.Bytes)
	return core, err
}

// sciPace is how time passes for a rank whose messages travel over SISCI.
type sciPace struct {
	*world
	pace.Free
	node *livesisci.Node
	idle *atomic.Uint32
}

var _ sci.World = sciPace{}

// Wait is a wait for packets and for stores.
func (p sciPace) Wait(_ string, cond func() bool) { p.node.Wait(cond) }

// Idle yields the core on every 16th call, as lapiPace does.
func (p sciPace) Idle(int) {
	if p.idle.Add(1)%idleLooks == 0 {
		p.world.node.Idle()
	}
}

// Pause lets ranks export their segments that have not.
func (p sciPace) Pause() { time.Sleep(10 * time.Millisecond) }

// Charge does nothing: work takes the time that it takes.
func (p sciPace) Charge(sci.Work, uint64) {}

// Fail ends the job. It does not return.
func (p sciPace) Fail(err error) {
	p.Session.Fail(job.CauseAbort, 1, "GASNet over SISCI: "+err.Error())
}
