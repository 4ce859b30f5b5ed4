package shmemtest

import (
	"sync/atomic"

	"gasnetgo/internal/memory"
)

// Number is an element that tests look at.
type Number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// aligned is n bytes at a multiple of align.
func aligned(n, align uint64) []byte {
	b := make([]byte, n+align)
	return b[-uint64(memory.Address(b))&(align-1):][:n:n]
}

// At is n elements of memory at an address.
func At[T Number](addr uintptr, n int) []T {
	return memory.Slice[T](addr, n)
}

// Private is n zero elements that are not symmetric, at an address that stays valid as long as the rank.
func Private[T Number](r *Rank, n int) (s []T, addr uintptr) {
	s = make([]T, n+1)[:n] // even none has an address
	r.private = append(r.private, s)
	return s, memory.Address(s)
}

// Store is a plain store of a long by the program, as far as Go's race detector lets one have it.
func Store(addr uintptr, v int64) { atomic.StoreInt64(&At[int64](addr, 1)[0], v) }
