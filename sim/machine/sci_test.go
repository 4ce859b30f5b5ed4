package machine_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/sci"
)

// cluster is machine sci with memory that notes when the latest bytes became visible, and how many each node has received.
type cluster struct {
	*sci.Network
	machine  *machine.Machine
	k        *sim.Kernel
	latest   sim.Time
	received [8]uint64
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
	c := &cluster{Network: b.Network.(*sci.Network), machine: m, k: k}
	for i := range c.received {
		c.Adapter(i).Serve(memory{c, i})
	}
	return c
}

// run runs what happens until a time.
func (c *cluster) run(until sim.Time) {
	for {
		if next, some := c.k.Next(); !some || next > until {
			return
		}
		c.k.Step()
	}
}

// stores is the time from the first of a number of stores until a poll of the next node sees the last byte.
func stores(t testing.TB, bytes int) sim.Time { return storesTo(t, 0, 1, bytes) }

// halfRoundTrip is for stores to the next node and back, which on a ring of four is three hops.
func halfRoundTrip(t testing.TB, bytes int) sim.Time {
	return (storesTo(t, 0, 1, bytes) + storesTo(t, 1, 0, bytes)) / 2
}

func storesTo(t testing.TB, from, to int32, bytes int) sim.Time {
	c := newCluster(t)
	c.Adapter(int(from)).Store(sci.Place{Node: to}, make([]byte, bytes), func() {})
	c.run(sim.Never)
	return c.latest + c.machine.Host.Look.Time + c.machine.Host.Take.Time
}

// transfers is the same for the DMA engine.
func transfers(t testing.TB, bytes uint64) sim.Time {
	c := newCluster(t)
	c.Adapter(0).Transfer([]sci.Part{{To: sci.Place{Node: 1}, Bytes: bytes}}, func() {})
	c.run(sim.Never)
	return c.latest + c.machine.Host.Look.Time + c.machine.Host.Take.Time
}

// loads is the time of loads.
func loads(t testing.TB, bytes int) (took sim.Time) {
	c := newCluster(t)
	c.Adapter(0).Load(sci.Place{Node: 1}, make([]byte, bytes), func() { took = c.k.Now() })
	c.run(sim.Never)
	return took
}

// The figures of Su, Gordon, Oral, George: GASNet Core API on SCI that are about the machine, and measurements of others on machines of its kind.
func TestFiguresOfSCI(t *testing.T) {
	within := func(name string, paper, model, tolerance float64) {
		t.Helper()
		t.Logf("%-45s published %7.2f  model %7.2f  %+5.1f %%", name, paper, model, 100*(model/paper-1))
		require.InEpsilon(t, paper, model, tolerance, name)
	}
	between := func(name string, least, most, model float64) {
		t.Helper()
		t.Logf("%-45s published %7.2f to %.2f  model %7.2f", name, least, most, model)
		require.LessOrEqual(t, least, model, name)
		require.LessOrEqual(t, model, most, name)
	}
	const large = 1 << 18
	within("stores of 80 bytes, us (calibrated)", 3.16, halfRoundTrip(t, 80).Microseconds(), 0.005)
	written, read := rate(large, stores(t, large)), rate(large, loads(t, large))
	within("stores as loads, rate (calibrated)", 10, written/read, 0.01)
	between("stores, MB/s", 85, 170, written)
	within("DMA, 256 KB, MB/s", 239, rate(large, transfers(t, large)), 0.05)

	crossing := 0
	for n := 128; n <= 4096 && crossing == 0; n += 16 {
		if transfers(t, uint64(n)) < stores(t, n) {
			crossing = n
		}
	}
	within("DMA is faster from, bytes", 1024, float64(crossing), 0.25)
}

// Exact times: a change of them is never accidental.
func TestGoldenTimesOfSCI(t *testing.T) {
	require.Equal(t, "2.28843us", stores(t, 8).String())
	require.Equal(t, "2.732365us", stores(t, 64).String())
	require.Equal(t, "3.099796us", stores(t, 80).String())
	require.Equal(t, "3.540289us", loads(t, 8).String())
	require.Equal(t, "14.970133us", transfers(t, 1024).String())
}

// flood has nodes send to others by DMA for a millisecond, and returns the rate at which each node receives, in MB/s.
func flood(t testing.TB, pairs [][2]int32, set ...string) (rates [8]float64) {
	const begin, end = 100 * sim.Microsecond, 600 * sim.Microsecond
	c := newCluster(t, set...)
	for _, p := range pairs {
		c.Adapter(int(p[0])).Transfer([]sci.Part{{From: sci.Place{Node: p[0]}, To: sci.Place{Node: p[1]}, Bytes: 1 << 20}}, func() {})
	}
	c.run(begin)
	before := c.received
	c.run(end)
	for i := range rates {
		rates[i] = rate(c.received[i]-before[i], end-begin)
	}
	return rates
}

// TestRatesOfSCI: what limits nodes that send all the time. On one PCI bus a fetch of 64 bytes takes 271 ns and a deposit 196 ns; on a B-Link a transaction takes 200 ns.
func TestRatesOfSCI(t *testing.T) {
	only := func(pairs ...[2]int32) float64 {
		rates := flood(t, pairs)
		return slices.Max(rates[:])
	}
	require.InEpsilon(t, 236, only([2]int32{0, 1}), 0.01, "a pair: the sender's PCI bus")
	require.InEpsilon(t, 236, only([2]int32{0, 6}), 0.01, "a pair, with a turn")
	require.InEpsilon(t, 137, only([2]int32{0, 1}, [2]int32{1, 0}), 0.01, "both directions: each PCI bus")
	require.InEpsilon(t, 320, only([2]int32{0, 2}, [2]int32{1, 2}), 0.01, "two to one: its B-Link")
	require.InEpsilon(t, 320, only([2]int32{0, 3}, [2]int32{1, 3}, [2]int32{2, 3}, [2]int32{4, 3}, [2]int32{5, 3}, [2]int32{6, 3}, [2]int32{7, 3}), 0.01, "seven to one: its B-Link")
	require.InEpsilon(t, 137, only([2]int32{0, 1}, [2]int32{1, 2}, [2]int32{2, 3}, [2]int32{3, 0}), 0.01, "a ring, each to the next: PCI")

	// With hosts and B-Links that do not limit, the rings do, by what packets take on links: 64 bytes of payload in 84 + 12 on the links of a pair.
	swift := []string{"pci.rate=5GB/s", "pci.setup=1ns", "pci.fetch=1ns", "blink.rate=5GB/s", "controller.accept=1ns"}
	ring := func(step int32) float64 {
		rates := flood(t, [][2]int32{{0, step}, {1, (1 + step) % 4}, {2, (2 + step) % 4}, {3, (3 + step) % 4}}, swift...)
		require.InEpsilon(t, rates[0], rates[3], 0.01)
		return rates[0]
	}
	pair := flood(t, [][2]int32{{0, 1}}, swift...)
	require.InEpsilon(t, 445, pair[1], 0.01)
	require.InEpsilon(t, 222, ring(1), 0.01)
	require.InEpsilon(t, 167, ring(2), 0.01)
	all := flood(t, [][2]int32{{0, 3}, {1, 3}, {2, 3}}, swift...)
	require.InEpsilon(t, 445, all[3], 0.01, "all to one")
}

// TestUniformTrafficOfSCI: each node stores to all others in turn, 64 bytes at a time. Of 7 targets 3 need a turn, so a B-Link moves 2 + 3/7 transactions of 128 bytes for each that its node makes: that limits them, where rings
// would allow 195 MB/s and the PCI bus 137.
func TestUniformTrafficOfSCI(t *testing.T) {
	const begin, end = 100 * sim.Microsecond, 400 * sim.Microsecond
	c := newCluster(t, "dma.part=0ns")
	for i := range int32(8) {
		var parts []sci.Part
		for n := range int32(1 << 10) {
			parts = append(parts, sci.Part{From: sci.Place{Node: i}, To: sci.Place{Node: (i + 1 + n%7) % 8}, Bytes: 64})
		}
		c.Adapter(int(i)).Transfer(parts, func() {})
	}
	c.run(begin)
	before := c.received
	c.run(end)
	for i := range before {
		require.InEpsilon(t, 640*64/(128*(2+3./7)), rate(c.received[i]-before[i], end-begin), 0.01, "node %d", i)
	}
}
