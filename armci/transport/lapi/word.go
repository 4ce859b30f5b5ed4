package lapi

import (
	"encoding/binary"

	"gasnetgo/armci"
	"gasnetgo/internal/pace"
	"gasnetgo/lapi"
)

// Operations of LAPI_Rmw that this transport uses, and what they are in ARMCI.
const (
	fetchAndAdd = 0
	swap        = 2
)

var kinds = map[uint8]armci.AtomicKind{fetchAndAdd: armci.AtomicAdd, swap: armci.AtomicSwap}

// Atomic is LAPI's read-modify-write. LAPI's compare and swap does not answer the old value, so that is a request.
func (t *Transport) Atomic(on int, at uintptr, a armci.Atomic) (old uint64) {
	if on == t.Me {
		t.do(func() {
			old = t.own.Atomic(on, at, a)
			t.changes++
			t.World.Charge(pace.Copy, uint64(a.Width))
		})
		return old
	}
	return t.answer(on, func(number uintptr) {
		op := uint8(fetchAndAdd)
		value := a.Value
		switch a.Kind {
		case armci.AtomicSwap:
			op = swap
		case armci.AtomicFetch:
			value = 0
		case armci.AtomicCompareSwap:
			b := binary.NativeEndian.AppendUint64(make([]byte, headBytes), a.Cond)
			t.send(on, head{kind: kindAtomic, number: uint64(number), at: uint64(at), value: a.Value, cond: uint64(a.Width)<<32 | a.Cond&0xffffffff}, b, nil, nil)
			return
		}
		t.m.Rmw(on, op, uint8(a.Width), at, [2]uint64{value}, number, number, lapi.Callback{})
	})
}

// answer waits for the word that answers a request.
func (t *Transport) answer(on int, ask func(number uintptr)) (word uint64) {
	t.follow(on, false)
	over := false
	var number uintptr
	t.do(func() {
		number = t.numbers.New(func() { over = true })
		ask(number)
	})
	t.Await("a request of ARMCI", t.locked(func() bool { return over }))
	t.mu.Lock()
	defer t.mu.Unlock()
	word = t.results[number]
	delete(t.results, number)
	return word
}

// waiter is what waits for a mutex of this rank: a number of another rank, or of this one.
type waiter struct {
	rank   int
	number uint64
}

// Lock sends a request whose answer is that the caller has the mutex.
func (t *Transport) Lock(on int, mutex uintptr, who uint32) (op armci.Op) {
	t.do(func() {
		op = t.begin()
		finish := t.part(op)
		var number uintptr
		number = t.numbers.New(func() {
			delete(t.results, number)
			finish()
		})
		if on != t.Me {
			t.send(on, head{kind: kindLock, number: uint64(number), at: uint64(mutex), value: uint64(who)}, make([]byte, headBytes), nil, nil)
		} else if t.locks.Lock(mutex, who, waiter{t.Me, uint64(number)}, false) {
			t.call(number)
		}
	})
	return op
}

// TryLock asks.
func (t *Transport) TryLock(on int, mutex uintptr, who uint32) (granted bool) {
	if on == t.Me {
		t.do(func() { granted = t.locks.Lock(mutex, who, waiter{}, true) })
		return granted
	}
	return t.answer(on, func(number uintptr) {
		t.send(on, head{kind: kindTryLock, number: uint64(number), at: uint64(mutex), value: uint64(who)}, make([]byte, headBytes), nil, nil)
	}) != 0
}

// Unlock sends a request, behind what has been sent before.
func (t *Transport) Unlock(on int, mutex uintptr) {
	if on == t.Me {
		t.do(func() { t.unlock(mutex) })
		return
	}
	t.follow(on, false)
	t.do(func() {
		t.send(on, head{kind: kindUnlock, at: uint64(mutex)}, make([]byte, headBytes), nil, t.complete(&t.peers[on]))
	})
}

// unlock passes a mutex of this rank on. Needs the lock.
func (t *Transport) unlock(mutex uintptr) {
	next, granted := t.locks.Unlock(mutex)
	switch {
	case !granted:
	case next.rank == t.Me:
		t.changes++
		t.call(uintptr(next.number))
	default:
		t.word(next.rank, next.number, 1)
	}
}
