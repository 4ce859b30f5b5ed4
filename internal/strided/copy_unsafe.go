package strided

import (
	"unsafe"

	"gasnetgo/internal/memory"
)

// The memory belongs to the program, and so do races on it: these functions are not instrumented for Go's race detector. A block of 1, 2, 4 or 8 bytes is one
// access. Regions must not overlap, unless they are the same.

// Copy copies the row.
//
//go:norace
func (r Row) Copy(to, from uintptr) {
	t, f := memory.Pointer(to), memory.Pointer(from)
	switch r.Block {
	case 1:
		words[uint8](t, f, r)
	case 2:
		words[uint16](t, f, r)
	case 4:
		words[uint32](t, f, r)
	case 8:
		words[uint64](t, f, r)
	case 16:
		words[[2]uint64](t, f, r)
	default:
		for i := range r.Count {
			move(unsafe.Add(t, i*r.To), unsafe.Add(f, i*r.From), r.Block)
		}
	}
}

// words copies blocks of the size of a T.
//
//go:norace
func words[T any](to, from unsafe.Pointer, r Row) {
	var t, f uint64
	for range r.Count {
		*(*T)(unsafe.Add(to, t)) = *(*T)(unsafe.Add(from, f))
		t += r.To
		f += r.From
	}
}

//go:norace
func move(to, from unsafe.Pointer, n uint64) {
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// moveShort is move for what is often a word.
//
//go:norace
func moveShort(to, from unsafe.Pointer, n uint64) {
	switch n {
	case 1:
		*(*uint8)(to) = *(*uint8)(from)
	case 2:
		*(*uint16)(to) = *(*uint16)(from)
	case 4:
		*(*uint32)(to) = *(*uint32)(from)
	case 8:
		*(*uint64)(to) = *(*uint64)(from)
	default:
		move(to, from, n)
	}
}

// Copy copies the box.
func (b *Box) Copy() {
	b.EachRow(func(to, from uintptr, row Row) {
		if to != from || row.To != row.From {
			row.Copy(to, from)
		}
	})
}

// CopyList copies between lists, each of them bytes long.
//
//go:norace
func CopyList(to, from *List, bytes uint64) {
	w := pairs{to: to, from: from, left: bytes}
	for g, ok := w.next(); ok; g, ok = w.next() {
		if g.To != g.From {
			moveShort(memory.Pointer(g.To), memory.Pointer(g.From), g.Len)
		}
	}
}
