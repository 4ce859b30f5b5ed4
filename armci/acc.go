package armci

import (
	"runtime"
	"slices"

	"gasnetgo/internal/memory"
)

// Adder adds a factor times elements of a type to others.
type Adder struct {
	Op    int32  // ARMCI_ACC_*: the type
	Scale []byte // the factor, an element
	Size  int    // bytes of an element

	// Add takes whole elements.
	Add func(into, from []byte)
}

type element interface {
	~int32 | ~int64 | ~float32 | ~float64 | ~complex64 | ~complex128
}

// MostElement is the size of the largest type of elements, in bytes. Each other divides it.
const MostElement = 16

// AdderOf is the adder of one of the types ARMCI_ACC_*, whose factor is at scale.
func AdderOf(op int32, scale uintptr) (Adder, bool) {
	switch op {
	case AccInt:
		return scaled[int32](op, 4, scale), true
	case AccLng:
		return scaled[int64](op, 8, scale), true
	case AccFlt:
		return scaled[float32](op, 4, scale), true
	case AccDbl:
		return scaled[float64](op, 8, scale), true
	case AccCpl:
		return scaled[complex64](op, 8, scale), true
	case AccDcp:
		return scaled[complex128](op, 16, scale), true
	}
	return Adder{}, false
}

func scaled[T element](op int32, size int, scale uintptr) Adder {
	factor := *memory.At[T](scale)
	return Adder{op, slices.Clone(memory.Bytes(scale, size)), size, func(into, from []byte) {
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
func (r *Rank) accumulate(rank int, dst, src uintptr, bytes uint64, a *Adder) {
	a.Blocks(dst, bytes, func(at uintptr, n, lock uint64) {
		r.addLocked(rank, at, lock, memory.Bytes(src, n), a)
		src += uintptr(n)
	})
}

// Blocks calls do for each part of a run that one lock guards, which is at that place in the control memory of the run's rank.
func (a *Adder) Blocks(at uintptr, bytes uint64, do func(at uintptr, n, lock uint64)) {
	for size := uint64(a.Size); bytes > 0; {
		n := AccBlock - uint64(at)%AccBlock // to the end of the block
		n = min((n+size-1)/size*size, bytes)
		do(at, n, accLock(at))
		at, bytes = at+uintptr(n), bytes-n
	}
}

// addLocked adds with the lock of dst's block.
func (r *Rank) addLocked(rank int, dst uintptr, lockAt uint64, from []byte, a *Adder) {
	lock := r.memory.Control(rank) + uintptr(lockAt)
	direct, ok := r.moves.(DirectMapper)
	r.spin(ok, func() bool {
		return r.moves.Atomic(rank, lock, Atomic{Kind: AtomicCompareSwap, Width: 4, Cond: 0, Value: 1}) == 0
	})
	if ok {
		a.Add(memory.Bytes(direct.Direct(rank, dst), len(from)), from)
	} else {
		room := memory.Room(len(from))
		r.await([]Op{r.moves.Get(rank, memory.Address(room), dst, uint64(len(room)))})
		a.Add(room, from)
		r.await([]Op{r.moves.Put(rank, dst, memory.Address(room), uint64(len(room)))})
		r.moves.Fence(rank)
		runtime.KeepAlive(room) // transports know its address only, and may read it until here
	}
	r.moves.Atomic(rank, lock, Atomic{Kind: AtomicSwap, Width: 4, Value: 0})
}

// mostPolls bounds how long a rank backs off between two looks at a lock of another rank: some hundred ranks can wait for one lock.
const mostPolls = 1 << 14

// spin returns when cond holds, which is about memory of another rank. Where such memory is not at hand, a look at it is a message that takes its time, and that of the other
// rank, whose CPU it interrupts: a few ranks that look without a pause leave that rank, which may be the holder, no time of its own. So each look without a result doubles
// the pause before the next one.
func (r *Rank) spin(atHand bool, cond func() bool) {
	if atHand {
		r.world.Wait(anothers, cond)
		return
	}
	for pause := 1; !cond(); pause = min(2*pause, mostPolls) {
		r.world.Idle(pause)
	}
}
