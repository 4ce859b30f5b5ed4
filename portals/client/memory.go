package client

import "gasnetgo/portals"

// Options of descriptors.
const (
	// NoStart switches START events off.
	NoStart = portals.MDEventStartDisable

	// NoEvents switches START and END events off.
	NoEvents = portals.MDEventStartDisable | portals.MDEventEndDisable
)

// Segment is memory of this rank.
type Segment struct {
	Base uintptr
	Len  uint64 // bytes
}

// Everything is all memory: stacks and private heaps have no fixed place.
func Everything() Segment { return Segment{Base: 1, Len: 1 << 63} }

// Describe returns a descriptor of the segment that is never used up.
func (s Segment) Describe(options uint32, eq portals.Handle) portals.MD {
	return portals.MD{Start: s.Base, Length: s.Len, Threshold: portals.ThresholdInfinite, Options: options, EQ: eq}
}

// Memory is local memory under free-floating descriptors. Segments may overlap: the first that contains an address is used.
type Memory []part

type part struct {
	Segment
	md portals.Handle
}

// Place is local memory as Portals names it.
type Place struct {
	MD     portals.Handle
	Offset uint64
}

// At is the place of n bytes at addr. Without a descriptor that contains them its MD is invalid, and Portals refuses an operation there.
func (m Memory) At(addr uintptr, n uint64) Place {
	for i := range m {
		p := &m[i]
		if off := uint64(addr - p.Base); off < p.Len && n <= p.Len-off {
			return Place{p.md, off}
		}
	}
	return Place{MD: portals.InvalidHandle}
}
