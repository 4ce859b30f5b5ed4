package portals

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
)

// operation is what an operation of this rank holds until it is complete.
type operation struct {
	core   *Core
	op     *conduit.Op // part of it, or nil
	region *region     // of the firehose, or nil
	temp   ptl.Handle  // descriptor for this transfer, or InvalidHandle
	chunk  int32       // that is free then, or -1
	reply  bool        // the chunk is one for replies
	into   uintptr     // where a get through a chunk goes
	bytes  uint64
	next   *operation
}

// launch makes the record of an operation to a rank, with a ticket, if there is room. Both results are for one message.
func (c *Core) launch(to int) (*client.Operation, *operation) {
	id := c.ID(to)
	op := c.client.TryStart(0, id)
	if op == nil {
		c.stall(id)
		return nil, nil
	}
	c.tickets--
	f := c.operations
	if f == nil {
		f = &operation{}
	} else {
		c.operations = f.next
	}
	*f = operation{core: c, temp: ptl.InvalidHandle, chunk: -1}
	op.CountComplete(f)
	return op, f
}

// Begin is client.Counter's.
func (f *operation) Begin() {}

// Finish gives back what a complete operation has held.
func (f *operation) Finish() {
	c := f.core
	c.tickets++
	if f.into != 0 {
		c.copy(f.into, c.requests.at(uint32(f.chunk)), f.bytes)
	}
	switch {
	case f.chunk < 0:
	case f.reply:
		c.replies.give(uint32(f.chunk))
	default:
		c.requests.give(uint32(f.chunk))
	}
	if f.region != nil {
		c.firehose.release(f.region)
	}
	if f.temp != ptl.InvalidHandle {
		c.World.Charge(pace.Call, 1)
		c.Host.NI.MDUnlink(f.temp)
		c.temps++
	}
	if f.op != nil {
		f.op.Finish()
	}
	*f = operation{next: c.operations}
	c.operations = f
}

// local is local memory that a transfer uses.
type local struct {
	place  client.Place
	region *region
	temp   ptl.Handle
}

// pin finds a descriptor for n bytes at addr: the segment's, one of the firehose, or a new one. n fits into a region.
func (c *Core) pin(addr uintptr, n uint64) (l local, ok bool) {
	l.temp = ptl.InvalidHandle
	if n == 0 {
		l.place = c.source.At(0)
		return l, true
	}
	if off, inside := c.inSegment(addr, n); inside {
		l.place = c.source.At(off)
		return l, true
	}
	if c.Options.Firehose {
		if l.region = c.firehose.acquire(addr, n); l.region == nil {
			return l, c.stall(ptl.ProcessID{})
		}
		l.place = client.Place{MD: l.region.md, Offset: uint64(addr - l.region.base)}
		return l, true
	}
	if c.temps == 0 {
		return l, c.stall(ptl.ProcessID{})
	}
	c.World.Charge(pace.Call, 1)
	h, code := c.Host.NI.MDBind(Segment{Base: addr, Len: n}.Describe(client.NoStart, c.safe.Handle()), nil, ptl.Retain)
	if code != ptl.OK {
		return l, c.stall(ptl.ProcessID{})
	}
	c.temps--
	c.counts.temporary++
	l.temp, l.place = h, client.Place{MD: h}
	return l, true
}

// unpin undoes pin for a transfer that has not begun.
func (c *Core) unpin(l local) {
	if l.region != nil {
		c.firehose.release(l.region)
	}
	if l.temp != ptl.InvalidHandle {
		c.Host.NI.MDUnlink(l.temp)
		c.temps++
	}
}

// holds has the operation keep local memory.
func (f *operation) holds(l local) { f.region, f.temp = l.region, l.temp }

// inSegment reports whether n bytes at addr are in this rank's segment.
func (c *Core) inSegment(addr uintptr, n uint64) (offset uint64, inside bool) {
	s := c.Segments[c.Me]
	off := uint64(addr - s.Base)
	return off, addr >= s.Base && off <= s.Len && n <= s.Len-off
}

// piece is how many of n bytes at addr one transfer can have.
func (c *Core) piece(addr uintptr, n uint64) uint64 {
	if _, inside := c.inSegment(addr, n); inside || !c.Options.Firehose {
		return min(n, longMost)
	}
	return min(n, c.Options.RegionBytes-uint64(addr%page))
}
