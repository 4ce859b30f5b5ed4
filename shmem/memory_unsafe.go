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

// storeElement writes the aligned element of 2 or 4 bytes at addr in one access that is ordered after what precedes it.
func storeElement(addr uintptr, width uint64, v uint32) {
	for old := uint32(0); ; {
		seen := swapElement(addr, width, old, v)
		if seen == old {
			return
		}
		old = seen
	}
}

// swapElement stores new into the aligned element of 2 or 4 bytes at addr if its value is old, and returns its value before. The other bytes
// of the 32-bit word keep their values, also those that another thread stores meanwhile.
func swapElement(addr uintptr, width uint64, old, new uint32) uint32 {
	word, part := memory.At[uint32](addr&^3), addr&3
	for {
		seen := atomic.LoadUint32(word)
		var b [4]byte
		binary.NativeEndian.PutUint32(b[:], seen)
		element := b[part:][:width]
		if v := uint32(Bits(element)); v != old {
			return v
		}
		SetBits(element, uint64(new))
		if atomic.CompareAndSwapUint32(word, seen, binary.NativeEndian.Uint32(b[:])) {
			return old
		}
	}
}

// elementsOf is memory as elements; it is aligned for them, or the CPU does not care.
func elementsOf[T any](b []byte) []T {
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(t)))
}
