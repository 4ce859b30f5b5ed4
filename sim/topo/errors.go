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

// errors counts packets down to the next error of each kind.
type errors struct {
	rates  Errors
	random *rand.Rand
	left   uint64 // packets until a link damages one; 0 never
	missed uint64 // packets until a damaged one gets through; 0 never
}

func (e *errors) start(rates Errors) {
	e.rates = rates
	e.random = rand.New(rand.NewPCG(rates.Seed, 0x7375726f74))
	e.left = e.distance(e.rates.Rate)
	e.missed = e.distance(e.rates.Missed)
}

// distance is the number of the next packet that is hit if each is with probability p.
func (e *errors) distance(p float64) uint64 {
	if p <= 0 {
		return 0
	}
	if p >= 1 {
		return 1
	}
	return 1 + uint64(math.Log(1-e.random.Float64())/math.Log1p(-p))
}

// damaged is how many of the packets that cross a link have to do so again.
func (e *errors) damaged(packets uint64) uint64 {
	n := uint64(0)
	for packets >= e.left {
		packets -= e.left
		e.left = e.distance(e.rates.Rate)
		if n++; n >= 1000 { // of a wire that hardly lets anything through
			return n
		}
	}
	e.left -= packets
	return n
}

// Damaged reports whether a message of so many bytes has arrived with an error that only its own CRC can find.
func (t *Torus) Damaged(bytes uint64) bool {
	if t.errors.missed == 0 {
		return false
	}
	packets := 1 + (bytes+t.Packet-1)/t.Packet
	if packets < t.errors.missed {
		t.errors.missed -= packets
		return false
	}
	t.errors.missed = t.errors.distance(t.errors.rates.Missed)
	return true
}
