package portalstest

import (
	"unsafe"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

//go:norace
func load(r portals.Region, n uint64) []byte {
	b := make([]byte, n)
	if n == 8 && r.Addr%8 == 0 { // in one access
		*(*uint64)(unsafe.Pointer(&b[0])) = *memory.At[uint64](r.Addr)
	} else if n > 0 {
		copy(b, memory.Bytes(r.Addr, n))
	}
	return b
}

//go:norace
func store(r portals.Region, b []byte) {
	if len(b) == 8 && r.Addr%8 == 0 {
		*memory.At[uint64](r.Addr) = *(*uint64)(unsafe.Pointer(&b[0]))
	} else if len(b) > 0 {
		copy(memory.Bytes(r.Addr, uint64(len(b))), b)
	}
}
