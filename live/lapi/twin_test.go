package lapi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/job"
	"gasnetgo/lapi/twintest"
	"gasnetgo/live"
	"gasnetgo/live/livetest"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// packets is a twintest.Network of tasks on two hosts.
type packets struct {
	t      *testing.T
	worlds []*world
	nodes  *livetest.Cluster
	memory [][]byte
	life   uint32
}

// TestLAPITwin compares contexts of tasks on two hosts, two on each, with copies that are made at once.
func TestLAPITwin(t *testing.T) {
	for _, way := range []string{"auto", "stream"} {
		t.Run(way, func(t *testing.T) { lapiTwin(t, way, ofitest.InMemory()(4)) })
	}
}

// TestLAPITwinOverLibfabric uses the plugin of the build, on the loopback interface.
func TestLAPITwinOverLibfabric(t *testing.T) {
	for _, provider := range ofitest.Providers(t) {
		t.Run(provider, func(t *testing.T) { lapiTwin(t, "auto", ofitest.Libfabric(t, provider)(4)) })
	}
}

// lapiTwin compares; way is how data travels within a host.
func lapiTwin(t *testing.T, way string, engines []ofi.Engine) {
	x := &packets{t: t, nodes: livetest.New(t, engines, 2, 2)}
	for i, n := range x.nodes.Nodes {
		w := &world{Session: &live.Session{Job: &job.Job{Rank: i, Size: len(engines), LocalFirst: i / 2 * 2, LocalSize: 2}}, ring: 64 << 10, copy: way}
		w.connect(n, x.nodes.Ports[i], ofi.LAPI)
		x.worlds, x.memory = append(x.worlds, w), append(x.memory, livetest.Memory(t, twintest.MemoryBytes))
	}
	twintest.RunOver(t, x, len(engines))
}

// Open is twintest.Network's.
func (x *packets) Open() (all []twintest.Link) {
	x.life++
	for i, w := range x.worlds {
		box, err := w.box(x.nodes.Nodes[i], 0)
		require.NoError(x.t, err)
		all = append(all, w.link(x.nodes.Nodes[i], box, 0, x.life))
	}
	return all
}

// Memory is twintest.Network's.
func (x *packets) Memory(task int) []byte { return x.memory[task] }
