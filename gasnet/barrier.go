package gasnet

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
)

// The rules of barriers, which capi/gasnet_barrier.c keeps to as well:
//
// A phase's ranks notify by name, or anonymously, or with a mismatch. If any says mismatch, or two names differ, the phase is mismatched, and every wait
// says so. Otherwise it has the one name that was given, or none. A rank that waits by a name in a phase that has another gets a mismatch of its own; one that waits
// anonymously, or by any name in a phase without, is content. Flags of notify and wait may differ.
type barrier struct {
	open   bool // notified, and not waited for
	result conduit.Consensus
}

// said is what a rank's notify adds to a phase.
func said(id, flags int32) conduit.Consensus {
	switch {
	case flags&BarrierMismatch != 0:
		return conduit.Consensus{Kind: conduit.Mismatched}
	case flags&BarrierAnonymous != 0:
		return conduit.Consensus{}
	}
	return conduit.Consensus{Kind: conduit.Named, ID: id}
}

// outcome is what a wait gets in a phase that is over.
func outcome(c conduit.Consensus, id, flags int32) int32 {
	switch {
	case c.Kind == conduit.Mismatched, flags&BarrierMismatch != 0:
		return ErrBarrierMismatch
	case c.Kind == conduit.Named && flags&BarrierAnonymous == 0 && id != c.ID:
		return ErrBarrierMismatch
	}
	return OK
}

// BarrierNotify begins a phase.
//
// Spec: GASNet 1.8, gasnet_barrier_notify
func (r *Rank) BarrierNotify(fn string, id, flags int32) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.engine
	switch {
	case e == nil:
		return fault.New("", nil, "called before gasnet_attach")
	case e.barrier.open:
		return fault.New("", nil, "called twice without gasnet_barrier_wait or a successful gasnet_barrier_try")
	}
	e.barrier.open = true
	e.ext.Notify(said(id, flags))
	return nil
}

// BarrierWait ends a phase, or answers ErrNotReady if wait is false.
//
// Spec: GASNet 1.8, gasnet_barrier_wait, gasnet_barrier_try
func (r *Rank) BarrierWait(fn string, id, flags int32, wait bool) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.engine
	switch {
	case e == nil:
		return 0, fault.New("", nil, "called before gasnet_attach")
	case !e.barrier.open:
		return 0, fault.New("", nil, "called without gasnet_barrier_notify before it")
	}
	ready := false
	look := func() bool {
		if !ready {
			e.barrier.result, ready = e.ext.Ready()
		}
		return ready
	}
	switch {
	case wait:
		if r.until(fn, look) == Deliver && !ready {
			return Deliver, nil
		}
	case !look():
		if e.serve(false) {
			return Deliver, nil
		}
		if !look() {
			e.core.Idle()
			return ErrNotReady, nil
		}
	}
	e.barrier.open = false
	return outcome(e.barrier.result, id, flags), nil
}

// BarrierResult answers 0 and stores the name of the last phase, or answers 1 if nobody named it.
//
// Spec: GASNet 1.8, gasnet_barrier_result
func (r *Rank) BarrierResult(fn string, id uintptr) (anonymous int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.engine == nil {
		return 0, fault.New("", nil, "called before gasnet_attach")
	}
	c := r.engine.barrier.result
	if c.Kind == conduit.Anonymous {
		return 1, nil
	}
	if id != 0 {
		storeInt(id, c.ID)
	}
	return 0, nil
}
