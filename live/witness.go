package live

import (
	"sync/atomic"
	"time"

	"gasnetgo/shmem"
)

// Waits are doubted after a while, and then less and less often.
const (
	firstDoubt = 250 * time.Millisecond
	lastDoubt  = 8 * time.Second

	looksAtClock = 16 // looks between two at the clock
)

var _ shmem.Witness = (*shmemWorld)(nil)

// WaitDoubting is Wait with doubts.
func (w *shmemWorld) WaitDoubting(cond func() bool, doubt func() error) error {
	for patience := firstDoubt; ; patience = min(2*patience, lastDoubt) {
		var end time.Time
		looks, came := 0, false
		w.Wait(func() bool {
			if came = cond(); came {
				return true
			}
			if looks++; looks%looksAtClock != 0 {
				return false
			}
			now := time.Now()
			if end.IsZero() {
				end = now.Add(patience)
			}
			return now.After(end)
		})
		if came {
			return nil
		}
		if err := doubt(); err != nil {
			return err
		}
	}
}

// Peek reads the window, which is there whatever the transport is.
func (w *shmemWorld) Peek(rank int, a shmem.Addr, into []byte) bool {
	copy(into, memory(w.part(a.Seg, rank)+uintptr(a.Off), len(into)))
	return true
}

// Barriers is the data plane's count.
func (w *shmemWorld) Barriers(rank int) uint32 { return atomic.LoadUint32(&w.node.Rank(rank).Epoch.V) }
