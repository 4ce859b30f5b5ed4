package shmem

import (
	core "gasnetgo/check"
	check "gasnetgo/check/shmem"
	"gasnetgo/shmem"
	"gasnetgo/sim/job"
)

// follow has a race checker follow a rank's calls.
func (s *Job) follow(j *job.Job, r *job.Rank, p *shmem.PE) *check.PE {
	return check.New(p, check.Env{
		Size:   len(j.Nodes),
		Thread: func() *core.Thread { return j.Check.Caller(r) },
		PC:     func() uint64 { return j.Check.PC(r) },
		Address: func(rank int, a shmem.Addr) uint64 {
			if a.Seg == shmem.Heap {
				return uint64(s.heaps.base) + uint64(rank)*s.heaps.stride + a.Off
			}
			at, _ := j.Memory.Data(rank)
			return uint64(at) + a.Off
		},
		Data: func() (at, bytes uint64) {
			from, n := j.Memory.Data(r.ID())
			return uint64(from), n
		},
		Watch:     func(at, bytes uint64) { j.Check.Watch(r.ID(), at, bytes) },
		Allocated: func(at, bytes, pc uint64) { j.Check.Allocated(r.ID(), at, bytes, pc) },
		Freed:     func(at, bytes uint64) { j.Check.Freed(at, bytes) },
	})
}
