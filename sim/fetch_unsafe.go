package sim

import "unsafe"

// line is what caches move, on nearly all machines.
const line = 64

// Fetch has the caches get what p points to, up to the first kilobyte of it, while the caller goes on. It is a hint, and p may be nil or anything else.
func Fetch[T any](p *T) {
	fetch(unsafe.Pointer(p), (min(unsafe.Sizeof(*p), 1024)+line-1)/line)
}

// fetchActor gets the beginning of an actor, whatever it is.
func fetchActor(a Actor) {
	fetch((*[2]unsafe.Pointer)(unsafe.Pointer(&a))[1], 2)
}

// fetchAll gets more of it, as much as large actors have.
func fetchAll(a Actor) {
	fetch((*[2]unsafe.Pointer)(unsafe.Pointer(&a))[1], 8)
}
