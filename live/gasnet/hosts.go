package gasnet

import (
	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/mixed"
	overnet "gasnetgo/gasnet/conduit/ofi"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/pace"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// GASNet on several hosts: the channels of shared memory between ranks of this host, the network to all others.

// extent is what ranks tell each other of their segments.
type extent struct {
	Base   uint64 // at the rank that has it
	Region ofi.Region
}

// connectHosts connects this rank to all others of the job. It is collective.
func (w *world) connectHosts(n *node.Node) (err error) {
	if w.net, err = w.Network(n); err != nil {
		return err
	}
	err = w.SameTransport(w.net, knob.GASNetConduit)
	if err != nil || w.portals == nil {
		return err
	}
	return w.portals().Connect(w.Session, n) // now, before the program can call Portals on some ranks only
}

// segmentsOfHosts adds the segments of ranks of other hosts to those of this host. It is collective.
func (w *world) segmentsOfHosts(segments []gasnet.Segment, bytes []uint64) (all []extent, err error) {
	own := segments[w.Rank()]
	mine := extent{Base: uint64(own.Addr)}
	if w.portals == nil && !w.overLAPI {
		if mine.Region, err = w.net.Expose(own.Addr, own.Bytes, knob.GASNetMaxSegment, 0); err != nil {
			return nil, err
		}
	}
	if all, err = live.Exchange(w.boot, mine); err != nil {
		return nil, err
	}
	for r, e := range all {
		if !w.IsHere(r) && bytes[r] > 0 {
			segments[r] = gasnet.Segment{Addr: uintptr(e.Base), Bytes: bytes[r]}
		}
	}
	return all, nil
}

// overNetwork makes this rank's end of the conduit.
func (w *world) overNetwork(all []extent, bytes []uint64) conduit.Core {
	far := overnet.New(overnet.Config{Port: w.net.Port, Segments: networkSegments(all, bytes), World: hostsPace{world: w}})
	w.far = far
	if w.node.Locals() == 1 {
		return far
	}
	return mixed.New(mixed.Config{
		Local: newChannels(w), Network: far, Here: w.IsHere, Wait: hostsPace{world: w}.Wait,
		Notify: func(rank int) { w.node.Ring(w.Local(rank)) },
	})
}

// networkSegments is segments as the conduit over the network has them.
func networkSegments(all []extent, bytes []uint64) []overnet.Segment {
	there := make([]overnet.Segment, len(all))
	for r, e := range all {
		there[r] = overnet.Segment{Base: uintptr(e.Base), Bytes: bytes[r], Region: e.Region}
	}
	return there
}

// hostsPace is how time passes for a rank whose messages travel over the network.
type hostsPace struct {
	*world
	pace.Free
}

var _ pace.Pace = hostsPace{}

// Wait polls the network meanwhile.
func (p hostsPace) Wait(_ string, cond func() bool) { p.net.WaitPolling(p.node, cond) }

// Idle yields the core.
func (p hostsPace) Idle(int) { p.net.Port.Idle() }

// Fail ends the job. It does not return.
func (p hostsPace) Fail(err error) {
	p.Session.Fail(job.CauseAbort, 1, "GASNet between hosts: "+p.Late(err).Error())
}

// elsewhere finds a rank of the job at which the program lies at another address.
func (w *world) elsewhere(n *node.Node) (rank int, bias uintptr, found bool) {
	if w.net == nil {
		return n.Elsewhere()
	}
	for r, b := range w.net.Biases {
		if b != w.net.Biases[w.Rank()] {
			return r, uintptr(b), true
		}
	}
	return 0, 0, false
}
