package sci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
	"gasnetgo/sisci/siscitest"
)

// TestConfiguration: what New refuses.
func TestConfiguration(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"this node has the SCI id 4, which the job's configuration does not have": func(c *Config) { c.Nodes = []uint32{8, 12} },
		"ranks = 0: not in 1..65533":                   func(c *Config) { c.Nodes = nil },
		"ranks = 65534: not in 1..65533":               func(c *Config) { c.Nodes = make([]uint32, 65534) },
		"the largest segment = 0: not at least 1 byte": func(c *Config) { c.Options.Segment = 0 },
		"the DMA segment = 100: not a multiple of 256 of at least 256 and less than 2147483648 bytes":        func(c *Config) { c.Options.Staging = 100 },
		"the DMA segment = 2147483648: not a multiple of 256 of at least 256 and less than 2147483648 bytes": func(c *Config) { c.Options.Staging = 1 << 31 },
		"the DMA segment = 300: not a multiple of 256 of at least 256 and less than 2147483648 bytes":        func(c *Config) { c.Options.Staging = 300 },
		"the longest Long in a command segment = 945: more than 944 bytes":                                   func(c *Config) { c.Options.Inline = 945 },
		"tries of a connection = 0: not at least 1":                                                          func(c *Config) { c.Options.Tries = 0 },
		"polls before all flags are read = 0: not at least 1":                                                func(c *Config) { c.Options.Forced = 0 },
	} {
		j := newJob(siscitest.Options{Nodes: 2}, Defaults())
		c := j.config(0)
		change(&c)
		_, err := New(c)
		require.EqualError(t, err, want)
	}
	for _, align := range []uint64{3, 512} {
		j := newJob(siscitest.Options{Nodes: 1, DMAAlign: align}, Defaults())
		_, err := New(j.config(0))
		require.ErrorContains(t, err, "not a power of 2 of at most 256")
	}
}

// TestUsedID: a segment of this node has an id that the conduit needs.
func TestUsedID(t *testing.T) {
	j := newJob(siscitest.Options{Nodes: 2}, Defaults())
	_, err := j.ring.Nodes[1].Create(commandID(1, 0), 0, 100)
	require.NoError(t, err)
	_, err = New(j.config(1))
	require.EqualError(t, err, "SCICreateSegment: "+sisci.SegmentIDUsed.Text())
}

// TestAbsentRank: a rank that does not come, and a node that does not exist.
func TestAbsentRank(t *testing.T) {
	for node, want := range map[uint32]string{
		siscitest.ID(1): "rank 1 (node 8) has not exported its segments after 3 tries: SCIConnectSegment: " + sisci.NoSuchSegment.Text(),
		siscitest.ID(7): "rank 1 (node 32) has not exported its segments after 3 tries: SCIConnectSegment: " + sisci.NoSuchNode.Text(),
	} {
		o := Defaults()
		o.Tries = 3
		j := newJob(siscitest.Options{Nodes: 2}, o)
		j.nodes[1] = node
		var err error
		j.run(func(r int) {
			if r == 0 {
				j.cores[0], err = New(j.config(0))
				require.NoError(t, err)
				err = j.cores[0].Connect()
			}
		})
		require.EqualError(t, err, want)
		require.Equal(t, 2, j.pauses[0])
	}
}

// TestLateRank: ranks begin at different times.
func TestLateRank(t *testing.T) {
	for seed := range uint64(5) {
		o := Defaults()
		o.Tries = 1000
		j := newJob(siscitest.Options{Nodes: 4, Seed: seed}, o)
		j.run(func(r int) {
			for range 300 * r {
				j.turn(r)
			}
			c, err := New(j.config(r))
			require.NoError(t, err)
			require.NoError(t, c.Connect())
			all, err := c.Exchange(uint64(r) << 40)
			require.NoError(t, err)
			require.Equal(t, []uint64{0, 1 << 40, 2 << 40, 3 << 40}, all)
			again, err := c.Exchange(uint64(r))
			require.NoError(t, err)
			require.Equal(t, []uint64{0, 1, 2, 3}, again)
			segments, err := c.Attach(0, uint64(100*r)) // rank 0 has none
			require.NoError(t, err)
			for r, s := range segments {
				require.Equal(t, uint64(100*r), s.Bytes)
				require.Equal(t, r > 0, s.Base != 0)
			}
			j.cores[r] = c
		})
		require.Positive(t, j.pauses[0], "rank 0 has waited")
		closed(t, j)
	}
}

// TestLimits: payloads and segments.
func TestLimits(t *testing.T) {
	o := Defaults()
	require.Equal(t, conduit.Limits{Medium: 944, LongRequest: 512 << 10, LongReply: 512 << 10}, o.Limits())
	j := newJob(siscitest.Options{Nodes: 1}, o)
	j.run(func(int) {
		c, err := New(j.config(0))
		require.NoError(t, err)
		require.NoError(t, c.Connect())
		_, err = c.Attach(0, 1<<20+1)
		require.EqualError(t, err, "segsize = 1048577: more than the 1048576 bytes that a segment of SISCI can have here")
		segments, err := c.Attach(0, 1<<20)
		require.NoError(t, err)
		require.Equal(t, make([]byte, 1<<20), memory.Bytes(segments[0].Base, segments[0].Bytes))
		j.cores[0] = c
	})
	closed(t, j)
}

// ends is the error that ends a job in f.
func ends(j *job, f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = p.(error)
		}
	}()
	f()
	return nil
}

// TestDamage: what a rank of another library, or a broken one, may have written.
func TestDamage(t *testing.T) {
	const none = "a message that is none of GASNet's has arrived from rank 1 (node 8)"
	for _, x := range []struct {
		name string
		slot int
		flag byte
		head header
		want string
	}{
		{"a flag that is none", 0, 99, header{handler: 200}, none},
		{"a flag of another kind", 0, byte(isMedium), header{handler: 200}, none},
		{"a request that ends a request", 1, byte(isControl), header{handler: 200}, none},
		{"no kind", 0, byte(isShort), header{handler: 200, kind: 3}, none},
		{"too many arguments", 2, byte(isShort), header{handler: 200, nargs: 17}, none},
		{"a Short with bytes", 2, byte(isShort), header{handler: 200, bytes: 1}, none},
		{"a Medium that is too long", 0, byte(isMedium), header{handler: 200, kind: conduit.Medium, bytes: 945}, none},
		{"a Medium by DMA", 0, byte(isMedium), header{handler: 200, kind: conduit.Medium, moved: true}, none},
		{"a Long that is too long", 0, byte(isLong), header{handler: 200, kind: conduit.Long, bytes: 945}, none},
		{"a Long before the segment", 0, byte(isLong), header{handler: 200, kind: conduit.Long, bytes: 8, dest: 16}, "a Long of 8 bytes for 0x10, outside of this rank's segment, has arrived from rank 1 (node 8)"},
		{"an unknown handler of the conduit's", 0, byte(isShort), header{handler: 3}, "a message for handler 3 of the conduit has arrived from rank 1 (node 8)"},
		{"an exchange without numbers", 0, byte(isShort), header{handler: handleExchange}, "a message for handler 0 of the conduit has arrived from rank 1 (node 8)"},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, Defaults())
			var b [headerBytes]byte
			x.head.encode(&b)
			sender := j.cores[1]
			j.ring.Nodes[1].Store(sender.peers[0].command, slotAt(x.slot), b[:])
			j.settle()
			sender.raise(0, x.slot, flag(x.flag))
			j.settle()
			require.EqualError(t, ends(j, func() { j.cores[0].Next(false) }), x.want)
		})
	}
	t.Run("a Long over the end of the segment", func(t *testing.T) {
		j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, Defaults())
		payload := content(9, 0)
		require.True(t, j.cores[1].Request(0, &conduit.Message{Kind: conduit.Long, Handler: 200, Source: memory.Address(payload), Bytes: 9, Dest: j.cores[0].payload.At + 1<<16 - 8}))
		j.settle()
		require.ErrorContains(t, ends(j, func() { j.cores[0].Next(false) }), "outside of this rank's segment")
	})
}

// TestPeerGone: a rank sends to one that has closed its segments.
func TestPeerGone(t *testing.T) {
	j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, Defaults())
	require.NoError(t, j.cores[1].Close())
	j.settle()
	err := ends(j, func() { j.cores[0].Request(1, &conduit.Message{Kind: conduit.Short, Handler: 200}) })
	require.EqualError(t, err, "rank 1 (node 8) has ended the connection")
}

// TestNoSegment: a Long to a rank that has no segment any more.
func TestNoSegment(t *testing.T) {
	o := Defaults()
	o.Inline = 0
	j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, o)
	payload := content(100, 0)
	m := &conduit.Message{Kind: conduit.Long, Handler: 200, Source: memory.Address(payload), Bytes: 100, Dest: j.cores[1].payload.At}
	require.NoError(t, j.cores[1].Close())
	err := ends(j, func() {
		for !j.cores[0].Request(1, m) {
			j.settle()
			j.cores[0].Next(false)
		}
	})
	require.EqualError(t, err, "the segment of rank 1 (node 8): SCIConnectSegment: "+sisci.NoSuchSegment.Text())
}

// TestBrokenDMA: transfers that fail are made again, but not without end.
func TestBrokenDMA(t *testing.T) {
	for _, failures := range []int{mostTransferTries, mostTransferTries + 1} {
		o := Defaults()
		o.Inline = 0
		j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, o)
		j.imported(0, 1)
		left := failures
		j.ring.Fail = func(sisci.Copy) bool {
			left--
			return left >= 0
		}
		payload := content(100, 0)
		m := &conduit.Message{Kind: conduit.Long, Handler: 200, Source: memory.Address(payload), Bytes: 100, Dest: j.cores[1].payload.At}
		err := ends(j, func() { require.True(t, j.cores[0].Request(1, m)) })
		if failures > mostTransferTries {
			require.EqualError(t, err, "DMA to rank 1 (node 8): SCIEnqueueDMATransfer: "+sisci.TransferFailed.Text())
			continue
		}
		require.NoError(t, err)
		j.settle()
		require.Equal(t, payload, payloadOf(j.cores[1].Next(false)))
	}
}

// TestLinkDown: a message waits until the link is up.
func TestLinkDown(t *testing.T) {
	j := newJob(siscitest.Options{Nodes: 2, Ordered: true}, Defaults())
	j.boot(0, func(int) uintptr { return 0 })
	j.ring.Nodes[0].Link(siscitest.ID(1), false)
	up := false
	j.run(func(r int) {
		if r == 0 {
			require.True(t, j.cores[0].Request(1, &conduit.Message{Kind: conduit.Short, Handler: 200}))
			return
		}
		for range 100 {
			require.Nil(t, j.cores[1].Next(false))
			j.turn(1)
		}
		up = true
		j.ring.Nodes[0].Link(siscitest.ID(1), true)
		j.cores[1].Wait("a message", func() bool { return j.cores[1].Next(false) != nil })
	})
	require.True(t, up)
}
