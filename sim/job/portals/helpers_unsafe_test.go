package portals

import "unsafe"

// sink has what passes through it put on the heap, where it stays.
var sink any

// addr is where v stands, as a program would pass it.
func addr[T any](v *T) uintptr {
	sink = v
	return uintptr(unsafe.Pointer(v))
}
