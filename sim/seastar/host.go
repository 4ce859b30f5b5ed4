package seastar

import (
	"gasnetgo/sim"
	"gasnetgo/sim/nal"
)

// host is the host's part: the generic event queue and the interrupt handler that empties it.
type host struct {
	doing   notice   // by the handler
	events  queue    // the generic event queue
	cost    sim.Time // what the event that it deals with takes at least
	raised  bool     // an interrupt is on its way or being handled
	entered bool     // it is on its way
	answer  bool     // it makes answers
	waking  uint8    // whose events have been posted: 0 nobody's, 1 lately's, 2 also woken's
	lately  nal.Client
}

// notice is an event that the firmware posts.
type notice struct {
	what kind
	p    *pending
}

// notice is what an entry of the event queue says.
func (l *link) notice() notice {
	if l == &l.p.tx {
		return notice{sent, l.p}
	}
	return notice{l.p.posted, l.p}
}

type kind uint8

const (
	arrived  kind = iota // a new header
	received             // its payload is in memory
	sent                 // a payload has left memory
)

// Transmit takes a message over: the sender's host has made the header and posted the command just now.
func (net *Network) Transmit(m *nal.Message) {
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
func (n *Node) command(m *nal.Message) {
	net := n.net
	n.transmitPending--
	n.Stats.MostTransmit = max(n.Stats.MostTransmit, int32(net.TransmitPending)-n.transmitPending)
	p := net.pendings.take()
	p.m, p.src, p.dst, p.bytes = m, n, &net.nodes[m.Dst], m.Bytes
	p.from, p.to = n.id, int32(m.Dst)
	p.inline = m.Bytes <= net.Inline
	net.count(p)
	if net.k.FetchesAhead() {
		p.sending, _ = m.Ops()
	}
	n.Stats.Sent++
	n.Stats.BytesSent += m.Bytes
	if p.inline {
		m.From.Left(m)
		m.From.Sent(m)
	}
	n.work(transmitCommand, p)
}

// complete tells whoever runs Portals on this node.
func (n *Node) complete(what kind, p *pending) {
	if n.net.Accelerated {
		n.accelerated(what, p)
		return
	}
	h := &n.host
	if what == sent {
		h.events.push(&p.tx)
	} else {
		p.posted = what
		h.events.push(&p.rx)
	}
	n.Stats.Events++
	if !h.raised {
		h.raised = true
		n.Stats.Interrupts++
		h.cost = n.net.Host.least(notice{what, p})
		h.entered = true
		n.cpu.Interrupt(n.net.enter+h.cost, (*inHandler)(n), address(p))
	}
}

// inHandler is the interrupt handler, which has spent on an event what it takes at least: Portals deals with it now, which may take more.
func (n *Node) inHandler() {
	h := &n.host
	h.doing = h.events.pop().notice()
	more := n.portals(h.doing, &n.net.Host)
	if n.net.observer != nil {
		n.observeHandler(h.cost, more)
	}
	h.entered = false
	if more > 0 {
		n.cpu.Continue(more, (*eventOver)(n), 0)
		return
	}
	n.eventDone()
}

// eventDone goes on when the handler is through with an event: commands for the firmware, then the next event. It deals with all that there are, those that
// have come meanwhile included, before it returns.
func (n *Node) eventDone() {
	h := &n.host
	n.follow(h.doing)
	if !h.events.empty() {
		next := h.events.first()
		h.cost = n.net.Host.least(next.notice())
		n.cpu.Continue(h.cost, (*inHandler)(n), address(next.p))
		return
	}
	h.raised = false
	now := n.net.k.Now()
	n.span(PartHost, "return", now, now+n.net.leave, nil)
	n.cpu.Leave(n.net.leave)
	n.wakeAll(now + n.net.leave)
}

// least is what an event takes of the host at least.
func (c *Host) least(e notice) sim.Time {
	switch {
	case e.what != arrived:
		return c.Event
	case e.p.inline:
		return c.Match + c.Event
	}
	return c.Match
}

// portals has the library deal with an event. It answers how long that takes besides what it takes at least; the answers that it makes are sent then.
func (n *Node) portals(e notice, c *Host) (more sim.Time) {
	m := e.p.m
	who := m.To
	switch e.what {
	case arrived:
		n.Stats.Received++
		accept, answer := who.Arrived(m)
		e.p.accept = accept
		if n.net.k.FetchesAhead() {
			_, e.p.receiving = m.Ops()
			e.p.source.matched = m.Matched()
		}
		more = n.answer(answer, c)
		if e.p.inline {
			more += n.answer(who.Received(m), c)
		}
	case received:
		more = n.answer(who.Received(m), c)
	case sent:
		who = m.From
		who.Sent(m)
	}
	n.wake(who)
	return more + sim.Time(who.Unlinked())*c.Unlink
}

func (n *Node) answer(m *nal.Message, c *Host) sim.Time {
	if m == nil {
		return 0
	}
	n.host.answer = true
	n.answers = append(n.answers, m)
	return c.Send
}

func (n *Node) wake(c nal.Client) {
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
func (n *Node) follow(e notice) {
	h, p := &n.host, e.p
	if h.answer {
		h.answer = false
		for i, m := range n.answers {
			n.answers[i] = nil
			n.net.Transmit(m)
		}
		n.answers = n.answers[:0]
	}
	switch {
	case e.what == sent:
		n.release()
		p.sent = true
		n.net.both(p)
	case e.what == received || p.inline:
		n.small(n.net.Firmware.Release)
		n.receivePending++
		p.received = true
		n.net.both(p)
	case n.net.Accelerated:
		n.receive(p)
	default:
		n.work(receiveCommand, p)
	}
}

// wakeAll says when ranks can see what has happened.
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

// accelerated has the firmware's Portals deal with an event in the handler that has just ended; the process sees it when it looks.
func (n *Node) accelerated(what kind, p *pending) {
	e := notice{what, p}
	n.portals(e, &Host{})
	n.follow(e)
	n.wakeAll(n.net.k.Now())
}
