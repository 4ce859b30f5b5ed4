package twintest

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/lapi"
)

// Network carries packets between tasks.
type Network interface {
	// Open connects all tasks. Packets of links that were open before arrive nowhere.
	Open() []Link

	// Memory is that of a task: MemoryBytes.
	Memory(task int) []byte
}

// Link is a task's end: process.Link has what its methods mean.
type Link interface {
	Limits() (payload, copied uint64)
	Tune(c *lapi.Config)
	Send(to int, p *lapi.Packet)
	Poll(handle func(from int, p *lapi.Packet)) (bool, error)
	Copy(from int, p *lapi.Packet, into []lapi.Piece) error
}

// Sizes of what a Network moves.
const (
	Scale       = 200 // bytes for one: the longest transfers have 30,000
	MemoryBytes = span * Scale
)

// RunOver compares machines over a network. What it has delivered is reordered, and for half of them lost and repeated.
func RunOver(t *testing.T, over Network, tasks int) {
	rapid.Check(t, func(t *rapid.T) { play(t, newWorld(t, tasks, over)) })
}

func (w *world) copied(err error) {
	if err != nil {
		panic(err)
	}
}

const (
	idleRounds = 200       // without a packet before machines send again
	mostIdle   = 2_000_000 // rounds without a packet
	fates      = 500       // packets that may be lost or repeated
)

// carryOver is carry over a Network: when packets come is not the test's to draw.
func (w *world) carryOver(t *rapid.T, done func(task int) bool) {
	rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "fates"), 1))
	idle, dealt := 0, 0
	for !w.over(done) {
		require.Less(t, idle, mostIdle, "tasks wait for what does not come")
		idle++
		for to, l := range w.links {
			_, err := l.Poll(func(from int, p *lapi.Packet) {
				kept := *p
				kept.Data, kept.Header, kept.From, kept.To = slices.Clone(p.Data), slices.Clone(p.Header), slices.Clone(p.From), slices.Clone(p.To)
				w.net = append(w.net, carried{from: from, to: to, packet: &kept})
			})
			require.NoError(t, err)
		}
		if n := len(w.late); n > 0 && rnd.IntN(2) == 0 {
			i := rnd.IntN(n)
			f := w.late[i]
			w.late = slices.Delete(w.late, i, i+1)
			f()
			idle = 0
			continue
		}
		if len(w.net) == 0 {
			if w.lossy && idle%idleRounds == 0 {
				w.resend()
			}
			runtime.Gosched()
			continue
		}
		i, fate := rnd.IntN(len(w.net)), 0
		if dealt++; w.lossy && dealt < fates {
			fate = rnd.IntN(6)
		}
		c := w.net[i]
		if fate != 1 { // 1: it stays, and comes again
			w.net = slices.Delete(w.net, i, i+1)
		}
		if fate != 2 { // 2: it is lost
			w.machines[c.to].Arrive(c.from, c.packet)
			w.perform(c.to)
			idle = 0
		}
	}
}

// over reports whether all is done.
func (w *world) over(done func(task int) bool) bool {
	if len(w.late) > 0 {
		return false
	}
	for i := range w.machines {
		if !done(i) {
			return false
		}
	}
	return true
}
