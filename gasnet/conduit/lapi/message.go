package lapi

import (
	"errors"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// Request is conduit.Core's.
func (c *Core) Request(to int, m *conduit.Message) bool {
	c.enter()
	defer c.leave()
	if c.requests[to] == mostRequests {
		return c.stall()
	}
	c.requests[to]++
	c.send(to, m, false, c.counters.New(func() { c.requests[to]-- }))
	return true
}

// Reply is conduit.Core's. There is always room: replies are as many as requests.
func (c *Core) Reply(to *conduit.Arrival, m *conduit.Message) bool {
	c.enter()
	defer c.leave()
	c.send(to.From, m, true, 0)
	return true
}

// send sends a message; done is the counter for its handler's end, or 0. A Medium travels in the user header if that has room, other payload as the message's data.
func (c *Core) send(to int, m *conduit.Message, reply bool, done uintptr) {
	h := header{kind: m.Kind, reply: reply, handler: m.Handler, nargs: len(m.Args), dest: m.Dest}
	copy(h.args[:], m.Args)
	h.packed = m.Kind == conduit.Medium && headBytes(h.nargs)+m.Bytes <= c.m.Header
	head := h.append(nil)
	var from lapi.Source
	switch {
	case m.Kind == conduit.Short || m.Bytes == 0:
	case h.packed:
		head = append(head, memory.Bytes(m.Source, int(m.Bytes))...)
	default:
		from = c.m.Source(m.Source, m.Bytes)
	}
	sent := true
	counters := lapi.Counters{Complete: done}
	if from.Copy == nil && from.Pieces != nil {
		sent = false
		counters.Origin = c.counters.New(func() { sent = true })
	}
	c.m.Send(to, lapi.Message{Header: head}, from, counters, lapi.Callback{})
	c.m.Perform()
	c.await("a message's source", func() bool { return sent })
}

// effects is the core as its driver sees it. The driver calls it with the lock.
type effects Core

var _ client.Handler = (*effects)(nil)

// Performed does nothing: a rank polls for packets itself.
func (x *effects) Performed() {}

// Fail ends the job.
func (x *effects) Fail(err error) { (*Core)(x).fail(err) }

// Bump calls what waits for a counter.
func (x *effects) Bump(e lapi.Bump) {
	if err := x.counters.Call(e.Cntr); err != nil {
		x.Fail(err)
	}
}

// RunHeader is the header handler.
func (x *effects) RunHeader(e lapi.RunHeader) {
	c := (*Core)(x)
	c.config.World.Charge(pace.Handler, 1)
	h, packed, ok := parse(e.Header)
	if !ok {
		c.fail(errors.New("a message that is none of GASNet's has arrived"))
		return
	}
	m := &message{arrival: conduit.Arrival{From: e.From, Reply: h.reply, Kind: h.kind, Handler: h.handler, NArgs: h.nargs, Args: h.args}}
	a := &m.arrival
	a.Own, a.Bytes = m, e.Total+uint64(len(packed))
	switch h.kind {
	case conduit.Medium:
		m.memory = aligned(a.Bytes)
		copy(m.memory, packed)
		a.Buffer = memory.Address(m.memory)
	case conduit.Long:
		a.Buffer = h.dest
	}
	c.last++
	c.coming[c.last] = m
	heading := lapi.Heading{Handler: 1, Info: c.last, Inline: true}
	if e.Total > 0 {
		heading.Into = []lapi.Piece{{At: a.Buffer, Len: e.Total}}
	}
	c.m.Headed(e.Token, heading)
}

// aligned is n bytes aligned to 16, and never without an address.
func aligned(n uint64) []byte {
	b := make([]byte, n+16)
	b = b[-memory.Address(b)&15:]
	return b[:max(n, 1)]
}

// RunCompletion is the completion handler: the program's handler may run. It returns with Done.
func (x *effects) RunCompletion(e lapi.RunCompletion) {
	m := x.coming[e.Info]
	delete(x.coming, e.Info)
	m.token = e.Token
	role := 0
	if m.arrival.Reply {
		role = 1
	}
	x.came[role] = append(x.came[role], m)
}

// Next is conduit.Core's.
func (c *Core) Next(replies bool) *conduit.Arrival {
	c.enter()
	defer c.leave()
	if a := c.take(replies); a != nil {
		return a
	}
	c.serve()
	return c.take(replies)
}

func (c *Core) take(replies bool) *conduit.Arrival {
	for role := 1; role >= 0; role-- {
		if q := c.came[role]; len(q) > 0 && (role == 1 || !replies) {
			c.came[role] = q[1:]
			return &q[0].arrival
		}
	}
	return nil
}

// Done is conduit.Core's: the sender of a request has its space again.
func (c *Core) Done(a *conduit.Arrival) {
	c.enter()
	defer c.leave()
	c.m.Completed(a.Own.(*message).token)
	c.m.Perform()
}
