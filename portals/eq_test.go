package portals_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
)

func TestQueueOrderAndOverflow(t *testing.T) {
	for _, c := range []struct{ count, room uint64 }{{1, 2}, {2, 2}, {3, 4}, {4, 4}, {5, 8}, {100, 128}} {
		words := make([]uint64, 4)
		n := p.New(p.Config{ID: here, Queues: words})
		_, code := n.EQAlloc(1)
		must(t, code)
		eq, code := n.EQAlloc(c.count)
		must(t, code)
		require.Equal(t, uint32(1), eq.Index())
		word := func() uint64 { return words[eq.Index()] }
		md, code := n.MDBind(memory(eq, p.MDEventStartDisable), nil, p.Retain)
		must(t, code)
		issued := uint64(0)
		put := func(times uint64) {
			for range times {
				o, code := n.Put(md, 0, 1, p.NoAck, p.Target{ID: there}, issued)
				must(t, code)
				n.Sent(o, p.NIOK)
				n.Free(o)
				issued++
			}
		}
		var e, peeked p.Event
		take := func(want p.Code, number uint64) {
			t.Helper()
			require.Equal(t, want, n.EQPeek(eq, &peeked))
			require.Equal(t, want, n.EQGet(eq, &e))
			require.Equal(t, number, e.HdrData)
			require.Equal(t, uint32(number+1), e.Sequence)
			require.Equal(t, e, peeked)
		}
		require.Equal(t, uint64(eq)<<32, word())
		require.Equal(t, p.EQEmpty, n.EQGet(eq, &e))
		require.Equal(t, p.EQEmpty, n.EQPeek(eq, &e))
		put(c.room)
		require.Equal(t, uint64(eq)<<32|c.room, word())
		for i := range c.room {
			take(p.OK, i)
		}
		require.Equal(t, uint64(eq)<<32, word())
		put(c.room + 3)
		require.Equal(t, uint64(eq)<<32|c.room, word(), "no more than there is room for")
		take(p.EQDropped, c.room+3)
		for i := range c.room - 1 {
			take(p.OK, c.room+4+i)
		}
		require.Equal(t, p.EQEmpty, n.EQGet(eq, &e))
		must(t, n.EQFree(eq))
		require.Equal(t, uint64(0), word())
		require.Equal(t, p.EQInvalid, n.EQGet(eq, &e))
		put(1) // continues without events
	}
}

func TestQueueOfNothing(t *testing.T) {
	n := p.New(p.Config{})
	eq, code := n.EQAlloc(0)
	must(t, code)
	require.Equal(t, p.EQNone, eq)
}

// TestQueueFreedUnderDescriptors has a new queue in the place of the old one: the old descriptors do not post to it.
func TestQueueFreedUnderDescriptors(t *testing.T) {
	n := p.New(p.Config{ID: here, Queues: make([]uint64, 1)})
	old, code := n.EQAlloc(4)
	must(t, code)
	md, code := n.MDBind(memory(old, 0), nil, p.Retain)
	must(t, code)
	must(t, n.EQFree(old))
	eq, code := n.EQAlloc(4)
	must(t, code)
	require.Equal(t, old.Index(), eq.Index())
	o, code := n.Put(md, 0, 1, p.NoAck, p.Target{ID: there}, 0)
	must(t, code)
	n.Sent(o, p.NIOK)
	require.Equal(t, p.EQEmpty, n.EQGet(eq, new(p.Event)))
	require.Equal(t, p.EQInvalid, n.MDUpdate(md, memory(old, 0), nil, p.EQNone))
	require.Equal(t, p.EQInvalid, n.MDUpdate(md, memory(eq, 0), nil, old))
	must(t, n.MDUpdate(md, memory(eq, 0), nil, eq))
}
