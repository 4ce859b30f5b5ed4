package armci

import "math"

// MaxLevels is how many levels of strides a transfer has at most.
const MaxLevels = 8

// shape is strided memory on both sides of a transfer: runs of bytes, in levels.
type shape struct {
	src, dst   uintptr
	bytes      uint64 // of a run
	count      []int32
	srcs, dsts []int32 // strides in bytes, one for each count
}

// Results of transfers, as armci.h has them.
const (
	done = 0

	failNull   = -1
	failArray  = -2
	failCount  = -3
	failLevels = -4
	failProc   = -5
	failOp     = -6
)

// shapeOf reads the arguments of a strided transfer; a code other than 0 says what is wrong. empty: nothing is to be moved.
func shapeOf(a *StridedArgs) (s shape, empty bool, code int32) {
	switch {
	case a.Src == 0 || a.Dst == 0:
		return s, false, failNull
	case a.Levels < 0 || a.Levels > MaxLevels:
		return s, false, failLevels
	case a.Count == 0 || (a.Levels > 0 && (a.SrcStrides == 0 || a.DstStrides == 0)):
		return s, false, failArray
	}
	counts := int32s(a.Count, a.Levels+1)
	for _, c := range counts {
		if c < 0 {
			return s, false, failCount
		}
		empty = empty || c == 0
	}
	s = shape{src: a.Src, dst: a.Dst, bytes: uint64(counts[0])}
	if a.Levels > 0 {
		s.count, s.srcs, s.dsts = counts[1:], int32s(a.SrcStrides, a.Levels), int32s(a.DstStrides, a.Levels)
	}
	return s, empty, done
}

// extent is the lowest address of one side of it, and the bytes from there to its end.
func extent(base uintptr, bytes uint64, count, strides []int32) (uintptr, uint64) {
	low, high := int64(0), int64(0)
	for i, c := range count {
		reach := int64(strides[i]) * int64(c-1)
		low, high = low+min(reach, 0), high+max(reach, 0)
	}
	if high-low > math.MaxInt64-int64(bytes) {
		return base, math.MaxUint64
	}
	return base + uintptr(low), uint64(high-low) + bytes
}
