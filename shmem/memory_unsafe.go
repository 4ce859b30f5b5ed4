package shmem

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"
)

// pointer is the memory at an address that the program gave us. Such memory is not Go's: the garbage collector neither moves nor knows it.
func pointer(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// bytesAt is the program's memory [addr, addr+n).
func bytesAt(addr uintptr, n uint64) []byte { return unsafe.Slice((*byte)(pointer(addr)), n) }

// loadBits reads the element of width bytes at addr, which is aligned, in one access that is ordered before what follows.
func loadBits(addr uintptr, width uint64) uint64 {
	if width == 8 {
		return atomic.LoadUint64((*uint64)(pointer(addr)))
	}
	word := atomic.LoadUint32((*uint32)(pointer(addr &^ 3)))
	var b [4]byte
	binary.NativeEndian.PutUint32(b[:], word)
	return Bits(b[addr&3:][:width])
}

// storeBits writes an aligned 64-bit word in one access that is ordered after what precedes it.
func storeBits(addr uintptr, v uint64) { atomic.StoreUint64((*uint64)(pointer(addr)), v) }

// addWord adds to an aligned 64-bit word in one access.
func addWord(addr uintptr, v uint64) { atomic.AddUint64((*uint64)(pointer(addr)), v) }

// storeWord writes an aligned 32-bit word in one access that is ordered after what precedes it.
func storeWord(addr uintptr, v uint32) { atomic.StoreUint32((*uint32)(pointer(addr)), v) }

// swapWord stores new into an aligned 32-bit word if it is old, and answers what it was.
func swapWord(addr uintptr, old, new uint32) uint32 {
	word := (*uint32)(pointer(addr))
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

// addressOf is where memory is that stays there while it is used.
func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
