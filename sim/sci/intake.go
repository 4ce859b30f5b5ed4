package sci

import "gasnetgo/sim"

// phase is how often a packet has been refused, and whose turn it is then.
type phase uint8

const (
	first  phase = iota // not yet
	second              // once: it is to get a turn, if it is refused again
	turnA
	turnB
)

// intake is the input FIFO of a controller for a class of packets. What it refuses comes again. The refused have turns: there is space for all of one turn before others are accepted, and those that are refused
// meanwhile get the other turn. So each packet is accepted after a bounded number of others; packets of one source may overtake one another.
type intake struct {
	space, used int
	refused     [2]int // that wait with turn A, B
	serving     phase  // turnA or turnB, if some wait
}

// admit accepts a packet, or says in which phase it is to come again.
func (in *intake) admit(p phase) (next phase, accepted bool) {
	free := in.space - in.used
	if p >= turnA && in.refused[in.serving-turnA] == 0 {
		in.serving = p // all of the other turn have been accepted
	}
	switch {
	case p < turnA:
		if free > in.refused[0]+in.refused[1] {
			in.used++
			return p, true
		}
		if p == first {
			return second, false
		}
		next = turnA
		switch {
		case in.refused[0]+in.refused[1] == 0:
			in.serving = turnA
		case in.serving == turnA:
			next = turnB
		}
		in.refused[next-turnA]++
		return next, false
	case free == 0, p != in.serving && free <= in.refused[in.serving-turnA]:
		return p, false
	}
	in.used++
	in.refused[p-turnA]--
	return p, true
}

// decoded says that the decoder is through with a packet.
type decoded controller

// arrived deals with a packet that is for this controller: an echo takes its place on the ring.
func (c *controller) arrived(p *packet) {
	n := c.a.net
	class := p.classOf()
	e := n.packets.get(echo)
	e.from, e.to, e.class = c.at, p.from, class
	next, accepted := c.in[class].admit(p.phase)
	if !accepted {
		e.of, e.phase = p, next
		c.a.stats.refused++
		c.put(e)
		return
	}
	c.put(e)
	ready := &c.ready[class]
	*ready = max(*ready, n.k.Now()+n.Ring.Link.Take(n.Ring.bytes(p))) + n.Controller.Accept
	n.k.At(*ready, (*decoded)(c), uint64(p.index))
}

// Act has the B-Link take a packet.
func (x *decoded) Act(_ *sim.Kernel, index uint64) {
	c := (*controller)(x)
	c.a.blink.offer(atRing+int(c.dimension), c.a.net.packets.at(index))
}
