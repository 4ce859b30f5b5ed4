package job

import "gasnetgo/shmem"

var _ shmem.Witness = (*shmemWorld)(nil)

// WaitDoubting is Wait, which costs the same time whether somebody doubts or not: doubts are for Doubts.
func (w *shmemWorld) WaitDoubting(cond func() bool, doubt func() error) error {
	w.rank.doubt = doubt
	w.Wait(cond)
	w.rank.doubt = nil
	return nil
}

// Peek reads another rank's heap: all are in this process.
func (w *shmemWorld) Peek(rank int, a shmem.Addr, into []byte) bool {
	h := w.job.heaps
	if a.Seg != shmem.Heap || h.base == 0 {
		return false
	}
	copy(into, memory(h.base+uintptr(uint64(rank)*h.stride+a.Off), len(into)))
	return true
}

// Barriers counts the job's.
func (w *shmemWorld) Barriers(rank int) uint32 { return w.job.Ranks[rank].Net.Barriers() }

// Doubts calls say for each rank that waits for what cannot come, with the reason, until it answers false. It is for a job that nothing can happen in any more.
func (j *Job) Doubts(say func(rank int, why error) bool) {
	for _, r := range j.Ranks {
		if r.doubt == nil {
			continue
		}
		if err := r.doubt(); err != nil && !say(r.ID(), err) {
			return
		}
	}
}
