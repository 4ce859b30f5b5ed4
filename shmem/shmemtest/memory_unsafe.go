package shmemtest

import (
	"sync/atomic"
	"unsafe"
)

// Number is an element that tests look at.
type Number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// aligned is n bytes at a multiple of align.
func aligned(n, align uint64) []byte {
	b := make([]byte, n+align)
	return b[-uint64(addrOf(b))&(align-1):][:n:n]
}

func addrOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// At is n elements of memory at an address.
func At[T Number](addr uintptr, n int) []T {
	return unsafe.Slice((*T)(*(*unsafe.Pointer)(unsafe.Pointer(&addr))), n)
}

// Private is n zero elements that are not symmetric, at an address that stays valid as long as the rank.
func Private[T Number](r *Rank, n int) (s []T, addr uintptr) {
	s = make([]T, n+1)[:n] // even none has an address
	r.private = append(r.private, s)
	return s, uintptr(unsafe.Pointer(unsafe.SliceData(s)))
}

// Store is a plain store of a long by the program, as far as Go's race detector lets one have it.
func Store(addr uintptr, v int64) { atomic.StoreInt64(&At[int64](addr, 1)[0], v) }
