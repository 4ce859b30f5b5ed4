package trace

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/ideal"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/nal/naltest"
)

const options = portals.MDOpPut | portals.MDOpGet | portals.MDManageRemote | portals.MDEventStartDisable

// traced runs a job in which every rank puts to its neighbour, with an acknowledgement, and then gets from it.
func traced(t *testing.T, ranks int, size uint64, build func(k *sim.Kernel) fabric.Config) []byte {
	var b bytes.Buffer
	k := new(sim.Kernel)
	c := build(k)
	net, _ := c.Network.(fabric.Device)
	w := NewWriter(&b, false)
	tracer := New(w, k, c.Nodes, net)
	c.Observers = []fabric.Observer{tracer}
	world := naltest.New(k, c)
	require.NoError(t, world.Run(func(r *naltest.Rank) {
		tracer.Begin(r.ID(), "main")
		r.OpenNI()
		there, here := r.EQ(64), r.EQ(64)
		memory := make([]byte, size)
		r.Offer(1, memory, options, there)
		md := r.Bind(make([]byte, size), 0, here)
		r.Net.Barrier()
		to := (r.ID() + 1) % ranks
		r.Put(md, size, portals.AckRequested, to, 1)
		r.Expect(here, portals.Ack)
		r.Get(md, size, to, 1)
		r.Expect(here, portals.ReplyEnd)
		r.Net.Barrier()
		tracer.End(r.ID())
	}))
	require.NoError(t, w.Close())
	return b.Bytes()
}

func onMachine(t *testing.T, name string, ranks int) func(k *sim.Kernel) fabric.Config {
	return func(k *sim.Kernel) fabric.Config {
		m, err := machine.Builtin(name)
		require.NoError(t, err)
		b, err := m.Build(k, ranks, func(int, string) { panic("a node") })
		require.NoError(t, err)
		return b.Config()
	}
}

// check looks at a trace as a viewer does: tracks have names, what is on a track nests, calls and waits are where they belong, arrows come from somewhere. It
// answers how many events there are of each name, with their track's: "rank: main".
func check(t *testing.T, text []byte) map[string]int {
	t.Helper()
	names, groups := map[int]string{}, map[int]string{}
	began := map[string]bool{} // flows
	count := map[string]int{}
	kind := func(tid int) string { return strings.TrimRight(names[tid], " 0123456789") }
	events := read(t, text)
	for _, e := range events {
		if e.Ph != "M" {
			require.Equal(t, "X", e.Ph)
			continue
		}
		switch name, _ := e.Args["name"].(string); e.Name {
		case "process_name":
			groups[e.PID] = name
		case "thread_name":
			require.NotContains(t, names, e.TID, "a track belongs to one group")
			names[e.TID] = name
		}
	}
	for _, s := range imported(t, events) {
		require.NotEmpty(t, names[s.TID], "a track without a name")
		require.NotEmpty(t, groups[s.PID], "a group without a name")
		count[kind(s.TID)+": "+s.Name]++
		if s.Name != "main" && kind(s.TID) == "rank" {
			require.NotNil(t, s.parent, "%v is in no call", s)
		}
		if s.Bind == "" {
			continue
		}
		require.True(t, began[s.Bind] || !s.In || s.begin == 0, "an arrow from nowhere: %v", s) // where no time goes by there is no order
		began[s.Bind] = true
	}
	return count
}

func TestTraceOfSeaStars(t *testing.T) {
	const ranks = 4
	text := traced(t, ranks, 1000, onMachine(t, "xt3", ranks))
	count := check(t, text)
	require.Equal(t, ranks, count["rank: main"])
	for _, what := range []string{"rank: put has come", "rank: ack has come", "rank: get has come", "rank: reply has come", "rank: put to rank", "rank: get to rank"} {
		sum := 0
		for name, n := range count {
			if strings.HasPrefix(name, what) {
				sum += n
			}
		}
		require.Equal(t, ranks, sum, "%s of %v", what, count)
	}
	require.Equal(t, (4+4)*ranks, count["TX DMA: header"], "two barriers have two rounds each")
	require.Equal(t, 2*ranks, count["RX DMA: payload"])
	require.Equal(t, (4+4)*ranks, count["firmware: header packet"])
	require.Equal(t, 4*ranks, count["rank: barrier has come"])
	require.Equal(t, 2*ranks, count["interrupt handler: received"])
	require.Positive(t, count["link x+: train"])
	require.Contains(t, string(text), `"node 3 (1,1,0)"`)
	require.Equal(t, string(text), string(traced(t, ranks, 1000, onMachine(t, "xt3", ranks))))
}

// Without parts to show, arrows go from rank to rank, and answers from where they are made.
func TestTraceOfAnIdealNetwork(t *testing.T) {
	count := check(t, traced(t, 2, 1000, func(k *sim.Kernel) fabric.Config {
		return fabric.Config{Network: ideal.New(k), Nodes: []int{0, 1}}
	}))
	require.Equal(t, 2, count["rank: main"])
	require.Equal(t, 2, count["rank: ack has come"])
	require.Equal(t, 1, count["rank: put to rank 1"])
}

// Several ranks of a node are tracks of one group.
func TestTraceOfANodeWithTwoRanks(t *testing.T) {
	count := check(t, traced(t, 4, 8, func(k *sim.Kernel) fabric.Config {
		m, err := machine.Builtin("xt3", "nodes.ranks=2")
		require.NoError(t, err)
		b, err := m.Build(k, 4, nil)
		require.NoError(t, err)
		return b.Config()
	}))
	require.Equal(t, 4, count["rank: main"])
}
