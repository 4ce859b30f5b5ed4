package portals

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
)

// Put is conduit.Putter's.
func (c *Core) Put(to int, dest, source uintptr, bytes uint64, bulk bool, op *conduit.Op) bool {
	var sending client.Count
	if bulk {
		return c.pieces(source, bytes, func(at, n uint64) bool {
			return c.put(to, dest+uintptr(at), source+uintptr(at), n, op, nil)
		}, to, dest, source)
	}
	begun := c.pieces(source, bytes, func(at, n uint64) bool {
		return c.put(to, dest+uintptr(at), source+uintptr(at), n, op, &sending)
	}, to, dest, source)
	if begun {
		c.Host.Lock()
		c.await("a put's source", func() bool { return sending == 0 })
		c.Host.Unlock()
	}
	return begun
}

// Get is conduit.Getter's.
func (c *Core) Get(from int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	return c.pieces(dest, bytes, func(at, n uint64) bool {
		return c.get(from, dest+uintptr(at), source+uintptr(at), n, op)
	}, from, dest, source)
}

// pieces starts the pieces of a transfer with local memory at addr. If there is no room for the first it answers false; for others it waits. A transfer with this
// rank itself is a copy.
func (c *Core) pieces(addr uintptr, bytes uint64, start func(at, n uint64) bool, peer int, dest, source uintptr) bool {
	c.Host.Lock()
	defer c.Host.Unlock()
	if peer == c.Me {
		c.copy(dest, source, bytes)
		return true
	}
	for at := uint64(0); at < bytes; {
		n := c.piece(addr+uintptr(at), bytes-at)
		if at == 0 && !start(at, n) {
			return false
		}
		if at > 0 {
			c.settle()
			if !c.await("room for a piece of a transfer", func() bool { return start(at, n) }) {
				return true
			}
		}
		at += n
	}
	return true
}

// put starts a put of a piece. sending, if not nil, counts it while its source is in use. Needs the lock, as does the rest.
func (c *Core) put(to int, dest, source uintptr, n uint64, op *conduit.Op, sending *client.Count) bool {
	if c.tickets == 0 {
		return c.stall(ptl.ProcessID{})
	}
	_, inside := c.inSegment(source, n)
	bounce := !inside && n <= c.Options.PutBounce
	var l local
	if bounce && !c.requests.some() {
		return c.stall(ptl.ProcessID{})
	} else if !bounce {
		var ok bool
		if l, ok = c.pin(source, n); !ok {
			return false
		}
	}
	o, f := c.launch(to)
	if o == nil {
		if !bounce {
			c.unpin(l)
		}
		return false
	}
	if bounce {
		chunk := c.requests.take()
		f.chunk = int32(chunk)
		c.counts.bounced++
		c.copy(c.requests.at(chunk), source, n)
		l.place = c.sends.At(c.requests.offset(chunk))
	} else {
		f.holds(l)
		if sending != nil {
			o.CountSent(sending)
		}
	}
	f.op = op
	op.Begin()
	c.World.Charge(pace.Call, 1)
	_ = c.client.Put(o, l.place, n, c.target(to, indexSegment, toSegment<<selectorShift|o.ID(), uint64(dest-c.Segments[to].Base)), 0)
	c.client.Release(o)
	return true
}

// get starts a get of a piece.
func (c *Core) get(from int, dest, source uintptr, n uint64, op *conduit.Op) bool {
	if c.tickets == 0 {
		return c.stall(ptl.ProcessID{})
	}
	_, inside := c.inSegment(dest, n)
	bounce := !inside && n <= c.Options.GetBounce
	var l local
	if bounce && !c.requests.some() {
		return c.stall(ptl.ProcessID{})
	} else if !bounce {
		var ok bool
		if l, ok = c.pin(dest, n); !ok {
			return false
		}
	}
	o, f := c.launch(from)
	if o == nil {
		if !bounce {
			c.unpin(l)
		}
		return false
	}
	if bounce {
		chunk := c.requests.take()
		f.chunk, f.into, f.bytes = int32(chunk), dest, n
		c.counts.bounced++
		l.place = c.sends.At(c.requests.offset(chunk))
	} else {
		f.holds(l)
	}
	f.op = op
	op.Begin()
	c.World.Charge(pace.Call, 1)
	_ = c.client.Get(o, l.place, n, c.target(from, indexSegment, toSegment<<selectorShift|o.ID(), uint64(source-c.Segments[from].Base)))
	c.client.Release(o)
	return true
}

// await blocks until cond holds, and handles meanwhile only what is safe in the middle of a call: events of this rank's own operations, replies, and messages of the
// system. It reports false if the job has failed. cond is called with the lock, which is free while the rank waits.
func (c *Core) await(why string, cond func() bool) bool {
	if c.client.Err() == nil && cond() {
		return true
	}
	c.Host.Unlock()
	done := false
	c.World.Wait(why, func() bool {
		c.Host.Lock()
		defer c.Host.Unlock()
		if done {
			return true
		}
		c.poll()
		done = c.failed() || cond()
		return done
	})
	c.Host.Lock()
	return c.client.Err() == nil
}
