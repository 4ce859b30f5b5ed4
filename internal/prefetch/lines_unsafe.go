package prefetch

import "unsafe"

// LineSize is how many bytes a cache line has, on the processors that matter.
const LineSize = 64

// Line prefetches the line that something begins in.
func Line[T any](p *T) { fetch(unsafe.Pointer(p)) }

// Lines2 prefetches that line and the next.
func Lines2[T any](p *T) { fetch2(unsafe.Pointer(p)) }

// Lines4 prefetches that line and the next three.
func Lines4[T any](p *T) { fetch4(unsafe.Pointer(p)) }

// LineToWrite is Line for a line that is going to be written: no other core has it then.
func LineToWrite[T any](p *T) { fetchToWrite(unsafe.Pointer(p)) }

// Lines3At prefetches three lines at an address; 0 is none.
func Lines3At(at uintptr) {
	if at != 0 {
		fetch3(at)
	}
}

// Ends prefetches two lines at each end of n bytes of memory, which may be large: the processor itself finds the lines in between.
func Ends(at uintptr, n uint64) { ends(at, at+uintptr(max(n, 2*LineSize))-2*LineSize) }

// Event prefetches four lines of an actor, whatever pointer it is, and three more at its argument, if that is large enough to be an address.
func Event(actor any, arg uint64) { fetchEvent(In(actor), uintptr(arg)) }

// At is the address of something.
func At[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// In is the address of what an interface value points to.
func In(pointer any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&pointer))[1] }

// All is the place of something, whole, or of its first two lines if it has more.
func All[T any](p *T) uintptr { return Span(At(p), unsafe.Sizeof(*p)) }

// Begin is the place of the line that something begins in.
func Begin[T any](p *T) uintptr { return Span(At(p), 1) }

// Span is the place of the lines of n bytes from an address on, as far as they are no more than two.
func Span(at, n uintptr) uintptr {
	line := at &^ (LineSize - 1)
	if at+n <= line+LineSize {
		return line
	}
	return line + LineSize/2
}

//go:noescape
func fetch(p unsafe.Pointer)

//go:noescape
func fetch2(p unsafe.Pointer)

//go:noescape
func fetch4(p unsafe.Pointer)

//go:noescape
func fetchToWrite(p unsafe.Pointer)

//go:noescape
func fetchSet(s *Set)

//go:noescape
func fetchSmallSet(f *SmallSet)

func fetch3(at uintptr)

func ends(first, last uintptr)

func fetchEvent(actor, arg uintptr)
