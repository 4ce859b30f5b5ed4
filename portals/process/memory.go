package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// store writes v where the program wants it.
func store[T any](addr uintptr, v T) { *memory.At[T](addr) = v }

// iovecs copies the array of n pieces at addr.
func iovecs(addr uintptr, n int) []portals.Iovec {
	return append([]portals.Iovec(nil), memory.Slice[portals.Iovec](addr, n)...)
}
