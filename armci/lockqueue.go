package armci

import (
	"sync/atomic"

	"gasnetgo/internal/memory"
)

// MutexHolder is where in the memory of a mutex the word is that says who has it; 0: nobody.
const MutexHolder = mutexHolder

// LockQueue is the mutexes of one rank, for a transport that is a Locker. W names one that waits. The zero value is usable; its user guards it.
type LockQueue[W any] struct {
	waiting map[uintptr][]queued[W]
}

type queued[W any] struct {
	who    uint32
	waiter W
}

// Lock gives a mutex to who, or else has it wait, unless it only tries.
func (q *LockQueue[W]) Lock(mutex uintptr, who uint32, waiter W, try bool) (granted bool) {
	holder := memory.At[uint32](mutex + MutexHolder)
	switch {
	case atomic.CompareAndSwapUint32(holder, 0, who):
		return true
	case try:
	default:
		if q.waiting == nil {
			q.waiting = map[uintptr][]queued[W]{}
		}
		q.waiting[mutex] = append(q.waiting[mutex], queued[W]{who, waiter})
	}
	return false
}

// Unlock gives a mutex to the one that has waited for longest, if there is any, and says who that is.
func (q *LockQueue[W]) Unlock(mutex uintptr) (next W, granted bool) {
	holder := memory.At[uint32](mutex + MutexHolder)
	list := q.waiting[mutex]
	if len(list) == 0 {
		atomic.StoreUint32(holder, 0)
		return next, false
	}
	if len(list) == 1 {
		delete(q.waiting, mutex)
	} else {
		q.waiting[mutex] = list[1:]
	}
	atomic.StoreUint32(holder, list[0].who)
	return list[0].waiter, true
}
