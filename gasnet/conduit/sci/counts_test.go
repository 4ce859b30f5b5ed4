package sci

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/sisci/siscitest"
)

// alone lets cores wait while no programs run: the ring goes on until cond holds.
type alone struct{ *job }

func (a alone) Wake(int)             {}
func (a alone) Pace(int) pace.Waiter { return a }
func (a alone) Idle(int)             { a.ring.Step() }
func (a alone) Wait(why string, cond func() bool) {
	for turns := 0; !cond(); turns++ {
		if turns > mostTurns {
			panic(why)
		}
		a.ring.Step()
	}
}
func (a alone) Segment(int) []byte { return nil }

// quiet is a job whose ranks have segments, and in which nothing arrives before settle, or a wait.
func quiet(o siscitest.Options, opts Options) *job {
	j := newJob(o, opts)
	j.boot(1<<16, func(int) uintptr { return 0 })
	j.ring.Yield = nil
	j.turns = alone{j}
	j.settle()
	for _, c := range j.cores {
		c.Next(false) // ends what the beginning has left
	}
	j.settle()
	for _, c := range j.cores {
		c.Next(false)
		for to := range c.peers {
			c.sure(to)
		}
	}
	return j
}

// imported has a rank make its connection with another one's segment.
func (j *job) imported(from, to int) {
	c := j.cores[from]
	for !c.imports(to) {
		j.settle()
		c.progress()
	}
}

// counts is what f does at a rank, but for its polls.
func (j *job) counts(rank int, f func()) siscitest.Counts {
	n := j.ring.Nodes[rank]
	n.Counts = siscitest.Counts{}
	f()
	got := n.Counts
	got.Loads = 0
	return got
}

// payloadOf is a copy of a message's payload.
func payloadOf(a *conduit.Arrival) []byte {
	return append([]byte{}, memory.Bytes(a.Buffer, a.Bytes)...)
}

// TestTransfers counts what the ranks do for each kind of message: a command and two flags are stores, the payload of a Medium is one copy more, and that of a Long is one DMA
// transfer.
func TestTransfers(t *testing.T) {
	all := Defaults()
	all.Inline = 0
	for _, x := range []struct {
		name        string
		align       uint64
		options     Options
		kind        conduit.Kind
		offset      uint64 // of a Long
		bytes       int
		copies, dma int
		copied      uint64 // bytes of payload that the processor stores
	}{
		{"short", 1, Defaults(), conduit.Short, 0, 0, 0, 0, 0},
		{"empty medium", 1, Defaults(), conduit.Medium, 0, 0, 0, 0, 0},
		{"medium", 1, Defaults(), conduit.Medium, 0, 8, 1, 0, 8},
		{"longest medium", 1, Defaults(), conduit.Medium, 0, MaxMedium, 1, 0, MaxMedium},
		{"empty long", 1, all, conduit.Long, 0, 0, 0, 0, 0},
		{"long by DMA", 1, all, conduit.Long, 3, 1, 0, 1, 0},
		{"long in a slot", 1, Defaults(), conduit.Long, 3, MaxMedium, 1, 0, MaxMedium},
		{"longer than a slot", 1, Defaults(), conduit.Long, 3, MaxMedium + 1, 0, 1, 0},
		{"aligned long", 64, Defaults(), conduit.Long, 128, 4096, 0, 1, 0},
		{"head and tail", 64, Defaults(), conduit.Long, 10, 4096, 2, 1, 54 + 10},
		{"head alone", 64, Defaults(), conduit.Long, 10, 54 + 4096, 1, 1, 54},
		{"no middle", 64, all, conduit.Long, 10, 100, 1, 0, 100},
	} {
		for _, mode := range []struct {
			name          string
			ordered, sums bool
		}{{"ordered", true, false}, {"unordered", false, false}, {"checksums", false, true}} {
			t.Run(x.name+", "+mode.name, func(t *testing.T) {
				x.options.Sums = mode.sums
				j := quiet(siscitest.Options{Nodes: 2, Ordered: mode.ordered, DMAAlign: x.align}, x.options)
				j.imported(0, 1)
				j.imported(1, 0)
				payload := content(x.bytes, 5)
				m := &conduit.Message{Kind: x.kind, Handler: 200, Source: memory.Address(payload), Bytes: uint64(x.bytes)}
				if x.kind == conduit.Long {
					m.Dest = j.cores[1].payload.At + uintptr(x.offset)
				}
				want := siscitest.Counts{Stores: 3, Copies: x.copies, Transfers: x.dma, Checks: 1, Bytes: headerBytes + 2 + x.copied}
				ending := siscitest.Counts{Stores: 2, Bytes: 2} // of a request without reply: flags alone
				switch {
				case mode.sums && x.copies == 0: // only a payload is waited for
					want.Checks = 0
				case mode.sums:
				case !mode.ordered:
					want.Checks++
					ending.Checks++
				}
				require.Equal(t, want, j.counts(0, func() { require.True(t, j.cores[0].Request(1, m)) }))
				j.settle()
				a := j.cores[1].Next(false)
				require.Equal(t, payload, payloadOf(a))
				require.Equal(t, ending, j.counts(1, func() { j.cores[1].Done(a) }))
				j.settle()
				require.Nil(t, j.cores[0].Next(false))

				// the same as a reply
				require.True(t, j.cores[0].Request(1, &conduit.Message{Kind: conduit.Short, Handler: 200}))
				j.settle()
				a = j.cores[1].Next(false)
				if x.kind == conduit.Long {
					m.Dest = j.cores[0].payload.At + uintptr(x.offset)
				}
				require.Equal(t, want, j.counts(1, func() {
					require.True(t, j.cores[1].Reply(a, m))
					j.cores[1].Done(a)
				}))
				j.settle()
				a = j.cores[0].Next(true)
				require.Equal(t, payload, payloadOf(a))
				require.Zero(t, j.counts(0, func() { j.cores[0].Done(a) }))
			})
		}
	}
}

// TestWork: what a message is charged, beside the port's calls.
func TestWork(t *testing.T) {
	o := Defaults()
	o.Inline = 0
	j := quiet(siscitest.Options{Nodes: 4, Ordered: true}, o)
	j.imported(0, 1)
	work := func(rank int, f func()) map[Work]uint64 {
		clear(j.work[rank])
		f()
		return j.work[rank]
	}
	payload := content(1000, 1)
	m := &conduit.Message{Kind: conduit.Long, Handler: 200, Source: memory.Address(payload), Bytes: 1000, Dest: j.cores[1].payload.At}
	require.Equal(t, map[Work]uint64{Packing: 1, Copying: 1000}, work(0, func() { j.cores[0].Request(1, m) }), "a Long is copied into the segment of the DMA queue")
	j.settle()
	copy(memory.Bytes(j.cores[0].payload.At+24, 1000), content(1000, 2))
	own := *m
	own.Source, own.Dest = j.cores[0].payload.At+24, m.Dest+1000
	require.Equal(t, map[Work]uint64{Packing: 1}, work(0, func() { j.cores[0].Request(1, &own) }), "DMA sends from the rank's own segment")
	j.settle()
	require.Equal(t, content(1000, 2), append([]byte{}, memory.Bytes(own.Dest, own.Bytes)...))
	require.Equal(t, content(1000, 1), append([]byte{}, memory.Bytes(m.Dest, m.Bytes)...))
	var a *conduit.Arrival
	require.Equal(t, map[Work]uint64{Polling: 1, Scanning: 4 * slots, Unpacking: 2, Copying: 0}, work(1, func() { a = j.cores[1].Next(false) }))
	require.Empty(t, work(1, func() { j.cores[1].Done(a) }))
	require.Empty(t, work(1, func() { j.cores[1].Done(j.cores[1].Next(false)) }), "it has been read with the other one")
	require.Equal(t, map[Work]uint64{Polling: 1}, work(1, func() { require.Nil(t, j.cores[1].Next(false)) }), "a poll without a message reads one flag")
}

// TestImport: a rank makes a connection with a segment when it sends the first Long there that DMA carries, and only then.
func TestImport(t *testing.T) {
	o := Defaults()
	o.Inline = 0
	j := quiet(siscitest.Options{Nodes: 4, Ordered: true}, o)
	c := j.cores[0]
	payload := content(100, 1)
	m := &conduit.Message{Kind: conduit.Long, Handler: 200, Source: memory.Address(payload), Bytes: 100, Dest: j.cores[2].payload.At}
	before := j.ring.Nodes[0].Unfinished()
	require.Equal(t, 1, j.counts(0, func() { require.False(t, c.Request(2, m), "there is no connection yet") }).Packets)
	require.Zero(t, j.counts(0, func() { require.False(t, c.Request(2, m)) }))
	j.settle()
	require.Equal(t, siscitest.Counts{Stores: 3, Transfers: 1, Checks: 1, Bytes: headerBytes + 2}, j.counts(0, func() {
		require.Nil(t, c.Next(false))
		require.True(t, c.Request(2, m))
	}))
	require.Equal(t, before+1, j.ring.Nodes[0].Unfinished(), "connections and transfers")
	require.Equal(t, []importState{notImported, notImported, isImported, notImported}, []importState{
		c.peers[0].payload.state, c.peers[1].payload.state, c.peers[2].payload.state, c.peers[3].payload.state,
	})
}

// TestSlots: two requests to a rank can be without reply. The next one waits until one has its reply, or has ended without.
func TestSlots(t *testing.T) {
	j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, Defaults())
	c, d := j.cores[0], j.cores[1]
	short := &conduit.Message{Kind: conduit.Short, Handler: 200}
	require.True(t, c.Request(1, short))
	require.True(t, c.Request(1, short))
	require.False(t, c.Request(1, short))
	require.True(t, c.Request(0, short), "to another rank, which is itself")
	j.settle()
	first := d.Next(false)
	d.Done(first)
	require.False(t, c.Request(1, short), "what says so has not arrived")
	j.settle()
	require.NotNil(t, c.Next(false), "its own request")
	require.True(t, c.Request(1, short))
	require.False(t, c.Request(1, short))

	second := d.Next(false)
	payload := content(10, 3)
	require.True(t, d.Reply(second, &conduit.Message{Kind: conduit.Medium, Handler: 201, Source: memory.Address(payload), Bytes: 10}))
	d.Done(second)
	j.settle()
	reply := c.Next(true)
	require.NotNil(t, reply)
	require.False(t, c.Request(1, short), "its reply is in memory that the next one would be sent to")
	c.Done(reply)
	require.True(t, c.Request(1, short))
}

// TestSums: a message with a checksum is received when all of it is there, whatever comes before, and its slot is used again when no store to it can come any more. The longest
// messages have no room for a checksum.
func TestSums(t *testing.T) {
	o := Defaults()
	o.Sums = true
	overtaken := 0
	for seed := range uint64(100) {
		j := quiet(siscitest.Options{Nodes: 2, Seed: seed}, o)
		c, d := j.cores[0], j.cores[1]
		flags := memory.Bytes(d.flags.At, flagBytes(2))
		for round := range int32(4) {
			m := &conduit.Message{Kind: conduit.Short, Handler: 200, Args: []int32{round / 2}} // the same twice
			require.Equal(t, min(int(round), 1), j.counts(0, func() { require.True(t, c.Request(1, m)) }).Checks, "of what the slot has had before")
			var a *conduit.Arrival
			for a == nil {
				moved := j.ring.Step()
				a = d.Next(false)
				if a == nil && flags[readyFlag(0, 0)] != 0 {
					overtaken++
				}
				require.True(t, moved || a != nil, "a message is not received")
			}
			require.Equal(t, []int32{round / 2}, a.Args[:a.NArgs])
			require.Equal(t, make([]int32, conduit.MostArgs-1), a.Args[1:], "the checksum is no argument")
			d.Done(a)
			j.settle()
			require.Nil(t, c.Next(true))
		}
	}
	require.NotZero(t, overtaken, "no flag has come before its message")

	j := quiet(siscitest.Options{Nodes: 2}, o)
	m := &conduit.Message{Kind: conduit.Short, Handler: 200, Args: make([]int32, conduit.MostArgs)}
	for i := range m.Args {
		m.Args[i] = int32(i)
	}
	require.Equal(t, 1, j.counts(0, func() { require.True(t, j.cores[0].Request(1, m)) }).Checks)
	j.settle()
	require.Equal(t, m.Args, j.cores[1].Next(false).Args[:])
}

// TestHeldPayload: the sender of a Medium does not have its reply before the handler returns, since it could send the next request to the memory that the handler reads.
func TestHeldPayload(t *testing.T) {
	j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, Defaults())
	c, d := j.cores[0], j.cores[1]
	payload := content(10, 3)
	require.True(t, c.Request(1, &conduit.Message{Kind: conduit.Medium, Handler: 200, Source: memory.Address(payload), Bytes: 10}))
	j.settle()
	a := d.Next(false)
	require.True(t, d.Reply(a, &conduit.Message{Kind: conduit.Short, Handler: 201}))
	j.settle()
	require.Nil(t, c.Next(true))
	d.Done(a)
	j.settle()
	require.NotNil(t, c.Next(true))
}

// TestReplyWithoutRequests: while only replies are received requests wait, and Idle does not return because of them.
func TestReplyWithoutRequests(t *testing.T) {
	o := Defaults()
	o.Inline = 0
	j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, o)
	c, d := j.cores[0], j.cores[1]
	for range 2 {
		require.True(t, c.Request(1, &conduit.Message{Kind: conduit.Short, Handler: 200}))
	}
	j.settle()
	a := d.Next(false)
	require.False(t, d.came[0].empty())
	payload := content(10, 3)
	m := &conduit.Message{Kind: conduit.Long, Handler: 201, Source: memory.Address(payload), Bytes: 10, Dest: c.payload.At}
	require.False(t, d.Reply(a, m), "there is no connection with the segment yet")
	require.Nil(t, d.Next(true))
	d.Idle() // until there is one
	require.True(t, d.Reply(a, m))
}

// TestForcedRead: a message whose message exist flag is lost is found after some polls.
func TestForcedRead(t *testing.T) {
	o := Defaults()
	o.Forced = 10
	j := quiet(siscitest.Options{Nodes: 2, Ordered: true}, o)
	j.cores[1].barren = 0
	j.ring.Drop = func(s siscitest.Store) bool { return s.Offset == existFlag(2) && len(s.Bytes) == 1 }
	require.True(t, j.cores[0].Request(1, &conduit.Message{Kind: conduit.Short, Handler: 200}))
	j.settle()
	for range 9 {
		require.Nil(t, j.cores[1].Next(false))
	}
	require.NotNil(t, j.cores[1].Next(false))
}
