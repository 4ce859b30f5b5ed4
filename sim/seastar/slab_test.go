package seastar_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/nal"
	"gasnetgo/sim/nal/naltest"
	"gasnetgo/sim/seastar"
	"gasnetgo/sim/topo"
)

// TestSlabs compares the times of all events of programs on a network that is one slab with those on slabs of a drawn size, which have pools of their own and
// fold trains to their borders only.
func TestSlabs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := config()
		c.Accelerated = rapid.Bool().Draw(t, "accelerated")
		c.ReceivePending = rapid.SampledFrom([]int{2, 600}).Draw(t, "pendings")
		c.ReceiveFIFO = rapid.SampledFrom([]uint64{c.FIFO, 65536}).Draw(t, "FIFO")
		ranks := rapid.IntRange(2, 16).Draw(t, "ranks")
		type put struct {
			to    int
			bytes uint64
			after sim.Time
		}
		puts, coming := make([][]put, ranks), make([]int, ranks)
		for range rapid.IntRange(1, 40).Draw(t, "puts") {
			from, to := rapid.IntRange(0, ranks-1).Draw(t, "from"), rapid.IntRange(0, ranks-1).Draw(t, "to")
			bytes := rapid.SampledFrom([]uint64{0, 8, 100, 1024, 2048, 5000, 20_000}).Draw(t, "bytes")
			puts[from] = append(puts[from], put{to, bytes, sim.Time(rapid.IntRange(0, 20).Draw(t, "after")) * us})
			coming[to]++
		}
		times := func(slab int32) (all []string) {
			m := slabs(t, c, ranks, slab)
			logs := make([][]string, ranks)
			require.NoError(t, m.Run(func(r *naltest.Rank) {
				r.OpenNI()
				eq := r.EQ(1 << 10)
				memory := make([]byte, 20_000)
				r.Offer(1, memory, options, eq)
				for _, p := range puts[r.ID()] {
					r.Spend(p.after)
					r.Put(r.Bind(memory, portals.MDEventStartDisable, eq), p.bytes, portals.NoAck, p.to, 1)
				}
				for range coming[r.ID()] + len(puts[r.ID()]) {
					e := r.Event(eq)
					logs[r.ID()] = append(logs[r.ID()], fmt.Sprint(r.ID(), e.Kind, e.Initiator, e.MLength, r.Now()))
				}
			}))
			m.idle(t)
			for _, log := range logs {
				all = append(all, log...)
			}
			return append(all, fmt.Sprint(m.Kernel.Now()))
		}
		require.Equal(t, times(0), times(rapid.Int32Range(1, int32(ranks)).Draw(t, "slab")))
	})
}

// slabs is build without errors, in slabs.
func slabs(t require.TestingT, c seastar.Config, ranks int, slab int32) machine {
	nodes := make([]int, ranks)
	for i := range nodes {
		nodes[i] = i
	}
	k := new(sim.Kernel)
	wires, err := topo.New(topo.Config{
		Shape: topo.Shape{X: 2, Y: 2, Z: (ranks + 3) / 4}, Bandwidth: 2.5e9, Hop: 50 * ns, Packet: 64, Buffer: c.FIFO/2 + 64, Inject: c.FIFO, Slab: slab,
	})
	require.NoError(t, err)
	net, err := seastar.New(k, c, wires, func(node int, why string) { panic(fmt.Sprintf("node %d: %s", node, why)) })
	require.NoError(t, err)
	return machine{naltest.NewWith(k, fabricConfig(net, nodes), nal.Config{Slab: slab}), net}
}
