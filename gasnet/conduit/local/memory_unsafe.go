package local

import "unsafe"

// bytesAt is memory of a program.
func bytesAt(addr uintptr, n uint64) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&addr))), n)
}

func move(to, from uintptr, n uint64) {
	if n > 0 {
		copy(bytesAt(to, n), bytesAt(from, n))
	}
}

func fill(at uintptr, value byte, n uint64) {
	if n == 0 {
		return
	}
	b := bytesAt(at, n)
	for i := range b {
		b[i] = value
	}
}

// copied is a copy that is aligned for everything, and what keeps it.
func copied(from uintptr, n uint64) (at uintptr, keep any) {
	room := make([][2]uint64, n/16+1)
	at = uintptr(unsafe.Pointer(unsafe.SliceData(room)))
	if at%16 != 0 {
		room = make([][2]uint64, n/16+2)
		at = (uintptr(unsafe.Pointer(unsafe.SliceData(room))) + 15) &^ 15
	}
	move(at, from, n)
	return at, room
}
