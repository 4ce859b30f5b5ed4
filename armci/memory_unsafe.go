package armci

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"

	"gasnetgo/internal/memory"
)

// word reads a word of this rank's control memory.
func (r *Rank) word(off uint64) uint64 {
	return atomic.LoadUint64(memory.At[uint64](r.memory.Control(r.world.Rank()) + uintptr(off)))
}

// int32s is n ints of the program.
func int32s[N int | int32](at uintptr, n N) []int32 { return memory.Slice[int32](at, int(n)) }

// cString is text of the program.
func cString(at uintptr) string {
	n := 0
	for *memory.At[byte](at + uintptr(n)) != 0 {
		n++
	}
	return string(memory.Bytes(at, n))
}

// elementsOf is memory as elements.
func elementsOf[T any](b []byte) []T {
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(t)))
}

// loadBits is an int or a long of the program, which need not be aligned, and storeBits stores one.
func loadBits(b []byte) uint64 {
	if len(b) == 8 {
		return binary.NativeEndian.Uint64(b)
	}
	return uint64(binary.NativeEndian.Uint32(b))
}

func storeBits(b []byte, v uint64) {
	if len(b) == 8 {
		binary.NativeEndian.PutUint64(b, v)
		return
	}
	binary.NativeEndian.PutUint32(b, uint32(v))
}
