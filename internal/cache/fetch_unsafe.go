package cache

import "unsafe"

// Line is how many bytes a line has, on the processors that matter.
const Line = 64

// Fetch has the line come that something begins in.
func Fetch[T any](p *T) { fetch(unsafe.Pointer(p)) }

// Fetch2 is Fetch with the next line.
func Fetch2[T any](p *T) { fetch2(unsafe.Pointer(p)) }

// Fetch3 is Fetch with the next two.
func Fetch3[T any](p *T) { fetch3(unsafe.Pointer(p)) }

// Fetch4 is Fetch with the next three.
func Fetch4[T any](p *T) { fetch4(unsafe.Pointer(p)) }

// FetchToWrite is Fetch for a line that is going to be written: no other core has it then.
func FetchToWrite[T any](p *T) { fetchToWrite(unsafe.Pointer(p)) }

// Ends has the first lines and the last one come of n bytes of memory, which may be large: the processor sees itself where that leads.
func Ends(at uintptr, n uint64) { ends(at, n) }

// Call fetches three lines of what a method belongs to, whatever pointer x is, and three more at its argument, if that is large enough to be an address.
func Call(x any, arg uint64) { fetchEvent((*[2]uintptr)(unsafe.Pointer(&x))[1], uintptr(arg)) }

// At is the address of something.
func At[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// Element is the i-th one of those that lie in a row, of which p is the first.
func Element[T any](p *T, i uint64) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), i*uint64(unsafe.Sizeof(*p))))
}

//go:noescape
func fetch(p unsafe.Pointer)

//go:noescape
func fetch2(p unsafe.Pointer)

//go:noescape
func fetch3(p unsafe.Pointer)

//go:noescape
func fetch4(p unsafe.Pointer)

//go:noescape
func fetchToWrite(p unsafe.Pointer)

//go:noescape
func fetchSet(s *Set)

func ends(at uintptr, n uint64)

func fetchEvent(actor, arg uintptr)
