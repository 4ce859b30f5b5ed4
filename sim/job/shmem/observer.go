package shmem

import (
	"gasnetgo/internal/memory"
	"gasnetgo/shmem"
)

var _ shmem.Observer = (*world)(nil)

// WaitChecking is Wait. It takes the same time with or without mismatch detection, which happens in the job's Mismatches.
func (w *world) WaitChecking(why string, cond func() bool, check func() error) error {
	w.rank.WaitChecking(check, func() { w.Wait(why, cond) })
	return nil
}

// Here is true of all ranks.
func (w *world) Here(int) bool { return true }

// Peek reads another rank's heap: all are in this process.
func (w *world) Peek(rank int, a shmem.Addr, into []byte) bool {
	h := w.shared.heaps
	if a.Seg != shmem.Heap || h.base == 0 {
		return false
	}
	copy(into, memory.Bytes(h.base+uintptr(uint64(rank)*h.stride+a.Off), len(into)))
	return true
}

// Barriers counts the job's.
func (w *world) Barriers(rank int) uint32 { return w.job.Ranks[rank].Port.Barriers() }
