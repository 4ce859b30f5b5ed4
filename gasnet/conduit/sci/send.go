package sci

import (
	"encoding/binary"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/sisci/client"
)

// Request is conduit.Core's. A request needs a slot at its receiver. A Long that DMA carries needs a connection with the receiver's segment, too, and blocks until the
// transfer has ended.
func (c *Core) Request(to int, m *conduit.Message) bool {
	c.mu.Lock()
	defer c.leave()
	return c.request(to, m) || c.stall(false)
}

func (c *Core) request(to int, m *conduit.Message) bool {
	p := &c.peers[to]
	for slot := range p.sent {
		if !p.sent[slot] {
			moved := c.moves(to, m)
			if moved && !c.imports(to) {
				return false
			}
			p.sent[slot] = true
			c.raise(to, slot, c.send(to, slot, m, moved))
			return true
		}
	}
	return false
}

// Reply is conduit.Core's. The slot of the reply is that of its request, so there is always one. The flag of a reply waits for Done if the request's payload is in its slot: as soon as
// the requester has the reply it may send the next request to that slot.
func (c *Core) Reply(to *conduit.Arrival, m *conduit.Message) bool {
	c.mu.Lock()
	defer c.leave()
	a := to.Own.(*arrival)
	moved := c.moves(a.From, m)
	if moved && !c.imports(a.From) {
		return c.stall(true)
	}
	a.replied = true
	f := c.send(a.From, pairs+a.slot, m, moved)
	if a.held {
		a.reply = f
	} else {
		c.raise(a.From, pairs+a.slot, f)
	}
	return true
}

// Done is conduit.Core's: it ends a request that has no reply, and frees the slot of a reply.
func (c *Core) Done(ended *conduit.Arrival) {
	c.mu.Lock()
	defer c.leave()
	c.done(ended.Own.(*arrival))
}

func (c *Core) done(a *arrival) {
	switch {
	case a.Reply:
		if a.held {
			c.answered(a.From, a.slot)
		}
	case a.reply != noMessage:
		c.raise(a.From, pairs+a.slot, a.reply)
	case !a.replied:
		c.raise(a.From, pairs+a.slot, isControl)
	}
	c.release(a)
}

// answered frees the slot of a request: its reply has been received, and its memory is free.
func (c *Core) answered(from, slot int) {
	c.peers[from].sent[slot] = false
	c.changed++
}

// send stores a message in a slot of a rank, and returns its message ready flag, which may be raised. moved: DMA carries the middle of the message's payload.
func (c *Core) send(to, slot int, m *conduit.Message, moved bool) flag {
	h := header{handler: m.Handler, kind: m.Kind, moved: moved, nargs: len(m.Args)}
	copy(h.args[:], m.Args)
	pieces := [2]piece{} // of the payload, that travel in the slot
	switch m.Kind {
	case conduit.Medium:
		h.bytes = m.Bytes
		pieces[0] = piece{m.Source, m.Bytes}
	case conduit.Long:
		h.bytes, h.dest = m.Bytes, m.Dest
		pieces[0] = piece{m.Source, m.Bytes}
		if moved {
			offset := c.offset(to, m.Dest)
			head, middle, tail := split(offset, m.Bytes, c.port.DMAAlign())
			pieces = [2]piece{{m.Source, head}, {m.Source + uintptr(head+middle), tail}}
			c.transfer(to, offset+head, m.Source+uintptr(head), middle)
		}
	}
	var b [headerBytes]byte
	h.encode(&b)
	c.charge(Packing, 1)
	p := &c.peers[to]
	if p.unsure[slot] {
		c.sure(to)
	}
	if c.config.Options.Sums && len(m.Args) <= summedNargs {
		if c.pieces(p.command, slot, pieces); pieces[0].bytes+pieces[1].bytes > 0 {
			c.sure(to)
		}
		p.summed[slot]++
		c.charge(Summing, headerBytes)
		binary.LittleEndian.PutUint64(b[sumAt:], sum(b[:], p.summed[slot]))
		c.port.Store(p.command, slotAt(slot), b[:])
		p.unsure[slot] = true
		return flagOf(m.Kind) | isSummed
	}
	for done := false; !done; { // again if the link has lost something
		c.port.Store(p.command, slotAt(slot), b[:])
		c.pieces(p.command, slot, pieces)
		done = c.check(to, p.command)
	}
	return flagOf(m.Kind)
}

// sure returns when all that has been stored in slots of a rank is visible: a late store would overwrite the next message.
func (c *Core) sure(to int) {
	p := &c.peers[to]
	c.check(to, p.command)
	p.unsure = [slots]bool{}
}

// pieces copies a payload to its slot.
func (c *Core) pieces(command client.Map, slot int, all [2]piece) {
	at := payloadAt(slot)
	for _, p := range all {
		if p.bytes > 0 {
			c.try(c.port.Copy(command, at, p.at, p.bytes))
			at += p.bytes
		}
	}
}

// piece is memory of this rank.
type piece struct {
	at    uintptr
	bytes uint64
}

// raise sets the message ready flag of a slot, and then the message exist flag. What the slot has is visible, or has a checksum.
func (c *Core) raise(to, slot int, f flag) {
	m := c.peers[to].flags
	c.port.Store(m, readyFlag(c.me, slot), []byte{byte(f)})
	if !c.port.Ordered() && !c.config.Options.Sums {
		for !c.check(to, m) {
			c.port.Store(m, readyFlag(c.me, slot), []byte{byte(f)})
		}
	}
	c.port.Store(m, existFlag(c.Size()), []byte{exists})
	c.port.Flush(m)
}

// copied copies memory of this rank.
func (c *Core) copied(to, from uintptr, bytes uint64) {
	memory.Copy(to, from, bytes)
	c.charge(Copying, bytes)
}
