package topo

import (
	"math/rand/v2"

	"gasnetgo/sim"
)

// Config describes the wires.
type Config struct {
	Shape
	Bandwidth sim.Rate // of a link, per direction, payload; 0 is unlimited
	Hop       sim.Time // from router to router
	Packet    uint64   // bytes; trains are whole packets. 0 is 1
	Errors    Errors
}

// Torus is routers and the links between them.
type Torus struct {
	Config
	links  []Link
	places [][3]int32 // of the nodes
	packet sim.Time   // that one is on a link
	errors errors

	// Observe, if not nil, is told of every train on a link: when it holds it.
	Observe func(at Port, begin, end sim.Time, bytes uint64)
}

// Link is one direction of a wire.
type Link struct {
	free sim.Time // nothing more is on it from then on

	Trains  uint64
	Bytes   uint64   // whole packets
	Busy    sim.Time // that it was used
	Waited  sim.Time // that trains stood in front of it
	Retries uint64   // packets that were sent again
}

// Directions of a node's links.
const (
	up         = 0 // to the larger coordinate
	down       = 1
	directions = 6 // x up, x down, y up, ...
)

// New makes a network at rest.
func New(c Config) (*Torus, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.Packet = max(c.Packet, 1)
	t := &Torus{Config: c, links: make([]Link, c.Nodes()*directions)}
	t.places = make([][3]int32, c.Nodes())
	for i := range t.places {
		for d, x := range c.At(i) {
			t.places[i][d] = int32(x)
		}
	}
	t.packet = c.Bandwidth.Take(c.Packet)
	t.errors.rates = c.Errors
	t.errors.random = rand.New(rand.NewPCG(c.Errors.Seed, 0x7375726f74))
	t.errors.start()
	return t, nil
}

// Send has a train of so many bytes leave src for dst: its first packet at first, its last not before last. head is when the first packet begins to
// arrive and tail when the last one is there.
//
// Calls are made in the order of first, or nearly: who comes first is served first.
func (t *Torus) Send(first, last sim.Time, src, dst int, bytes uint64) (head, tail sim.Time) {
	packets, takes := uint64(1), t.packet
	if bytes != t.Packet {
		packets = (bytes + t.Packet - 1) / t.Packet
		bytes = packets * t.Packet
		takes = t.Bandwidth.Take(bytes)
	}
	head, tail = first, max(last, first)
	if src == dst {
		return head, max(tail, head+takes)
	}
	node, stride := src, 1
	for d, size := range [3]int{t.X, t.Y, t.Z} {
		at := int(t.places[src][d])
		steps, rising := t.way(d, size, at, int(t.places[dst][d]))
		direction := 2*d + up
		if !rising {
			direction = 2*d + down
		}
		for range steps {
			l := &t.links[node*directions+direction]
			start := max(head, l.free)
			l.Waited += start - head
			occupied := takes
			if t.errors.left != 0 {
				if again := t.errors.damaged(packets); again > 0 {
					l.Retries += again
					occupied += sim.Time(again) * (t.errors.rates.Retry + t.packet)
				}
			}
			l.free = start + occupied
			l.Trains++
			l.Bytes += bytes
			l.Busy += occupied
			if t.Observe != nil {
				t.Observe(Port{node, direction}, start, start+occupied, bytes)
			}
			head = start + t.Hop
			tail = max(tail, start+occupied) + t.Hop
			node, at = t.step(node, stride, size, at, rising)
		}
		stride *= size
	}
	return head, tail
}

// step is the neighbour of a node in a dimension, and its coordinate there.
func (t *Torus) step(node, stride, size, at int, rising bool) (next, coordinate int) {
	switch {
	case rising && at == size-1:
		return node - at*stride, 0
	case rising:
		return node + stride, at + 1
	case at == 0:
		return node + (size-1)*stride, size - 1
	}
	return node - stride, at - 1
}

// Port is where a link begins.
type Port struct {
	Node      int
	Direction int // 0 x up, 1 x down, 2 y up, 3 y down, 4 z up, 5 z down
}

// String is the direction's name: "x+", "x-", ...
func (p Port) String() string {
	return [directions]string{"x+", "x-", "y+", "y-", "z+", "z-"}[p.Direction]
}

// Each yields all links that have carried something.
func (t *Torus) Each(yield func(Port, *Link) bool) {
	for i := range t.links {
		if t.links[i].Trains > 0 && !yield(Port{i / directions, i % directions}, &t.links[i]) {
			return
		}
	}
}

// Latency is what the links between two nodes take from a packet that waits for nothing.
func (t *Torus) Latency(src, dst int) sim.Time { return sim.Time(t.Hops(src, dst)) * t.Hop }
