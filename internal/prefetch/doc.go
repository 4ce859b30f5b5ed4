// Package prefetch prefetches cache lines. A processor that knows the addresses in advance loads a dozen lines in the time of one miss; a program that finds in
// each line the address of the next waits for every miss.
//
// The simulation knows its next events. With thousands of ranks their memory is not in the caches, so:
//
//	sim          looks some dozen events ahead, prefetches actors and arguments, and asks the actors that implement Prefetch for the rest
//	sim.CPU      has a Plan: the memory that the rank's next turn and its interrupt handler will touch
//	sim/world, sim/run, sim/nal  enter their objects in that plan
//	sim/seastar  prefetches for its events; it asks a message's endpoint for the message's memory (fabric.Hints)
//	portals      reports where its objects are; it keeps no state for prefetching
//
// Only speed depends on prefetching: an address may be invalid, or belong to memory that has been freed.
package prefetch

// Set is places that are fetched together. They are no references: what is there may go. Unused entries must repeat a valid address: prefetching 0 is slow.
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
		panic("prefetch: a set has no room for so many places")
	}
}

// Fetch prefetches all of them.
func (s *Set) Fetch() { fetchSet(s) }

// SmallSet is a smaller Set.
type SmallSet [5]uintptr

// Fetch prefetches all of them.
func (s *SmallSet) Fetch() { fetchSmallSet(s) }
