package lapi

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/lapi"
)

// Put is conduit.Putter's: LAPI_Put, whose completion counter ends it. If the source is not the caller's to keep, a short one is copied, and for a long one the call waits for
// the origin counter.
func (c *Core) Put(to int, dest, source uintptr, bytes uint64, bulk bool, op *conduit.Op) bool {
	c.enter()
	defer c.leave()
	if bytes == 0 {
		return true
	}
	if c.moves == mostMoves {
		return c.stall()
	}
	from := lapi.Source{Pieces: []lapi.Piece{{At: source, Len: bytes}}}
	if !bulk {
		from = c.m.Source(source, bytes)
	}
	sent := true
	counters := lapi.Counters{Complete: c.moving(op)}
	if !bulk && from.Copy == nil {
		sent = false
		counters.Origin = c.counters.New(func() { sent = true })
	}
	c.m.Put(to, []lapi.Piece{{At: dest, Len: bytes}}, from, counters, lapi.Callback{})
	c.m.Perform()
	c.await("a put's source", func() bool { return sent })
	return true
}

// Get is conduit.Getter's: LAPI_Get, whose origin counter ends it.
func (c *Core) Get(from int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	c.enter()
	defer c.leave()
	if bytes == 0 {
		return true
	}
	if c.moves == mostMoves {
		return c.stall()
	}
	c.m.Get(from, []lapi.Piece{{At: source, Len: bytes}}, []lapi.Piece{{At: dest, Len: bytes}}, lapi.Counters{Origin: c.moving(op)}, lapi.Callback{})
	c.m.Perform()
	return true
}

// moving begins a put or a get; the counter that it returns ends it.
func (c *Core) moving(op *conduit.Op) uintptr {
	c.moves++
	op.Begin()
	return c.counters.New(func() {
		c.moves--
		op.Finish()
	})
}
