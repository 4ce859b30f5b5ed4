package sci

import (
	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
)

const (
	ns       = sim.Nanosecond
	megabyte = 1_000_000
)

// simple is a machine with round numbers: a byte takes 1 ns on links, 2 ns on the B-Link and 1 ns on the PCI bus.
func simple() Config {
	return Config{
		Nodes: 8, X: 4, Y: 2,
		Ring:       Ring{Link: 1000 * megabyte, Hop: 50 * ns, Request: 20, Response: 20, Echo: 12, Lead: 400},
		Controller: Controller{Accept: 100 * ns, Requests: 4, Responses: 4},
		BLink:      BLink{Rate: 500 * megabyte, Wrap: 12},
		PCI: PCI{
			Rate: 1000 * megabyte, Setup: 30 * ns, Fetch: 100 * ns, Host: 70 * ns, Load: 500 * ns, Word: 8, Buffer: 32, Memory: 60 * ns,
		},
		Bridge: Bridge{Latency: 150 * ns, Streams: 16, Stream: 64, Flush: 400 * ns, Inbound: 4, Page: 1 << 16, Entries: 8},
		DMA:    DMA{Setup: 5000 * ns, Part: 1000 * ns, End: 2000 * ns},
		Driver: Driver{Header: 16, Queue: 4, Interrupt: 4000 * ns, Match: 200 * ns, Entry: 10 * ns, Event: 300 * ns, Copy: 1 * ns, Send: 50 * ns, Unlink: 20 * ns},
	}
}

// memory is a node's memory, which notes what happens to it.
type memory struct {
	k     *sim.Kernel
	bytes []byte
	notes []note
}

// note is a write: when, where, how much.
type note struct {
	at            sim.Time
	offset, bytes uint64
}

func (m *memory) Write(_, offset uint64, data []byte) {
	m.notes = append(m.notes, note{m.k.Now(), offset, uint64(len(data))})
	copy(m.bytes[offset:], data)
}

func (m *memory) Read(_, offset uint64, into []byte) { copy(into, m.bytes[offset:]) }

// cluster is a network with memory.
type cluster struct {
	k *sim.Kernel
	*Network
	memories []*memory
	runners  []*runner // of random programs
}

const memoryBytes = 1 << 19 // what flows and random programs need

func build(t require.TestingT, c Config) *cluster { return buildOn(t, new(sim.Kernel), c) }

func buildOn(t require.TestingT, k *sim.Kernel, c Config) *cluster {
	n, err := New(k, c)
	require.NoError(t, err)
	b := &cluster{k: k, Network: n}
	for i := range n.adapters {
		m := &memory{k: k, bytes: make([]byte, memoryBytes)}
		b.memories = append(b.memories, m)
		n.Adapter(i).Serve(m)
		n.Attach(i, sim.NewCPU(k), nil)
	}
	return b
}

// run runs all events and checks that nothing is left over.
func (c *cluster) run(t require.TestingT) {
	for c.k.Step() {
	}
	for i := range c.adapters {
		a := &c.adapters[i]
		require.Zero(t, a.inbound)
		require.Empty(t, a.starved)
		require.Empty(t, a.bus.waiting)
		require.Empty(t, a.engine.queue)
		require.Empty(t, a.driver.queue)
		require.Empty(t, a.driver.early)
		require.Empty(t, a.driver.arrived)
		require.Nil(t, a.blink.moving)
		for s := range a.streams {
			require.Equal(t, idle, a.streams[s].state)
		}
		for r := range a.rings {
			c := &a.rings[r]
			require.False(t, c.waits())
			require.Zero(t, c.stopped)
			for class := range c.out {
				require.Zero(t, c.out[class])
				require.Zero(t, c.in[class].used)
				require.Equal(t, [2]int{}, c.in[class].refused)
			}
		}
	}
	free := 0
	for p := c.packets.free; p != nil; p = p.next {
		free++
	}
	require.Len(t, c.packets.all, free, "packets left over")
}

func pattern(n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(i*7 + 1)
	}
	return data
}
