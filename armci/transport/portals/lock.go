package portals

import "gasnetgo/armci"

// waiter is what waits for a mutex of this rank: an operation of another rank, or one of its own.
type waiter struct {
	rank      int
	id        uint64
	operation *operation
}

// Lock sends a request whose answer is that the caller has the mutex.
func (t *Transport) Lock(on int, mutex uintptr, who uint32) armci.Op {
	return t.issue(on, func(p *peer, f *operation) error {
		if on == t.Me {
			f.Begin()
			if t.locks.Lock(mutex, who, waiter{rank: on, operation: f}, false) {
				f.Finish()
			}
			return nil
		}
		op, err := t.header(on, kindLock, mutex, uint64(who), &holds{t: t, operation: f})
		if op != nil {
			t.client.Release(op)
		}
		return err
	})
}

// TryLock asks.
func (t *Transport) TryLock(on int, mutex uintptr, who uint32) bool {
	if on == t.Me {
		t.Host.Lock()
		defer t.Host.Unlock()
		return t.locks.Lock(mutex, who, waiter{}, true)
	}
	return t.ask(on, kindTryLock, mutex, uint64(who)) != 0
}

// Unlock sends a request.
func (t *Transport) Unlock(on int, mutex uintptr) {
	t.issue(on, func(p *peer, f *operation) error {
		if on == t.Me {
			t.unlock(mutex)
			return nil
		}
		if err := t.follow(p, false); err != nil {
			return err
		}
		op, err := t.header(on, kindUnlock, mutex, 0, &holds{t: t, fence: p})
		if op != nil {
			t.client.Release(op)
		}
		return err
	})
}

// unlock passes a mutex of this rank on.
func (t *Transport) unlock(mutex uintptr) {
	next, granted := t.locks.Unlock(mutex)
	switch {
	case !granted:
	case next.operation != nil:
		next.operation.Finish()
	default:
		t.answer(next.rank, next.id, 1)
	}
}
