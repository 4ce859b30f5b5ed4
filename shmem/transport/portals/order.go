package portals

import "gasnetgo/shmem"

// await blocks until cond holds or something has failed. Needs the lock, which is free meanwhile; cond has it.
func (t *Transport) await(why string, cond func() bool) error {
	if t.failed != nil || cond() {
		return t.failed
	}
	t.Host.Unlock()
	t.Wait(why, func() bool {
		t.Host.Lock()
		defer t.Host.Unlock()
		return t.look(cond)
	})
	t.Host.Lock()
	return t.failed
}

// look receives events until cond holds or none is left.
func (t *Transport) look(cond func() bool) bool {
	for {
		t.events()
		if t.failed != nil || cond() {
			return true
		}
		if !t.Link.Serve() {
			return false
		}
	}
}

// Quiet waits until all flights of the context that have begun are over: puts acknowledged, gets replied to, atomics answered. An acknowledged put is
// in its target's memory.
func (t *Transport) Quiet(ctx shmem.Ctx) error { return t.drained("shmem_quiet", ctx) }

// Fence is Quiet: payloads of different lengths may overtake each other on their way into memory, and an acknowledgement is all that Portals says about that.
func (t *Transport) Fence(ctx shmem.Ctx) error { return t.drained("shmem_fence", ctx) }

func (t *Transport) drained(why string, ctx shmem.Ctx) error {
	t.Host.Lock()
	defer t.Host.Unlock()
	l, last := t.lane(ctx), t.flights.seq
	if l.first == nil {
		return t.failed
	}
	return t.await(why, func() bool {
		first := t.lane(ctx).first // lanes may have moved
		return first == nil || first.seq > last
	})
}
