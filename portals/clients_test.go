package portals_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	p "gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

// TestClientKnowsWhenABlockIsFull: MPI over Portals computes from an event whether its receive block is used up, and then posts it again.
// The library must have thought the same.
func TestClientKnowsWhenABlockIsFull(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w := newWorld(t)
		md := desc(w.bEQ, 40, rapid.Int32Range(1, 6).Draw(r, "threshold"), p.MDOpPut|p.MDMaxSize|p.MDEventStartDisable)
		md.MaxSize = rapid.Uint64Range(1, 12).Draw(r, "max size")
		_, mdh := w.post(md, p.UnlinkIt)
		for range 50 {
			o := w.b.Arrive(&p.Header{Kind: p.HPut, PT: 3, From: twintest.ID(0), Length: rapid.Uint64Range(0, md.MaxSize).Draw(r, "n")})
			require.NotNil(r, o, "an active block has room for one more")
			w.b.Done(o, p.NIOK)
			w.b.Free(o)
			e := w.events(w.b, w.bEQ)[0]
			full := e.MD.Threshold == 1 || e.MD.Length-(e.Offset+e.MLength) < e.MD.MaxSize
			require.Equal(r, full, !w.b.Valid(mdh))
			if full {
				return
			}
		}
		r.Fatal("a block forever")
	})
}

// TestRequestBufferIsPostedAgain: a runtime puts a receive buffer back into its list when it is told that the buffer is gone. The event
// comes last, and has the match bits and lengths of a request.
func TestRequestBufferIsPostedAgain(t *testing.T) {
	w := newWorld(t)
	catchAll, _ := w.entry(0, math.MaxUint64, p.InsAfter)
	md := desc(w.bEQ, 40, infinite, p.MDOpPut|p.MDMaxSize|p.MDEventStartDisable|p.MDEventAutoUnlink|p.MDFlagAutoUnlink)
	md.MaxSize = 16
	post := func() p.Handle {
		_, h, code := w.b.MEMDPost(catchAll, any2, 0x10, 0xf, p.UnlinkIt, p.InsBefore, md, nil, p.UnlinkIt, p.EQNone)
		must(t, code)
		return h
	}
	h := post()
	for range 10 {
		for i := range 2 {
			o := w.b.Arrive(&p.Header{Kind: p.HPut, PT: 3, MatchBits: 0x13, Length: 16, From: twintest.ID(0)})
			require.Equal(t, twintest.Start+16+uintptr(16*i), o.Region.Addr)
			w.b.Done(o, p.NIOK)
			w.b.Free(o)
		}
		_, b := w.at(nil, list{p.PutEnd, p.PutEnd, p.Unlinked})
		for _, e := range b {
			require.Equal(t, h, e.MDHandle)
			require.Equal(t, uint64(0x13), e.MatchBits)
			require.Equal(t, e.RLength, e.MLength)
			require.Equal(t, uintptr(0x77), e.MD.UserPtr)
		}
		h = post()
	}
}

// TestUnexpectedMessages is a receiver with a list like that of MPI: posted receives, then long messages of which nothing is kept, then
// blocks for short ones, then a net under it all.
func TestUnexpectedMessages(t *testing.T) {
	w := newWorld(t)
	const long = 1 << 62
	put := func(base p.Handle, bits, ignore uint64, at p.Position, md p.MD, unlink p.Unlink) (p.Handle, p.Handle) {
		me, h, code := w.b.MEMDPost(base, any2, bits, ignore, unlink, at, md, nil, unlink, p.EQNone)
		must(t, code)
		return me, h
	}
	netME, netMD := w.post(p.MD{Threshold: infinite, Options: p.MDOpPut | p.MDTruncate | p.MDAckDisable, EQ: w.bEQ}, p.Retain)
	longME, longMD := put(netME, long, math.MaxUint64&^long, p.InsBefore, p.MD{Threshold: infinite, Options: p.MDOpPut | p.MDTruncate | p.MDAckDisable, EQ: w.bEQ}, p.Retain)
	_, block := put(netME, 0, math.MaxUint64&^long, p.InsBefore, desc(w.bEQ, 12, infinite, p.MDOpPut|p.MDAckDisable), p.Retain)
	once := desc(w.bEQ, 40, 1, p.MDOpPut|p.MDTruncate)
	_, first := put(longME, 7, long, p.InsBefore, once, p.UnlinkIt)
	_, second := put(longME, 7, long, p.InsBefore, once, p.UnlinkIt)

	for i, c := range []struct {
		bits, length uint64
		md           p.Handle
		kept         uint64
	}{
		{7, 8, first, 8}, {long | 7, 30, second, 30}, {long | 7, 30, longMD, 0}, {7, 8, block, 8}, {7, 8, netMD, 0}, {7, 4, block, 4},
	} {
		h := p.Header{Kind: p.HPut, PT: 3, AckReq: true, MatchBits: c.bits, Length: c.length, From: twintest.ID(0)}
		o := w.b.Arrive(&h)
		require.Equal(t, i < 2, w.b.Done(o, p.NIOK), "only what was expected is acknowledged")
		w.b.Free(o)
		e := w.events(w.b, w.bEQ)
		require.Equal(t, c.md, e[0].MDHandle)
		require.Equal(t, c.kept, e[0].MLength)
	}
}

// TestNothingIsAllocatedPerMessage: what programs do per message costs no memory once it has been done often enough.
func TestNothingIsAllocatedPerMessage(t *testing.T) {
	for name, posted := range map[string]int{"short list": 1, "long list": 100} {
		t.Run(name, func(t *testing.T) {
			n := p.New(p.Config{ID: here})
			eq, _ := n.EQAlloc(64)
			base, code := n.MEAttach(3, any2, 0, 0, p.Retain, p.InsAfter)
			must(t, code)
			md := memory(eq, p.MDOpPut|p.MDOpGet)
			md.Threshold = 1
			src, _ := n.MDBind(memory(eq, 0), nil, p.Retain)
			bits := uint64(0)
			post := func() {
				_, _, code := n.MEMDPost(base, any2, bits, bits%2<<60, p.UnlinkIt, p.InsBefore, md, nil, p.UnlinkIt, p.EQNone)
				must(t, code)
				bits++
			}
			for range posted {
				post()
			}
			message := func() {
				post()
				to := p.Target{ID: here, PT: 3, MatchBits: bits - uint64(posted)}
				o, code := n.Put(src, 0, 8, p.AckRequested, to, 0)
				must(t, code)
				n.Sent(o, p.NIOK)
				in := n.Arrive(&o.Header)
				n.Free(o)
				if !n.Done(in, p.NIOK) {
					t.Fatal("no ACK")
				}
				n.Arrive(&in.Answer)
				n.Free(in)
				for e := new(p.Event); n.EQGet(eq, e) == p.OK; {
				}
			}
			for range 3000 {
				message()
			}
			require.Zero(t, testing.AllocsPerRun(3000, message))
		})
	}
}
