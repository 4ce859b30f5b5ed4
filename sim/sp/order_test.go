package sp

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// answerer is the endpoint of a node that notes its packets and answers those with an even number.
type answerer struct {
	k    *sim.Kernel
	net  *Network
	all  []*answerer
	node int
	seen []string
}

func (a *answerer) Depart(*fabric.Message)                              {}
func (a *answerer) Leave(*fabric.Message) (r fabric.Rest)               { return r }
func (a *answerer) Arrived(m *fabric.Message) (uint64, *fabric.Message) { return m.Bytes, nil }
func (a *answerer) Wake(sim.Time)                                       {}
func (a *answerer) Describe(*fabric.Message) (d fabric.Description)     { return d }
func (a *answerer) NodeOf(uint64) int                                   { return a.node }

func (a *answerer) Received(m *fabric.Message) *fabric.Message {
	a.seen = append(a.seen, fmt.Sprintf("%v: %d of node %d", a.k.Now(), m.Number, m.Src))
	if m.Number%2 == 0 {
		a.send(int(m.Src), m.Number+1, m.Bytes)
	}
	return nil
}

func (a *answerer) send(to int, number, bytes uint64) {
	a.net.Transmit(&fabric.Message{Src: int32(a.node), Dst: int32(to), From: a, To: a.all[to], Number: number, Bytes: bytes})
}

// Act sends a packet of which arg is the target, the number and the size.
func (a *answerer) Act(_ *sim.Kernel, arg uint64) {
	a.send(int(arg>>32), arg>>16&0xffff, arg&0xffff)
}

// departure is a packet that a node sends at a time.
type departure struct {
	at           sim.Time
	node, to     int
	number, size uint64
}

// switched is what each node has received, and when the last packet was there; links are what they carried.
func switched(t require.TestingT, k *sim.Kernel, c Config, all []departure) (seen [][]string, links []string, end sim.Time) {
	n, err := New(k, c)
	require.NoError(t, err)
	ends := make([]*answerer, c.Nodes)
	for i := range ends {
		ends[i] = &answerer{k: k, net: n, all: ends, node: i}
	}
	for _, d := range all {
		k.At(d.at, ends[d.node], uint64(d.to)<<32|d.number<<16|d.size)
	}
	run(k)
	for _, e := range ends {
		seen = append(seen, e.seen)
	}
	for l := range n.Links() {
		links = append(links, fmt.Sprint(l))
	}
	return seen, links, k.Now()
}

// TestShuffledSwitch: what nodes receive, and when, does not depend on the order in which nodes are simulated. Packets of few sizes that leave at few times meet on links.
func TestShuffledSwitch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Config{
			Nodes: rapid.IntRange(2, 100).Draw(t, "nodes"), Link: 100 * megabyte, Chip: rapid.SampledFrom([]sim.Time{0, 100 * sim.Nanosecond}).Draw(t, "chip"), Read: 200 * megabyte,
			Write: 200 * megabyte, Send: sim.Microsecond, Receive: sim.Microsecond, SendFIFO: 4, Loss: rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "loss"), Seed: 7,
		}
		all := make([]departure, rapid.IntRange(1, 100).Draw(t, "packets"))
		for i := range all {
			d := &all[i]
			d.at = sim.Time(rapid.IntRange(0, 2).Draw(t, "at")) * sim.Microsecond
			d.node = rapid.IntRange(0, c.Nodes-1).Draw(t, "node")
			d.to = (d.node + rapid.IntRange(1, c.Nodes-1).Draw(t, "to")) % c.Nodes
			d.number, d.size = uint64(2*i)+rapid.Uint64Range(0, 1).Draw(t, "odd"), rapid.SampledFrom([]uint64{0, 100, 1000}).Draw(t, "bytes")
		}
		seen, links, end := switched(t, new(sim.Kernel), c, all)
		for range 3 {
			k := new(sim.Kernel)
			k.Shuffle(rapid.Uint64().Draw(t, "seed"))
			again, carried, ended := switched(t, k, c, all)
			require.Equal(t, seen, again)
			require.Equal(t, links, carried)
			require.Equal(t, end, ended)
		}
	})
}

// TestPacketsAtOnce: of packets that are at a link at the same time, that of the lowest node takes it, whichever was simulated first; of one node's, the one that was sent first.
func TestPacketsAtOnce(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		k, n := newNetwork(t, 4, 0)
		e := &end{k: k}
		for _, from := range order {
			send(n, from, 3, uint64(10*from), 1000, e)
			send(n, from, 3, uint64(10*from+1), 1000, e)
		}
		run(k)
		require.Equal(t, []uint64{0, 10, 20, 1, 11, 21}, e.order, "%v", order)
		require.Equal(t, 10*sim.Microsecond, e.times[1]-e.times[0], "the link carries one after the other")
	}
	require.Less(t, order(0, 1<<sentBits-1), order(1, 0))
	require.Less(t, order(5, 3), order(5, 4))
	require.Less(t, order(1<<20, 0), uint64(1)<<sim.OrderBits)
}
