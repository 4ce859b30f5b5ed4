package process

import "unsafe"

// sink has what passes through it put on the heap, where it stays: a stack may move under a program's feet.
var sink any

// addr is where v stands, as a program would pass it.
func addr[T any](v *T) uintptr {
	sink = v
	return uintptr(unsafe.Pointer(v))
}
