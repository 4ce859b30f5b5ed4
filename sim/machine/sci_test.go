package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/sci"
)

// cluster is machine sci with memory that notes when the latest bytes became visible, and how many each node has received.
type cluster struct {
	*sci.Network
	*machine.Machine
	k        *sim.Kernel
	latest   sim.Time
	received []uint64
}

// memory is a node's.
type memory struct {
	c    *cluster
	node int
}

func (m memory) Write(_, _ uint64, data []byte) {
	m.c.latest = m.c.k.Now()
	m.c.received[m.node] += uint64(len(data))
}

func (m memory) Read(uint64, uint64, []byte) {}

func newCluster(t testing.TB, set ...string) *cluster {
	m, err := machine.Builtin("sci", set...)
	require.NoError(t, err)
	k := new(sim.Kernel)
	b, err := m.Build(k, 8, nil)
	require.NoError(t, err)
	c := &cluster{Network: b.Network.(*sci.Network), Machine: m, k: k, received: make([]uint64, 8)}
	for i := range c.received {
		c.Adapter(i).Serve(memory{c, i})
	}
	return c
}

// run runs until nothing happens any more, or until a time.
func (c *cluster) run(until sim.Time) {
	for {
		if next, some := c.k.Next(); !some || next > until {
			return
		}
		c.k.Step()
	}
}

// store is the time from the first store to when the last byte is visible.
func (c *cluster) store(from, to int, bytes int) sim.Time {
	begin := c.k.Now()
	c.Adapter(from).Store(sci.Place{Node: int32(to)}, make([]byte, bytes), func() {})
	c.run(sim.Never)
	return c.latest - begin
}

func TestExplore(t *testing.T) {
	for _, n := range []int{4, 8, 64, 80, 256, 512, 1024, 2048, 4096, 65536} {
		c := newCluster(t)
		s := c.store(0, 1, n)
		c = newCluster(t)
		var d sim.Time
		c.Adapter(0).Transfer([]sci.Part{{From: sci.Place{}, To: sci.Place{Node: 1}, Bytes: uint64(n)}}, func() { d = c.k.Now() })
		c.run(sim.Never)
		vis := c.latest
		c = newCluster(t)
		var l sim.Time
		c.Adapter(0).Load(sci.Place{Node: 1}, make([]byte, n), func() { l = c.k.Now() })
		c.run(sim.Never)
		t.Logf("%6d bytes: store %v (%.1f MB/s), dma %v visible %v (%.1f), load %v (%.1f)", n, s, rate(uint64(n), s), d, vis, rate(uint64(n), d), l, rate(uint64(n), l))
	}
}

// flood has nodes send to others by DMA, for a time, and returns the MB/s that each node has received.
func flood(c *cluster, pairs [][2]int, pull bool) []float64 {
	const part = 1 << 16
	for _, p := range pairs {
		a, to := c.Adapter(p[0]), int32(p[1])
		x := sci.Part{From: sci.Place{Node: int32(p[0])}, To: sci.Place{Node: to}, Bytes: part}
		if pull {
			x.From, x.To = x.To, x.From
		}
		parts := make([]sci.Part, 64)
		for i := range parts {
			parts[i] = x
		}
		a.Transfer(parts, func() {})
	}
	begin := 100 * sim.Microsecond
	c.run(begin)
	before := append([]uint64(nil), c.received...)
	c.run(begin + 1*sim.Millisecond)
	rates := make([]float64, len(before))
	for i := range rates {
		rates[i] = rate(c.received[i]-before[i], sim.Millisecond)
	}
	return rates
}

func TestExploreLoad(t *testing.T) {
	for _, e := range []struct {
		name  string
		pairs [][2]int
		set   []string
	}{
		{"pair", [][2]int{{0, 1}}, nil},
		{"pair far", [][2]int{{0, 7}}, nil},
		{"both", [][2]int{{0, 1}, {1, 0}}, nil},
		{"hot 2", [][2]int{{0, 2}, {1, 2}}, nil},
		{"hot 3", [][2]int{{0, 3}, {1, 3}, {2, 3}}, nil},
		{"hot 7", [][2]int{{0, 3}, {1, 3}, {2, 3}, {4, 3}, {5, 3}, {6, 3}, {7, 3}}, nil},
		{"neighbour 4", [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}}, nil},
		{"two on", [][2]int{{0, 2}, {1, 3}, {2, 0}, {3, 1}}, nil},
		{"neighbour 4, fast hosts", [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}}, []string{"pci.rate=5GB/s", "pci.setup=1ns", "pci.fetch=1ns", "blink.rate=5GB/s", "controller.accept=1ns"}},
		{"two on, fast hosts", [][2]int{{0, 2}, {1, 3}, {2, 0}, {3, 1}}, []string{"pci.rate=5GB/s", "pci.setup=1ns", "pci.fetch=1ns", "blink.rate=5GB/s", "controller.accept=1ns"}},
		{"pair, fast hosts", [][2]int{{0, 1}}, []string{"pci.rate=5GB/s", "pci.setup=1ns", "pci.fetch=1ns", "blink.rate=5GB/s", "controller.accept=1ns"}},
		{"shift 3, fast hosts", [][2]int{{0, 3}, {1, 0}, {2, 1}, {3, 2}}, []string{"pci.rate=5GB/s", "pci.setup=1ns", "pci.fetch=1ns", "blink.rate=5GB/s", "controller.accept=1ns"}},
		{"hot 3, fast hosts", [][2]int{{0, 3}, {1, 3}, {2, 3}}, []string{"pci.rate=5GB/s", "pci.setup=1ns", "pci.fetch=1ns", "blink.rate=5GB/s", "controller.accept=1ns"}},
		{"three over one link, fast hosts", [][2]int{{0, 3}, {1, 3}, {2, 3}, {3, 1}}, []string{"pci.rate=5GB/s", "pci.setup=1ns", "pci.fetch=1ns", "blink.rate=5GB/s", "controller.accept=1ns"}},
	} {
		c := newCluster(t, e.set...)
		got := flood(c, e.pairs, false)
		var done []uint64
		for i := range got {
			done = append(done, c.Counted(i)[0])
		}
		var links []string
		for l := range c.Links() {
			if l.Packets > 0 {
				links = append(links, l.Direction+": "+l.Busy.String())
				_ = links
			}
		}
		var re uint64
		for l := range c.Links() {
			re += l.Retries
		}
		t.Logf("%-30s %6.1f requests %v repeats %d", e.name, got, done, re)
	}
}
