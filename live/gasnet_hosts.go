package live

import (
	"fmt"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/mixed"
	overnet "gasnetgo/gasnet/conduit/ofi"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// GASNet on several hosts: the channels of shared memory between ranks of this host, the network to all others.

// extent is what ranks tell each other of their segments.
type extent struct {
	Base   uint64 // at the rank that has it
	Region ofi.Region
}

// overNetwork makes this rank's end of the conduit; segments has those of this host, and gets the others. It is collective.
func (w *gasnetWorld) overNetwork(segments []gasnet.Segment, bytes []uint64) (conduit.Core, error) {
	own := segments[w.Rank()]
	region, err := w.net.expose(own.Addr, own.Bytes, knob.GASNetMaxSegment, 0)
	if err != nil {
		return nil, err
	}
	all, err := exchange(w.boot, extent{uint64(own.Addr), region})
	if err != nil {
		return nil, err
	}
	there := make([]overnet.Segment, len(all))
	for r, e := range all {
		there[r] = overnet.Segment{Base: uintptr(e.Base), Bytes: bytes[r], Region: e.Region}
		if !w.isHere(r) && bytes[r] > 0 {
			segments[r] = gasnet.Segment{Addr: uintptr(e.Base), Bytes: bytes[r]}
		}
	}
	far := overnet.New(overnet.Config{
		Port: w.net.port, Segments: there, Wait: w.waitHosts, Idle: w.net.port.Idle,
		Fail: func(err error) { w.Fail(job.CauseAbort, 1, "GASNet between hosts: "+w.late(err).Error()) },
	})
	if w.node.Locals() == 1 {
		return far, nil
	}
	return mixed.New(mixed.Config{
		Near: newGASNetCore(w), Far: far, Here: w.isHere, Wait: w.waitHosts,
		Notify: func(rank int) { w.node.Ring(w.local(rank)) },
	}), nil
}

func (w *gasnetWorld) waitHosts(_ string, cond func() bool) { w.net.wait(w.node, cond) }

// elsewhere finds a rank of the job at which the program lies at another address.
func (w *gasnetWorld) elsewhere(n *node.Node) (rank int, bias uintptr, found bool) {
	if w.net == nil {
		return n.Elsewhere()
	}
	for r, b := range w.net.biases {
		if b != w.net.biases[w.Rank()] {
			return r, uintptr(b), true
		}
	}
	return 0, 0, false
}

// place numbers the hosts in the order of their ranks.
func (h *hostNet) place(rank int) uint32 {
	host := uint32(0)
	for r := 1; r <= rank; r++ {
		if int(h.firsts[r]) == r {
			host++
		}
	}
	return host
}

// checkHosts is an error if the options ask for what works on one host only.
func (w *gasnetWorld) checkHosts() error {
	if w.portals != nil {
		return fmt.Errorf("GASNet over Portals works on one host only (%s)", knob.GASNetConduit)
	}
	if w.overLAPI {
		return fmt.Errorf("GASNet over LAPI works on one host only (%s)", knob.GASNetConduit)
	}
	return nil
}
