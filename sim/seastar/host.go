package seastar

import (
	"gasnetgo/sim"
	"gasnetgo/sim/nal"
)

// host is the host's part: the generic event queue and the interrupt handler that empties it.
type host struct {
	events  queue          // the generic event queue
	raised  bool           // an interrupt is on its way or being handled
	doing   notice         // by the handler
	answers []*nal.Message // that it makes
	woken   []nal.Client   // whose events it has posted
}

// notice is an event that the firmware posts.
type notice struct {
	what kind
	p    *pending
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
	n.wanted = true
	return false
}

// command allocates a pending and posts the transmit command. A payload that fits goes into the header, and its memory is free.
func (n *Node) command(m *nal.Message) {
	net := n.net
	n.transmitPending--
	n.Stats.MostTransmit = max(n.Stats.MostTransmit, net.TransmitPending-n.transmitPending)
	p := net.pendings.take()
	p.m, p.src, p.dst, p.bytes = m, n, &net.nodes[m.Dst], m.Bytes
	p.inline = m.Bytes <= net.Inline
	net.count(p)
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
	l := &p.rx
	if what == sent {
		l = &p.tx
	}
	l.what = what
	h.events.push(l)
	n.Stats.Events++
	if !h.raised {
		h.raised = true
		n.cpu.Interrupt(n.net.enter, n, uint64(inHandler))
	}
}

// serve is the interrupt handler: it deals with all events that there are, those that come meanwhile included, before it returns.
func (n *Node) serve() {
	h := &n.host
	if h.events.empty() {
		n.span(PartHost, "return", n.net.k.Now(), n.net.k.Now()+n.net.leave, nil)
		n.cpu.Continue(n.net.leave, n, uint64(outOfIt))
		return
	}
	next := h.events.pop()
	h.doing = notice{next.what, next.p}
	cost := n.portals(h.doing, &n.net.Host)
	n.span(PartHost, kinds[h.doing.what], n.net.k.Now(), n.net.k.Now()+cost, h.doing.p)
	n.cpu.Continue(cost, n, uint64(eventDone))
}

// portals has the library deal with an event. It answers how long that takes; the answers that it makes are sent then.
func (n *Node) portals(e notice, c *Host) (cost sim.Time) {
	m := e.p.m
	switch e.what {
	case arrived:
		cost = c.Match
		n.Stats.Received++
		n.wake(m.To)
		to := m.To
		accept, answer := to.Arrived(m)
		e.p.accept = accept
		cost += n.answer(answer, c)
		if e.p.inline {
			cost += c.Event + n.answer(to.Received(m), c)
		}
		cost += sim.Time(to.Unlinked()) * c.Unlink
	case received:
		cost = c.Event
		to := m.To
		n.wake(to)
		cost += n.answer(to.Received(m), c)
		cost += sim.Time(to.Unlinked()) * c.Unlink
	case sent:
		cost = c.Event
		n.wake(m.From)
		from := m.From
		from.Sent(m)
		return cost + sim.Time(from.Unlinked())*c.Unlink
	}
	return cost
}

func (n *Node) answer(m *nal.Message, c *Host) sim.Time {
	if m == nil {
		return 0
	}
	n.host.answers = append(n.host.answers, m)
	return c.Send
}

func (n *Node) wake(c nal.Client) {
	w := n.host.woken
	if len(w) == 0 || w[len(w)-1] != c {
		n.host.woken = append(w, c)
	}
}

// eventDone goes on when the handler is through with an event: commands for the firmware.
func (n *Node) eventDone() {
	n.follow(n.host.doing)
	n.serve()
}

// follow is what an event that Portals has dealt with leads to.
func (n *Node) follow(e notice) {
	h, p := &n.host, e.p
	for i, m := range h.answers {
		h.answers[i] = nil
		n.net.Transmit(m)
	}
	h.answers = h.answers[:0]
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

// outOfIt is the end of an interrupt. Ranks run again.
func (n *Node) outOfIt() {
	h := &n.host
	h.raised = false
	if !h.events.empty() { // posted while the handler was on its way out
		h.raised = true
		n.cpu.Interrupt(n.net.enter, n, uint64(inHandler))
	}
	n.wakeAll()
}

func (n *Node) wakeAll() {
	h := &n.host
	for i, c := range h.woken {
		h.woken[i] = nil
		c.Wake()
	}
	h.woken = h.woken[:0]
}

// accelerated has the firmware's Portals deal with an event in the handler that has just ended; the process sees it when it looks.
func (n *Node) accelerated(what kind, p *pending) {
	e := notice{what, p}
	n.portals(e, &Host{})
	n.follow(e)
	n.wakeAll()
}
