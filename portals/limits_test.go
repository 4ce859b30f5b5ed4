package portals_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
)

func TestLimits(t *testing.T) {
	usual := p.New(p.Config{}).Granted()
	require.GreaterOrEqual(t, usual.MaxPTIndex, int32(127))
	require.Greater(t, usual.MaxMDs, int32(1_000_000))
	require.Greater(t, usual.MaxMEs, int32(1_000_000))
	require.Equal(t, usual.MaxMEs, usual.MaxMEList)
	require.Equal(t, int32(4096), usual.MaxEQs)
	require.GreaterOrEqual(t, usual.MaxGetPutMD, int32(8))
	require.Equal(t, usual, p.New(p.Config{Limits: p.Limits{MaxMEs: -1, MaxMDs: -1, MaxEQs: -5, MaxGetPutMD: -1}}).Granted())

	asked := p.Limits{MaxMEs: 5, MaxMDs: 6, MaxEQs: 7, MaxACIndex: 8, MaxPTIndex: 9, MaxMDIovecs: 10, MaxMEList: 3, MaxGetPutMD: 11}
	require.Equal(t, asked, p.New(p.Config{Limits: asked}).Granted())
	require.Equal(t, int32(2), p.New(p.Config{Queues: make([]uint64, 2)}).Granted().MaxEQs, "words there are")
}

func TestNoSpace(t *testing.T) {
	n := p.New(p.Config{Limits: p.Limits{MaxMEs: 4, MaxMDs: 2, MaxEQs: 1, MaxPTIndex: 2, MaxMEList: 2, MaxMDIovecs: 2}})
	_, code := n.EQAlloc(1 << 40)
	require.Equal(t, p.NoSpace, code)
	_, code = n.EQAlloc(1)
	must(t, code)
	_, code = n.EQAlloc(1)
	require.Equal(t, p.NoSpace, code)

	for range 2 {
		_, code = n.MDBind(memory(p.EQNone, 0), nil, p.Retain)
		must(t, code)
	}
	_, code = n.MDBind(memory(p.EQNone, 0), nil, p.Retain)
	require.Equal(t, p.NoSpace, code)
	_, _, code = n.MEMDAttach(0, any2, 0, 0, p.Retain, p.InsAfter, memory(p.EQNone, 0), nil, p.Retain)
	require.Equal(t, p.NoSpace, code)

	var me p.Handle
	for range 2 {
		me, code = n.MEAttach(0, any2, 0, 0, p.Retain, p.InsAfter)
		must(t, code)
	}
	_, code = n.MEAttach(0, any2, 0, 0, p.Retain, p.InsBefore)
	require.Equal(t, p.MEListTooLong, code)
	_, code = n.MEInsert(me, any2, 0, 0, p.Retain, p.InsBefore)
	require.Equal(t, p.MEListTooLong, code)
	_, code = n.MDAttach(me, memory(p.EQNone, 0), nil, p.Retain)
	require.Equal(t, p.NoSpace, code)

	for pt := range uint32(2) {
		got, _, code := n.MEAttachAny(any2, 0, 0, p.Retain)
		must(t, code)
		require.Equal(t, pt+1, got, "the first portal without entries")
	}
	_, _, code = n.MEAttachAny(any2, 0, 0, p.Retain)
	require.Equal(t, p.PTFull, code)
	_, code = n.MEAttach(1, any2, 0, 0, p.Retain, p.InsAfter)
	require.Equal(t, p.NoSpace, code)
	_, code = n.MEAttach(3, any2, 0, 0, p.Retain, p.InsAfter)
	require.Equal(t, p.PTIndexInvalid, code)
	_, _, code = n.MEMDAttach(3, any2, 0, 0, p.Retain, p.InsAfter, memory(p.EQNone, 0), nil, p.Retain)
	require.Equal(t, p.PTIndexInvalid, code)
}

// TestPortalsOfNoEntry: every index that was granted can be used, in any order, and none beyond.
func TestPortalsOfNoEntry(t *testing.T) {
	n := p.New(p.Config{ID: here, Limits: p.Limits{MaxPTIndex: 20}})
	last := uint32(n.Granted().MaxPTIndex)
	require.Equal(t, uint32(20), last)
	require.Nil(t, n.Arrive(&p.Header{Kind: p.HPut, PT: last}), "no list yet")
	for _, pt := range []uint32{last, 0, 9} {
		_, code := n.MEAttach(pt, there, 0, 0, p.Retain, p.InsAfter)
		must(t, code)
	}
	_, code := n.MEAttach(last+1, there, 0, 0, p.Retain, p.InsAfter)
	require.Equal(t, p.PTIndexInvalid, code)
	require.Equal(t, p.PTIndexInvalid, n.ACEntry(1, there, 0, 0, last+1))
	must(t, n.ACEntry(1, there, 0, 0, last))
	taken := map[uint32]bool{last: true, 0: true, 9: true}
	for range last + 1 - 3 {
		pt, _, code := n.MEAttachAny(there, 0, 0, p.Retain)
		must(t, code)
		require.False(t, taken[pt])
		taken[pt] = true
	}
	_, _, code = n.MEAttachAny(there, 0, 0, p.Retain)
	require.Equal(t, p.PTFull, code)
}
