package ofi

import (
	"fmt"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
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
	wait := false
	if !bulk && bytes <= copied {
		kept = append(make([]byte, 0, bytes), memory.Bytes(source, bytes)...)
		source = memory.Address(kept)
	} else {
		wait = !bulk
	}
	done := false
	started := c.start(op, func(end ofi.Pending) {
		c.Port.Write(to, source, bytes, c.at(to, dest), func(failure error) {
			clear(kept[:0]) // it lives until here
			done = true
			end(failure)
		})
	})
	if started && wait {
		c.until(&done)
	}
	return started
}

// Get is conduit.Getter's.
func (c *Core) Get(from int, dest, source uintptr, bytes uint64, op *conduit.Op) bool {
	if from == c.Rank() || bytes == 0 {
		memory.Copy(dest, source, bytes)
		return true
	}
	return c.start(op, func(end ofi.Pending) { c.Port.Read(from, dest, bytes, c.at(from, source), end) })
}

// start begins a part of an operation, unless as many as can be are in flight.
func (c *Core) start(op *conduit.Op, move func(end ofi.Pending)) bool {
	c.Port.Lock()
	defer c.Port.Unlock()
	if c.inFlight >= most {
		return false
	}
	c.inFlight++
	op.Begin()
	move(c.transfer(op).end)
	return true
}

// transfer is a part of an operation that the network moves. It is used again.
type transfer struct {
	op  *conduit.Op
	end ofi.Pending
}

// transfer needs the lock.
func (c *Core) transfer(op *conduit.Op) *transfer {
	if n := len(c.transfers); n > 0 {
		t := c.transfers[n-1]
		c.transfers = c.transfers[:n-1]
		t.op = op
		return t
	}
	t := &transfer{op: op}
	t.end = func(failure error) {
		c.inFlight--
		c.finished = append(c.finished, done{t.op, 1})
		c.failed(failure)
		t.op = nil
		c.transfers = append(c.transfers, t)
	}
	return t
}

func (c *Core) failed(err error) {
	if err != nil && c.failure == nil {
		c.failure = fmt.Errorf("a put or get: %w", err)
	}
}

// place writes a Long's payload and waits until it is there. No handler is needed for that.
func (c *Core) place(to int, dest, source uintptr, bytes uint64) {
	done := false
	c.Port.Lock()
	c.Port.Write(to, source, bytes, c.at(to, dest), func(failure error) {
		done = true
		c.failed(failure)
	})
	c.Port.Unlock()
	c.until(&done)
}

// until waits for a flag that the lock guards, or for the network to fail.
func (c *Core) until(done *bool) {
	c.Port.WaitLocked(func() bool {
		return *done || c.Port.Broken() != nil
	})
}
