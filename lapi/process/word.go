package process

import (
	"sync/atomic"

	"gasnetgo/internal/memory"
)

// Operations of LAPI_Rmw: RMW_ops_t.
const (
	fetchAndAdd = iota
	fetchAndOr
	swap
	compareAndSwap
)

func load(at uintptr, size uint8) uint64 {
	if size == 4 {
		return uint64(*memory.At[uint32](at))
	}
	return *memory.At[uint64](at)
}

// store writes a result of the program's; at 0 nothing.
func store(at uintptr, size uint8, value uint64) {
	switch {
	case at == 0:
	case size == 4:
		atomic.StoreUint32(memory.At[uint32](at), uint32(value))
	default:
		atomic.StoreUint64(memory.At[uint64](at), value)
	}
}

// change is a read-modify-write, atomic for all processes that share the word.
func change(at uintptr, op, size uint8, operand [2]uint64) uint64 {
	if size == 4 {
		w, v := memory.At[uint32](at), uint32(operand[0])
		switch op {
		case fetchAndAdd:
			return uint64(atomic.AddUint32(w, v) - v)
		case fetchAndOr:
			return uint64(atomic.OrUint32(w, v))
		case swap:
			return uint64(atomic.SwapUint32(w, v))
		}
		return truth(atomic.CompareAndSwapUint32(w, v, uint32(operand[1])))
	}
	w, v := memory.At[uint64](at), operand[0]
	switch op {
	case fetchAndAdd:
		return atomic.AddUint64(w, v) - v
	case fetchAndOr:
		return atomic.OrUint64(w, v)
	case swap:
		return atomic.SwapUint64(w, v)
	}
	return truth(atomic.CompareAndSwapUint64(w, v, operand[1]))
}

func truth(yes bool) uint64 {
	if yes {
		return 1
	}
	return 0
}
