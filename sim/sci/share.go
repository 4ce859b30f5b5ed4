package sci

import "gasnetgo/sim"

// Nodes share a link that is full by the go bits of idle symbols on a real ring: a node that has to empty its bypass FIFO sends idle symbols that forbid others to begin, and
// counts those that it has used up. Here idle symbols are not modelled, only their effect: a node that waits to send counts, for each other node, by how many bytes more than its own
// that node's packets have passed it. It has those stop that are too far ahead, until it has caught up. A stop takes as long to the other node as an idle symbol would.
//
// A node that has to stop itself has no other node stop. So no two nodes wait for each other: what is on the ring comes to its end, and then all may go on.

// other is what a controller knows of another one of its ring.
type other struct {
	ahead int64 // bytes that have passed, less own ones, while this node waited
	stops bool  // this node has it stop
}

// stopComes says that another node has this one stop, or go on.
type stopComes controller

func (x *stopComes) NodeOf(uint64) int { return int(x.a.id) }

const (
	goes = iota
	stops
)

// passes counts a packet of another node that passes.
func (c *controller) passes(from int32, bytes uint64) {
	if c.stopped > 0 || !c.waits() {
		return
	}
	o := &c.others[from]
	o.ahead += int64(bytes)
	if !o.stops && o.ahead > int64(c.a.net.Ring.Lead) {
		o.stops = true
		c.control(from, stops)
	}
}

// had counts an own packet.
func (c *controller) had(bytes uint64) {
	lead := int64(c.a.net.Ring.Lead)
	for i := range c.others {
		o := &c.others[i]
		o.ahead = max(o.ahead-int64(bytes), -lead)
		if o.stops && o.ahead <= 0 {
			o.stops = false
			c.control(int32(i), goes)
		}
	}
}

// forgive forgets who is ahead: this node waits for nothing.
func (c *controller) forgive() {
	c.releaseAll()
	for i := range c.others {
		c.others[i].ahead = 0
	}
}

// releaseAll lets all others go on.
func (c *controller) releaseAll() {
	for i := range c.others {
		if o := &c.others[i]; o.stops {
			o.stops = false
			c.control(int32(i), goes)
		}
	}
}

// control has another node stop or go on.
func (c *controller) control(to int32, what uint64) {
	n := c.a.net
	target := c.ring[to]
	hops := n.links(int(c.dimension), c.at, to)
	n.k.AtFrom(n.k.Now()+sim.Time(hops)*n.Ring.Hop, (*stopComes)(target), what, target.orderFrom(c)|1<<orderStop)
}

// Act stops the controller, or lets it go on.
func (x *stopComes) Act(_ *sim.Kernel, what uint64) {
	c := (*controller)(x)
	if what == stops {
		if c.stopped++; c.stopped == 1 {
			c.releaseAll()
		}
		return
	}
	if c.stopped--; c.stopped == 0 {
		c.send()
	}
}
