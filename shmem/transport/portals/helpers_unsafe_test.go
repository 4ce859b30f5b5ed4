package portals

import (
	"unsafe"

	ptl "gasnetgo/portals"
)

func memory(addr uintptr, n uint64) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&addr)), n)
}

//go:norace
func load(r ptl.Region, n uint64) []byte {
	b := make([]byte, n)
	if n == 8 && r.Addr%8 == 0 { // in one access
		*(*uint64)(unsafe.Pointer(&b[0])) = **(**uint64)(unsafe.Pointer(&r.Addr))
	} else if n > 0 {
		copy(b, memory(r.Addr, n))
	}
	return b
}

//go:norace
func store(r ptl.Region, b []byte) {
	if len(b) == 8 && r.Addr%8 == 0 {
		**(**uint64)(unsafe.Pointer(&r.Addr)) = *(*uint64)(unsafe.Pointer(&b[0]))
	} else if len(b) > 0 {
		copy(memory(r.Addr, uint64(len(b))), b)
	}
}
