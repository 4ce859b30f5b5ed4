package nal

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"

	"gasnetgo/portals"
)

// memory is the n bytes at an address of the program.
func memory(addr uintptr, n uint64) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&addr)), n)
}

// gather copies the first len(dst) bytes of a region into dst; false if memory is missing.
func gather(dst []byte, from portals.Region) (ok bool) {
	defer missing(&ok)
	if from.Vec == nil {
		if len(dst) == 2 && from.Addr%2 == 0 { // the one element that copy moves by halves
			binary.NativeEndian.PutUint16(dst, **(**uint16)(unsafe.Pointer(&from.Addr)))
			return true
		}
		copy(dst, memory(from.Addr, uint64(len(dst))))
		return true
	}
	for p := range from.Pieces {
		if len(dst) == 0 {
			break
		}
		dst = dst[copy(dst, memory(p.Base, p.Len)):]
	}
	return true
}

// scatter copies the first bytes of src into a region, which it fills; false if memory is missing or cannot be written.
func scatter(into portals.Region, src []byte) (ok bool) {
	defer missing(&ok)
	if into.Vec == nil {
		if into.Len == 2 && len(src) >= 2 && into.Addr%2 == 0 {
			**(**uint16)(unsafe.Pointer(&into.Addr)) = binary.NativeEndian.Uint16(src)
			return true
		}
		copy(memory(into.Addr, into.Len), src)
		return true
	}
	for p := range into.Pieces {
		src = src[copy(memory(p.Base, p.Len), src):]
	}
	return true
}

// exchange swaps the first bytes of src with a region and answers in old, as long as the region, what was there. An aligned element of 4 or 8 bytes is swapped
// by the CPU, so that the program's own atomics agree with it.
func exchange(old []byte, with portals.Region, src []byte) (ok bool) {
	defer missing(&ok)
	switch {
	case with.Vec == nil && with.Len == 8 && with.Addr%8 == 0:
		v := binary.NativeEndian.Uint64(src)
		binary.NativeEndian.PutUint64(old, atomic.SwapUint64(*(**uint64)(unsafe.Pointer(&with.Addr)), v))
		return true
	case with.Vec == nil && with.Len == 4 && with.Addr%4 == 0:
		v := binary.NativeEndian.Uint32(src)
		binary.NativeEndian.PutUint32(old, atomic.SwapUint32(*(**uint32)(unsafe.Pointer(&with.Addr)), v))
		return true
	}
	return gather(old, with) && scatter(with, src)
}

// move copies n bytes inside this process; false if memory is missing or cannot be written.
func move(dst, src uintptr, n uint64) (ok bool) {
	defer missing(&ok)
	copy(memory(dst, n), memory(src, n))
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
