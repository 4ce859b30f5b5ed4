package armci

import (
	"gasnetgo/internal/memory"
)

// adder adds scale times elements of a type.
type adder struct {
	size int
	add  func(into, from []byte)
}

type element interface {
	~int32 | ~int64 | ~float32 | ~float64 | ~complex64 | ~complex128
}

// adderOf is the adder of one of the types ARMCI_ACC_*, whose factor is at scale.
func adderOf(op int32, scale uintptr) (adder, bool) {
	switch op {
	case AccInt:
		return scaled[int32](4, scale), true
	case AccLng:
		return scaled[int64](8, scale), true
	case AccFlt:
		return scaled[float32](4, scale), true
	case AccDbl:
		return scaled[float64](8, scale), true
	case AccCpl:
		return scaled[complex64](8, scale), true
	case AccDcp:
		return scaled[complex128](16, scale), true
	}
	return adder{}, false
}

func scaled[T element](size int, scale uintptr) adder {
	factor := *memory.At[T](scale)
	return adder{size, func(into, from []byte) {
		a, b := elementsOf[T](into), elementsOf[T](from)
		if factor == 1 {
			for i := range a {
				a[i] += b[i]
			}
			return
		}
		for i := range a {
			a[i] += factor * b[i]
		}
	}}
}

// accumulate adds a run at a rank. An element belongs to the block of memory in which it begins, whose lock is held while it changes.
func (r *Rank) accumulate(rank int, dst, src uintptr, bytes uint64, a *adder) {
	for bytes > 0 {
		n := AccBlock - uint64(dst)%AccBlock // to the end of the block
		n = min((n+uint64(a.size)-1)/uint64(a.size)*uint64(a.size), bytes)
		r.addLocked(rank, dst, memory.Bytes(src, n), a)
		dst, src, bytes = dst+uintptr(n), src+uintptr(n), bytes-n
	}
}

// addLocked adds with the lock of dst's block.
func (r *Rank) addLocked(rank int, dst uintptr, from []byte, a *adder) {
	lock := r.memory.Control(rank) + uintptr(accLock(dst))
	_ = r.world.Wait(anyRank, func() bool {
		return r.moves.Atomic(rank, lock, Atomic{Kind: AtomicCompareSwap, Width: 4, Cond: 0, Value: 1}) == 0
	})
	if direct, ok := r.moves.(DirectMapper); ok {
		a.add(memory.Bytes(direct.Direct(rank, dst), len(from)), from)
	} else {
		room := make([]byte, len(from))
		r.await([]Op{r.moves.Get(rank, memory.Address(room), dst, uint64(len(room)))})
		a.add(room, from)
		r.await([]Op{r.moves.Put(rank, dst, memory.Address(room), uint64(len(room)))})
		r.moves.Fence(rank)
	}
	r.moves.Atomic(rank, lock, Atomic{Kind: AtomicSwap, Width: 4, Value: 0})
}
