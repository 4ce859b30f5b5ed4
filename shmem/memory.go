package shmem

import (
	"fmt"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/heap"
	"gasnetgo/internal/memory"
)

func newHeap(s Segment) *heap.Heap { return heap.New(s.Len, uint64(s.Base)) }

// Malloc allocates size bytes of the symmetric heap at a multiple of align, a power of two, and fills them with zeros if asked. It answers NULL
// without a barrier if size is 0 or align is no power of two, else it ends with one; NULL also when there is no room, and
// then LastError and a warning say so. All hints are welcome and change nothing yet.
//
// Spec: OpenSHMEM 1.6, section 9.3
func (p *PE) Malloc(fn string, size, align uint64, hints int64, zero bool) (uintptr, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	if size == 0 {
		return 0, nil
	}
	if align == 0 || align&(align-1) != 0 {
		p.note(fmt.Sprintf("%s: alignment = %d: not a power of two", fn, align))
		return 0, nil
	}
	return p.alloc(a, fn, size, align, zero)
}

// Calloc allocates count elements of size bytes, filled with zeros. Otherwise as Malloc.
func (p *PE) Calloc(fn string, count, size uint64) (uintptr, error) {
	bytes, ok := product(count, size)
	if !ok {
		bytes = ^uint64(0)
	}
	return p.Malloc(fn, bytes, heap.Grain, 0, true)
}

func (p *PE) alloc(a *attached, fn string, size, align uint64, zero bool) (uintptr, error) {
	call := p.declare("size", size, align)
	p.mu.Lock()
	var off uint64
	ok := a.heapAlign == 0 || align <= a.heapAlign
	if ok {
		off, ok = a.guard.alloc(a.heap, size, align)
	}
	if ok {
		a.guard.allow(off, size)
	}
	p.mu.Unlock()
	var block uintptr
	if ok {
		block = a.seg[Heap].Base + uintptr(off)
		if zero {
			clear(memory.Bytes(block, size))
		}
	} else {
		p.exhausted(a, fn, size, align)
	}
	return block, p.together(a, call)
}

// Realloc changes the size of a block and answers its new place; the contents move with it. NULL for ptr is Malloc, 0 for size is Free. If
// there is no room, or ptr has been freed, it answers NULL and changes nothing. Barriers on entry and exit.
func (p *PE) Realloc(fn string, ptr uintptr, size uint64) (uintptr, error) {
	a, err := p.up()
	switch {
	case err != nil:
		return 0, err
	case ptr == 0:
		return p.Malloc(fn, size, heap.Grain, 0, false)
	case size == 0:
		return 0, p.Free(fn, ptr)
	}
	off, err := p.inHeap(a, ptr)
	if err != nil {
		return 0, err
	}
	if err := p.together(a, p.declare("ptr", off, size)); err != nil {
		return 0, err
	}
	p.mu.Lock()
	old, live := a.heap.SizeOf(off)
	newOff, ok := a.guard.resize(a.heap, off, size)
	if live && ok {
		a.guard.forbid(off, old)
		a.guard.allow(newOff, size)
	}
	p.mu.Unlock()
	switch {
	case !live:
		p.note(fmt.Sprintf("%s: ptr = %v: %s", fn, fault.Addr(ptr), p.notBlock(a, off)))
		return 0, p.barrier(a)
	case !ok:
		p.exhausted(a, fn, size, heap.Grain)
		return 0, p.barrier(a)
	}
	block := a.seg[Heap].Base + uintptr(newOff)
	if newOff != off {
		copy(memory.Bytes(block, min(old, size)), memory.Bytes(ptr, min(old, size)))
	}
	return block, p.barrier(a)
}

// Free gives a block back, after a barrier. NULL is no block and has no barrier.
func (p *PE) Free(_ string, ptr uintptr) error {
	a, err := p.up()
	if err != nil || ptr == 0 {
		return err
	}
	off, err := p.inHeap(a, ptr)
	if err != nil {
		return err
	}
	p.mu.Lock()
	size, live := a.heap.SizeOf(off)
	p.mu.Unlock()
	if !live {
		return fault.New("ptr", fault.Addr(ptr), "%s", p.notBlock(a, off))
	}
	if err := p.together(a, p.declare("ptr", off, 0)); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	a.guard.forbid(off, size)
	a.heap.Release(off)
	return nil
}

// inHeap is ptr's offset in the heap.
func (p *PE) inHeap(a *attached, ptr uintptr) (uint64, error) {
	at, ok := a.find(ptr, 1)
	if ok && at.Seg == Heap {
		return at.Off, nil
	}
	if ok {
		return 0, fault.New("ptr", fault.Addr(ptr), "not from this library's allocator: it is a global or static variable")
	}
	why := "not from this library's allocator: outside the symmetric heap"
	if n, ok := p.world.(AddrNamer); ok {
		if name := n.NameAddr(ptr); name != "" {
			why = "not from this library's allocator: it is in " + name
		}
	}
	return 0, fault.New("ptr", fault.Addr(ptr), "%s", why)
}

// notBlock describes an offset of the heap that is not the start of a block.
func (p *PE) notBlock(a *attached, off uint64) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if start, size, live := a.heap.Around(off); live {
		return fmt.Sprintf("not a block but %d bytes inside the block of %d bytes at %v", off-start, size, fault.Addr(a.seg[Heap].Base+uintptr(start)))
	}
	return "not a block: it has been freed, or was never allocated"
}

// exhausted records why there is no block of size bytes.
func (p *PE) exhausted(a *attached, fn string, size, align uint64) {
	p.mu.Lock()
	free, largest, total := a.heap.Free(), a.heap.Largest(), a.heap.Size()
	p.mu.Unlock()
	at := ""
	if align > heap.Grain {
		at = fmt.Sprintf(" at a multiple of %d", align)
	}
	if a.heapAlign != 0 && align > a.heapAlign {
		p.note(fmt.Sprintf("%s: alignment = %d: the symmetric heaps of the ranks agree only up to multiples of %d", fn, align, a.heapAlign))
		return
	}
	p.note(fmt.Sprintf("%s: no room for %d bytes%s: of the symmetric heap's %d bytes %d are free, the largest block has %d (%s changes this)",
		fn, size, at, total, free, largest, heapKnob))
}
