package reference

import "unsafe"

// bytesAt is memory of a program.
func bytesAt(addr uintptr, n uint64) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&addr))), n)
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

func copyBytes(to, from uintptr, n uint64) { copy(bytesAt(to, n), bytesAt(from, n)) }

func fill(at uintptr, n uint64, value byte) {
	b := bytesAt(at, n)
	for i := range b {
		b[i] = value
	}
}
