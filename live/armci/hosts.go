package armci

import (
	"fmt"
	"time"

	"gasnetgo/armci"
	"gasnetgo/armci/transport/mixed"
	overnet "gasnetgo/armci/transport/ofi"
	"gasnetgo/armci/transport/window"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/live"
	"gasnetgo/ofi"
)

// ARMCI on several hosts: windows to the ranks of this host, the network to all others.

// registered is how much a rank of several hosts may allocate, in bytes, unless the user says: networks keep registered memory in place, used or not.
const registered = 1 << 30

const lockNap = 10 * time.Microsecond // while a rank of this host holds a lock of accumulates, which it does for as long as it adds

// hosts is a rank's way to ranks of other hosts. It is made once.
type hosts struct {
	far   *overnet.Transport
	parts []overnet.Part
}

// part is what ranks tell each other of their memory.
type part struct {
	Control, Arena, Bytes uint64
	Region                ofi.Region
}

// overNetwork connects this rank to all others of the job. It is collective.
func (w *world) overNetwork(shared *window.Transport, control uint64) error {
	host, err := w.Network(w.node)
	if err != nil {
		return err
	}
	me := w.Rank()
	mine := part{Control: uint64(shared.Control(me)), Arena: uint64(shared.Arena(me)), Bytes: shared.Bytes}
	if mine.Region, err = host.Expose(uintptr(mine.Arena), mine.Bytes, knob.ArmciMemory, 0); err != nil {
		return err
	}
	boot := w.Bootstrap(w.node)
	all, err := live.Exchange(boot, mine)
	if err != nil {
		return err
	}
	h := &hosts{}
	for r, p := range all {
		if p.Bytes != mine.Bytes {
			return w.Mismatch(fmt.Errorf("rank %d has %d bytes for allocations, rank %d has %d; all ranks need the same (%s)", me, mine.Bytes, r, p.Bytes, knob.ArmciMemory))
		}
		h.parts = append(h.parts, overnet.Part{Control: uintptr(p.Control), Arena: uintptr(p.Arena), Region: p.Region})
	}
	h.far = overnet.New(overnet.Config{Port: host.Port, Parts: h.parts, Control: control, Pages: shared.Pages,
		Yield: func() { time.Sleep(lockNap) },
		Fail:  func(err error) { w.Session.Fail(job.CauseAbort, 1, w.Late(err).Error()) }})
	w.hosts, w.moves = h, mixed.New(shared, h.far, w.IsHere)
	return boot.Barrier() // no message may come before its receiver is ready
}

// control is where the control memory of a rank is, at that rank.
func (h *hosts) control(rank int) uintptr { return h.parts[rank].Control }

// closeHosts waits until all ranks have finished: then no message is under way.
func (w *world) closeHosts() {
	if w.hosts == nil {
		return
	}
	w.hosts.far.Rest(true)
	if err := w.Bootstrap(w.node).Barrier(); err != nil {
		w.Session.Fail(job.CauseAbort, 1, "ARMCI_Finalize: "+err.Error())
	}
}

// spanning is world in a job on several hosts.
type spanning struct{ *world }

var _ armci.Hosts = spanning{}

// Host is the number of a rank's host.
func (w spanning) Host(rank int) int { return int(w.Hosts().Host(rank)) }
