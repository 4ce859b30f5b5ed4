package sci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
)

// TestStore follows 80 bytes to the next node.
func TestStore(t *testing.T) {
	c := build(t, simple())
	data := pattern(80)
	left := sim.Never
	c.Adapter(0).Store(Place{Node: 1, Offset: 64}, data, func() { left = c.k.Now() })
	c.run(t)
	require.Equal(t, 380*ns, left, "10 words of 38 ns")
	// The first 64 bytes have left the processor at 304. Host 70, bridge 150; B-Link (84 + 12) x 2 = 192; hop 50; the packet 84 and decoder 100; B-Link 192; bridge 150; PCI 30 + 64; memory 60.
	// The other 16 are stored at 380 and leave at 780. Host 70, bridge 150; B-Link (36 + 12) x 2 = 96; hop 50; 36 and 100; B-Link 96; bridge 150; PCI 30 + 16; memory 60.
	require.Equal(t, []note{{1446 * ns, 64, 64}, {1634 * ns, 128, 16}}, c.memories[1].notes)
	require.Equal(t, data, c.memories[1].bytes[64:144])
}

// TestWays: a ring has one direction, and a packet that turns from x into y passes the B-Link of the node where it turns.
func TestWays(t *testing.T) {
	const first = 1446 * ns // to the next node on a ring
	for to, way := range map[int32]struct {
		hops int
		time sim.Time
	}{
		1: {1, first}, 2: {2, first + 50*ns}, 3: {3, first + 100*ns}, // on the ring in x
		4: {1, first},                                                              // in y
		5: {2, first + (50+84+100+192)*ns}, 7: {4, first + (100+50+84+100+192)*ns}, // x, turn, y
	} {
		c := build(t, simple())
		c.Adapter(0).Store(Place{Node: to}, pattern(64), func() {})
		c.run(t)
		require.Equal(t, []note{{way.time, 0, 64}}, c.memories[to].notes, "node %d", to)
		require.Equal(t, way.hops, c.Hops(0, int(to)))
		require.EqualValues(t, 0, c.Hops(0, 0))
	}
}

// TestGathering: stores to consecutive addresses become one request of 64 bytes; others, of 16 bytes each, leave when nothing has been stored for the time of a flush.
func TestGathering(t *testing.T) {
	c := build(t, simple())
	a := c.Adapter(0)
	word := func(offset uint64, then func()) func() {
		return func() { a.Store(Place{Node: 1, Offset: offset}, []byte{1, 2, 3, 4, 5, 6, 7, 8}, then) }
	}
	word(0, word(8, word(16, word(24, word(32, word(40, word(48, word(56, func() {}))))))))()
	c.run(t)
	require.Equal(t, []note{{1446 * ns, 0, 64}}, c.memories[1].notes)
	require.EqualValues(t, 1, c.Counted(0)[0], "requests")

	c = build(t, simple())
	a = c.Adapter(0)
	word(4, word(20, word(36, func() {})))() // bytes 4-11, 20-27, 36-43: two words of the bus each
	c.run(t)
	require.EqualValues(t, 3, c.Counted(0)[0], "requests of 16 bytes")
	require.Len(t, c.memories[1].notes, 3)
	require.Equal(t, []uint64{4, 20, 36}, []uint64{c.memories[1].notes[0].offset, c.memories[1].notes[1].offset, c.memories[1].notes[2].offset})
	// 3 x 2 x 38 = 228, flush 400, host 70, bridge 150, B-Link 96, hop 50, 36 + 100, B-Link 96, bridge 150, PCI 46, memory 60.
	require.Equal(t, 1482*ns, c.memories[1].notes[0].at)
	require.Equal(t, 100*ns, c.memories[1].notes[1].at-c.memories[1].notes[0].at, "the decoder is the slowest part")
}

// TestFlushAndBarrier: a flush sends what has been stored at once; a barrier waits until it is visible.
func TestFlushAndBarrier(t *testing.T) {
	c := build(t, simple())
	a := c.Adapter(0)
	over := sim.Never
	a.Store(Place{Node: 1}, pattern(8), func() { a.Barrier(func() { over = c.k.Now() }) })
	c.run(t)
	// 38, host 70, bridge 150, B-Link 96, hop 50, 36 + 100, B-Link 96, bridge 150, PCI 46, memory 60: 892. Back: bridge 150, B-Link (20 + 12) x 2 = 64, three hops 150, 20 + 100, B-Link 64, bridge 150,
	// and the processor loads the status, 500.
	require.Equal(t, []note{{892 * ns, 0, 8}}, c.memories[1].notes)
	require.Equal(t, (892+698+500)*ns, over)

	at := c.k.Now()
	a.Barrier(func() { over = c.k.Now() - at })
	c.run(t)
	require.Equal(t, 500*ns, over, "nothing to wait for")
}

// TestLoad: a load waits for the value of another node, and the bridge has the words that follow.
func TestLoad(t *testing.T) {
	c := build(t, simple())
	copy(c.memories[1].bytes, pattern(128))
	into := make([]byte, 8)
	at := sim.Never
	c.Adapter(0).Load(Place{Node: 1, Offset: 8}, into, func() { at = c.k.Now() })
	c.run(t)
	require.Equal(t, pattern(128)[8:16], into)
	// PCI 38, host 70, bridge 150, B-Link 64, hop 50, 20 + 100, B-Link 64, bridge 150, PCI 100 + 64; back: bridge 150, B-Link 192, three hops, 84 + 100, B-Link 192, bridge 150; host 70, load 500.
	const first = (38 + 70 + 150 + 64 + 50 + 120 + 64 + 150 + 164 + 150 + 192 + 150 + 184 + 192 + 150 + 570) * ns
	require.Equal(t, first, at)

	into = make([]byte, 100)
	begin := c.k.Now()
	c.Adapter(0).Load(Place{Node: 1, Offset: 4}, into, func() { at = c.k.Now() - begin })
	c.run(t)
	require.Equal(t, pattern(128)[4:104], into)
	require.Equal(t, 2*first+(7+4)*500*ns, at, "two requests; 8 and 5 words")
}

// TestValueOfItsTime: a load has the value that the memory has when the request is there.
func TestValueOfItsTime(t *testing.T) {
	for _, late := range []sim.Time{869 * ns, 871 * ns} { // the bus has read at 870
		c := build(t, simple())
		into := make([]byte, 1)
		c.Adapter(0).Load(Place{Node: 1}, into, func() {})
		c.k.At(late, later{func() { c.memories[1].bytes[0] = 9 }}, 0)
		c.run(t)
		require.Equal(t, late < 870*ns, into[0] == 9)
	}
}

type later struct{ f func() }

func (l later) Act(*sim.Kernel, uint64) { l.f() }

// TestTransfer: the DMA engine moves bytes in both directions, one transfer after the other.
func TestTransfer(t *testing.T) {
	c := build(t, simple())
	a := c.Adapter(0)
	copy(c.memories[0].bytes, pattern(256))
	var ends []sim.Time
	end := func() { ends = append(ends, c.k.Now()) }
	a.Transfer([]Part{{Place{0, 0, 0}, Place{1, 0, 1024}, 128}}, end)
	a.Transfer([]Part{{Place{1, 0, 1024 + 10}, Place{0, 0, 4096}, 50}, {Place{0, 0, 3}, Place{2, 0, 7}, 1}}, end)
	a.Transfer(nil, end)
	c.run(t)
	require.Equal(t, pattern(256)[:128], c.memories[1].bytes[1024:1024+128])
	require.Equal(t, pattern(256)[10:60], c.memories[0].bytes[4096:4096+50])
	require.Equal(t, pattern(256)[3], c.memories[2].bytes[7])
	// Setup 5000, descriptor 1000; two fetches of 100 + 64; bridge 150, B-Link 192, hop 50, 84 + 100, B-Link 192, bridge 150, PCI 94, memory 60; the response, 698; end 2000.
	require.Equal(t, []note{{(6000 + 164 + 1072) * ns, 1024, 64}, {(6000 + 328 + 1072 + 28) * ns, 1088, 64}}, c.memories[1].notes, "the second waits for the B-Link")
	require.Equal(t, (6000+328+1072+28+698+2000)*ns, ends[0])
	require.Len(t, ends, 3)
	require.Equal(t, 7000*ns, ends[2]-ends[1])
}

// TestStreams: a processor whose stores find no stream waits until a response has freed one.
func TestStreams(t *testing.T) {
	config := simple()
	config.Bridge.Streams = 1
	c := build(t, config)
	left := sim.Never
	c.Adapter(0).Store(Place{Node: 1}, pattern(128), func() { left = c.k.Now() })
	c.run(t)
	require.Equal(t, 304*ns+1142*ns+698*ns+304*ns, left, "the second line is stored when the first has been answered")
	require.Equal(t, pattern(128), c.memories[1].bytes[:128])

	c = build(t, config)
	a := c.Adapter(0)
	a.Store(Place{Node: 1}, pattern(8), func() {
		a.Store(Place{Node: 1, Offset: 64}, pattern(8), func() { left = c.k.Now() })
	})
	c.run(t)
	require.Equal(t, 38*ns+(892-38)*ns+698*ns+38*ns, left, "the first is sent at once, since the stream is needed")
}

// TestReserve: the address translation table has as many entries as it has.
func TestReserve(t *testing.T) {
	a := build(t, simple()).Adapter(0)
	require.True(t, a.Reserve(7<<16))
	require.False(t, a.Reserve(1<<16+1), "two pages, and one entry")
	require.True(t, a.Reserve(1))
	require.False(t, a.Reserve(1))
	require.True(t, a.Reserve(0))
	a.Release(7 << 16)
	require.True(t, a.Reserve(7<<16))
}

// TestOwnMemory: a map of the own node's memory works, too, without the ring.
func TestOwnMemory(t *testing.T) {
	c := build(t, simple())
	a := c.Adapter(3)
	into := make([]byte, 100)
	a.Store(Place{Node: 3, Offset: 5}, pattern(100), func() {
		a.Barrier(func() { a.Load(Place{Node: 3, Offset: 5}, into, func() {}) })
	})
	c.run(t)
	require.Equal(t, pattern(100), into)
	for l := range c.Links() {
		require.Zero(t, l.Packets)
	}
}

// TestBadConfigs are refused, with the name of the parameter.
func TestBadConfigs(t *testing.T) {
	for key, spoil := range map[string]func(c *Config){
		"torus.size is [0, 2]":                               func(c *Config) { c.X = 0 },
		"torus.size [4, 2] has 8 nodes, but the job needs 9": func(c *Config) { c.Nodes = 9 },
		"ring.hop is 0":                                      func(c *Config) { c.Ring.Hop = 0 },
		"ring.echo is 0 bytes":                               func(c *Config) { c.Ring.Echo = 0 },
		"bridge.stream is 48":                                func(c *Config) { c.Bridge.Stream = 48 },
		"bridge.stream is 8":                                 func(c *Config) { c.Bridge.Stream = 8 },
		"pci.word is 64":                                     func(c *Config) { c.PCI.Word = 64 },
		"bridge.page is 0":                                   func(c *Config) { c.Bridge.Page = 0 },
		"bridge.streams is 0":                                func(c *Config) { c.Bridge.Streams = 0 },
		"driver.queue is -1":                                 func(c *Config) { c.Driver.Queue = -1 },
		"controller.requests is":                             func(c *Config) { c.Controller.Requests = 0 },
	} {
		c := simple()
		spoil(&c)
		_, err := New(new(sim.Kernel), c)
		require.ErrorContains(t, err, key)
	}
	c := simple()
	c.Y, c.Nodes = 0, 9
	n, err := New(new(sim.Kernel), c)
	require.NoError(t, err)
	require.Equal(t, "4 x 3 torus of SCI rings", n.Topology())
	require.Equal(t, "(1,2)", n.Place(9))
}
