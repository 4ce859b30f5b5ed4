// Package memory turns addresses of the program into memory and back. It is the only place with that conversion.
//
// Such memory is not Go's: it comes from mmap, from C or from the program, so that the garbage collector neither moves nor frees it. A caller that passes the
// address of Go's memory, as tests do, keeps that memory alive.
package memory

import "unsafe"

// Pointer is the memory at an address.
func Pointer(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// At is the T at an address.
func At[T any](addr uintptr) *T { return (*T)(Pointer(addr)) }

// Slice is the n elements from an address on. n may be 0 wherever addr is.
func Slice[T any, N int | int32 | uint64](addr uintptr, n N) []T {
	return unsafe.Slice((*T)(Pointer(addr)), n)
}

// Bytes is [addr, addr+n).
func Bytes[N int | int32 | uint64](addr uintptr, n N) []byte {
	return unsafe.Slice((*byte)(Pointer(addr)), n)
}

// Address is where the elements of s are.
func Address[T any](s []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }

// Copy copies n bytes between places that may overlap.
func Copy(to, from uintptr, n uint64) { copy(Bytes(to, n), Bytes(from, n)) }

// Fill sets n bytes.
func Fill(at uintptr, value byte, n uint64) {
	b := Bytes(at, n)
	for i := range b {
		b[i] = value
	}
}
