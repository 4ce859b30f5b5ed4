package seastar

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/topo"
)

// receiver is the RX DMA engine.
type receiver struct {
	free    sim.Time // the engine has nothing to do from then on
	held    uint64   // bytes of payload in its FIFO
	streams int32    // messages that it receives
	full    bool     // the network has a train for which there is no space
	coming  *link    // announced messages with a payload that is in held and may not be there
}

// Accepts reports whether the receive FIFO has space for a train's payload, and takes it in.
func (net *Network) Accepts(node int32, payload uint64) bool {
	r := &net.nodes[node].rx
	if !r.fits(payload, net.ReceiveFIFO) {
		for l := r.coming; l != nil; {
			p := at(l.at)
			l = l.next
			net.wires.Recall(p.accept)
		}
		if !r.fits(payload, net.ReceiveFIFO) {
			r.full = true
			return false
		}
	}
	r.held += payload
	return true
}

func (r *receiver) fits(payload, space uint64) bool { return r.held == 0 || r.held+payload <= space }

// Expects reports whether the receive FIFO keeps space for a train that is all of a message.
func (net *Network) Expects(node int32, payload, a, train uint64) bool {
	p, r := at(a), &net.nodes[node].rx
	if p.bytes > net.train || !r.fits(payload, net.ReceiveFIFO) {
		return false
	}
	r.held += payload
	p.accept = train
	p.link.next, r.coming = r.coming, &p.link
	return true
}

// comes takes a message from the list of those that are announced.
func (r *receiver) comes(p *pending) {
	for l := &r.coming; *l != nil; l = &(*l).next {
		if *l == &p.link {
			*l = p.link.next
			break
		}
	}
	p.accept = 0
}

// Arrives says when a train is there: what comes with a pending for the first time begins with its header packet.
func (net *Network) Arrives(node int32, a uint64, packet, tail sim.Time, order uint64) {
	n, p := &net.nodes[node], at(a&^refusalMark)
	if a&refusalMark != 0 {
		n.expectRefusal(p, packet, order)
		return
	}
	if !p.begun {
		p.begun, p.since = true, packet
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

// Announce says when a header packet with all of its message will be there, or with a train that is the rest of it, or a refusal.
func (net *Network) Announce(node int32, a uint64, packet, tail sim.Time, order uint64) {
	p := at(a &^ refusalMark)
	if a&refusalMark != 0 {
		net.nodes[node].expectRefusal(p, packet, order)
		return
	}
	p.begun, p.since, p.there = true, packet, tail
	net.k.AtFrom(packet, (*headerComes)(&net.nodes[node]), a, order)
}

// Withdraw says that it will be there later. The event for the time that was announced comes nevertheless: before the packet, so the pending is the same.
func (net *Network) Withdraw(node int32, a uint64) {
	p := at(a &^ refusalMark)
	p.begun = false
	p.since, p.there = sim.Never, sim.Never
	if p.accept != 0 {
		r := &net.nodes[node].rx
		r.held -= p.bytes
		r.comes(p)
	}
}

// Act has the firmware look at a header packet. Messages of one source are received in order: the firmware sees it when those before it are out of the way.
func (x *headerComes) Act(_ *sim.Kernel, a uint64) {
	n, p := (*Node)(x), at(a)
	if p.since != n.net.k.Now() {
		return // withdrawn
	}
	p.since = sim.Never
	if p.accept != 0 {
		n.rx.comes(p)
	}
	if p.inline && n.net.observer != nil {
		n.net.wires.Settle()
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
		n.turnAway("pendings", p)
		return
	case !p.inline && int(n.rx.streams) == n.net.Streams:
		n.turnAway("receive streams", p)
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
		if who, matches := p.m.To.(fabric.Matcher); matches {
			if more := walking(who.Walk(p.m), c.Firmware.Entry); more > 0 {
				n.walk(p, more)
				return
			}
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
		n.deposit(p, max(n.net.k.Now(), max(n.rx.free, p.since)+n.depositTime(p)))
	default:
		p.held++
	}
}

// receive is the receive command's handler: it deposits what has arrived, and later what arrives.
func (n *Node) receive(p *pending) {
	p.accepted, p.since = true, n.net.k.Now()
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
