package disorder

import (
	"fmt"

	"gasnetgo/sim"
)

// Delay is a decision that has changed something.
type Delay struct {
	ID   string // the same in another run of the seed, as long as ranks do the same before
	What string // for people: "the put of 8 bytes by rank 0 to rank 1"
	How  string // "is in memory 12us late"
	Rank int    // whose call it is part of
	At   sim.Time
	Call bool // Rank is in that call now
}

// wanted reports whether a decision may change something.
func (p *Plan) wanted(id string) bool { return p.only == nil || p.only[id] }

func (p *Plan) log(made func() Delay) {
	p.delays++
	if p.Log != nil {
		d := made()
		d.At = p.Now()
		p.Log(d)
	}
}

// messageID names the decision about a message, by the rank whose operation it belongs to and the number of that among the rank's.
func messageID(rank, number uint64, answer bool) string {
	if answer {
		return fmt.Sprintf("a%d.%d", rank, number)
	}
	return fmt.Sprintf("m%d.%d", rank, number)
}

// pauseID names a pause at the end of a rank's so manyeth call.
func pauseID(rank int, call uint64) string { return fmt.Sprintf("p%d.%d", rank, call) }

// refusalID names a test that fails although it could succeed.
func refusalID(rank int, test uint64) string { return fmt.Sprintf("t%d.%d", rank, test) }
