package sp

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// end is an endpoint that notes when its packets come.
type end struct {
	k     *sim.Kernel
	class fabric.Class
	order []uint64
	times []sim.Time
}

func (e *end) Depart(*fabric.Message)                              {}
func (e *end) Leave(*fabric.Message) (r fabric.Rest)               { return r }
func (e *end) Arrived(m *fabric.Message) (uint64, *fabric.Message) { return m.Bytes, nil }
func (e *end) Wake(sim.Time)                                       {}
func (e *end) Describe(*fabric.Message) fabric.Description         { return fabric.Description{Class: e.class} }

func (e *end) Received(m *fabric.Message) *fabric.Message {
	e.order = append(e.order, m.Number)
	e.times = append(e.times, e.k.Now())
	return nil
}

const megabyte = 1_000_000

func newNetwork(t require.TestingT, nodes int, loss float64) (*sim.Kernel, *Network) {
	k := new(sim.Kernel)
	n, err := New(k, Config{
		Nodes: nodes, Link: 100 * megabyte, Chip: 100 * sim.Nanosecond, Read: 50 * megabyte, Write: 200 * megabyte, Send: sim.Microsecond, Receive: 2 * sim.Microsecond,
		SendFIFO: 4, Loss: loss, Seed: 7,
	})
	require.NoError(t, err)
	return k, n
}

func send(n *Network, from, to int, number, bytes uint64, e *end) {
	n.Transmit(&fabric.Message{Src: int32(from), Dst: int32(to), From: e, To: e, Number: number, Bytes: bytes})
}

func run(k *sim.Kernel) {
	for k.Step() {
	}
}

// TestTimes: 1 us and 1000 bytes at 50 MB/s in the adapter; 10 us on the last link; 2 us and 5 us in the other adapter. A chip is 100 ns.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		to    int
		chips sim.Time
	}{{1, 1}, {5, 3}, {20, 4}} {
		k, n := newNetwork(t, 32, 0)
		e := &end{k: k}
		send(n, 0, c.to, 1, 1000, e)
		run(k)
		require.Equal(t, []sim.Time{21*sim.Microsecond + c.chips*100*sim.Nanosecond + 10*sim.Microsecond + 7*sim.Microsecond}, e.times)
		require.EqualValues(t, c.chips, n.Hops(0, c.to))
	}
}

// TestPipeline: the slowest of adapters and links says how fast packets follow one another.
func TestPipeline(t *testing.T) {
	k, n := newNetwork(t, 4, 0)
	e := &end{k: k}
	rooms := 0
	n.Attach(0, nil, func() { rooms++ })
	for i := range uint64(6) {
		require.Equal(t, i < 4, n.Ready(0))
		send(n, 0, 1, i, 1000, e)
	}
	run(k)
	for i := 1; i < len(e.times); i++ {
		require.Equal(t, 21*sim.Microsecond, e.times[i]-e.times[i-1])
	}
	require.Equal(t, 1, rooms, "space in the send FIFO")
	require.Equal(t, []uint64{6, 0, 0, 6000, 6}, n.Counted(0))
}

// TestContention: two nodes that send to a third share its link.
func TestContention(t *testing.T) {
	k, n := newNetwork(t, 32, 0)
	other := &end{k: k}
	for i := range uint64(20) {
		send(n, 1, 3, i, 1000, other)
		send(n, 0, 3, i, 1000, other)
	}
	run(k)
	waited := sim.Time(0)
	for l := range n.Links() {
		waited += l.Waited
	}
	require.Positive(t, waited)
	require.Len(t, other.times, 40)
}

// TestOvertaking: a packet that waits for a link on one route is overtaken by a later one on another.
func TestOvertaking(t *testing.T) {
	k, n := newNetwork(t, 32, 0)
	e, other := &end{k: k}, &end{k: k}
	send(n, 1, 9, 0, 1_000_000, other) // on the first route between their chips: it holds that for 10 ms, 20 ms from now
	k.At(25*sim.Millisecond, later{func() {
		send(n, 0, 8, 5, 10, e)
		send(n, 0, 8, 6, 10, e)
	}}, 0)
	run(k)
	require.Equal(t, []uint64{6, 5}, e.order)
}

type later struct{ f func() }

func (l later) Act(*sim.Kernel, uint64) { l.f() }

// TestRoutes: a route leads from its source to its target, over links of its own, and the four differ between chips.
func TestRoutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.IntRange(2, 600).Draw(t, "nodes")
		_, n := newNetwork(t, nodes, 0)
		a, b := rapid.IntRange(0, nodes-1).Draw(t, "from"), rapid.IntRange(0, nodes-1).Draw(t, "to")
		if a == b {
			return
		}
		seen := map[[2]int32]bool{}
		for k := range routes {
			r := n.route(a, b, k)
			require.Equal(t, int32(a*nodeLinks+inject), r.links[0])
			require.Equal(t, int32(b*nodeLinks+eject), r.links[r.n-1])
			for _, l := range r.links[:r.n] {
				require.Less(t, int(l), len(n.links))
				node, name := n.where(int(l))
				require.NotEmpty(t, name)
				require.Less(t, node, (nodes+boardNodes-1)/boardNodes*boardNodes)
			}
			if r.n > 2 {
				own := [2]int32(r.links[1:3])
				require.False(t, seen[own], "a route of its own")
				seen[own] = true
			}
		}
		require.Equal(t, n.Hops(a, b), n.Hops(b, a))
	})
}

// TestCables: 16, 8, 5 and 4 cables join each two of 2, 3, 4 and 5 boards: both ends of one are on a chip of the same number, no port has two, and at most one of a board is left. Of more boards, each
// has 8 to boards between them.
func TestCables(t *testing.T) {
	for boards, cables := range map[int]int{2: 16, 3: 8, 4: 5, 5: 4, 6: 8, 32: 8} {
		_, n := newNetwork(t, boards*boardNodes, 0)
		require.Equal(t, cables, n.cables())
		for from := range boards {
			ports := map[[2]int]bool{}
			for to := range boards {
				if from == to {
					continue
				}
				var chips, back []int
				for i := range cables {
					k, port := n.cable(from, to, i)
					if boards <= direct {
						require.False(t, ports[[2]int{k, port}], "a port with two cables")
					}
					ports[[2]int{k, port}] = true
					require.Less(t, port, chipPorts)
					other, _ := n.cable(to, from, i)
					chips, back = append(chips, k), append(back, other)
				}
				require.Equal(t, chips, back, "ends of cables")
			}
			require.Len(t, ports, map[int]int{2: 16, 3: 16, 4: 15, 5: 16, 6: 8, 32: 8}[boards])
		}
	}
}

// TestSharing: when all nodes of a board send to those of another one, they share all cables between the two evenly. With 16, 8 and 4 cables each carries one, two and four nodes' packets; with five,
// 12 or 13 of the 64 routes. 40 packets take a node 840 us. A cable needs 10 us for each, so 1300 us for 130 and 1600 us for 160 of them; the rest is the way, and packets that meet on it.
func TestSharing(t *testing.T) {
	const packets = 40
	for boards, c := range map[int]struct {
		shares []uint64 // packets of each cable that is used
		last   sim.Time
	}{
		2: {[]uint64{40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40}, 917400 * sim.Nanosecond},
		3: {[]uint64{80, 80, 80, 80, 80, 80, 80, 80}, 937400 * sim.Nanosecond},
		4: {[]uint64{120, 130, 130, 130, 130}, 1328400 * sim.Nanosecond},
		5: {[]uint64{160, 160, 160, 160}, 1691400 * sim.Nanosecond},
		6: {[]uint64{80, 80, 80, 80, 80, 80, 80, 80}, 937700 * sim.Nanosecond},
	} {
		k, n := newNetwork(t, boards*boardNodes, 0)
		e := &end{k: k}
		for i := range uint64(packets) {
			for node := range boardNodes {
				send(n, node, boardNodes+node, i, 1000, e)
			}
		}
		run(k)
		for _, kind := range []func(board, k, port int) int{n.out, n.in} {
			var shares []uint64
			for board := range boards {
				for i := range boardChips * chipPorts {
					if p := n.links[kind(board, i/chipPorts, i%chipPorts)].packets; p > 0 {
						shares = append(shares, p)
					}
				}
			}
			slices.Sort(shares)
			if len(shares) > 0 { // without boards between them a cable is one link
				require.Equal(t, c.shares, shares, "%d boards", boards)
			}
		}
		require.Len(t, e.times, packets*boardNodes)
		require.Equal(t, c.last, e.times[len(e.times)-1], "%d boards", boards)
	}
}

// TestLoss: packets are lost at about that rate, those of the job's barrier never, and the same ones again.
func TestLoss(t *testing.T) {
	var first []uint64
	for range 2 {
		k, n := newNetwork(t, 2, 0.25)
		e, barrier := &end{k: k}, &end{k: k, class: fabric.Barrier}
		for i := range uint64(1000) {
			send(n, 0, 1, i, 100, e)
		}
		for i := range uint64(100) {
			send(n, 0, 1, i, 0, barrier)
		}
		run(k)
		require.InDelta(t, 750, len(e.order), 60)
		require.Len(t, barrier.order, 100)
		require.EqualValues(t, 1000-len(e.order), n.Counted(1)[2])
		if first != nil {
			require.Equal(t, first, e.order)
		}
		first = e.order
	}
}
