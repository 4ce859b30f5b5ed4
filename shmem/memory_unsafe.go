package shmem

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"

	"gasnetgo/internal/memory"
)

// loadBits reads the element of width bytes at addr, which is aligned, in one access that is ordered before what follows.
func loadBits(addr uintptr, width uint64) uint64 {
	if width == 8 {
		return atomic.LoadUint64(memory.At[uint64](addr))
	}
	word := atomic.LoadUint32(memory.At[uint32](addr &^ 3))
	var b [4]byte
	binary.NativeEndian.PutUint32(b[:], word)
	return Bits(b[addr&3:][:width])
}

// storeBits writes an aligned 64-bit word in one access that is ordered after what precedes it.
func storeBits(addr uintptr, v uint64) { atomic.StoreUint64(memory.At[uint64](addr), v) }

// addWord adds to an aligned 64-bit word in one access.
func addWord(addr uintptr, v uint64) { atomic.AddUint64(memory.At[uint64](addr), v) }

// storeWord writes an aligned 32-bit word in one access that is ordered after what precedes it.
func storeWord(addr uintptr, v uint32) { atomic.StoreUint32(memory.At[uint32](addr), v) }

// swapWord stores new into an aligned 32-bit word if its value is old, and returns its value before.
func swapWord(addr uintptr, old, new uint32) uint32 {
	word := memory.At[uint32](addr)
	for {
		if atomic.CompareAndSwapUint32(word, old, new) {
			return old
		}
		if seen := atomic.LoadUint32(word); seen != old {
			return seen
		}
	}
}

// elementsOf is memory as elements; it is aligned for them, or the CPU does not care.
func elementsOf[T any](b []byte) []T {
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(t)))
}
