package sci

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
)

// swift is a ring that is all that takes time.
func swift(ring int) Config {
	c := simple()
	c.Nodes, c.X, c.Y = ring, ring, 1
	c.Controller = Controller{Accept: 1 * ns, Requests: 16, Responses: 16}
	c.BLink.Rate, c.PCI.Rate = 50_000*megabyte, 50_000*megabyte
	c.PCI.Setup, c.PCI.Fetch, c.PCI.Memory, c.Bridge.Latency = 1*ns, 1*ns, 1*ns, 1*ns
	c.Bridge.Inbound, c.Bridge.Streams = 16, 32
	c.DMA = DMA{}
	return c
}

// flow is a node that sends to another one.
type flow struct{ from, to int }

// rates runs DMA transfers from each node without a pause, and returns the bandwidth of each node in MB/s.
func rates(t require.TestingT, c *cluster, flows ...flow) (got []float64) {
	const begin, end = 30 * sim.Microsecond, 130 * sim.Microsecond
	for i, f := range flows {
		a := c.Adapter(f.from)
		var again func()
		again = func() {
			if c.k.Now() < end {
				a.Transfer([]Part{{Place{Node: int32(f.from)}, Place{int32(f.to), 0, uint64(i) << 16}, 1 << 16}}, again)
			}
		}
		again()
	}
	c.run(t)
	for i, f := range flows {
		bytes := uint64(0)
		for _, n := range c.memories[f.to].notes {
			if n.at >= begin && n.at < end && n.offset>>16 == uint64(i) {
				bytes += n.bytes
			}
		}
		got = append(got, float64(bytes)/(end-begin).Microseconds())
	}
	return got
}

func sum(rates []float64) (all float64) {
	for _, r := range rates {
		all += r
	}
	return all
}

// around are flows of the first nodes of a ring, each to the node so many further.
func around(senders, ring, step int) (flows []flow) {
	for i := range senders {
		flows = append(flows, flow{i, (i + step) % ring})
	}
	return flows
}

// toLast are flows of all nodes to the last one.
func toLast(ring int) (flows []flow) {
	for i := range ring - 1 {
		flows = append(flows, flow{i, ring - 1})
	}
	return flows
}

// TestSaturation: how much a ring carries follows from what a transaction puts on its links. The request of 84 bytes takes h links, its echo of 12 the other n - h; the response of 20 takes those, and its echo
// the h links. A link has 1000 MB/s.
func TestSaturation(t *testing.T) {
	const request, response, echo, payload = 84, 20, 12, 64
	for _, p := range []struct{ ring, senders, step int }{{4, 1, 1}, {4, 1, 3}, {4, 4, 1}, {4, 4, 2}, {4, 4, 3}, {8, 8, 1}, {8, 8, 4}, {2, 2, 1}} {
		n, h := p.ring, p.step
		each := float64(h*(request+echo)+(n-h)*(echo+response)) / float64(n) // on a link, in the mean
		if p.senders == 1 {
			each = request + echo // on those that requests take
		} else {
			each *= float64(n)
		}
		for i, rate := range rates(t, build(t, swift(n)), around(p.senders, n, h)...) {
			require.InEpsilon(t, 1000*payload/each, rate, 0.01, "%+v, sender %d", p, i)
		}
	}
}

// TestShares: nodes that all send over one link have equal shares of it, however far they are from it, and use all of it.
func TestShares(t *testing.T) {
	for _, ring := range []int{3, 4, 8} {
		got := rates(t, build(t, swift(ring)), toLast(ring)...)
		require.InEpsilon(t, 1000*64./96, sum(got), 0.01, "%v", got)
		require.InEpsilon(t, slices.Min(got), slices.Max(got), 0.1, "%v", got)
	}
}

// TestWithoutShares: without go bits the last node before the link, where others always pass, would have less than half of what the first one has. So it is they that make shares equal.
func TestWithoutShares(t *testing.T) {
	c := swift(8)
	c.Ring.Lead = 1 << 40
	got := rates(t, build(t, c), toLast(8)...)
	require.Less(t, 2*slices.Min(got), slices.Max(got), "%v", got)
}

// TestHotReceiver: a node that takes less than others send refuses what it has no space for. It still takes as much as it can, from all of them the same, and what is sent again fills the link in front of it.
func TestHotReceiver(t *testing.T) {
	for _, ring := range []int{3, 4, 6} {
		config := swift(ring)
		config.Controller.Requests = 4
		config.PCI.Setup, config.PCI.Rate = 200*ns, 0 // 64 bytes in 200 ns: 320 MB/s
		c := build(t, config)
		got := rates(t, c, toLast(ring)...)
		require.InEpsilon(t, 320, sum(got), 0.01, "%v", got)
		require.InEpsilon(t, slices.Min(got), slices.Max(got), 0.25, "%v", got)
		refused := c.Counted(ring - 1)[2]
		require.Greater(t, refused, uint64(500))
		repeats := uint64(0)
		for l := range c.Links() {
			repeats += l.Retries
		}
		require.Equal(t, refused, repeats)
	}
}

// TestTurns: those that are refused are accepted in turns, though the first ones always come at first.
func TestTurns(t *testing.T) {
	in := intake{space: 1}
	_, ok := in.admit(first)
	require.True(t, ok)
	phases := make([]phase, 5)
	count := make([]int, 5)
	for i := range phases {
		phases[i], ok = in.admit(phases[i])
		require.False(t, ok)
		require.Equal(t, second, phases[i])
		phases[i], ok = in.admit(phases[i])
		require.False(t, ok)
	}
	require.Equal(t, []phase{turnA, turnB, turnB, turnB, turnB}, phases, "the first has its turn, and others another one")
	for range 40 {
		in.used--               // one is through
		for i := range phases { // all come again, the first nodes at first
			if phases[i], ok = in.admit(phases[i]); ok {
				count[i]++
				phases[i] = first
				for phases[i] < turnA {
					phases[i], _ = in.admit(phases[i])
				}
			}
		}
	}
	require.Equal(t, 40, sumOf(count))
	require.LessOrEqual(t, slices.Max(count)-slices.Min(count), 2, "%v", count)
}

func sumOf(list []int) (all int) {
	for _, n := range list {
		all += n
	}
	return all
}

// TestBothDirections: two nodes that store to each other share the bus of each with what comes.
func TestBothDirections(t *testing.T) {
	config := swift(4)
	config.PCI.Setup, config.PCI.Fetch, config.PCI.Rate = 100*ns, 150*ns, 0
	one := rates(t, build(t, config), flow{0, 1})
	require.InEpsilon(t, 64_000/150., one[0], 0.01, "a fetch for each 64 bytes")
	both := rates(t, build(t, config), flow{0, 1}, flow{1, 0})
	for _, rate := range both {
		require.InEpsilon(t, 64_000/250., rate, 0.01, "a fetch and a deposit")
	}
}

// TestTurning: flows that turn into another ring share the B-Link of the node where they turn with its own traffic.
func TestTurning(t *testing.T) {
	config := swift(4)
	config.Nodes, config.Y = 8, 2
	config.BLink.Rate = 640 * megabyte
	const takes = (84 + 12 + 20 + 12) * 1000. / 640 // ns of a transaction on each B-Link that it crosses
	one := rates(t, build(t, config), flow{0, 5})
	require.InEpsilon(t, 64_000/takes, one[0], 0.01, "over three B-Links, each of which moves the request and the response")
	both := rates(t, build(t, config), flow{0, 5}, flow{1, 2})
	require.InEpsilon(t, 64_000/takes, sum(both), 0.01, "over that of node 1: %v", both)
	require.InEpsilon(t, both[0], both[1], 0.02)
}
