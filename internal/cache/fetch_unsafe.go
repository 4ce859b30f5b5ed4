package cache

import "unsafe"

// Line is how many bytes a line has, on the processors that matter.
const Line = 64

// Fetch has the line come that something begins in.
func Fetch[T any](p *T) { fetch(unsafe.Pointer(p)) }

// Fetch2 is Fetch with the next line.
func Fetch2[T any](p *T) { fetch2(unsafe.Pointer(p)) }

// Fetch4 is Fetch with the next three.
func Fetch4[T any](p *T) { fetch4(unsafe.Pointer(p)) }

// FetchToWrite is Fetch for a line that is going to be written: no other core has it then.
func FetchToWrite[T any](p *T) { fetchToWrite(unsafe.Pointer(p)) }

// Fetch3At has three lines come at an address; 0 is none.
func Fetch3At(at uintptr) {
	if at != 0 {
		fetch3(at)
	}
}

// Ends has the two lines come at each end of n bytes of memory, which may be large: the processor sees itself where that leads.
func Ends(at uintptr, n uint64) { ends(at, at+uintptr(max(n, 2*Line))-2*Line) }

// Call fetches four lines of what a method belongs to, whatever pointer x is, and three more at its argument, if that is large enough to be an address.
func Call(x any, arg uint64) { fetchEvent((*[2]uintptr)(unsafe.Pointer(&x))[1], uintptr(arg)) }

// At is the address of something.
func At[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// All is the place of something, whole, or of its first two lines if it has more.
func All[T any](p *T) uintptr { return Span(At(p), unsafe.Sizeof(*p)) }

// Begin is the place of the line that something begins in.
func Begin[T any](p *T) uintptr { return Span(At(p), 1) }

// Span is the place of the lines of n bytes from an address on, as far as they are no more than two.
func Span(at, n uintptr) uintptr {
	line := at &^ (Line - 1)
	if at+n <= line+Line {
		return line
	}
	return line + Line/2
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
func fetchFew(f *Few)

func fetch3(at uintptr)

func ends(first, last uintptr)

func fetchEvent(actor, arg uintptr)
