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
	if to.Len == from.Len && len(to.Addrs) == len(from.Addrs) && bytes > 0 && len(to.Addrs) > 0 {
		copyAddrs(pointers(to.Addrs), pointers(from.Addrs), to.Len)
		return
	}
	var t, f Piece
	for i, k := 0, 0; bytes > 0; {
		for ; t.Len == 0; i++ {
			t = to.At(i)
		}
		for ; f.Len == 0; k++ {
			f = from.At(k)
		}
		n := min(t.Len, f.Len)
		if t.Addr != f.Addr {
			moveShort(memory.Pointer(t.Addr), memory.Pointer(f.Addr), n)
		}
		t = Piece{t.Addr + uintptr(n), t.Len - n}
		f = Piece{f.Addr + uintptr(n), f.Len - n}
		bytes -= n
	}
}

// copyAddrs copies n bytes from each address to the one in the same place.
//
//go:norace
func copyAddrs(to, from []unsafe.Pointer, n uint64) {
	from = from[:len(to)]
	switch n {
	case 8:
		for i, t := range to {
			if f := from[i]; t != f {
				*(*uint64)(t) = *(*uint64)(f)
			}
		}
	default:
		for i, t := range to {
			if f := from[i]; t != f {
				moveShort(t, f, n)
			}
		}
	}
}

// pointers is addresses as what they lead to.
func pointers(addrs []uintptr) []unsafe.Pointer {
	return unsafe.Slice((*unsafe.Pointer)(unsafe.Pointer(unsafe.SliceData(addrs))), len(addrs))
}
