package window

import (
	"encoding/binary"
	"sync/atomic"

	"gasnetgo/internal/memory"
	"gasnetgo/shmem"
)

// The bytes of windows belong to the program. Whether its accesses race is the program's business, decided by OpenSHMEM's memory model, so the
// functions here that touch them without atomics are not instrumented for Go's race detector.

// wordsAtMost is the size in bytes up to which store copies whole words by single accesses: the library's own messages rely on that.
const wordsAtMost = 512

// store copies src to addr; in one access if it is one aligned element, in one for each word if it is a few of them.
//
//go:norace
func store(addr uintptr, src []byte) {
	switch n := len(src); {
	case n == 8 && addr%8 == 0:
		atomic.StoreUint64(memory.At[uint64](addr), binary.NativeEndian.Uint64(src))
	case n == 4 && addr%4 == 0:
		atomic.StoreUint32(memory.At[uint32](addr), binary.NativeEndian.Uint32(src))
	case n == 2 && addr%2 == 0:
		*memory.At[uint16](addr) = binary.NativeEndian.Uint16(src)
	case n%8 == 0 && addr%8 == 0 && n <= wordsAtMost:
		for i := 0; i < n; i += 8 {
			*memory.At[uint64](addr + uintptr(i)) = binary.NativeEndian.Uint64(src[i:])
		}
	default:
		copy(memory.Bytes(addr, n), src)
	}
}

// load copies from addr to dst; in one access if it is one aligned element.
//
//go:norace
func load(dst []byte, addr uintptr) {
	switch n := len(dst); {
	case n == 8 && addr%8 == 0:
		binary.NativeEndian.PutUint64(dst, atomic.LoadUint64(memory.At[uint64](addr)))
	case n == 4 && addr%4 == 0:
		binary.NativeEndian.PutUint32(dst, atomic.LoadUint32(memory.At[uint32](addr)))
	case n == 2 && addr%2 == 0:
		binary.NativeEndian.PutUint16(dst, *memory.At[uint16](addr))
	default:
		copy(dst, memory.Bytes(addr, n))
	}
}

// atomically does op on an aligned element of width bytes and answers its old value.
func atomically(addr uintptr, width uint64, op shmem.AMO) uint64 {
	switch width {
	case 8:
		return atomic64(memory.At[uint64](addr), op)
	case 4:
		return uint64(atomic32(memory.At[uint32](addr), op))
	default:
		return atomicPart(memory.At[uint32](addr&^3), int(addr&3), int(width), op)
	}
}

func atomic64(p *uint64, op shmem.AMO) uint64 {
	switch op.Op {
	case shmem.AMOFetch:
		return atomic.LoadUint64(p)
	case shmem.AMOSet, shmem.AMOSwap:
		return atomic.SwapUint64(p, op.Value)
	case shmem.AMOAdd:
		return atomic.AddUint64(p, op.Value) - op.Value
	case shmem.AMOAnd:
		return atomic.AndUint64(p, op.Value)
	case shmem.AMOOr:
		return atomic.OrUint64(p, op.Value)
	}
	for {
		old := atomic.LoadUint64(p)
		if v, ok := op.Apply(old); !ok || atomic.CompareAndSwapUint64(p, old, v) {
			return old
		}
	}
}

func atomic32(p *uint32, op shmem.AMO) uint32 {
	switch op.Op {
	case shmem.AMOFetch:
		return atomic.LoadUint32(p)
	case shmem.AMOSet, shmem.AMOSwap:
		return atomic.SwapUint32(p, uint32(op.Value))
	case shmem.AMOAdd:
		return atomic.AddUint32(p, uint32(op.Value)) - uint32(op.Value)
	case shmem.AMOAnd:
		return atomic.AndUint32(p, uint32(op.Value))
	case shmem.AMOOr:
		return atomic.OrUint32(p, uint32(op.Value))
	}
	for {
		old := atomic.LoadUint32(p)
		if v, ok := op.Apply(uint64(old)); !ok || atomic.CompareAndSwapUint32(p, old, uint32(v)) {
			return old
		}
	}
}

// atomicPart works on the bytes [at, at+width) of a word, by compare and swap of all of it.
func atomicPart(p *uint32, at, width int, op shmem.AMO) uint64 {
	for {
		word := atomic.LoadUint32(p)
		var b [4]byte
		binary.NativeEndian.PutUint32(b[:], word)
		part := b[at:][:width]
		old := shmem.Bits(part)
		v, ok := op.Apply(old)
		if !ok {
			return old
		}
		shmem.SetBits(part, v)
		if atomic.CompareAndSwapUint32(p, word, binary.NativeEndian.Uint32(b[:])) {
			return old
		}
	}
}
