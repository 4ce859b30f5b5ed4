package shmem

import (
	"encoding/binary"
	"sync/atomic"
	"time"

	"gasnetgo/internal/memory"
	"gasnetgo/live"
	"gasnetgo/shmem"
)

// Waits are checked after live.FirstCheck, and then less and less often.
const lastCheck = 8 * time.Second

var _ shmem.Observer = (*world)(nil)

// WaitChecking is Wait with checks.
func (w *world) WaitChecking(_ string, cond func() bool, check func() error) error {
	for bound := live.FirstCheck; ; bound = min(2*bound, lastCheck) {
		if live.WaitAtMost(bound, w.wait, cond) {
			return nil
		}
		if err := check(); err != nil {
			return err
		}
	}
}

// Peek reads the window, which exists whatever the transport is; a rank of another host reads it for us.
func (w *world) Peek(rank int, a shmem.Addr, into []byte) bool {
	if !w.IsHere(rank) {
		return w.transport.Get(shmem.DefaultCtx, rank, a, into, false) == nil
	}
	copy(into, memory.Bytes(w.part(a.Seg, rank)+uintptr(a.Off), len(into)))
	return true
}

// Here is true of ranks of this host.
func (w *world) Here(rank int) bool { return w.IsHere(rank) }

// Barriers is the data plane's count.
func (w *world) Barriers(rank int) uint32 {
	if w.net != nil {
		var count [4]byte
		w.Peek(rank, shmem.Addr{Seg: shmem.Heap, Off: w.net.world + barriersAt}, count[:])
		return binary.NativeEndian.Uint32(count[:])
	}
	return atomic.LoadUint32(&w.node.Rank(w.Local(rank)).Epoch.V)
}
