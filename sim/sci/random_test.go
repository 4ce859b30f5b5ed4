package sci

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// step is what a node does: it waits, begins, and goes on when that is over.
type step struct {
	kind   int
	node   int32
	at     uint64 // offset there, in the step's own bytes
	bytes  int
	pause  sim.Time
	values byte
}

const (
	stores = iota
	storesAndWaits
	loads
	pushes
	pulls
	messages
	kinds
)

// span is how many bytes of a node's memory belong to a step of another node, and to no other step.
const span = 1 << 10

// program is what all nodes do.
type program [][]step

func drawProgram(t *rapid.T, nodes int) program {
	p := make(program, nodes)
	most := rapid.IntRange(1, 8).Draw(t, "steps")
	for i := range p {
		for range rapid.IntRange(0, most).Draw(t, "steps of a node") {
			s := step{
				kind: rapid.IntRange(0, kinds-1).Draw(t, "kind"), node: int32(rapid.IntRange(0, nodes-1).Draw(t, "node")), at: uint64(rapid.IntRange(0, 80).Draw(t, "at")),
				bytes: rapid.SampledFrom([]int{1, 8, 16, 63, 64, 65, 200, 900}).Draw(t, "bytes"), values: byte(rapid.IntRange(1, 255).Draw(t, "values")),
				pause: sim.Time(rapid.SampledFrom([]int{0, 0, 0, 100, 777}).Draw(t, "pause")) * ns,
			}
			p[i] = append(p[i], s)
		}
	}
	return p
}

func (s *step) data() []byte {
	data := make([]byte, s.bytes)
	for i := range data {
		data[i] = s.values + byte(i)
	}
	return data
}

// runner is a node that runs its steps.
type runner struct {
	t     require.TestingT
	c     *cluster
	id    int32
	steps []step
	next  int
	seen  []string
	order []uint64 // numbers of messages, as they come
}

func (r *runner) NodeOf(uint64) int { return int(r.id) }

// place is a step's own bytes in memory of a node.
func (r *runner) place(node int32, i int, at uint64) Place {
	return Place{node, 0, (uint64(r.id)*8+uint64(i))*span + at}
}

func (r *runner) note(what string) { r.seen = append(r.seen, fmt.Sprint(r.c.k.Now(), " ", what)) }

// Act begins the next step.
func (r *runner) Act(k *sim.Kernel, _ uint64) {
	if r.next == len(r.steps) {
		return
	}
	i, s := r.next, &r.steps[r.next]
	r.next++
	a := r.c.Adapter(int(r.id))
	own, far := r.place(r.id, i, s.at/2), r.place(s.node, i, s.at)
	own.Offset += memoryBytes / 2
	over := func() {
		r.note("over")
		k.After(s.pause, r, 0)
	}
	switch s.kind {
	case stores:
		a.Store(far, s.data(), over)
	case storesAndWaits:
		a.Store(far, s.data(), func() {
			a.Barrier(func() {
				require.Equal(r.t, s.data(), r.c.memories[s.node].bytes[far.Offset:far.Offset+uint64(s.bytes)], "behind a barrier")
				over()
			})
		})
	case loads:
		copy(r.c.memories[s.node].bytes[far.Offset:], s.data())
		into := make([]byte, s.bytes)
		a.Load(far, into, func() {
			require.Equal(r.t, s.data(), into, "loaded")
			over()
		})
	case pushes:
		copy(r.c.memories[r.id].bytes[own.Offset:], s.data())
		a.Transfer([]Part{{own, far, uint64(s.bytes)}}, func() {
			require.Equal(r.t, s.data(), r.c.memories[s.node].bytes[far.Offset:far.Offset+uint64(s.bytes)], "pushed")
			over()
		})
	case pulls:
		copy(r.c.memories[s.node].bytes[far.Offset:], s.data())
		a.Transfer([]Part{{far, own, uint64(s.bytes)}}, func() {
			require.Equal(r.t, s.data(), r.c.memories[r.id].bytes[own.Offset:own.Offset+uint64(s.bytes)], "pulled")
			over()
		})
	case messages:
		r.c.Transmit(&fabric.Message{Src: r.id, Dst: s.node, From: r, To: r.c.runners[s.node], Number: uint64(r.id)<<32 | uint64(i), Bytes: uint64(s.bytes)})
		over()
	}
}

// A runner is the endpoint of its messages.

func (r *runner) Depart(*fabric.Message)                              {}
func (r *runner) Leave(*fabric.Message) (rest fabric.Rest)            { return rest }
func (r *runner) Arrived(m *fabric.Message) (uint64, *fabric.Message) { return m.Bytes, nil }
func (r *runner) Wake(sim.Time)                                       {}
func (r *runner) Describe(*fabric.Message) (d fabric.Description)     { return d }

func (r *runner) Received(m *fabric.Message) *fabric.Message {
	r.order = append(r.order, m.Number)
	r.note(fmt.Sprint("message ", m.Number))
	return nil
}

// drawConfig draws a machine, whatever it has little of.
func drawConfig(t *rapid.T) Config {
	c := simple()
	c.X, c.Y = rapid.IntRange(1, 4).Draw(t, "x"), rapid.IntRange(1, 3).Draw(t, "y")
	c.Nodes = c.X * c.Y
	few := func(name string, most int) int { return rapid.SampledFrom([]int{1, 2, 3, most}).Draw(t, name) }
	c.Controller.Requests, c.Controller.Responses = few("requests", 8), few("responses", 8)
	c.Bridge.Streams, c.Bridge.Inbound = few("streams", 16), few("inbound", 8)
	c.Bridge.Stream = rapid.SampledFrom([]uint64{16, 64, 128}).Draw(t, "stream")
	c.Ring.Lead = rapid.SampledFrom([]uint64{0, 100, 400}).Draw(t, "lead")
	c.Ring.Repeat = rapid.SampledFrom([]sim.Time{0, 100 * ns}).Draw(t, "repeat")
	if rapid.Bool().Draw(t, "slow targets") {
		c.PCI.Fetch, c.PCI.Memory = 3*sim.Microsecond, 2*sim.Microsecond
	}
	if rapid.Bool().Draw(t, "fast hosts") {
		c.PCI.Setup, c.PCI.Rate, c.BLink.Rate, c.Bridge.Latency, c.DMA = 0, 0, 0, 0, DMA{}
	}
	return c
}

// perform runs a program, and returns what each node has seen.
func perform(t require.TestingT, k *sim.Kernel, config Config, p program) (seen [][]string, memories [][]note, counted [][]uint64) {
	c := buildOn(t, k, config)
	for i, steps := range p {
		c.runners = append(c.runners, &runner{t: t, c: c, id: int32(i), steps: steps})
	}
	for _, r := range c.runners {
		k.At(0, r, 0)
	}
	c.run(t)
	sent, received := 0, 0
	for i, r := range c.runners {
		require.Equal(t, len(r.steps), r.next, "node %d has not ended", i)
		for j, s := range r.steps {
			switch s.kind {
			case stores, storesAndWaits, pushes:
				at := r.place(s.node, j, s.at).Offset
				require.Equal(t, s.data(), c.memories[s.node].bytes[at:at+uint64(s.bytes)], "step %d of node %d", j, i)
			case messages:
				sent++
			}
		}
		received += len(r.order)
		last := map[uint64]uint64{}
		for _, n := range r.order {
			require.LessOrEqual(t, last[n>>32], n, "messages of a node come in order")
			last[n>>32] = n
		}
		seen = append(seen, r.seen)
		memories = append(memories, c.memories[i].notes)
		counted = append(counted, c.Counted(i))
	}
	require.Equal(t, sent, received)
	c.checkRings(t)
	return seen, memories, counted
}

// checkRings checks that nothing is lost or made on rings: of each packet, each link of its ring has carried the packet or its echo; and that a bypass FIFO never has more than the longest packet.
func (c *cluster) checkRings(t require.TestingT) {
	requests, served := uint64(0), uint64(0)
	longest := c.Ring.Link.Take(max(c.Ring.Request, c.Ring.Response) + c.Bridge.Stream)
	for i := range c.adapters {
		a := &c.adapters[i]
		requests += a.stats.requests
		served += a.stats.served
		for d := range a.rings {
			r := &a.rings[d]
			require.Equal(t, r.ring[0].stats.packets, r.stats.packets, "of a link of a ring")
			require.LessOrEqual(t, r.stats.longest, longest)
		}
	}
	require.Equal(t, requests, served)
}

// TestRandom: whatever nodes do at the same time, and whatever there is little of, it ends, and every byte and message is where it belongs.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := drawConfig(t)
		perform(t, new(sim.Kernel), config, drawProgram(t, config.Nodes))
	})
}

// TestShuffled: what nodes do, and when, does not depend on the order in which those of different nodes are simulated that are at the same time.
func TestShuffled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := drawConfig(t)
		p := drawProgram(t, config.Nodes)
		seen, notes, counted := perform(t, new(sim.Kernel), config, p)
		for range 3 {
			k := new(sim.Kernel)
			k.Shuffle(rapid.Uint64().Draw(t, "seed"))
			seen2, notes2, counted2 := perform(t, k, config, p)
			require.Equal(t, seen, seen2)
			require.Equal(t, notes, notes2)
			require.Equal(t, counted, counted2)
		}
	})
}
