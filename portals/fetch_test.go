package portals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/cache"
)

// What an interface says of where things are is where they are.
func TestWhere(t *testing.T) {
	anybody := ProcessID{NID: NIDAny, PID: PIDAny}
	self := ProcessID{NID: 1, PID: 1}
	ops := new(Ops)
	n := New(Config{ID: self, Ops: ops, Alone: true, Views: make([]QueueView, 8), Queues: make([]uint64, 8)})
	nowhere := cache.Begin(n)
	require.Equal(t, nowhere, n.Source())
	require.Equal(t, cache.Few{nowhere, nowhere, nowhere, nowhere, nowhere}, n.Queue())

	eq, code := n.EQAlloc(8)
	require.Equal(t, OK, code)
	q := n.eqs.at(eq)
	first, queue := &q.ring[0], cache.All(q)
	require.Equal(t, cache.Few{queue, cache.All(first), cache.Begin(&first.HdrData), cache.All(&n.views[0]), queue}, n.Queue())

	const options = MDOpPut | MDManageRemote
	memory := MD{Start: 0x10000, Length: 1 << 20, Threshold: ThresholdInfinite, Options: options, EQ: eq}
	var md, me [3]Handle
	for i := range md {
		md[i], code = n.MDBind(memory, nil, Retain)
		require.Equal(t, OK, code)
		me[i], code = n.MEAttach(3, anybody, uint64(i), 0, Retain, InsAfter)
		require.Equal(t, OK, code)
		_, code = n.MDAttach(me[i], memory, nil, Retain)
		require.Equal(t, OK, code)
	}

	put := func(md Handle) *Op {
		op, code := n.Put(md, 0, 8, NoAck, Target{ID: self, PT: 3}, 0)
		require.Equal(t, OK, code)
		return op
	}
	for _, h := range md[:2] {
		n.Free(put(h))
	}
	require.Equal(t, cache.All(n.mds.at(md[2])), n.Source(), "as far again")
	n.Free(put(md[2]))
	n.Free(put(md[2]))
	require.Equal(t, cache.All(n.mds.at(md[2])), n.Source(), "the same again")

	for i := range me {
		op := n.Arrive(&Header{Kind: HPut, PT: 3, MatchBits: uint64(i), Length: 8, From: self, To: self})
		require.NotNil(t, op)
		e := n.mes.at(me[i])
		at := cache.Begin(e)
		want := cache.Few{cache.All(e.md), cache.Begin(&n.table[3]), at, at, at}
		for j := range min(i, 2) {
			want[3+j] = cache.Begin(n.mes.at(me[i-1-j]))
		}
		require.Equal(t, want, n.Matched(op), i)
		op.Fetch()
		op.FetchRegion()
		n.Done(op, NIOK)
		n.Free(op)
		op.Fetch() // nothing: it is over
		op.FetchRegion()
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
