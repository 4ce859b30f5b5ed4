package process

import (
	"unsafe"

	"gasnetgo/portals"
)

// at is the T at an address of the program. The address is outside Go's heap.
func at[T any](addr uintptr) *T { return *(**T)(unsafe.Pointer(&addr)) }

// store writes v where the program wants it.
func store[T any](addr uintptr, v T) { *at[T](addr) = v }

// iovecs copies the array of n pieces at addr.
func iovecs(addr uintptr, n int) []portals.Iovec {
	return append([]portals.Iovec(nil), unsafe.Slice(at[portals.Iovec](addr), n)...)
}

// address is where a table that outlives the process's calls stands. It must not be Go's memory: see Network.IDs.
func address(ids []portals.ProcessID) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(ids))) }
