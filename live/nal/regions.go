package nal

import (
	"encoding/binary"
	"sync/atomic"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// exchange swaps the first bytes of src with a region and stores the region's old content in old, which is as long as the region. An aligned element of 4 or 8
// bytes is swapped by the CPU, so that the program's own atomics are compatible.
func exchange(old []byte, with portals.Region, src []byte) (ok bool) {
	defer process.Missing(&ok)
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
	return process.Gather(old, with) && process.Scatter(with, src)
}

// move copies n bytes inside this process; false if memory is missing or cannot be written.
func move(dst, src uintptr, n uint64) (ok bool) {
	defer process.Missing(&ok)
	copy(memory.Bytes(dst, n), memory.Bytes(src, n))
	return true
}
