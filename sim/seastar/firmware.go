package seastar

import (
	"math/bits"

	"gasnetgo/sim"
)

// firmware is the embedded processor: a loop that runs one handler at a time to its end. A turn of the loop checks for work from the network and then for a
// command of the host, as in section 4.3 of the paper: neither waits for more than one handler of the other.
type firmware struct {
	until   sim.Time // the end of the handler that runs, and of small work behind it
	jobs    [works]queue
	waiting uint8 // a bit for each kind of work that there is in jobs
	running bool
	walking bool // the handler of a header packet looks at more than one match entry
	network bool // the latest handler was for work from the network
}

// work is what a handler is for. The kinds of work from the network come first, then the host's commands.
type work uint8

const (
	receiveDone  work = iota // before the header packet behind the payload: events are posted in the order of messages
	transmitDone             // before the header packet of an acknowledgement: an initiator's SEND_END is posted before its ACK
	headerPacket
	receiveCommand
	transmitCommand
	works

	commands = 1<<receiveCommand | 1<<transmitCommand // as bits of waiting
)

// work asks the firmware for a handler, which ends with an event for end.
func (n *Node) work(w work, l *link, end sim.Actor) {
	f := &n.firmware
	if f.running {
		f.jobs[w].push(l)
		f.waiting |= 1 << w
		return
	}
	f.running = true
	n.handle(w, l.at, end)
}

// handle starts a handler. Its effects happen at its end.
func (n *Node) handle(w work, a uint64, end sim.Actor) {
	f := &n.firmware
	f.network = w < receiveCommand
	cost := n.net.handlers[w]
	if w == headerPacket {
		if s := at(a).source; s.new {
			s.new = false
			cost += n.net.Firmware.Source
		}
	}
	n.small(cost)
	n.span(PartFirmware, handlers[w], f.until-cost, f.until, a)
	n.net.k.At(f.until, end, a)
}

// What the firmware is asked for.

func (n *Node) receiveIsDone(p *pending)       { n.work(receiveDone, &p.link, (*receiveHandled)(n)) }
func (n *Node) headerIsThere(p *pending)       { n.work(headerPacket, &p.link, (*headerHandled)(n)) }
func (n *Node) transmitIsDone(x *transmission) { n.work(transmitDone, &x.link, (*sentHandled)(n)) }
func (n *Node) commandReceive(p *pending)      { n.work(receiveCommand, &p.link, (*receiveCommanded)(n)) }
func (n *Node) commandTransmit(x *transmission) {
	n.work(transmitCommand, &x.link, (*transmitCommanded)(n))
}

// The functions below are the ends of handlers: the effect happens now, and the next handler starts.

func (x *receiveHandled) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	n.post(received, &p.link, n.net.Host.Event, (*receivedInHost)(n))
	n.handled()
}

func (x *headerHandled) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	n.header(p)
	if !n.firmware.walking {
		n.handled()
	}
}

// walk has the handler of a header packet go on for the time that it takes to find the entry. Nothing is matched before that.
func (n *Node) walk(p *pending, more sim.Time) {
	f := &n.firmware
	f.walking = true
	n.small(more)
	n.span(PartFirmware, "match list", f.until-more, f.until, address(p))
	n.net.k.At(f.until, (*listWalked)(n), address(p))
}

func (x *listWalked) Act(_ *sim.Kernel, a uint64) {
	n := (*Node)(x)
	n.firmware.walking = false
	n.accelerated(arrived, a)
	n.handled()
}

func (x *sentHandled) Act(_ *sim.Kernel, a uint64) {
	n := (*Node)(x)
	n.post(sent, &leaving(a).link, n.net.Host.Event, (*sentInHost)(n))
	n.handled()
}

func (x *receiveCommanded) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	n.receive(p)
	n.handled()
}

func (x *transmitCommanded) Act(_ *sim.Kernel, a uint64) {
	n := (*Node)(x)
	n.transmit(leaving(a))
	n.handled()
}

// handled starts the next handler, if there is one.
func (n *Node) handled() {
	f := &n.firmware
	if f.waiting == 0 {
		f.running = false
		return
	}
	candidates := f.waiting
	if f.network && candidates&commands != 0 {
		candidates &= commands
	}
	w := work(bits.TrailingZeros8(candidates)) % works
	jobs := &f.jobs[w]
	a := jobs.pop()
	if jobs.empty() {
		f.waiting &^= 1 << w
	}
	switch w {
	case receiveDone:
		n.handle(w, a, (*receiveHandled)(n))
	case transmitDone:
		n.handle(w, a, (*sentHandled)(n))
	case headerPacket:
		n.handle(w, a, (*headerHandled)(n))
	case receiveCommand:
		n.handle(w, a, (*receiveCommanded)(n))
	case transmitCommand:
		n.handle(w, a, (*transmitCommanded)(n))
	}
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
		transmitDone:    f.Poll + f.Sent,
		headerPacket:    f.Poll + header,
		receiveCommand:  f.Poll + f.Receive,
		transmitCommand: f.Poll + f.Transmit,
	}
}

// small is work after a handler whose end triggers nothing.
func (n *Node) small(cost sim.Time) {
	f := &n.firmware
	f.until = max(n.net.k.Now(), f.until) + cost
	n.Stats.Firmware += cost
}
