package nal

import (
	"encoding/binary"
	"sync/atomic"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// gather copies the first len(dst) bytes of a region into dst; false if memory is missing.
func gather(dst []byte, from portals.Region) (ok bool) {
	defer missing(&ok)
	if from.Vec == nil {
		if len(dst) == 2 && from.Addr%2 == 0 { // the one element that copy moves by halves
			binary.NativeEndian.PutUint16(dst, *memory.At[uint16](from.Addr))
			return true
		}
		copy(dst, memory.Bytes(from.Addr, uint64(len(dst))))
		return true
	}
	for p := range from.Pieces {
		if len(dst) == 0 {
			break
		}
		dst = dst[copy(dst, memory.Bytes(p.Base, p.Len)):]
	}
	return true
}

// scatter copies the first bytes of src into a region, which it fills; false if memory is missing or cannot be written.
func scatter(into portals.Region, src []byte) (ok bool) {
	defer missing(&ok)
	if into.Vec == nil {
		if into.Len == 2 && len(src) >= 2 && into.Addr%2 == 0 {
			*memory.At[uint16](into.Addr) = binary.NativeEndian.Uint16(src)
			return true
		}
		copy(memory.Bytes(into.Addr, into.Len), src)
		return true
	}
	for p := range into.Pieces {
		src = src[copy(memory.Bytes(p.Base, p.Len), src):]
	}
	return true
}

// exchange swaps the first bytes of src with a region and stores the region's old content in old, which is as long as the region. An aligned element of 4 or 8
// bytes is swapped by the CPU, so that the program's own atomics are compatible.
func exchange(old []byte, with portals.Region, src []byte) (ok bool) {
	defer missing(&ok)
	switch {
	case with.Vec == nil && with.Len == 8 && with.Addr%8 == 0:
		v := binary.NativeEndian.Uint64(src)
		binary.NativeEndian.PutUint64(old, atomic.SwapUint64(memory.At[uint64](with.Addr), v))
		return true
	case with.Vec == nil && with.Len == 4 && with.Addr%4 == 0:
		v := binary.NativeEndian.Uint32(src)
		binary.NativeEndian.PutUint32(old, atomic.SwapUint32(memory.At[uint32](with.Addr), v))
		return true
	}
	return gather(old, with) && scatter(with, src)
}

// move copies n bytes inside this process; false if memory is missing or cannot be written.
func move(dst, src uintptr, n uint64) (ok bool) {
	defer missing(&ok)
	copy(memory.Bytes(dst, n), memory.Bytes(src, n))
	return true
}

// missing turns a fault into "not ok". Every thread that gets here has asked for faults as panics.
func missing(ok *bool) {
	if p := recover(); p != nil {
		if _, fault := p.(interface{ Addr() uintptr }); !fault {
			panic(p)
		}
		*ok = false
	}
}
