package sci

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
)

// arrival is a message that has been received.
type arrival struct {
	conduit.Arrival
	next    *arrival
	slot    int  // of its request
	held    bool // its payload is in its slot
	replied bool // a request whose reply has been sent
	reply   flag // of a reply that has been sent and whose receiver does not know it, because the request's payload is held
}

// queue is arrivals, in their order.
type queue struct{ first, last *arrival }

func (q *queue) empty() bool { return q.first == nil }

func (q *queue) put(a *arrival) {
	if q.first == nil {
		q.first = a
	} else {
		q.last.next = a
	}
	q.last = a
}

func (q *queue) take() *arrival {
	a := q.first
	if a != nil {
		q.first, a.next = a.next, nil
	}
	return a
}

// arrival is an empty one.
func (c *Core) arrival() *arrival {
	a := c.unused
	if a == nil {
		a = &arrival{}
	} else {
		c.unused = a.next
	}
	*a = arrival{}
	a.Own = a
	return a
}

// release retains an arrival for the next one.
func (c *Core) release(a *arrival) {
	a.next, c.unused = c.unused, a
}

// Next is conduit.Core's.
func (c *Core) Next(replies bool) *conduit.Arrival {
	c.mu.Lock()
	defer c.leave()
	c.progress()
	a := c.take(replies)
	if a == nil && c.poll() {
		a = c.take(replies)
	}
	if a == nil {
		return nil
	}
	return &a.Arrival
}

func (c *Core) take(replies bool) *arrival {
	a := c.came[1].take()
	if a == nil && !replies {
		a = c.came[0].take()
	}
	return a
}

// poll polls the message exist flag. If there may be a message it reads all message ready flags, after it has reset the first one: a message that comes later sets it again. Where flags
// come in any order it reads them always: the message exist flag may have come before the others, and has been reset.
func (c *Core) poll() bool {
	c.charge(Polling, 1)
	at := existFlag(c.Size())
	if c.port.Load(c.flags, at) == 0 {
		if c.barren++; c.barren < c.config.Options.Forced && !c.config.Options.Sums {
			return false
		}
	} else {
		c.port.Swap(c.flags, at, 0)
	}
	c.barren = 0
	c.charge(Scanning, at)
	found := false
	for from := range c.peers {
		for slot := range slots {
			f := flag(c.port.Load(c.flags, readyFlag(from, slot)))
			if f == noMessage || c.config.Options.Sums && f.summed() && !c.arrived(from, slot) {
				continue
			}
			c.port.Swap(c.flags, readyFlag(from, slot), byte(noMessage))
			c.receive(from, slot, f)
			found = true
		}
	}
	return found
}

// arrived reports whether the command message of a slot is there, and counts it. Its flag is.
func (c *Core) arrived(from, slot int) bool {
	b := memory.Bytes(c.commands[from].At+uintptr(slotAt(slot)), headerBytes)
	count := &c.peers[from].verified[slot]
	c.charge(Summing, headerBytes)
	if binary.LittleEndian.Uint64(b[sumAt:]) != sum(b, *count+1) {
		return false
	}
	*count++
	clear(b[sumAt:]) // arguments that the message does not have
	return true
}

// receive reads a message, and adds it to the work queue.
func (c *Core) receive(from, slot int, f flag) {
	if f == isControl && slot >= pairs {
		c.answered(from, slot-pairs)
		return
	}
	c.charge(Unpacking, 1)
	at := c.commands[from].At + uintptr(slotAt(slot))
	var h header
	if !h.decode(memory.Bytes(at, headerBytes)) || flagOf(h.kind) != f&^isSummed {
		c.fail(fmt.Errorf("a message that is none of GASNet's has arrived from %s", c.name(from)))
		return
	}
	a := c.arrival()
	a.From, a.Reply, a.Kind, a.Handler, a.NArgs, a.Args, a.Bytes = from, slot >= pairs, h.kind, h.handler, h.nargs, h.args, h.bytes
	a.slot = slot % pairs
	payload := at + headerBytes
	switch h.kind {
	case conduit.Medium:
		a.Buffer, a.held = payload, true
	case conduit.Long:
		a.Buffer = h.dest
		if !c.place(&h, payload) {
			c.fail(fmt.Errorf("a Long of %d bytes for %#x, outside of this rank's segment, has arrived from %s", h.bytes, h.dest, c.name(from)))
			return
		}
	}
	if a.Reply && !a.held {
		c.answered(from, a.slot)
	}
	c.changed++
	switch {
	case a.Handler < conduit.FirstReference:
		c.received(a)
		c.done(a)
	case a.Reply:
		c.came[1].put(a)
	default:
		c.came[0].put(a)
	}
}

// place copies what has come with a Long's header to its destination. It reports whether that is in this rank's segment.
func (c *Core) place(h *header, payload uintptr) bool {
	if h.bytes == 0 {
		return true
	}
	offset := uint64(h.dest - c.payload.At)
	if h.dest < c.payload.At || offset > c.payload.Bytes || h.bytes > c.payload.Bytes-offset {
		return false
	}
	head, middle, tail := h.bytes, uint64(0), uint64(0)
	if h.moved {
		head, middle, tail = split(offset, h.bytes, c.port.DMAAlign())
	}
	c.copied(h.dest, payload, head)
	c.copied(h.dest+uintptr(head+middle), payload+uintptr(head), tail)
	return true
}
