package nal

import (
	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

// gather copies the first len(dst) bytes of a region into dst; false if memory is missing.
func gather(dst []byte, from portals.Region) (ok bool) {
	defer missing(&ok)
	if from.Vec == nil {
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
		copy(memory.Bytes(into.Addr, into.Len), src)
		return true
	}
	for p := range into.Pieces {
		src = src[copy(memory.Bytes(p.Base, p.Len), src):]
	}
	return true
}

// missing turns a fault into "not ok", if the thread has asked for faults as panics (runtime/debug.SetPanicOnFault), which the world does.
func missing(ok *bool) {
	if *ok { // nearly always: asking takes longer
		return
	}
	if p := recover(); p != nil {
		if _, fault := p.(interface{ Addr() uintptr }); !fault {
			panic(p)
		}
		*ok = false
	}
}
