package sci

import "gasnetgo/sim"

// blink is the bus between the bridge and the link controllers of an adapter, the B-Link. It moves one packet at a time, in turn from those that offer some, each when
// there is space for it where it goes. A packet that turns from one ring into another goes from controller to controller.
type blink struct {
	a      *Adapter
	offers [points * int(classes)]queue
	last   int     // offer that was served
	moving *packet // nil: the bus is idle
	begun  sim.Time
	from   int
	to     int
}

// points of the bus.
const (
	atBridge = iota
	atRing   // and the number of the ring
	points   = atRing + 2
)

// moved says that the bus has moved a packet.
type moved blink

// offer has the bus move a packet from a point.
func (b *blink) offer(point int, p *packet) {
	b.offers[point*int(classes)+int(p.classOf())].push(p)
	b.grant()
}

// grant begins to move a packet, if the bus is idle and one can be moved. Call it when there is new space somewhere.
func (b *blink) grant() {
	if b.moving != nil {
		return
	}
	for i := 1; i <= len(b.offers); i++ {
		at := (b.last + i) % len(b.offers)
		p := b.offers[at].first
		if p == nil {
			continue
		}
		to := b.a.toward(p)
		if !b.a.claim(to, p.classOf()) {
			continue
		}
		b.offers[at].pop()
		b.last, b.moving, b.from, b.to = at, p, at/int(classes), to
		n := b.a.net
		b.begun = n.k.Now()
		n.k.After(n.BLink.Rate.Take(n.Ring.bytes(p)+n.BLink.Wrap), (*moved)(b), 0)
		return
	}
}

// Act delivers a packet.
func (x *moved) Act(k *sim.Kernel, _ uint64) {
	b := (*blink)(x)
	p, a := b.moving, b.a
	b.moving = nil
	a.span(partBLink, "packet", b.begun, k.Now(), p.carried())
	switch {
	case b.from >= atRing:
		a.rings[b.from-atRing].in[p.classOf()].used--
	case p.kind == response:
		a.inbound-- // of the request that it answers
	}
	if b.to >= atRing {
		a.stats.turned += uint64(min(b.from, 1))
		a.rings[b.to-atRing].transmit(p)
	} else {
		k.After(a.net.Bridge.Latency, (*bridged)(a), uint64(p.index))
	}
	b.grant()
}

// toward is the point that a packet goes to from here: requests take the ring in x first, responses that in y, so that they take the same rings.
func (a *Adapter) toward(p *packet) int {
	if p.dst == a.id {
		return atBridge
	}
	place := &a.net.adapters[p.dst].place
	ring := inX
	if place[inX] == a.place[inX] || p.kind == response && place[inY] != a.place[inY] {
		ring = inY
	}
	return atRing + ring
}

// claim counts space for a packet at a point, and reports whether there was some. There is always space for a response in the bridge: a stream waits for it.
func (a *Adapter) claim(point int, c class) bool {
	n := a.net
	switch {
	case point == atBridge && c == ofResponses:
	case point == atBridge:
		if a.inbound >= n.Bridge.Inbound {
			return false
		}
		a.inbound++
	default:
		out := &a.rings[point-atRing].out[c]
		if *out >= [classes]int{n.Controller.Requests, n.Controller.Responses}[c] {
			return false
		}
		*out++
	}
	return true
}
