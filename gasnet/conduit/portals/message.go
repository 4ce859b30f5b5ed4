package portals

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
)

// form is how a message travels.
type form struct {
	flags    uint8
	bytes    uint64 // of the put to a chunk or a buffer
	separate bool   // the payload is a put of its own
}

// formOf is the form of a message: a Long whose payload has room in a chunk is packed, if packed.
func formOf(m *conduit.Message, packed bool) form {
	args := pad(4 * uint64(len(m.Args)))
	switch m.Kind {
	case conduit.Short:
		return form{flags: flagShort, bytes: args}
	case conduit.Medium:
		return form{flags: flagMedium, bytes: args + pad(m.Bytes)}
	}
	if packed && args+8+pad(m.Bytes) <= ChunkBytes {
		return form{flags: flagLong | flagPacked, bytes: args + 8 + pad(m.Bytes)}
	}
	return form{flags: flagLong, bytes: args, separate: true}
}

// credits is what the form needs at the receiver of a request: room, and an event for a payload that travels by itself.
func (f *form) credits() int {
	n := creditsOf(f.bytes)
	if f.separate {
		n++
	}
	return n
}

// payload is the length that the header tells. That of a payload that travels by itself is in its own event.
func (f *form) payload(m *conduit.Message) uint64 {
	if f.separate {
		return 0
	}
	return m.Bytes
}

// write puts arguments and payload of a message into a chunk.
func (c *Core) write(at uintptr, m *conduit.Message, f form) {
	copy(memory.Slice[int32](at, len(m.Args)), m.Args)
	at += uintptr(pad(4 * uint64(len(m.Args))))
	switch {
	case f.flags&flagMedium != 0:
		c.copy(at, m.Source, m.Bytes)
	case f.flags&flagPacked != 0:
		*memory.At[uint64](at) = uint64(m.Dest)
		c.copy(at+8, m.Source, m.Bytes)
	}
}

// Request is conduit.Core's.
func (c *Core) Request(to int, m *conduit.Message) bool {
	c.Host.Lock()
	defer c.Host.Unlock()
	if to == c.Me {
		return c.toSelf(m)
	}
	return c.request(to, m)
}

func (c *Core) request(to int, m *conduit.Message) bool {
	f := formOf(m, c.Options.PackedLong)
	if f.flags&flagPacked != 0 && c.flow.available(to) < f.credits() { // the other form may have enough
		if two := formOf(m, false); c.flow.available(to) >= two.credits() {
			f = two
		}
	}
	tickets := 1
	if f.separate {
		if tickets = 2; !c.looked {
			c.looked = true
			return false
		}
	}
	if c.tickets < tickets || !c.requests.some() || !c.flow.take(to, f.credits()) {
		return c.stall(ptl.ProcessID{})
	}
	c.looked = false
	var payload local
	if f.separate {
		var ok bool
		if payload, ok = c.pin(m.Source, m.Bytes); !ok {
			c.flow.undo(to, f.credits())
			return false
		}
	}
	chunk := c.requests.take()
	back := func() bool {
		c.requests.give(chunk)
		c.flow.undo(to, f.credits())
		if f.separate {
			c.unpin(payload)
		}
		return false
	}
	var sending client.Count
	o, _ := c.launch(to)
	if o == nil {
		return back()
	}
	if f.separate {
		data, operation := c.launch(to)
		if data == nil {
			c.client.Cancel(o)
			return back()
		}
		c.long(to, m, data, operation, payload, toRequestedLong, chunk, &sending)
	}
	c.write(c.requests.at(chunk), m, f)
	c.pending[chunk] = request{to: int32(to), credits: uint8(f.credits()), busy: true}
	h := header{chunk: chunk, handler: m.Handler, nargs: len(m.Args), flags: f.flags | flagRequest}
	c.World.Charge(pace.Call, 1)
	_ = c.client.Message(o, c.sends.At(c.requests.offset(chunk)), f.bytes, c.target(to, indexMessages, h.bits(toRequests)|o.ID(), 0),
		dataOf(c.Me, f.payload(m), c.flow.request(to, f.credits())))
	c.client.Release(o)
	c.await("a Long's source", func() bool { return sending == 0 })
	return true
}

// long sends the payload of a Long into the receiver's segment, before the header's put has its time. sending counts it while its source is in use.
func (c *Core) long(to int, m *conduit.Message, o *client.Operation, f *operation, from local, selector uint64, chunk uint32, sending *client.Count) {
	f.holds(from)
	o.CountSent(sending)
	c.World.Charge(pace.Call, 1)
	_ = c.client.Message(o, from.place, m.Bytes, c.target(to, indexSegment, selector<<selectorShift|o.ID(), uint64(m.Dest-c.Segments[to].Base)), dataOfLong(c.Me, chunk))
	c.client.Release(o)
	c.settle()
}

// settle lets the time of a call of Portals pass, so that what it sends does not wait for the calls behind it. The lock is free meanwhile.
func (c *Core) settle() {
	c.Host.Unlock()
	c.World.Settle()
	c.Host.Lock()
}

// reserve is what the reply to a request needs at most, set aside before the request's handler runs.
type reserve struct{ chunk uint32 }

// What a reserve has: two tickets, for header and payload of a Long.
const replyTickets = 2

// canReserve reports whether there is enough for another reply.
func (c *Core) canReserve() bool {
	return c.reserved || c.tickets >= replyTickets && c.replies.some() && (c.Options.Firehose || c.temps > 0)
}

// reserveReply sets aside what a reply needs, unless that has been done.
func (c *Core) reserveReply() bool {
	switch {
	case c.reserved:
	case !c.canReserve():
		return false
	default:
		c.tickets -= replyTickets
		if !c.Options.Firehose {
			c.temps--
		}
		c.room = reserve{c.replies.take()}
		c.reserved = true
	}
	return true
}

// unreserve gives that back.
func (c *Core) unreserve(r reserve, chunk bool) {
	c.tickets += replyTickets
	if !c.Options.Firehose {
		c.temps++
	}
	if chunk {
		c.replies.give(r.chunk)
	}
}

// incoming is a request that has arrived and has not been given back.
type incoming struct {
	eager    client.Eager
	inBuffer bool
	chunk    uint32 // where its sender wants the reply
	credits  uint8  // its byte
	room     reserve
	answered bool
	self     bool
	keep     []byte // its buffer, if it has one of its own
}

// Reply is conduit.Core's.
func (c *Core) Reply(to *conduit.Arrival, m *conduit.Message) bool {
	c.Host.Lock()
	defer c.Host.Unlock()
	r := to.Own.(*incoming)
	if r.self {
		a, keep := c.copyOf(m, true)
		a.Own = &answer{self: true, keep: keep}
		c.answers = append(c.answers, a)
		r.answered = true
		return true
	}
	f := formOf(m, c.Options.PackedLong)
	c.unreserve(r.room, false) // to be taken below: nothing else runs in between
	var payload local
	var sending client.Count
	again := func() bool {
		c.tickets -= replyTickets
		if !c.Options.Firehose {
			c.temps--
		}
		return false
	}
	if f.separate {
		var ok bool
		if payload, ok = c.pin(m.Source, m.Bytes); !ok {
			return again()
		}
	}
	o, operation := c.launch(to.From)
	if o == nil {
		if f.separate {
			c.unpin(payload)
		}
		return again()
	}
	if f.separate {
		data, second := c.launch(to.From)
		if data == nil {
			c.client.Cancel(o)
			c.unpin(payload)
			return again()
		}
		c.long(to.From, m, data, second, payload, toSource, r.chunk, &sending)
	}
	c.write(c.replies.at(r.room.chunk), m, f)
	operation.chunk, operation.reply = int32(r.room.chunk), true
	h := header{chunk: r.chunk, handler: m.Handler, nargs: len(m.Args), flags: f.flags}
	c.World.Charge(pace.Call, 1)
	at := c.replies.at(r.room.chunk)
	_ = c.client.Message(o, c.replySource.At(at, f.bytes), f.bytes, c.target(to.From, indexMessages, h.bits(toChunk)|o.ID(), uint64(r.chunk)*ChunkBytes),
		dataOf(c.Me, f.payload(m), c.lend(to.From, r)))
	c.client.Release(o)
	r.answered = true
	c.await("a Long's source", func() bool { return sending == 0 })
	return true
}

// lend is the flow control's byte of a reply; it asks peers for credits if the bank is empty.
func (c *Core) lend(to int, r *incoming) uint8 {
	answer, ask := c.flow.reply(to, r.credits)
	for _, p := range ask {
		c.tell(p, systemRevoke, c.flow.revocations(p), uint64(c.Me))
	}
	return answer
}

// Done is conduit.Core's: a request without a reply gets one that returns its credits.
func (c *Core) Done(a *conduit.Arrival) {
	c.Host.Lock()
	defer c.Host.Unlock()
	switch r := a.Own.(type) {
	case *incoming:
		if r.self {
			return
		}
		c.handled--
		if r.inBuffer {
			c.ring.Release(r.eager)
		}
		if !r.answered {
			c.unreserve(r.room, true)
			h := header{chunk: r.chunk, flags: flagEmpty}
			c.World.Charge(pace.Call, 1)
			c.client.Post(c.none, c.target(a.From, indexMessages, h.bits(toChunk), uint64(r.chunk)*ChunkBytes), dataOf(c.Me, 0, c.lend(a.From, r)))
		}
	case *answer:
		if !r.self {
			c.requests.give(r.chunk)
		}
	}
}

// answer is the Own of a reply: the chunk of its request, where it is.
type answer struct {
	chunk uint32
	self  bool
	keep  []byte // its buffer, if it has one of its own
}
