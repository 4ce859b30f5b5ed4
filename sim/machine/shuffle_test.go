package machine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/nal/naltest"
)

// message is what a rank sends in a round.
type message struct {
	to, bytes int
	get       bool
}

// traffic runs a program of rounds on a machine whose kernel has been given, and returns what each rank has seen, and when.
func traffic(t require.TestingT, k *sim.Kernel, name string, sets []string, rounds [][][]message) (seen [][]string, end sim.Time) {
	m, err := machine.Builtin(name, sets...)
	require.NoError(t, err)
	ranks := len(rounds[0])
	built, err := m.Build(k, ranks, func(node int, why string) { panic(fmt.Sprintf("node %d: %s", node, why)) })
	require.NoError(t, err)
	w := naltest.New(k, built.Config())
	seen = make([][]string, ranks)
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		me := r.ID()
		note := func(what string) { seen[me] = append(seen[me], fmt.Sprintf("%v %s", r.Now(), what)) }
		r.OpenNI()
		came, sent := r.EQ(4096), r.EQ(4096)
		r.Offer(1, make([]byte, 1<<16), portals.MDOpPut|portals.MDOpGet|portals.MDManageRemote|portals.MDEventStartDisable, came)
		source := r.Bind(make([]byte, 1<<16), portals.MDEventStartDisable, sent)
		r.Net.Barrier()
		note("begins")
		for _, round := range rounds {
			awaited := 0
			for from := range round {
				for _, x := range round[from] {
					if x.to == me {
						awaited++
					}
				}
			}
			for _, x := range round[me] {
				if x.get {
					r.Get(source, uint64(x.bytes), x.to, 1)
				} else {
					r.Put(source, uint64(x.bytes), portals.NoAck, x.to, 1)
				}
				note("sent")
			}
			for range awaited {
				e := r.Event(came)
				note(fmt.Sprintf("%d from %d, %d bytes", e.Kind, e.Initiator.NID, e.MLength))
			}
			for range round[me] {
				note(fmt.Sprint(r.Event(sent).Kind))
			}
			r.Net.Barrier()
		}
	}))
	require.Zero(t, w.Fabric.Live(), "messages left over")
	return seen, k.Now()
}

// TestShuffledNodes: what a job on SeaStars or SCI does, and when, does not depend on the order of events of different nodes at the same time. All ranks of a round
// begin it at nearly the same time, and send messages of few sizes, so that many events are at the same time.
func TestShuffledNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"xt3", "xt4", "redstorm", "sci"}).Draw(t, "machine")
		var sets []string
		draw := func(key string, values ...string) {
			if v := rapid.SampledFrom(values).Draw(t, key); v != "" {
				sets = append(sets, key+"="+v)
			}
		}
		draw("nodes.ranks", "", "2")
		if name == "sci" {
			drawScarce(draw)
		} else {
			draw("nic.mode", "generic", "accelerated")
			draw("nic.streams", "", "", "1", "2")
			draw("nic.receive_pending", "", "", "2")
			draw("nic.fifo", "", "128B")
			draw("nic.exhaustion", "go-back-n")
			draw("faults.link", "", "0.1")
		}
		ranks := rapid.IntRange(2, 12).Draw(t, "ranks")
		rounds := make([][][]message, rapid.IntRange(1, 4).Draw(t, "rounds"))
		for i := range rounds {
			rounds[i] = make([][]message, ranks)
			for r := range ranks {
				for range rapid.IntRange(0, 3).Draw(t, "messages") {
					rounds[i][r] = append(rounds[i][r], message{
						to: (r + rapid.IntRange(1, ranks-1).Draw(t, "to")) % ranks, bytes: rapid.SampledFrom([]int{0, 8, 100, 5000}).Draw(t, "bytes"), get: rapid.Bool().Draw(t, "get"),
					})
				}
			}
		}
		want, end := traffic(t, new(sim.Kernel), name, sets, rounds)
		for range 3 {
			k := new(sim.Kernel)
			k.Shuffle(rapid.Uint64().Draw(t, "seed"))
			seen, ended := traffic(t, k, name, sets, rounds)
			require.Equal(t, want, seen)
			require.Equal(t, end, ended)
		}
	})
}
