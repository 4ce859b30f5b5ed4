package node

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
)

func addressOf(v *uint64) uint64 { return uint64(uintptr(unsafe.Pointer(v))) }

func iovecOf(v *uint64) unix.Iovec {
	return unix.Iovec{Base: (*byte)(unsafe.Pointer(v)), Len: 8}
}

// LocalIovec is [addr, addr+bytes) of this process for the kernel. The memory is the program's, not Go's.
func LocalIovec(addr uintptr, bytes uint64) unix.Iovec {
	return unix.Iovec{Base: memory.At[byte](addr), Len: bytes}
}
