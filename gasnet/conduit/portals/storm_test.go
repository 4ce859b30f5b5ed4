package portals

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/portals/portalstest"
)

// storm is ranks that take turns without a library above.
type storm struct {
	t     *testing.T
	net   *portalstest.Net
	ranks []*Core

	segment []byte // of all ranks: the conduits have the address only
}

// member is a rank of a storm as its conduit sees it.
type member struct {
	turn
	storm *storm
}

// Wait has all links work until cond holds.
func (m member) Wait(why string, cond func() bool) {
	for i := 0; !cond(); i++ {
		require.Less(m.t, i, 1_000_000, why)
		for _, l := range m.storm.net.Links {
			l.Lock()
			l.Serve()
			l.Unlock()
		}
	}
}

func (m member) Idle(int) {}

// notes is a member that notes what is charged, and when time passes.
type notes struct {
	member
	noted []string
}

func (n *notes) Charge(c pace.Cost, _ uint64) {
	if c == pace.Call {
		n.noted = append(n.noted, "called")
	}
}
func (n *notes) Settle() { n.noted = append(n.noted, "settle") }

// newStorm makes ranks. Only rank 0 receives requests: the others share memory for them.
func newStorm(t *testing.T, ranks int, o Options) *storm {
	x := &storm{t: t, net: portalstest.New(ranks), segment: make([]byte, ranks*4*ChunkBytes)}
	shared := make([]byte, 64<<20)
	segments := make([]Segment, ranks)
	for r := range segments {
		segments[r] = Segment{Base: memory.Address(x.segment), Len: uint64(len(x.segment))}
	}
	for r, l := range x.net.Links {
		c := Config{
			Host: &l.Host, Link: l, Index: index, ID: portalstest.ID, Me: r, Segments: segments, Options: o, World: member{turn{t: t, rank: r}, x},
		}
		if r > 0 {
			c.Memory = func(n uint64) []byte {
				if n <= uint64(o.SendChunks)*ChunkBytes {
					return make([]byte, n)
				}
				return shared[:n]
			}
		}
		core, err := New(c)
		require.NoError(t, err)
		x.ranks = append(x.ranks, core)
	}
	return x
}

// Many ranks send to one as fast as they can, with the fewest credits that there can be, while that one is slow: the catch basin stays empty, all arrives, and
// all credits come back.
func TestStorm(t *testing.T) {
	for _, c := range []struct{ ranks, each int }{{64, 200}, {1024, 12}} {
		for _, dynamic := range []bool{false, true} {
			t.Run(fmt.Sprint(c.ranks, dynamic), func(t *testing.T) {
				o := Defaults(true, true)
				o.CreditsPerPeer, o.Banked, o.Dynamic, o.SendChunks, o.ReplyChunks, o.Epoch = leastCredits, 0, dynamic, 16, 16, 100
				if dynamic {
					o.Banked = 40
				}
				newStorm(t, c.ranks, o).storm(c.each)
			})
		}
	}
}

// storm has every rank but the first send so many requests of all sizes to rank 0.
func (x *storm) storm(each int) {
	source := pattern(2 * ChunkBytes)
	defer runtime.KeepAlive(source)
	sent, came, answered := make([]int, len(x.ranks)), make([]int, len(x.ranks)), 0
	target, all := x.ranks[0], each*(len(x.ranks)-1)
	for round := 0; answered < all; round++ {
		require.Less(x.t, round, 200_000, "%d of %d answered", answered, all)
		for r, c := range x.ranks[1:] {
			r++
			for ; sent[r] < each && c.Request(0, message(r, sent[r], source, target.Segments[0].Base)); sent[r]++ {
			}
			for a := c.Next(true); a != nil; a = c.Next(true) {
				require.Equal(x.t, int32(r), a.Args[0])
				answered++
				c.Done(a)
			}
		}
		for range 1 + round%5*100 {
			a := target.Next(false)
			if a == nil {
				break
			}
			x.received(target, a, came, source)
			if a.Args[1]%3 == 0 {
				answered++ // by an empty reply
			} else {
				require.True(x.t, target.Reply(a, &conduit.Message{Handler: 201, Args: a.Args[:1]}))
			}
			target.Done(a)
		}
	}
	for range 100 {
		for _, c := range x.ranks {
			require.Nil(x.t, c.Next(false))
		}
	}
	for _, c := range x.ranks {
		f := &c.flow
		lent := f.bank
		for _, p := range f.peers {
			require.Zero(x.t, p.used)
			lent += int(p.lent)
		}
		require.Equal(x.t, f.total, lent)
		settled(x.t, c)
	}
}

// message is request i of a rank: all kinds and sizes come.
func message(rank, i int, source []byte, dest uintptr) *conduit.Message {
	m := &conduit.Message{Kind: conduit.Kind(i % 3), Handler: 200, Args: []int32{int32(rank), int32(i)}, Source: memory.Address(source)}
	switch m.Kind {
	case conduit.Medium:
		m.Bytes = uint64(i*377) % (mediumRoom + 1)
	case conduit.Long:
		m.Bytes, m.Dest = uint64(i*791)%(2*ChunkBytes), dest+uintptr(rank*4*ChunkBytes)
	}
	return m
}

// received checks a request.
func (x *storm) received(c *Core, a *conduit.Arrival, came []int, source []byte) {
	from, i := int(a.Args[0]), int(a.Args[1])
	require.Equal(x.t, a.From, from)
	want := message(from, i, source, c.Segments[0].Base)
	require.Equal(x.t, want.Kind, a.Kind)
	require.Equal(x.t, want.Bytes, a.Bytes)
	require.Equal(x.t, came[from], i, "in order, as Portals has them")
	came[from]++
	if n := len(x.ranks); a.Kind == conduit.Medium || a.Kind == conduit.Long && n < 100 {
		require.Equal(x.t, source[:a.Bytes], memory.Bytes(a.Buffer, a.Bytes))
	}
}

func pattern(n int) []byte {
	b := memory.Room(n)
	for i := range b {
		b[i] = byte(i)*7 + byte(i>>8)
	}
	return b
}

// Without flow control a storm fills the buffers, or with small requests the queue of events, and the job ends with the ranks and credits involved.
func TestCatchBasin(t *testing.T) {
	source := pattern(ChunkBytes)
	defer runtime.KeepAlive(source)
	for _, c := range []struct {
		bytes uint64
		polls bool
		want  string
	}{
		{mediumRoom, true, "a request of rank 1 with 1984 bytes and 8 credits has found no room at rank 0, which has lent it 8 of 8 credits: flow control is off"},
		{0, false, "messages to rank 0 have found no place in its queue of events, before a request of rank 1 with 0 bytes and 1 credits, to which it has lent 8 of 8 credits: flow control is off"},
	} {
		o := Defaults(true, true)
		o.FlowControl, o.Dynamic, o.CreditsPerPeer, o.Banked, o.SendChunks = false, false, leastCredits, 0, 4096
		x := newStorm(t, 2, o)
		to := x.ranks[0]
		for range 3 * bufferChunks {
			require.True(t, x.ranks[1].Request(0, &conduit.Message{Kind: conduit.Medium, Handler: 200, Source: memory.Address(source), Bytes: c.bytes}))
			x.ranks[1].Next(true)
			x.net.Links[0].Lock()
			x.net.Links[0].Serve()
			x.net.Links[0].Unlock()
		}
		to.Host.Lock()
		if c.polls {
			to.safe.Poll(0)
		}
		to.am.Poll(0)
		require.ErrorContains(t, to.client.Err(), c.want+" (GASNET_PORTAL_FLOW_CONTROL changes this)")
		to.Host.Unlock()
	}
}

// A Long of two puts is sent after a poll, as no request is handled while its source is in use, and its payload leaves before the header's put has its time.
func TestLongOfTwoPuts(t *testing.T) {
	x := newStorm(t, 2, Defaults(true, true))
	c, source := x.ranks[1], pattern(2*ChunkBytes)
	defer runtime.KeepAlive(source)
	m := &conduit.Message{Kind: conduit.Long, Handler: 200, Source: memory.Address(source), Bytes: uint64(len(source)), Dest: c.Segments[0].Base}
	for range 2 {
		n := &notes{member: c.World.(member)}
		c.World = n
		require.False(t, c.Request(0, m), "the caller polls first")
		require.False(t, c.stalled)
		require.True(t, c.Request(0, m))
		put := []string{"called", "settle", "called"}
		require.Equal(t, put, n.noted[len(n.noted)-len(put):])
		c.World = n.member
	}
	m.Bytes = 8
	require.True(t, c.Request(0, m), "one put, whose source is free at once")
}
