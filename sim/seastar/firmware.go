package seastar

import "gasnetgo/sim"

// firmware is the embedded processor: a loop that runs one handler at a time to its end.
type firmware struct {
	running bool
	what    work
	until   sim.Time // the end of the handler that runs, and of small work behind it
	jobs    [works]queue
}

// work is what a handler is for. Work from the network comes first, then work from the host.
type work uint8

const (
	receiveDone work = iota // before the header packet behind the payload: events are posted in the order of messages
	headerPacket
	transmitDone
	receiveCommand
	transmitCommand
	works
)

// work asks the firmware for a handler.
func (n *Node) work(w work, p *pending) {
	f := &n.firmware
	f.jobs[w].push(p.job(w))
	if !f.running {
		f.running = true
		n.dispatch()
	}
}

// job is the link of a pending in the list for some work.
func (p *pending) job(w work) *link {
	switch w {
	case transmitCommand:
		return &p.line
	case transmitDone:
		return &p.tx
	}
	return &p.rx
}

// dispatch begins with the next handler, if there is one.
func (n *Node) dispatch() {
	f := &n.firmware
	for w := range works {
		if f.jobs[w].empty() {
			continue
		}
		p := f.jobs[w].first.p
		f.what = w
		cost := n.net.Firmware.Poll + n.cost(w, p)
		n.Stats.Firmware += cost
		f.until = max(n.net.k.Now(), f.until) + cost
		n.span(PartFirmware, handlers[w], f.until-cost, f.until, p)
		n.event(f.until, handled, p)
		return
	}
	f.running = false
}

// cost is what a handler takes.
func (n *Node) cost(w work, p *pending) sim.Time {
	c := &n.net.Firmware
	switch w {
	case headerPacket:
		t := c.Header
		if n.net.Accelerated {
			t += c.Match
		}
		if p.source.new {
			p.source.new = false
			t += c.Source
		}
		return t
	case receiveDone:
		return c.Received
	case transmitDone:
		return c.Sent
	case receiveCommand:
		return c.Receive
	}
	return c.Transmit
}

// handled is the end of a handler: what it was for happens now.
func (n *Node) handled(*pending) {
	f := &n.firmware
	p := f.jobs[f.what].pop().p
	switch f.what {
	case headerPacket:
		n.header(p)
	case receiveDone:
		n.complete(received, p)
	case transmitDone:
		n.complete(sent, p)
	case receiveCommand:
		n.receive(p)
	case transmitCommand:
		n.transmit(p)
	}
	n.dispatch()
}

// small is work that is done behind a handler without anybody waiting for its end.
func (n *Node) small(cost sim.Time) {
	f := &n.firmware
	f.until = max(n.net.k.Now(), f.until) + cost
	n.Stats.Firmware += cost
}
