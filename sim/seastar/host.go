package seastar

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// host is the host's part: the generic event queue and the interrupt handler that empties it.
type host struct {
	events  queue    // the generic event queue, without the event that the handler deals with
	cost    sim.Time // what the event that it deals with takes at least
	doing   kind     // that event, if it takes longer
	raised  bool     // an interrupt is on its way or being handled
	entered bool     // it is on its way
	answer  bool     // it makes answers
	waking  uint8    // processes whose events have been posted: 0 none, 1 that of lately, 2 also those of woken
	lately  fabric.Endpoint
}

type kind uint8

const (
	arrived  kind = iota // a new header
	received             // its payload is in memory
	sent                 // a payload has left memory
)

// Transmit takes a message over: the sender's host has made the header and posted the command just now.
func (net *Network) Transmit(m *fabric.Message) {
	n := &net.nodes[m.Src]
	if n.transmitPending == 0 {
		n.scarce = true
		n.backlog = append(n.backlog, m)
		return
	}
	n.command(m)
}

// Ready reports whether the host has a pending to transmit with.
func (net *Network) Ready(node int) bool {
	n := &net.nodes[node]
	if n.transmitPending > 0 {
		return true
	}
	n.scarce, n.wanted = true, true
	return false
}

// command allocates a pending and posts the transmit command. A payload that fits goes into the header, and its memory is free.
func (n *Node) command(m *fabric.Message) {
	net := n.net
	n.transmitPending--
	n.Stats.MostTransmit = max(n.Stats.MostTransmit, int32(net.TransmitPending)-n.transmitPending)
	pool := n.pool()
	p := pool.pending()
	p.m, p.bytes, p.from, p.number = m, m.Bytes, n.id, m.Number
	p.inline = m.Bytes <= net.Inline
	net.count(p)
	n.Stats.Sent++
	n.Stats.BytesSent += m.Bytes
	x := n.transmission(pool, p)
	x.again = false
	if p.inline {
		m.Leave()
	} else {
		x.rest = m.From.Leave(m)
	}
	n.commandTransmit(x)
}

// transmission makes the sender's record of a message.
func (n *Node) transmission(pool *pool, p *pending) *transmission {
	x := pool.transmission()
	x.pending, x.bytes, x.number, x.to, x.inline = address(p), p.bytes, p.number, p.m.Dst, p.inline
	p.sender = address(x)
	return x
}

// post passes an event to Portals on this node: to the host, which takes at least some time for it and processes it in handler. l is the link of the record.
func (n *Node) post(what kind, l *link, takes sim.Time, handler sim.Actor) {
	if n.net.Accelerated {
		n.accelerated(what, l.at)
		return
	}
	n.Stats.Events++
	h := &n.host
	if h.raised {
		if what != sent {
			at(l.at).posted = what
		}
		h.events.push(l)
		return
	}
	h.raised, h.entered = true, true
	h.cost = takes
	n.Stats.Interrupts++
	n.cpu.Interrupt(n.net.enter+takes, handler, l.at)
}

// matching is what the host takes at least for a header.
func (c *Host) matching(p *pending) sim.Time {
	if p.inline {
		return c.Match + c.Event
	}
	return c.Match
}

// What follows are the parts of the interrupt handler, by the kind of event: it has spent what the event takes at least. Portals deals with it now, which may
// take more; what the event leads to comes after that.

func (x *arrivedInHost) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	if n.spends(arrived, a, n.portalsArrived(p, &n.net.Host)) {
		return
	}
	n.afterArrived(p)
	n.eventDone()
}

func (x *receivedInHost) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	if n.spends(received, a, n.portalsReceived(p, &n.net.Host)) {
		return
	}
	n.afterReceived(p)
	n.eventDone()
}

func (x *sentInHost) Act(_ *sim.Kernel, a uint64) {
	n := (*Node)(x)
	if n.spends(sent, a, n.portalsSent(leaving(a), &n.net.Host)) {
		return
	}
	n.afterSent(a)
	n.eventDone()
}

// spends has the handler take longer for an event, and reports whether it does.
func (n *Node) spends(what kind, a uint64, more sim.Time) bool {
	if n.net.observer != nil {
		n.observeHandler(what, a, more)
	}
	n.host.entered = false
	if more > 0 {
		n.host.doing = what
		n.cpu.Continue(more, (*eventOver)(n), a)
	}
	return more > 0
}

// Act continues when the handler is through with such an event.
func (x *eventOver) Act(_ *sim.Kernel, a uint64) {
	n := (*Node)(x)
	n.follow(n.host.doing, a)
	n.eventDone()
}

// eventDone continues with the next event. The handler processes all events, including those that arrive meanwhile, before it returns, unless that keeps the
// process from its work for too long.
func (n *Node) eventDone() {
	h := &n.host
	now := n.net.k.Now()
	more := !h.events.empty()
	if more && !n.cpu.Overdue(now) {
		a, handler := n.nextEvent()
		n.cpu.Continue(h.cost, handler, a)
		return
	}
	h.raised = more
	n.span(PartHost, "return", now, now+n.net.leave, 0)
	n.cpu.Leave(n.net.leave)
	n.wakeAll(now + n.net.leave)
	if more {
		a, handler := n.nextEvent()
		h.entered = true
		n.Stats.Interrupts++
		n.cpu.Interrupt(n.net.enter+h.cost, handler, a)
	}
}

// nextEvent is the oldest event in the queue, and what handles it.
func (n *Node) nextEvent() (a uint64, handler sim.Actor) {
	h := &n.host
	a = h.events.pop()
	h.cost = n.net.Host.Event
	if a&ofSender != 0 {
		return a, (*sentInHost)(n)
	}
	p := at(a)
	if p.posted == received {
		return a, (*receivedInHost)(n)
	}
	h.cost = n.net.Host.matching(p)
	return a, (*arrivedInHost)(n)
}

// portalsArrived passes a header to the library. Like the two functions below, it returns the time taken beyond the minimum; answers of the library are sent
// after that.
func (n *Node) portalsArrived(p *pending, c *Host) (more sim.Time) {
	m := p.m
	who := m.To
	n.Stats.Received++
	matcher, _ := who.(fabric.Matcher)
	accept, answer := who.Arrived(m)
	if matcher != nil && c.Entry > 0 {
		more = walking(matcher.Walked(), c.Entry)
	}
	p.accept = accept
	if n.net.k.Prefetching() {
		p.receiving, p.source.matched = 0, prefetch.SmallSet{}
		if matcher != nil {
			p.receiving, p.source.matched = matcher.Operation(m), matcher.Matched(m)
		}
	}
	more += n.answer(answer, c)
	if p.inline {
		more += n.answer(who.Received(m), c) // the message may have been reused since
	}
	n.wake(who)
	return more + unlinked(matcher, c)
}

// walking is the time for the match entries behind the first that matching has looked at.
func walking(entries int, each sim.Time) sim.Time { return sim.Time(max(entries, 1)-1) * each }

// portalsReceived has it deal with a payload that is in memory.
func (n *Node) portalsReceived(p *pending, c *Host) (more sim.Time) {
	who := p.m.To
	more = n.answer(who.Received(p.m), c)
	n.wake(who)
	matcher, _ := who.(fabric.Matcher)
	return more + unlinked(matcher, c)
}

// portalsSent has it deal with a payload that has left memory.
func (n *Node) portalsSent(x *transmission, c *Host) (more sim.Time) {
	who := x.rest.From
	if who == nil {
		return 0
	}
	who.Sent(x.rest)
	n.wake(who)
	matcher, _ := who.(fabric.Matcher)
	return unlinked(matcher, c)
}

// unlinked is the time for the objects that the library has freed in an event; who is nil if its endpoint matches nothing.
func unlinked(who fabric.Matcher, c *Host) sim.Time {
	if who == nil {
		return 0
	}
	return sim.Time(who.Freed()) * c.Unlink
}

func (n *Node) answer(m *fabric.Message, c *Host) sim.Time {
	if m == nil {
		return 0
	}
	n.host.answer = true
	n.answers = append(n.answers, m)
	return c.Send
}

func (n *Node) wake(c fabric.Endpoint) {
	h := &n.host
	switch {
	case h.waking == 0:
		h.waking, h.lately = 1, c
	case h.lately != c:
		h.waking = 2
		n.woken = append(n.woken, c)
	}
}

// follow is what an event that Portals has dealt with leads to.
func (n *Node) follow(what kind, a uint64) {
	switch what {
	case arrived:
		n.afterArrived(at(a))
	case received:
		n.afterReceived(at(a))
	case sent:
		n.afterSent(a)
	}
}

func (n *Node) afterArrived(p *pending) {
	n.sendAnswers()
	switch {
	case p.inline:
		n.received(p)
	case n.net.Accelerated:
		n.receive(p)
	default:
		n.commandReceive(p)
	}
}

func (n *Node) afterReceived(p *pending) {
	n.sendAnswers()
	n.received(p)
}

func (n *Node) afterSent(a uint64) {
	n.sendAnswers()
	n.release()
	n.pool().freeTransmission(leaving(a))
}

// received releases the target's resources of a message.
func (n *Node) received(p *pending) {
	n.small(n.net.Firmware.Release)
	n.receivePending++
	n.pool().freePending(p)
}

// sendAnswers sends what the handler has made.
func (n *Node) sendAnswers() {
	if !n.host.answer {
		return
	}
	n.host.answer = false
	for i, m := range n.answers {
		n.answers[i] = nil
		n.net.Transmit(m)
	}
	n.answers = n.answers[:0]
}

// wakeAll lets ranks observe the effects.
func (n *Node) wakeAll(at sim.Time) {
	h := &n.host
	if h.waking == 0 {
		return
	}
	more := h.waking == 2
	h.waking = 0
	h.lately.Wake(at)
	if more {
		for i, c := range n.woken {
			n.woken[i] = nil
			c.Wake(at)
		}
		n.woken = n.woken[:0]
	}
}

// accelerated has the firmware's Portals deal with an event in the handler that has just ended; the process sees it when it looks. The costs of the firmware are
// those of its handlers.
func (n *Node) accelerated(what kind, a uint64) {
	var free Host
	switch what {
	case arrived:
		n.portalsArrived(at(a), &free)
	case received:
		n.portalsReceived(at(a), &free)
	case sent:
		n.portalsSent(leaving(a), &free)
	}
	n.follow(what, a)
	n.wakeAll(n.net.k.Now())
}
