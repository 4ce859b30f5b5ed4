package job

import (
	"gasnetgo/internal/memory"
	"gasnetgo/shmem"
)

var _ shmem.Observer = (*shmemWorld)(nil)

// WaitChecking is Wait. It takes the same time with or without mismatch detection, which happens in Mismatches.
func (w *shmemWorld) WaitChecking(cond func() bool, check func() error) error {
	w.rank.check = check
	w.Wait(cond)
	w.rank.check = nil
	return nil
}

// Here is true of all ranks.
func (w *shmemWorld) Here(int) bool { return true }

// Peek reads another rank's heap: all are in this process.
func (w *shmemWorld) Peek(rank int, a shmem.Addr, into []byte) bool {
	h := w.shared.heaps
	if a.Seg != shmem.Heap || h.base == 0 {
		return false
	}
	copy(into, memory.Bytes(h.base+uintptr(uint64(rank)*h.stride+a.Off), len(into)))
	return true
}

// Barriers counts the job's.
func (w *shmemWorld) Barriers(rank int) uint32 { return w.job.Ranks[rank].Port.Barriers() }

// Mismatches calls say for each rank that waits for what cannot come, with the reason, until it answers false. It is for a job that nothing can happen in any more.
func (j *Job) Mismatches(say func(rank int, why error) bool) {
	for _, r := range j.Ranks {
		if r.check == nil {
			continue
		}
		if err := r.check(); err != nil && !say(r.ID(), err) {
			return
		}
	}
}
