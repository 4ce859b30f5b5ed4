package live

import (
	"encoding/binary"
	"sync/atomic"
	"time"

	"gasnetgo/internal/memory"
	"gasnetgo/shmem"
)

// Waits are checked after a while, and then less and less often.
const (
	firstCheck = 250 * time.Millisecond
	lastCheck  = 8 * time.Second

	looksAtClock = 16 // looks between two at the clock
)

var _ shmem.Observer = (*shmemWorld)(nil)

// WaitChecking is Wait with checks.
func (w *shmemWorld) WaitChecking(cond func() bool, check func() error) error {
	for patience := firstCheck; ; patience = min(2*patience, lastCheck) {
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
		if err := check(); err != nil {
			return err
		}
	}
}

// Peek reads the window, which exists whatever the transport is; a rank of another host reads it for us.
func (w *shmemWorld) Peek(rank int, a shmem.Addr, into []byte) bool {
	if !w.isHere(rank) {
		return w.transport.Get(shmem.DefaultCtx, rank, a, into, false) == nil
	}
	copy(into, memory.Bytes(w.part(a.Seg, rank)+uintptr(a.Off), len(into)))
	return true
}

// Here is true of ranks of this host.
func (w *shmemWorld) Here(rank int) bool { return w.isHere(rank) }

// Barriers is the data plane's count.
func (w *shmemWorld) Barriers(rank int) uint32 {
	if w.net != nil {
		var count [4]byte
		w.Peek(rank, shmem.Addr{Seg: shmem.Heap, Off: w.net.world + barriersAt}, count[:])
		return binary.NativeEndian.Uint32(count[:])
	}
	return atomic.LoadUint32(&w.node.Rank(w.local(rank)).Epoch.V)
}
