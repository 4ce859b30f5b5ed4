package ofi

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/request"
)

// at is where an address of a rank's segment is for the network.
func (c *Core) at(rank int, addr uintptr) ofi.Place {
	s := c.Segments[rank]
	return s.Region.At(uint64(addr - s.Base))
}

// Put is conduit.Putter's.
func (c *Core) Put(to int, dest, source uintptr, bytes uint64, bulk bool, op *conduit.Op) bool {
	if to == c.Rank() || bytes == 0 {
		memory.Copy(dest, source, bytes)
		return true
	}
	if bytes <= Eager {
		return c.putEager(to, dest, source, bytes, op)
	}
	var kept []byte
	if !bulk && bytes <= copied {
		kept = append(make([]byte, 0, bytes), memory.Bytes(source, bytes)...)
		source = memory.Address(kept)
	}
	wait := !bulk && kept == nil
	c.Port.Lock()
	o := c.start(op, wait)
	if o != nil {
		c.layer.Write(o, to, source, bytes, c.at(to, dest), kept)
	}
	c.Port.Unlock()
	if o != nil && wait {
		c.await(o)
	}
	return o != nil
}

// Get is conduit.Getter's.
func (c *Core) Get(from int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	if from == c.Rank() || bytes == 0 {
		memory.Copy(dest, source, bytes)
		return true
	}
	c.Port.Lock()
	defer c.Port.Unlock()
	o := c.start(op, false)
	if o != nil {
		c.layer.Read(o, from, dest, bytes, c.at(from, source), nil)
	}
	return o != nil
}

// operation is a part of an operation of the conduit, or of none, that the network moves.
type operation = request.Operation[*conduit.Op]

// start begins a part of an operation, or returns nil if as many as may be are in flight. It needs the lock.
func (c *Core) start(op *conduit.Op, keep bool) *operation {
	if c.inFlight >= most {
		return nil
	}
	c.inFlight++
	op.Begin()
	o := c.layer.Begin(keep)
	o.Note = op
	return o
}

// place writes a Long's payload and waits until it is there. No handler is needed for that.
func (c *Core) place(to int, dest, source uintptr, bytes uint64) {
	c.Port.Lock()
	o := c.layer.Begin(true)
	c.layer.Write(o, to, source, bytes, c.at(to, dest), nil)
	c.Port.Unlock()
	c.await(o)
}

// await waits for a part that is kept. Next reports a failure.
func (c *Core) await(o *operation) {
	c.layer.Wait(o)
	c.Port.Lock()
	defer c.Port.Unlock()
	_ = c.layer.Release(o)
}
