package live

import (
	"fmt"
	"time"

	"gasnetgo/armci"
	"gasnetgo/armci/transport/mixed"
	overnet "gasnetgo/armci/transport/ofi"
	"gasnetgo/armci/transport/window"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/ofi"
)

// ARMCI on several hosts: windows to the ranks of this host, the network to all others.

// armciRegistered is how much a rank of several hosts may allocate, in bytes, unless the user says: networks keep registered memory in place, used or not.
const armciRegistered = 1 << 30

const lockNap = 10 * time.Microsecond // while a rank of this host holds a lock of accumulates, which it does for as long as it adds

// armciHosts is a rank's way to ranks of other hosts. It is made once.
type armciHosts struct {
	far   *overnet.Transport
	parts []overnet.Part
}

// armciPart is what ranks tell each other of their memory.
type armciPart struct {
	Control, Arena, Bytes uint64
	Region                ofi.Region
}

// overNetwork connects this rank to all others of the job. It is collective.
func (w *armciWorld) overNetwork(near *window.Transport, control uint64) error {
	host, err := w.network(w.node)
	if err != nil {
		return err
	}
	me := w.Rank()
	mine := armciPart{Control: uint64(near.Control(me)), Arena: uint64(near.Arena(me)), Bytes: near.Bytes}
	if mine.Region, err = host.expose(uintptr(mine.Arena), mine.Bytes, knob.ArmciMemory, 0); err != nil {
		return err
	}
	boot := w.bootstrap(w.node)
	all, err := exchange(boot, mine)
	if err != nil {
		return err
	}
	h := &armciHosts{}
	for r, p := range all {
		if p.Bytes != mine.Bytes {
			return w.mismatch(fmt.Errorf("rank %d has %d bytes for allocations, rank %d has %d; all ranks need the same (%s)", me, mine.Bytes, r, p.Bytes, knob.ArmciMemory))
		}
		h.parts = append(h.parts, overnet.Part{Control: uintptr(p.Control), Arena: uintptr(p.Arena), Region: p.Region})
	}
	h.far = overnet.New(overnet.Config{Port: host.port, Parts: h.parts, Control: control, Pages: near.Pages,
		Yield: func() { time.Sleep(lockNap) },
		Fail:  func(err error) { w.Session.Fail(job.CauseAbort, 1, w.late(err).Error()) }})
	w.hosts, w.moves = h, mixed.New(near, h.far, w.isHere)
	return boot.Barrier() // no message may come before its receiver is ready
}

// control is where the control memory of a rank is, at that rank.
func (h *armciHosts) control(rank int) uintptr { return h.parts[rank].Control }

// closeHosts waits until all ranks have finished: then no message is under way.
func (w *armciWorld) closeHosts() {
	if w.hosts == nil {
		return
	}
	w.hosts.far.Rest(true)
	if err := w.bootstrap(w.node).Barrier(); err != nil {
		w.Session.Fail(job.CauseAbort, 1, "ARMCI_Finalize: "+err.Error())
	}
}

// spanning is armciWorld in a job on several hosts.
type spanning struct{ *armciWorld }

var _ armci.Hosts = spanning{}

// Host is the number of a rank's host.
func (w spanning) Host(rank int) int { return int(w.net.place(rank)) }
