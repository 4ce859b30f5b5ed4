package topo

import (
	"math"
	"math/rand/v2"

	"gasnetgo/sim"
)

// Errors are what wires do to packets. The zero value is wires that do nothing.
type Errors struct {
	Rate   float64  // probability that a link damages a packet and its CRC of 16 bits finds out: the packet is sent again
	Retry  sim.Time // that this takes besides the packet's own time
	Missed float64  // probability that a damaged packet passes the link's check: the 32-bit CRC of its message detects it
	Seed   uint64
}

// errors has a stream of random numbers for each link and for each node, so what happens to one does not depend on what others do meanwhile.
type errors struct {
	rates Errors
	links []stream // by port; nil: no link damages packets
	nodes []stream // nil: no damaged packet gets through
}

// stream counts packets down to the next one that is hit.
type stream struct {
	random rand.PCG
	left   uint64
}

func (e *errors) start(rates Errors, links, nodes int) {
	e.rates = rates
	e.links = streams(rates.Seed, 0, rates.Rate, links)
	e.nodes = streams(rates.Seed, 1, rates.Missed, nodes)
}

// streams makes n streams of a kind in which each packet is hit with probability p; none if p is 0.
func streams(seed, kind uint64, p float64, n int) []stream {
	if p <= 0 {
		return nil
	}
	list := make([]stream, n)
	for i := range list {
		list[i].random.Seed(seed, kind<<32|uint64(i))
		list[i].next(p)
	}
	return list
}

// next chooses the next packet that is hit.
func (s *stream) next(p float64) {
	s.left = 1
	if p < 1 {
		uniform := float64(s.random.Uint64()>>11) / (1 << 53)
		s.left += uint64(min(math.Log(1-uniform)/math.Log1p(-p), 1<<62))
	}
}

// damaged is how many of the packets that cross a link have to do so again.
func (e *errors) damaged(link int32, packets uint64) uint64 {
	s, n := &e.links[link], uint64(0)
	for packets >= s.left {
		packets -= s.left
		s.next(e.rates.Rate)
		if n++; n >= 1000 { // of a wire that hardly lets anything through
			return n
		}
	}
	s.left -= packets
	return n
}

// Damaged reports whether a message of so many bytes has arrived at a node with an error that only its own CRC can find.
func (t *Torus) Damaged(node int32, bytes uint64) bool {
	if t.errors.nodes == nil {
		return false
	}
	s, packets := &t.errors.nodes[node], 1+(bytes+t.Packet-1)/t.Packet
	if packets < s.left {
		s.left -= packets
		return false
	}
	s.next(t.errors.rates.Missed)
	return true
}
