// Package memory turns addresses of the program into memory and back. It is the only place with that conversion.
//
// Such memory is not Go's: it comes from mmap, from C or from the program, so that the garbage collector neither moves nor frees it. A caller that passes the
// address of Go's memory, as tests do, keeps that memory alive.
package memory

import (
	"fmt"
	"unsafe"
)

// Pointer is the memory at an address.
func Pointer(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// At is the T at an address; at 0 nil.
func At[T any](addr uintptr) *T {
	if addr != 0 && addr-lowest >= span {
		panic(Fault(addr))
	}
	return (*T)(Pointer(addr))
}

// Slice is the n elements from an address on. n may be 0 wherever addr is.
func Slice[T any, N int | int32 | uint64](addr uintptr, n N) []T {
	if n > 0 && uint64(addr-lowest)|uint64(n) >= span {
		panic(Fault(addr))
	}
	return unsafe.Slice((*T)(Pointer(addr)), n)
}

// Bytes is [addr, addr+n).
func Bytes[N int | int32 | uint64](addr uintptr, n N) []byte {
	if n > 0 && uint64(addr-lowest)|uint64(n) >= span {
		panic(Fault(addr))
	}
	return unsafe.Slice((*byte)(Pointer(addr)), n)
}

// No program has memory outside of [lowest, lowest+span), nor span elements of it.
const (
	lowest = 4096
	span   = 1 << 56 // a power of 2
)

// Fault is the panic of a conversion of an address at which no program can have memory. An access to one that only this program lacks panics as well, with an
// error of Go's runtime that has the same method.
type Fault uintptr

// Addr is the address.
func (f Fault) Addr() uintptr { return uintptr(f) }

// Error words it.
func (f Fault) Error() string { return fmt.Sprintf("no program has memory at %#x", uintptr(f)) }

// Room is n bytes of Go's heap for callers that pass its address on: memory on a stack moves. An address keeps nothing alive, so the caller does that, for as long as anyone uses
// it: by a field, or by runtime.KeepAlive.
//
//go:noinline
func Room(n int) []byte { return make([]byte, n) }

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
