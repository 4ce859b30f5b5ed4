package portals_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
)

func TestHeaderLayout(t *testing.T) {
	h := p.Header{
		Kind: p.HPut, AckReq: true, PT: 0x0201, AC: 3, MD: 0x07060504, Length: 0x0f0e0d0c0b0a0908, MatchBits: 0x1716151413121110,
		Offset: 0x1f1e1d1c1b1a1918, HdrData: 0x2726252423222120, Local: 0x2f2e2d2c2b2a2928,
	}
	var b [p.HeaderBytes]byte
	h.Encode(b[:])
	require.Equal(t, []byte{0x10 | byte(p.HPut), 3, 1, 2}, b[:4])
	for i := 4; i < len(b); i++ {
		require.Equal(t, byte(i), b[i])
	}
	var back p.Header
	require.NoError(t, back.Decode(b[:]))
	require.Equal(t, h, back)
}

func TestHeaderIndicesThatDoNotFit(t *testing.T) {
	var b [p.HeaderBytes]byte
	h := p.Header{Kind: p.HGet, PT: 0x10003, AC: 0x103}
	h.Encode(b[:])
	require.NoError(t, h.Decode(b[:]))
	require.Equal(t, uint32(0xffff), h.PT)
	require.Equal(t, uint32(0xff), h.AC)
	l := p.New(p.Config{Limits: p.Limits{MaxPTIndex: 1 << 30, MaxACIndex: 1 << 30}}).Granted()
	require.Less(t, l.MaxPTIndex, int32(0xffff), "no table has it")
	require.Less(t, l.MaxACIndex, int32(0xff), "no table has it")
}

func TestHeadersThatCannotBe(t *testing.T) {
	for name, h := range map[string]p.Header{
		"no kind":             {},
		"unknown kind":        {Kind: p.HAck + 1},
		"largest kind":        {Kind: 15},
		"get that wants ACK":  {Kind: p.HGet, AckReq: true},
		"swap that wants ACK": {Kind: p.HGetPut, AckReq: true},
		"get with data":       {Kind: p.HGet, HdrData: 1},
		"failed put":          {Kind: p.HPut, Fail: p.NIFailed},
		"ACK with portal":     {Kind: p.HAck, PT: 1},
		"ACK with entry":      {Kind: p.HAck, AC: 1},
		"REPLY with offset":   {Kind: p.HReply, Offset: 1},
		"more than asked for": {Kind: p.HReply, Length: 2, HdrData: 1},
	} {
		t.Run(name, func(t *testing.T) {
			var b [p.HeaderBytes]byte
			h.Encode(b[:])
			require.ErrorIs(t, h.Decode(b[:]), p.ErrHeader)
		})
	}
	require.ErrorIs(t, new(p.Header).Decode(make([]byte, p.HeaderBytes-1)), p.ErrHeader, "too short")
}

func FuzzHeader(f *testing.F) {
	var b [p.HeaderBytes]byte
	(&p.Header{Kind: p.HPut, AckReq: true, PT: 3, MD: 1 << 31, Length: 8, MatchBits: 7}).Encode(b[:])
	f.Add(b[:])
	(&p.Header{Kind: p.HReply, Fail: p.NIFailed, MD: 1 << 31, HdrData: 8}).Encode(b[:])
	f.Add(b[:])
	f.Fuzz(func(t *testing.T, wire []byte) {
		n := p.New(p.Config{ID: there})
		eq, _ := n.EQAlloc(4)
		_, md, _ := n.MEMDAttach(3, any2, 0, ^uint64(0), p.Retain, p.InsAfter, memory(eq, p.MDOpPut|p.MDOpGet|p.MDTruncate), nil, p.Retain)
		var h p.Header
		if h.Decode(wire) != nil {
			return
		}
		var again [p.HeaderBytes]byte
		h.Encode(again[:])
		require.Equal(t, wire[:p.HeaderBytes], again[:])
		h.From = here
		for _, h.MD = range []p.Handle{h.MD, md} {
			if o := n.Arrive(&h); o != nil {
				require.LessOrEqual(t, o.Length, uint64(1<<20))
				n.Done(o, p.NIOK)
				n.Free(o)
			}
		}
	})
}
