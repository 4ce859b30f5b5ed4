package portals

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
)

// Next is conduit.Core's. A full poll looks at the system's queue, at the safe queue, and then takes requests one by one: the program handles each before the
// next one is taken. nil means that a poll has begun in this call and has found nothing.
func (c *Core) Next(replies bool) *conduit.Arrival {
	c.Host.Lock()
	defer c.Host.Unlock()
	if a := pop(&c.answers); a != nil {
		return a
	}
	if replies {
		c.poll()
		c.failed()
		return pop(&c.answers)
	}
	if c.polling {
		if a := c.takeRequest(); a != nil {
			return a
		}
	}
	c.poll()
	c.polling, c.left = true, c.Options.AMLimit
	if c.failed() {
		return nil
	}
	if a := pop(&c.answers); a != nil {
		return a
	}
	if a := pop(&c.own); a != nil {
		return a
	}
	return c.takeRequest()
}

// takeRequest takes the next request of a poll. nil: the poll is over.
func (c *Core) takeRequest() *conduit.Arrival {
	for c.left > 0 && c.canHandle() && c.reserveReply() {
		if events, _ := c.am.Poll(1); events == 0 {
			c.World.Charge(pace.Miss, 1)
			break
		}
		c.World.Charge(pace.Hit, 1)
		c.moved++
		c.left--
		if a := c.found; a != nil {
			c.found = nil
			a.Own.(*incoming).room, c.reserved = c.room, false
			c.handled++
			return a
		}
	}
	c.polling = false
	c.failed()
	return nil
}

func pop(list *[]*conduit.Arrival) *conduit.Arrival {
	if len(*list) == 0 {
		return nil
	}
	a := (*list)[0]
	*list = (*list)[1:]
	return a
}

// poll handles what never runs a request's handler: messages of the system, and events of this rank's own operations, with replies among them.
func (c *Core) poll() {
	for c.Link.Serve() {
	}
	c.drain(c.system, c.Options.SystemLimit)
	c.drain(c.safe, c.Options.SafeLimit)
}

func (c *Core) drain(q *client.Queue, most int) {
	events, empty := q.Poll(most)
	if events > 0 {
		c.World.Charge(pace.Hit, uint64(events))
	}
	if empty {
		c.World.Charge(pace.Miss, 1)
	}
	c.moved += uint64(events)
}

// requested handles an event of the queue of requests.
func (c *Core) requested(e *ptl.Event) {
	if e.Kind == ptl.PutEnd && !c.client.Check(e) {
		return
	}
	if e.MatchBits&selectorMask == toRequestedLong<<selectorShift {
		from, at := e.HdrData>>32, uint32(e.HdrData)
		c.found = c.payload(pair{int(from), at, false}, e)
		return
	}
	m, ok := c.ring.Arrived(e)
	if !ok {
		return // a buffer has been used up
	}
	c.flow.requested()
	h := headerOf(m.MatchBits)
	from, bytes, credits := parse(m.HdrData)
	a := &conduit.Arrival{From: from, Kind: h.kind(), Handler: h.handler, NArgs: h.nargs, Bytes: bytes}
	r := &incoming{eager: m, inBuffer: true, chunk: h.chunk, credits: credits}
	a.Own = r
	whole := false
	if r.keep, whole = c.read(a, memory.Address(m.Payload), h); whole {
		c.found = a
		return
	}
	c.ring.Release(m) // all of it has been copied
	r.inBuffer = false
	c.found = c.header(pair{from, h.chunk, false}, a)
}

// read takes arguments and payload of a message out of where it has arrived. keep is memory of its
// own that it needs, if any. whole: that is all of it.
func (c *Core) read(a *conduit.Arrival, at uintptr, h header) (keep []byte, whole bool) {
	copy(a.Args[:], memory.Slice[int32](at, h.nargs))
	at += uintptr(pad(4 * uint64(h.nargs)))
	switch {
	case h.flags&flagMedium != 0:
		a.Buffer = at
		if at%16 != 0 { // messages are aligned to 8
			keep = aligned(at, a.Bytes)
			a.Buffer = memory.Address(keep)
		}
	case h.flags&flagPacked != 0:
		a.Buffer = uintptr(*memory.At[uint64](at))
		c.copy(a.Buffer, at+8, a.Bytes)
	case h.flags&flagLong != 0:
		return nil, false
	}
	return keep, true
}

// arrived handles events of the safe queue that are not about operations of this rank: replies, payloads of replies, and requests that found no room.
func (c *Core) arrived(e *ptl.Event) {
	if e.Kind != ptl.PutEnd || !c.client.Check(e) {
		return
	}
	switch e.MatchBits & selectorMask >> selectorShift {
	case toRequests:
		c.client.Fail(c.caught(e))
	case toSource:
		if a := c.payload(pair{int(e.HdrData >> 32), uint32(e.HdrData), true}, e); a != nil {
			c.answers = append(c.answers, a)
		}
	case toChunk:
		c.replied(e)
	}
}

// replied handles a reply in its request's chunk. The handler, if there is one, reads it there; else the chunk is free.
func (c *Core) replied(e *ptl.Event) {
	at := uint32(e.Offset / ChunkBytes)
	from, bytes, credits := parse(e.HdrData)
	sent := &c.pending[at]
	if !sent.busy || int(sent.to) != from {
		c.client.Fail(c.unexpected(from, at))
		return
	}
	sent.busy = false
	c.flow.replied(from, int(sent.credits), credits)
	h := headerOf(e.MatchBits)
	if h.flags&flagEmpty != 0 {
		c.requests.give(at)
		return
	}
	a := &conduit.Arrival{From: from, Reply: true, Kind: h.kind(), Handler: h.handler, NArgs: h.nargs, Bytes: bytes}
	keep, whole := c.read(a, c.requests.at(at), h)
	a.Own = &answer{at, false, keep}
	if whole {
		c.answers = append(c.answers, a)
	} else if a = c.header(pair{from, at, true}, a); a != nil {
		c.answers = append(c.answers, a)
	}
}

// pair names the two halves of a Long whose payload travels by itself: header and payload come in any order.
type pair struct {
	from  int
	chunk uint32 // of the request
	reply bool
}

// half is the half that has come first: the header, or where the payload is.
type half struct {
	arrival *conduit.Arrival
	at      uintptr
	bytes   uint64
}

// header takes a Long's header, and answers the message if it is complete.
func (c *Core) header(key pair, a *conduit.Arrival) *conduit.Arrival {
	other := c.longs[key]
	if other == nil {
		c.longs[key] = &half{arrival: a}
		return nil
	}
	delete(c.longs, key)
	a.Buffer, a.Bytes = other.at, other.bytes
	return a
}

// payload takes a Long's payload.
func (c *Core) payload(key pair, e *ptl.Event) *conduit.Arrival {
	at := e.MD.Start + uintptr(e.Offset)
	other := c.longs[key]
	if other == nil {
		c.longs[key] = &half{at: at, bytes: e.MLength}
		return nil
	}
	delete(c.longs, key)
	other.arrival.Buffer, other.arrival.Bytes = at, e.MLength
	return other.arrival
}
