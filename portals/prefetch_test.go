package portals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/prefetch"
)

// What an interface says of where things are is where they are.
func TestWhere(t *testing.T) {
	anyProcess := ProcessID{NID: NIDAny, PID: PIDAny}
	self := ProcessID{NID: 1, PID: 1}
	ops := new(Ops)
	n := New(Config{ID: self, Ops: ops, Alone: true, Views: make([]QueueView, 8), Queues: make([]uint64, 8)})
	nowhere := prefetch.Begin(n)
	require.Equal(t, prefetch.SmallSet{nowhere, nowhere, nowhere, nowhere, nowhere}, n.Queue())

	eq, code := n.EQAlloc(8)
	require.Equal(t, OK, code)
	q := n.eqs.at(eq)
	first, queue := &q.ring[0], prefetch.All(q)
	require.Equal(t, prefetch.SmallSet{queue, prefetch.All(first), prefetch.Begin(&first.HdrData), prefetch.All(&n.views[0]), queue}, n.Queue())

	const options = MDOpPut | MDManageRemote
	memory := MD{Start: 0x10000, Length: 1 << 20, Threshold: ThresholdInfinite, Options: options, EQ: eq}
	var md, me [3]Handle
	for i := range md {
		md[i], code = n.MDBind(memory, nil, Retain)
		require.Equal(t, OK, code)
		me[i], code = n.MEAttach(3, anyProcess, uint64(i), 0, Retain, InsAfter)
		require.Equal(t, OK, code)
		_, code = n.MDAttach(me[i], memory, nil, Retain)
		require.Equal(t, OK, code)
	}

	put := func(md Handle) *Op {
		op, code := n.Put(md, 0, 8, NoAck, Target{ID: self, PT: 3}, 0)
		require.Equal(t, OK, code)
		return op
	}
	for _, h := range md {
		op := put(h)
		require.Equal(t, prefetch.All(n.mds.at(h)), op.Descriptor())
		n.Free(op)
	}

	for i := range me {
		op := n.Arrive(&Header{Kind: HPut, PT: 3, MatchBits: uint64(i), Length: 8, From: self, To: self})
		require.NotNil(t, op)
		e := n.mes.at(me[i])
		at := prefetch.Begin(e)
		want := prefetch.SmallSet{prefetch.All(e.md), prefetch.Begin(&n.table[3]), at, at, at}
		for j := range min(i, 2) {
			want[3+j] = prefetch.Begin(n.mes.at(me[i-1-j]))
		}
		require.Equal(t, want, n.Matched(op), i)
		op.Prefetch()
		op.PrefetchRegion()
		n.Done(op, NIOK)
		n.Free(op)
		op.Prefetch() // nothing: it is over
		op.PrefetchRegion()
	}

	op := put(md[0])
	n.Free(op)
	require.Same(t, op, ops.spare)
	other := New(Config{ID: self, Ops: ops})
	bound, code := other.MDBind(MD{Start: 0x10000, Length: 8, Threshold: 1, EQ: EQNone}, nil, Retain)
	require.Equal(t, OK, code)
	again, code := other.Put(bound, 0, 8, NoAck, Target{ID: self}, 0)
	require.Equal(t, OK, code)
	require.Same(t, op, again, "the one that has been used just now")
}

// TestQueueMoves: a queue that outgrows its ring says so once, and where the new one is.
func TestQueueMoves(t *testing.T) {
	n := New(Config{Alone: true, Views: make([]QueueView, 1), Queues: make([]uint64, 1)})
	eq, code := n.EQAlloc(2 * firstRing)
	require.Equal(t, OK, code)
	md, code := n.MDBind(MD{Start: 0x10000, Length: 8, Threshold: ThresholdInfinite, Options: MDEventStartDisable, EQ: eq}, nil, Retain)
	require.Equal(t, OK, code)
	post := func(times int) {
		for range times {
			o, code := n.Put(md, 0, 8, NoAck, Target{}, 0)
			require.Equal(t, OK, code)
			n.Sent(o, NIOK)
			n.Free(o)
		}
	}
	post(firstRing)
	require.False(t, n.QueueMoved())
	was := n.Queue()
	post(1)
	require.True(t, n.QueueMoved())
	require.False(t, n.QueueMoved())
	require.NotEqual(t, was, n.Queue())
	q := n.eqs.at(eq)
	require.Len(t, q.ring, 2*firstRing)
	require.Same(t, &q.ring[0], n.views[0].Ring)
	post(firstRing)
	require.False(t, n.QueueMoved(), "no larger than the queue may be")
}
