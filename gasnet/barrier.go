package gasnet

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
)

// barrier is the one that is under way, or the last one.
type barrier struct {
	open   bool // notified, and not waited for
	result conduit.Consensus
}

// say is what a rank says that notifies or waits with an id and flags.
func say(id, flags int32) conduit.Consensus {
	return conduit.Say(id, flags&BarrierAnonymous != 0, flags&BarrierMismatch != 0)
}

// outcome is what a wait answers in a phase that is over.
func outcome(c conduit.Consensus, id, flags int32) int32 {
	if c.Accepts(say(id, flags)) {
		return OK
	}
	return ErrBarrierMismatch
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
	e.ext.Notify(say(id, flags))
	return nil
}

// BarrierWait ends a phase, or answers ErrNotReady if wait is false. done, into and Deliver are as with Poll.
//
// Spec: GASNet 1.8, gasnet_barrier_wait, gasnet_barrier_try
func (r *Rank) BarrierWait(fn string, id, flags int32, wait bool, done, into uintptr) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.engine
	switch {
	case e == nil:
		return 0, fault.New("", nil, "called before gasnet_attach")
	case !e.barrier.open:
		return 0, fault.New("", nil, "called without gasnet_barrier_notify before it")
	}
	if done != 0 {
		e.delivered(done)
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
		for r.until(fn, look) == Deliver && !ready {
			if e.waiting != nil { // another thread may have taken it
				return Deliver, r.deliver(into)
			}
		}
	case !look():
		if e.serve(false) {
			return Deliver, r.deliver(into)
		}
		if !look() {
			if r.idle(); !look() { // another thread may have served what was missing
				return ErrNotReady, nil
			}
		}
	}
	e.barrier.open = false
	return outcome(e.barrier.result, id, flags), nil
}

// BarrierResult returns 0 and stores the name of the last phase, or returns 1 if the phase had no name.
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
