package seastar

import (
	"gasnetgo/sim"
	"gasnetgo/sim/topo"
)

// receiver is the RX DMA engine.
type receiver struct {
	free    sim.Time // the engine has nothing to do from then on
	held    uint64   // bytes of payload in its FIFO
	streams int32    // messages that it receives
	full    bool     // the network has a train for which there is no space
}

// Accepts reports whether the receive FIFO has space for a train's payload, and takes it in.
func (net *Network) Accepts(node int32, payload uint64) bool {
	r := &net.nodes[node].rx
	if r.held > 0 && r.held+payload > net.ReceiveFIFO {
		r.full = true
		return false
	}
	r.held += payload
	return true
}

// Arrives says when a train is there: what comes with a pending for the first time begins with its header packet.
func (net *Network) Arrives(node int32, a uint64, packet, tail sim.Time, order uint64) {
	n, p := &net.nodes[node], at(a&^refusalMark)
	if a&refusalMark != 0 {
		n.expectRefusal(p, packet, order)
		return
	}
	if !p.begun {
		p.begun = true
		net.k.AtFrom(packet, (*headerComes)(n), a, order)
	}
	switch {
	case p.inline:
		p.there = packet
	case p.bytes <= net.train:
		p.there = tail // a single train usually arrives long before it is needed, so this is no event
	default:
		net.k.AtFrom(tail, (*trainComes)(n), a, order+1)
	}
}

// Announce says when a header packet with all of its message will be there, or a refusal.
func (net *Network) Announce(node int32, a uint64, packet sim.Time, order uint64) {
	p := at(a &^ refusalMark)
	if a&refusalMark != 0 {
		net.nodes[node].expectRefusal(p, packet, order)
		return
	}
	p.begun = true
	p.there = packet
	net.k.AtFrom(packet, (*headerComes)(&net.nodes[node]), a, order)
}

// Withdraw says that it will be there later. The event for the time that was announced comes nevertheless: before the packet, so the pending is the same.
func (net *Network) Withdraw(_ int32, a uint64) {
	p := at(a &^ refusalMark)
	p.begun = false
	p.there = sim.Never
}

// Act has the firmware look at a header packet. Messages of one source are received in order: the firmware sees it when those before it are out of the way.
func (x *headerComes) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	if p.inline {
		if p.there != n.net.k.Now() {
			return // withdrawn
		}
		p.there = sim.Never
		if n.net.observer != nil {
			n.net.wires.Settle()
		}
	}
	if n.outOfTurn(p) {
		n.refuse(p)
		return
	}
	s := n.source(p.from)
	if s == nil {
		n.exhausted("source structures", p)
		return
	}
	p.source = s
	if s.busy {
		s.rx.push(&p.link)
		return
	}
	s.busy = true
	n.headerIsThere(p)
}

// header is the header packet's handler.
func (n *Node) header(p *pending) {
	switch {
	case n.receivePending == 0:
		n.advance(p)
		n.exhausted("pendings", p)
		return
	case !p.inline && int(n.rx.streams) == n.net.Streams:
		n.advance(p)
		n.exhausted("receive streams", p)
		return
	}
	n.receivePending--
	n.Stats.MostReceive = max(n.Stats.MostReceive, int32(n.net.ReceivePending)-n.receivePending)
	n.inTurn(p)
	if p.inline {
		p.m.Damaged = n.net.wires.Damaged(n.id, 0)
		n.advance(p)
	} else {
		n.rx.streams++
		n.Stats.MostStreams = max(n.Stats.MostStreams, n.rx.streams)
	}
	n.match(p)
}

// match has Portals look for what a header is for.
func (n *Node) match(p *pending) {
	if c := &n.net.Config; c.Accelerated && c.Firmware.Entry > 0 {
		if more := walking(p.m.To.Walk(p.m), c.Firmware.Entry); more > 0 {
			n.walk(p, more)
			return
		}
	}
	n.post(arrived, &p.link, n.net.Host.matching(p), (*arrivedInHost)(n))
}

// advance lets the next message of a source be received.
func (n *Node) advance(p *pending) {
	s := p.source
	if s.rx.empty() {
		s.busy = false
		return
	}
	n.headerIsThere(at(s.rx.pop()))
}

// Act is the end of a train of payload.
func (x *trainComes) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	switch {
	case p.refused:
		n.drain(p, min(n.net.train, p.bytes-p.drained))
	case p.accepted: // the engine has drained it as it came, but not before it had the command
		n.deposit(p, max(n.net.k.Now(), max(n.rx.free, p.acceptedAt)+n.depositTime(p)))
	default:
		p.held++
	}
}

// receive is the receive command's handler: it deposits what has arrived, and later what arrives.
func (n *Node) receive(p *pending) {
	p.accepted, p.acceptedAt = true, n.net.k.Now()
	n.only(p)
	for ; p.held > 0; p.held-- {
		n.deposit(p, max(n.net.k.Now(), n.rx.free)+n.depositTime(p))
	}
}

// only looks after the train of a message that has only one.
func (n *Node) only(p *pending) {
	switch {
	case p.bytes > n.net.train:
	case p.there <= n.net.k.Now():
		p.held++
	default:
		n.net.k.At(p.there, (*trainComes)(n), address(p))
	}
}

// take is how long the RX DMA engine needs for the next train of a message: for as much of it as is wanted.
func (n *Node) depositTime(p *pending) sim.Time {
	end := min(p.deposited+min(n.net.train, p.bytes-p.deposited), p.accept)
	if end <= p.deposited {
		return 0
	}
	return n.net.deposit.Take(end - p.deposited)
}

// deposit has the engine be through with the next train of a message at a time.
func (n *Node) deposit(p *pending, end sim.Time) {
	n.span(PartDeposit, "payload", max(n.rx.free, end-n.depositTime(p)), end, address(p))
	n.rx.free = end
	p.deposited += min(n.net.train, p.bytes-p.deposited)
	n.net.k.At(end, (*trainThrough)(n), address(p))
}

// Act is the end of a train's deposit.
func (x *trainThrough) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	n.drain(p, min(n.net.train, p.bytes-p.drained))
}

// drain takes bytes of a message out of the network.
func (n *Node) drain(p *pending, bytes uint64) {
	p.drained += bytes
	n.rx.held -= bytes
	if n.rx.full {
		n.rx.full = false
		n.net.wires.Retry(n.id)
	}
	if p.drained < p.bytes {
		if n.net.awaited(p) {
			n.net.k.AtFrom(n.net.k.Now()+n.net.wires.Latency(int(n.id), int(p.from)), (*creditComes)(&n.net.nodes[p.from]), p.sender, topo.FirstOrder+uint64(n.id))
		}
		return
	}
	if p.refused {
		n.sendBack(p)
		return
	}
	n.rx.streams--
	p.m.Damaged = n.net.wires.Damaged(n.id, p.bytes)
	n.receiveIsDone(p)
	n.advance(p)
}
