// Package cache has lines of memory come into a processor's caches before somebody wants them. A processor that knows which memory it wants has a dozen lines come
// in the time that it waits for one; a program that finds out from each line which is the next one has it wait for every one of them.
//
// Nothing but speed depends on it: an address may be any, of memory that is gone or never was.
package cache

// Set is places that are wanted together. They are no references: what is there may go. One that is not used is to be that of some other place, for looking up 0
// takes long.
//
// A place is the 64 bytes from an address on, so it is one line if the address is where that begins, and two if not: see Span.
type Set [8]uintptr

// NewSet has all places be one.
func NewSet(at uintptr) (s Set) {
	for i := range s {
		s[i] = at
	}
	return s
}

// Put sets places, from the i-th on.
func (s *Set) Put(i int, at ...uintptr) {
	if copy(s[i:], at) < len(at) {
		panic("cache: a set has no room for so many places")
	}
}

// Fetch has all of them come.
func (s *Set) Fetch() { fetchSet(s) }

// Few is a smaller Set.
type Few [5]uintptr

// Fetch has all of them come.
func (f *Few) Fetch() { fetchFew(f) }
