package window

import (
	"sync/atomic"

	"gasnetgo/armci"
	"gasnetgo/internal/memory"
)

// Atomic is one of the CPU's.
func (t *Transport) Atomic(_ int, at uintptr, a armci.Atomic) uint64 {
	if a.Width == 8 {
		return atomic64(memory.At[uint64](at), a)
	}
	return atomic32(memory.At[uint32](at), a)
}

func atomic64(w *uint64, a armci.Atomic) uint64 {
	switch a.Kind {
	case armci.AtomicAdd:
		return atomic.AddUint64(w, a.Value) - a.Value
	case armci.AtomicSwap:
		return atomic.SwapUint64(w, a.Value)
	case armci.AtomicCompareSwap:
		for {
			if seen := atomic.LoadUint64(w); seen != a.Cond || atomic.CompareAndSwapUint64(w, seen, a.Value) {
				return seen
			}
		}
	}
	return atomic.LoadUint64(w)
}

func atomic32(w *uint32, a armci.Atomic) uint64 {
	v := uint32(a.Value)
	switch a.Kind {
	case armci.AtomicAdd:
		return uint64(atomic.AddUint32(w, v) - v)
	case armci.AtomicSwap:
		return uint64(atomic.SwapUint32(w, v))
	case armci.AtomicCompareSwap:
		for {
			if seen := atomic.LoadUint32(w); seen != uint32(a.Cond) || atomic.CompareAndSwapUint32(w, seen, v) {
				return uint64(seen)
			}
		}
	}
	return uint64(atomic.LoadUint32(w))
}
