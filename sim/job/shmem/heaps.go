package shmem

import (
	"fmt"
	"math/bits"

	"gasnetgo/sim/job"
)

// heaps are all ranks' symmetric heaps: rank i's at base + i*stride.
type heaps struct {
	base   uintptr
	bytes  uint64
	stride uint64
	align  uint64
}

// The addresses of ranks' heaps differ by multiples of an alignment, the largest that shmem_align can give: a power of two that fits into a heap, as long as all
// heaps together take no more addresses than mostAddresses, and leastAlign otherwise.
const (
	leastAlign    = 2 << 20
	mostAddresses = 1 << 42
)

// spacing is the alignment of heaps and the distance between them.
func spacing(bytes, control, ranks uint64) (align, stride uint64) {
	for align = uint64(1) << (max(bits.Len64(bytes), 1) - 1); ; align /= 2 {
		align = max(align, leastAlign)
		stride = (bytes + control + align - 1) &^ (align - 1)
		if align == leastAlign || stride <= mostAddresses/ranks {
			return align, stride
		}
	}
}

// reserve makes the heaps of all ranks, for the first that asks.
func (s *Job) reserve(j *job.Job, bytes, control uint64) (heaps, error) {
	if s.heaps.base == 0 {
		align, stride := spacing(bytes, control, uint64(len(j.Ranks)))
		base, err := j.Memory.Reserve(stride*uint64(len(j.Ranks)), align)
		if err != nil {
			return heaps{}, fmt.Errorf("no symmetric heaps of %d bytes for %d ranks: %w (SHMEM_SYMMETRIC_SIZE changes this)", bytes, len(j.Ranks), err)
		}
		s.heaps = heaps{base, bytes, stride, align}
	}
	if bytes != s.heaps.bytes {
		return heaps{}, fmt.Errorf("a symmetric heap of %d bytes here, of %d at another rank", bytes, s.heaps.bytes)
	}
	return s.heaps, nil
}
