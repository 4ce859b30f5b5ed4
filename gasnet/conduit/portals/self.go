package portals

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
)

// mostToSelf is how many requests of a rank to itself may wait for their handlers.
const mostToSelf = 64

// toSelf takes a request of this rank to itself: memory is copied, nothing goes over Portals.
func (c *Core) toSelf(m *conduit.Message) bool {
	if len(c.own) == mostToSelf {
		return c.stall(ptl.ProcessID{})
	}
	a, keep := c.copyOf(m, false)
	a.Own = &incoming{self: true, keep: keep}
	c.own = append(c.own, a)
	c.moved++
	return true
}

// copyOf is a message of this rank to itself as it arrives, and memory of its own that it needs.
func (c *Core) copyOf(m *conduit.Message, reply bool) (a *conduit.Arrival, keep []byte) {
	a = &conduit.Arrival{From: c.Me, Reply: reply, Kind: m.Kind, Handler: m.Handler, NArgs: len(m.Args), Bytes: m.Bytes}
	copy(a.Args[:], m.Args)
	switch m.Kind {
	case conduit.Medium:
		keep = aligned(m.Source, m.Bytes)
		a.Buffer = memory.Address(keep)
		c.World.Charge(pace.Copy, m.Bytes)
	case conduit.Long:
		a.Buffer = m.Dest
		c.copy(m.Dest, m.Source, m.Bytes)
	}
	return a, keep
}

// aligned is a copy of n bytes that is aligned to 16.
func aligned(from uintptr, n uint64) []byte {
	b := make([]byte, n+16)
	b = b[-memory.Address(b)&15:]
	memory.Copy(memory.Address(b), from, n)
	return b
}
