package shmem

import "gasnetgo/internal/heap"

// Guard is a World in which a checker may watch the program's accesses to the symmetric heap: AddressSanitizer, in the live world.
type Guard interface {
	// Guarded reports whether there is a checker. It does not change between Attach and Detach.
	Guarded() bool

	// Guard forbids the program to access [addr, addr+bytes) of its own heap, or allows it. Only if Guarded.
	Guard(addr uintptr, bytes uint64, allow bool)
}

const (
	// redZone is the number of forbidden bytes behind each block of a guarded heap.
	redZone = 64

	// guardAhead is how far beyond the last block a guarded heap is forbidden. The checker's own memory is an eighth of that, and a heap may be
	// larger than this host's memory.
	guardAhead = 64 << 20
)

// guarded is the checker's view of a heap. The zero value is a heap without a checker.
type guarded struct {
	g    Guard // nil: none
	heap Segment
	end  uint64 // offset up to which the heap has been forbidden or allowed
}

// newGuarded forbids the program to access the heap, in which there are no blocks yet.
func newGuarded(w World, s Segment) guarded {
	g, ok := w.(Guard)
	if !ok || !g.Guarded() {
		return guarded{}
	}
	x := guarded{g: g, heap: s}
	x.reach(0)
	return x
}

// zone is the number of bytes to allocate behind a block.
func (x *guarded) zone() uint64 {
	if x.g == nil {
		return 0
	}
	return redZone
}

// alloc allocates a block with its red zone, and without one where only that fits.
func (x *guarded) alloc(h *heap.Heap, size, align uint64) (off uint64, ok bool) {
	if zone := x.zone(); zone > 0 && size > 0 && size+zone > size {
		if off, ok = h.Alloc(size+zone, align); ok {
			return off, true
		}
	}
	return h.Alloc(size, align)
}

// resize is alloc for a block that exists.
func (x *guarded) resize(h *heap.Heap, off, size uint64) (newOff uint64, ok bool) {
	if zone := x.zone(); zone > 0 && size > 0 && size+zone > size {
		if newOff, ok = h.Resize(off, size+zone); ok {
			return newOff, true
		}
	}
	return h.Resize(off, size)
}

// allow lets the program access a block.
func (x *guarded) allow(off, size uint64) {
	if x.g != nil {
		x.reach(off + size)
		x.g.Guard(x.heap.Base+uintptr(off), size, true)
	}
}

// forbid undoes allow.
func (x *guarded) forbid(off, size uint64) {
	if x.g != nil {
		x.g.Guard(x.heap.Base+uintptr(off), size, false)
	}
}

// reach forbids the heap up to guardAhead bytes behind off.
func (x *guarded) reach(off uint64) {
	if end := min(off+guardAhead, x.heap.Len); end > x.end {
		x.forbid(x.end, end-x.end)
		x.end = end
	}
}

// over allows the whole heap, which is not used any more: its addresses may be used again without a checker.
func (x *guarded) over() {
	if x.g != nil {
		x.g.Guard(x.heap.Base, x.end, true)
	}
}
