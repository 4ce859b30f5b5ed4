package sci

import "gasnetgo/sim"

// controller is a node's link controller on a ring. Its output sends what passes, and packets of its own whenever nothing that passes waits. What arrives meanwhile is
// kept in the bypass FIFO, which so never has more than the longest packet.
type controller struct {
	a         *Adapter
	dimension int32
	at        int32 // on the ring
	ring      []*controller
	next      *controller

	free    sim.Time // when the output has sent all that it has begun to send
	due     bool     // an event at free will have it send
	repeats queue    // packets that were refused
	own     [classes]queue
	out     [classes]int // own packets that have space here until they are accepted
	order   uint32       // of what is sent to other nodes

	others  []other // by place
	stopped int     // nodes that have this one stop

	in    [classes]intake
	ready [classes]sim.Time // when the decoder is through with what it has accepted

	stats linkStats
}

// linkStats are those of the link behind a controller.
type linkStats struct {
	packets, bytes, repeats uint64
	busy, waited            sim.Time
	longest                 sim.Time // that the content of the bypass FIFO took
}

type (
	headComes  controller // a packet's first byte is at the output of this node; foreign
	outputFree controller
	repeatsNow controller // a packet that was refused may be sent again
)

func (x *headComes) NodeOf(uint64) int { return int(x.a.id) }

// transmit has a controller send a packet of its own, for which out has counted space.
func (c *controller) transmit(p *packet) {
	p.from, p.to = c.at, c.a.net.adapters[p.dst].place[c.dimension]
	p.phase = first
	c.own[p.classOf()].push(p)
	c.send()
}

// waits reports whether there are own packets to be sent.
func (c *controller) waits() bool {
	return c.own[ofResponses].first != nil || c.repeats.first != nil || c.own[ofRequests].first != nil
}

// send sends own packets as long as it may.
func (c *controller) send() {
	k := c.a.net.k
	for {
		if !c.waits() {
			c.forgive()
			return
		}
		if c.stopped > 0 {
			c.releaseAll()
			return
		}
		if c.free > k.Now() {
			if !c.due {
				c.due = true
				k.At(c.free, (*outputFree)(c), 0)
			}
			return
		}
		q := &c.own[ofRequests]
		if c.own[ofResponses].first != nil {
			q = &c.own[ofResponses]
		} else if c.repeats.first != nil {
			q = &c.repeats
		}
		p := q.pop()
		c.had(c.put(p))
	}
}

// Act sends, if nothing that passes has come first.
func (x *outputFree) Act(*sim.Kernel, uint64) {
	c := (*controller)(x)
	c.due = false
	c.send()
}

// put puts a packet on the link when what is before it has been sent, and returns its bytes.
func (c *controller) put(p *packet) uint64 {
	n := c.a.net
	now := n.k.Now()
	begin := max(now, c.free)
	bytes := n.Ring.bytes(p)
	takes := n.Ring.Link.Take(bytes)
	s := &c.stats
	s.packets++
	s.bytes += bytes
	s.busy += takes
	s.waited += begin - now
	s.longest = max(s.longest, begin-now)
	c.free = begin + takes
	n.k.AtFrom(begin+n.Ring.Hop, (*headComes)(c.next), uint64(p.index), c.next.orderFrom(c))
	return bytes
}

// Orders of effects on a node at the same time: by ring, packets before stops, by the node that they come from, and its own count.
const (
	orderRing  = sim.OrderBits - 1
	orderStop  = orderRing - 1
	orderPlace = 28
)

// orderFrom is the order of an effect on c of another node of its ring.
func (c *controller) orderFrom(from *controller) uint64 {
	from.order++
	return uint64(c.dimension)<<orderRing | uint64(from.at)<<orderPlace | uint64(from.order)&(1<<orderPlace-1)
}

// Act passes on what is for others.
func (x *headComes) Act(_ *sim.Kernel, index uint64) {
	c := (*controller)(x)
	p := c.a.net.packets.at(index)
	switch {
	case p.to != c.at:
		if p.kind != echo {
			c.passes(p.from, c.a.net.Ring.bytes(p))
		}
		c.put(p)
	case p.kind == echo:
		c.echoed(p)
	default:
		c.arrived(p)
	}
}

// echoed deals with the echo of an own packet.
func (c *controller) echoed(e *packet) {
	n := c.a.net
	if p := e.of; p == nil {
		c.out[e.class]--
		c.a.blink.grant()
	} else {
		p.phase = e.phase
		c.stats.repeats++
		if n.Ring.Repeat > 0 {
			n.k.After(n.Ring.Repeat, (*repeatsNow)(c), uint64(p.index))
		} else {
			c.repeats.push(p)
			c.send()
		}
	}
	n.packets.put(e)
}

// Act sends a refused packet again.
func (x *repeatsNow) Act(_ *sim.Kernel, index uint64) {
	c := (*controller)(x)
	c.repeats.push(c.a.net.packets.at(index))
	c.send()
}
