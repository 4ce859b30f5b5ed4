package node

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// futexWait sleeps until word is woken, differs from seen, or the time is over; it reports false only for the last.
// Blocks the thread. The word may be shared between processes.
func futexWait(word *uint32, seen uint32, limit time.Duration) bool {
	ts := unix.NsecToTimespec(int64(limit))
	return !errors.Is(futex(word, 0, seen, &ts), unix.ETIMEDOUT)
}

// futexWake wakes all threads that sleep on word.
func futexWake(word *uint32) { futex(word, 1, math.MaxInt32, nil) }

// lock takes the futex mutex in *word: 0 free, 1 held, 2 held with sleepers. It gives up after limit: the holder has died inside.
func lock(word *uint32, limit time.Duration) error {
	if atomic.CompareAndSwapUint32(word, 0, 1) {
		return nil
	}
	deadline := time.Now().Add(limit)
	for atomic.SwapUint32(word, 2) != 0 {
		if !futexWait(word, 2, limit) && time.Now().After(deadline) {
			return fmt.Errorf("the lock of the job's memory file has been held for %v; a rank died while it laid out memory", limit)
		}
	}
	return nil
}

func unlock(word *uint32) {
	if atomic.SwapUint32(word, 0) == 2 {
		futexWake(word)
	}
}
