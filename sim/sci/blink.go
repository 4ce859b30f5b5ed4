package sci

import "gasnetgo/sim"

// blink is the bus between the bridge and the link controllers of an adapter, the B-Link. It moves one packet at a time. Among
// the queues whose first packet has space at its destination, it serves the one that it has served least recently. A packet that turns from one ring into another goes from controller to controller.
type blink struct {
	a      *Adapter
	offers [points * int(classes)]queue
	served [points * int(classes)]uint64 // when, counted in packets
	count  uint64
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
	best := -1
	for i := range b.offers {
		p := b.offers[i].first
		if p != nil && (best < 0 || b.served[i] < b.served[best]) && b.a.space(b.a.toward(p), p.classOf()) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	p := b.offers[best].pop()
	b.count++
	b.served[best] = b.count
	b.moving, b.from, b.to = p, best/int(classes), b.a.toward(p)
	b.a.claim(b.to, p.classOf())
	n := b.a.net
	b.begun = n.k.Now()
	n.k.After(n.BLink.Rate.Take(n.Ring.bytes(p)+n.BLink.Wrap), (*moved)(b), 0)
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

// space reports whether a point has space for a packet. The bridge always has for a response: a stream waits for it.
func (a *Adapter) space(point int, c class) bool {
	n := a.net
	switch {
	case point != atBridge:
		return a.rings[point-atRing].out[c] < [classes]int{n.Controller.Requests, n.Controller.Responses}[c]
	case c == ofRequests:
		return a.inbound < n.Bridge.Inbound
	}
	return true
}

// claim takes it.
func (a *Adapter) claim(point int, c class) {
	switch {
	case point != atBridge:
		a.rings[point-atRing].out[c]++
	case c == ofRequests:
		a.inbound++
	}
}
