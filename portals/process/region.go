package process

import (
	"encoding/binary"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// Networks copy the program's memory with these. They need a thread that gets memory faults as panics (runtime/debug.SetPanicOnFault).

// Gather copies the first len(dst) bytes of a region into dst; false if memory is missing.
func Gather(dst []byte, from portals.Region) (ok bool) {
	defer Missing(&ok)
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

// Scatter copies the first bytes of src into a region, which it fills; false if memory is missing or cannot be written.
func Scatter(into portals.Region, src []byte) (ok bool) {
	defer Missing(&ok)
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

// Missing, deferred, turns a memory fault into "not ok". The function sets ok when it has copied.
func Missing(ok *bool) {
	if *ok { // nearly always: recover takes longer
		return
	}
	if p := recover(); p != nil {
		if _, fault := p.(interface{ Addr() uintptr }); !fault {
			panic(p)
		}
		*ok = false
	}
}
