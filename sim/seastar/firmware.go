package seastar

import (
	"math/bits"

	"gasnetgo/sim"
)

// firmware is the embedded processor: a loop that runs one handler at a time to its end.
type firmware struct {
	until   sim.Time // the end of the handler that runs, and of small work behind it
	jobs    [works]queue
	waiting uint8 // a bit for each kind of work that there is
	running bool
	what    work
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
	f.waiting |= 1 << w
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
	if f.waiting == 0 {
		f.running = false
		return
	}
	w := work(bits.TrailingZeros8(f.waiting)) % works
	f.what = w
	p := f.jobs[w].first().p
	cost := n.net.handlers[w]
	if w == headerPacket && p.source.new {
		p.source.new = false
		cost += n.net.Firmware.Source
	}
	n.Stats.Firmware += cost
	f.until = max(n.net.k.Now(), f.until) + cost
	n.span(PartFirmware, handlers[w], f.until-cost, f.until, p)
	n.net.k.At(f.until, (*handlerOver)(n), address(p))
}

// costs are what handlers take, with the turn of the loop that leads to them; a header packet of an unknown source takes more.
func (c *Config) costs() [works]sim.Time {
	f := &c.Firmware
	header := f.Header
	if c.Accelerated {
		header += f.Match
	}
	return [works]sim.Time{
		receiveDone:     f.Poll + f.Received,
		headerPacket:    f.Poll + header,
		transmitDone:    f.Poll + f.Sent,
		receiveCommand:  f.Poll + f.Receive,
		transmitCommand: f.Poll + f.Transmit,
	}
}

// handled is the end of a handler: what it was for happens now.
func (n *Node) handled() {
	f := &n.firmware
	jobs := &f.jobs[f.what]
	p := jobs.pop().p
	if jobs.empty() {
		f.waiting &^= 1 << f.what
	}
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
