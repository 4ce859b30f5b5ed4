package topo_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
	"gasnetgo/sim/topo"
)

const ns = sim.Nanosecond

func network(t require.TestingT, c topo.Config) *topo.Torus {
	n, err := topo.New(c)
	require.NoError(t, err)
	n.Count()
	return n
}

// gigabyte is one byte per nanosecond.
const gigabyte sim.Rate = 1_000_000_000

func line(nodes int) topo.Config {
	return topo.Config{Shape: topo.Shape{X: nodes, Y: 1, Z: 1}, Bandwidth: gigabyte, Hop: 10 * ns, Packet: 64}
}

func TestAnEmptyPath(t *testing.T) {
	n := network(t, line(5))
	head, tail := n.Send(0, 0, 0, 3, 64)
	require.Equal(t, 30*ns, head, "3 hops x 10 ns")
	require.Equal(t, 94*ns, tail, "3 hops x 10 ns + 64 B / 1 GB/s, cut-through")
	head, tail = n.Send(1000*ns, 1500*ns, 0, 3, 100)
	require.Equal(t, 1030*ns, head)
	require.Equal(t, 1530*ns, tail, "a sender that is slower than the links sets the pace")
	head, tail = n.Send(5000*ns, 5000*ns, 2, 2, 64)
	require.Equal(t, []sim.Time{5000 * ns, 5064 * ns}, []sim.Time{head, tail}, "no link to itself")
}

func TestTrainsShareALink(t *testing.T) {
	n := network(t, line(3))
	_, first := n.Send(0, 0, 0, 2, 640)
	_, second := n.Send(0, 0, 1, 2, 640)
	_, third := n.Send(0, 0, 2, 0, 640)
	require.Equal(t, 660*ns, first)
	require.Equal(t, 10*ns+640*ns+640*ns+10*ns, second, "behind the first, which gets to the link after 10 ns")
	require.Equal(t, 660*ns, third, "the other direction is another link")
	var waited sim.Time
	for _, l := range n.Each {
		waited += l.Waited
	}
	require.Equal(t, 650*ns, waited)
}

// The number of links that a message uses is the number of hops; on a torus no way is longer than half around.
func TestRoutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 7)
		c := topo.Config{Shape: topo.Shape{X: side.Draw(t, "x"), Y: side.Draw(t, "y"), Z: side.Draw(t, "z")}, Hop: ns}
		for d := range c.Wrap {
			c.Wrap[d] = rapid.Bool().Draw(t, "wrap")
		}
		n := network(t, c)
		a, b := rapid.IntRange(0, n.Nodes()-1).Draw(t, "a"), rapid.IntRange(0, n.Nodes()-1).Draw(t, "b")
		_, tail := n.Send(0, 0, a, b, 0)
		require.Equal(t, sim.Time(n.Hops(a, b))*ns, tail)
		require.Equal(t, n.Hops(a, b), n.Hops(b, a))
		require.LessOrEqual(t, n.Hops(a, b), n.Furthest())
		links := 0
		for range n.Each {
			links++
		}
		require.Equal(t, n.Hops(a, b), links, "each link once")
		want := 0
		pa, pb := n.At(a), n.At(b)
		for d, size := range [3]int{n.X, n.Y, n.Z} {
			straight := max(pa[d]-pb[d], pb[d]-pa[d])
			if n.Wrap[d] {
				straight = min(straight, size-straight)
			}
			want += straight
		}
		require.Equal(t, want, n.Hops(a, b))
	})
}

// A packet and the train behind it are there when they would be if they were sent one after the other, and leave the links as they would.
func TestSendTwo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 5)
		c := topo.Config{
			Shape:     topo.Shape{X: side.Draw(t, "x"), Y: side.Draw(t, "y"), Z: side.Draw(t, "z"), Wrap: [3]bool{true, false, true}},
			Bandwidth: gigabyte, Hop: 10 * ns, Packet: 64,
		}
		if rapid.Bool().Draw(t, "errors") {
			c.Errors = topo.Errors{Rate: 0.1, Retry: 100 * ns, Seed: 1}
		}
		one, err := topo.New(c)
		require.NoError(t, err)
		two, err := topo.New(c)
		require.NoError(t, err)
		at := sim.Time(0)
		for range rapid.IntRange(1, 50).Draw(t, "messages") {
			at += sim.Time(rapid.IntRange(0, 200).Draw(t, "later")) * ns
			begin := at + sim.Time(rapid.IntRange(0, 100).Draw(t, "begin"))*ns
			end := begin + sim.Time(rapid.IntRange(0, 500).Draw(t, "end"))*ns
			a, b := rapid.IntRange(0, c.Nodes()-1).Draw(t, "a"), rapid.IntRange(0, c.Nodes()-1).Draw(t, "b")
			bytes := rapid.Uint64Range(0, 1000).Draw(t, "bytes")
			_, packet := one.Send(at, at, a, b, c.Packet)
			_, train := one.Send(begin, end, a, b, bytes)
			packet2, train2 := two.SendTwo(at, begin, end, a, b, bytes)
			require.Equal(t, []sim.Time{packet, train}, []sim.Time{packet2, train2})
		}
	})
}

func TestLinkErrorsAreRetried(t *testing.T) {
	c := line(2)
	c.Errors = topo.Errors{Rate: 0.01, Retry: 100 * ns, Missed: 0.001, Seed: 1}
	n := network(t, c)
	at, wrong := sim.Time(0), 0
	for range 1000 {
		_, at = n.Send(at, at, 0, 1, 640)
		if n.Damaged(640) {
			wrong++
		}
	}
	var again uint64
	for _, l := range n.Each {
		again += l.Retries
	}
	require.InDelta(t, 100, again, 40, "of 10000 packets")
	require.InDelta(t, 11, wrong, 10, "of 11000")
	require.Equal(t, sim.Time(1000)*(650*ns)+sim.Time(again)*164*ns, at)
	require.Error(t, topo.Shape{X: 0, Y: 1, Z: 1}.Check())
}

func BenchmarkSend(b *testing.B) {
	n := network(b, topo.Config{Shape: topo.Shape{X: 8, Y: 8, Z: 8, Wrap: [3]bool{true, true, true}}, Bandwidth: gigabyte, Hop: ns, Packet: 64})
	at := sim.Time(0)
	for i := 0; b.Loop(); i++ {
		at += 100 * ns
		n.Send(at, at, i%512, i*7%512, 64)
	}
}
