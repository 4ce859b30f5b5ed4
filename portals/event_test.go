package portals_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

const infinite = p.ThresholdInfinite

func TestEventsOfPut(t *testing.T) {
	w := newWorld(t)
	src := w.bind(desc(w.aEQ, 32, 5, 0), p.Retain)
	_, dst := w.post(desc(w.bEQ, 8, 7, p.MDOpPut|p.MDTruncate), p.Retain)
	w.put(src, 4, 10, p.AckRequested)
	w.Settle()
	require.Equal(t, w.Memory[0][20:28], w.Memory[2][16:24])

	a, b := w.at(list{p.SendStart, p.SendEnd, p.Ack}, list{p.PutStart, p.PutEnd})
	send := p.Event{
		Kind: p.SendStart, Initiator: twintest.ID(0), UID: twintest.UID(0), JID: twintest.JID(0), PTIndex: 3, MatchBits: 0x55,
		RLength: 10, MLength: 10, Offset: 4, MDHandle: src, MD: desc(w.aEQ, 32, 5, 0), HdrData: 0xdada, Link: 1, Sequence: 1,
	}
	require.Equal(t, send, a[0])
	send.Kind, send.Sequence = p.SendEnd, 2
	require.Equal(t, send, a[1], "offset is the local one; same link as START")
	require.Equal(t, p.Event{
		Kind: p.Ack, Initiator: twintest.ID(2), UID: twintest.UID(2), JID: twintest.JID(2), PTIndex: p.PTIndexAny, MatchBits: 0x55,
		RLength: 10, MLength: 8, Offset: 4, MDHandle: src, MD: desc(w.aEQ, 32, 4, 0), Link: 2, Sequence: 3,
	}, a[2], "asked for, accepted; the threshold before the ACK's part")

	put := p.Event{
		Kind: p.PutStart, Initiator: twintest.ID(0), UID: twintest.UID(0), JID: twintest.JID(0), PTIndex: 3, MatchBits: 0x55,
		RLength: 10, MLength: 8, Offset: 0, MDHandle: dst, MD: desc(w.bEQ, 8, 7, p.MDOpPut|p.MDTruncate), HdrData: 0xdada, Link: 1, Sequence: 1,
	}
	require.Equal(t, put, b[0])
	put.Kind, put.Sequence = p.PutEnd, 2
	require.Equal(t, put, b[1])

	now, _ := w.a.MDGet(src)
	require.Equal(t, int32(3), now.Threshold, "SEND and ACK count")
	now, _ = w.b.MDGet(dst)
	require.Equal(t, int32(6), now.Threshold)
}

func TestEventsOfGet(t *testing.T) {
	w := newWorld(t)
	dst := w.bind(desc(w.aEQ, 32, 2, 0), p.Retain)
	_, src := w.post(desc(w.bEQ, 6, infinite, p.MDOpGet|p.MDTruncate), p.Retain)
	w.get(dst, 3, 9)
	w.Settle()
	require.Equal(t, w.Memory[2][16:22], w.Memory[0][19:25])

	a, b := w.at(list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, list{p.GetStart, p.GetEnd})
	require.Equal(t, p.Event{
		Kind: p.SendEnd, Initiator: twintest.ID(0), UID: twintest.UID(0), JID: twintest.JID(0), PTIndex: 3, MatchBits: 0x55,
		RLength: 9, MLength: 9, Offset: 3, MDHandle: dst, MD: desc(w.aEQ, 32, 2, 0), Link: 1, Sequence: 2,
	}, a[1])
	require.Equal(t, p.Event{
		Kind: p.ReplyEnd, Initiator: twintest.ID(2), UID: twintest.UID(2), JID: twintest.JID(2), PTIndex: p.PTIndexAny, MatchBits: 0x55,
		RLength: 9, MLength: 6, Offset: 3, MDHandle: dst, MD: desc(w.aEQ, 32, 1, 0), Link: 2, Sequence: 4,
	}, a[3])
	require.Equal(t, p.Event{
		Kind: p.GetEnd, Initiator: twintest.ID(0), UID: twintest.UID(0), JID: twintest.JID(0), PTIndex: 3, MatchBits: 0x55,
		RLength: 9, MLength: 6, MDHandle: src, MD: desc(w.bEQ, 6, infinite, p.MDOpGet|p.MDTruncate), Link: 1, Sequence: 2,
	}, b[1], "no header data")
	now, _ := w.a.MDGet(dst)
	require.Equal(t, int32(0), now.Threshold, "SEND and REPLY count")
}

func TestEventsOfGetPut(t *testing.T) {
	w := newWorld(t)
	in := w.bind(p.MD{Start: twintest.Start, Length: 16, Threshold: infinite, EQ: w.aEQ}, p.Retain)
	out := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
	w.post(desc(w.bEQ, 16, infinite, p.MDOpGet|p.MDOpPut|p.MDManageRemote), p.Retain)
	to := w.target()
	to.Offset = 5
	before := append([]byte{}, w.Memory[2][21:29]...)
	o, code := w.a.GetPut(in, 2, out, 0, 8, to, 0xbeef)
	must(t, code)
	w.Issue(0, o)
	w.Settle()
	require.Equal(t, before, w.Memory[0][2:10], "what was there")
	require.Equal(t, w.Memory[0][16:24], w.Memory[2][21:29], "what is there")

	a, b := w.at(list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, list{p.GetPutStart, p.GetPutEnd})
	require.Equal(t, out, a[1].MDHandle)
	require.Equal(t, uint64(0), a[1].Offset)
	require.Equal(t, uint64(0xbeef), a[1].HdrData)
	require.Equal(t, in, a[3].MDHandle)
	require.Equal(t, uint64(2), a[3].Offset)
	require.Equal(t, uint64(8), a[3].MLength)
	require.Equal(t, uint64(5), b[1].Offset)
	require.Equal(t, uint64(0xbeef), b[1].HdrData)
}

func TestDisabledEvents(t *testing.T) {
	none := list(nil)
	for name, c := range map[string]struct {
		options      uint32
		put, get     list // at the initiator
		atPut, atGet list
	}{
		"start": {p.MDEventStartDisable, list{p.SendEnd, p.Ack}, list{p.SendEnd, p.ReplyEnd}, list{p.PutEnd}, list{p.GetEnd}},
		"end":   {p.MDEventEndDisable, list{p.SendStart, p.Ack}, list{p.SendStart, p.ReplyStart}, list{p.PutStart}, list{p.GetStart}},
		"both":  {p.MDEventStartDisable | p.MDEventEndDisable, list{p.Ack}, none, none, none},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			md := w.bind(desc(w.aEQ, 8, 10, c.options), p.Retain)
			w.post(desc(w.bEQ, 8, infinite, p.MDOpGet|p.MDOpPut|p.MDManageRemote|c.options), p.Retain)
			w.put(md, 0, 8, p.AckRequested)
			w.Settle()
			w.at(c.put, c.atPut)
			w.get(md, 0, 8)
			w.Settle()
			w.at(c.get, c.atGet)
			now, _ := w.a.MDGet(md)
			require.Equal(t, int32(6), now.Threshold, "what is not logged counts all the same")
		})
	}
}

func TestAcknowledgement(t *testing.T) {
	sent := list{p.SendStart, p.SendEnd}
	acked := append(sent[:2:2], p.Ack)
	for name, c := range map[string]struct {
		ask     p.AckReq
		options uint32
		want    list
	}{
		"asked for":                    {p.AckRequested, p.MDOpPut, acked},
		"from a target without events": {p.AckRequested, p.MDOpPut | p.MDEventStartDisable | p.MDEventEndDisable, acked},
		"not asked for":                {p.NoAck, p.MDOpPut, sent},
		"target does not want to":      {p.AckRequested, p.MDOpPut | p.MDAckDisable, sent},
		"dropped":                      {p.AckRequested, p.MDOpGet, sent},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
			w.post(desc(p.EQNone, 8, infinite, c.options), p.Retain)
			w.put(md, 0, p.Whole, c.ask)
			w.Settle()
			w.at(c.want, nil)
		})
	}
	t.Run("of nothing", func(t *testing.T) {
		// A receiver out of buffers takes messages with an empty descriptor that truncates; the ACK tells the sender.
		w := newWorld(t)
		md := w.bind(desc(w.aEQ, 8, infinite, p.MDEventStartDisable|p.MDEventEndDisable), p.Retain)
		w.post(p.MD{Threshold: infinite, Options: p.MDOpPut | p.MDTruncate, EQ: p.EQNone}, p.Retain)
		w.put(md, 0, p.Whole, p.AckRequested)
		w.Settle()
		a, _ := w.at(list{p.Ack}, nil)
		require.Equal(t, uint64(8), a[0].RLength)
		require.Equal(t, uint64(0), a[0].MLength)
	})
	t.Run("for a descriptor that is gone", func(t *testing.T) {
		w := newWorld(t)
		md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
		w.post(desc(p.EQNone, 8, infinite, p.MDOpPut), p.Retain)
		w.put(md, 0, p.Whole, p.AckRequested)
		w.Sent(0, p.NIOK)
		must(t, w.a.MDUnlink(md))
		w.Settle()
		w.at(list{p.SendStart, p.SendEnd}, nil)
		require.Equal(t, uint64(1), w.drops(w.a))
	})
}

func TestStartBeforeEndAndLinks(t *testing.T) {
	w := newWorld(t)
	md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
	w.post(desc(w.bEQ, 48, infinite, p.MDOpPut), p.Retain)
	for range 3 {
		w.put(md, 0, 4, p.NoAck)
		w.Deliver(0, 2, false)
	}
	w.Done(1, p.NIOK)
	w.Done(1, p.NIOK)
	w.Done(0, p.NIOK)
	_, b := w.at(list{p.SendStart, p.SendEnd, p.SendStart, p.SendEnd, p.SendStart, p.SendEnd},
		list{p.PutStart, p.PutStart, p.PutStart, p.PutEnd, p.PutEnd, p.PutEnd})
	require.Equal(t, b[0].Link, b[5].Link)
	require.Equal(t, b[1].Link, b[3].Link)
	require.Equal(t, b[2].Link, b[4].Link)
	require.NotEqual(t, b[0].Link, b[1].Link)
	require.Equal(t, uint64(0), b[5].Offset, "END repeats what START said")
	for i, e := range b {
		require.Equal(t, uint32(i+1), e.Sequence)
	}
}

func TestFailures(t *testing.T) {
	t.Run("put there", func(t *testing.T) {
		w := newWorld(t)
		md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
		w.post(desc(w.bEQ, 8, infinite, p.MDOpPut), p.Retain)
		w.put(md, 0, 8, p.AckRequested)
		w.Deliver(0, 2, true)
		w.Done(0, p.NIFailed)
		w.Settle()
		a, b := w.at(list{p.SendStart, p.SendEnd, p.Ack}, list{p.PutStart, p.PutEnd})
		require.Equal(t, []p.NIFail{p.NIOK, p.NIOK, p.NIFailed}, []p.NIFail{a[0].Fail, a[1].Fail, a[2].Fail})
		require.Equal(t, []p.NIFail{p.NIOK, p.NIFailed}, []p.NIFail{b[0].Fail, b[1].Fail})
	})
	t.Run("get there", func(t *testing.T) {
		w := newWorld(t)
		md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
		w.post(desc(w.bEQ, 8, infinite, p.MDOpGet), p.Retain)
		w.get(md, 0, 8)
		w.Deliver(0, 2, true)
		w.Done(0, p.NIFailed)
		w.Settle()
		a, b := w.at(list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, list{p.GetStart, p.GetEnd})
		require.Equal(t, p.NIFailed, a[3].Fail)
		require.Equal(t, uint64(0), a[3].MLength)
		require.Equal(t, uint64(8), a[3].RLength)
		require.Equal(t, p.NIFailed, b[1].Fail)
	})
	t.Run("reply here", func(t *testing.T) {
		w := newWorld(t)
		md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
		w.post(desc(w.bEQ, 8, infinite, p.MDOpGet), p.Retain)
		w.get(md, 0, 8)
		w.Deliver(0, 2, false)
		w.Done(0, p.NIOK)
		w.Deliver(2, 0, true)
		w.Done(0, p.NIFailed)
		a, _ := w.at(list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, list{p.GetStart, p.GetEnd})
		require.Equal(t, p.NIFailed, a[3].Fail)
	})
	t.Run("get not sent", func(t *testing.T) {
		w := newWorld(t)
		md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
		w.get(md, 0, 8)
		require.Equal(t, p.MDInUse, w.a.MDUnlink(md))
		w.Sent(0, p.NIFailed)
		a, _ := w.at(list{p.SendStart, p.SendEnd}, nil)
		require.Equal(t, p.NIFailed, a[1].Fail)
		must(t, w.a.MDUnlink(md))
	})
	t.Run("getput not sent", func(t *testing.T) {
		w := newWorld(t)
		in := w.bind(desc(w.aEQ, 8, 1, p.MDEventAutoUnlink), p.UnlinkIt)
		out := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
		o, code := w.a.GetPut(in, 0, out, 0, p.Whole, w.target(), 0)
		must(t, code)
		w.Issue(0, o)
		w.put(in, 0, 8, p.NoAck) // uses it up; the REPLY keeps it
		w.Sent(1, p.NIOK)
		require.Equal(t, p.MDInUse, w.a.MDUnlink(in))
		w.Sent(0, p.NIFailed)
		a, _ := w.at(list{p.SendStart, p.SendStart, p.SendEnd, p.SendEnd, p.Unlinked}, nil)
		require.Equal(t, in, a[4].MDHandle)
		require.Equal(t, p.MDInvalid, w.a.MDUnlink(in))
		must(t, w.a.MDUnlink(out))
	})
}

func TestToOneself(t *testing.T) {
	w := newWorld(t)
	_, md, code := w.a.MEMDAttach(3, any2, 0, ^uint64(0), p.Retain, p.InsAfter, desc(w.aEQ, 16, infinite, p.MDOpPut|p.MDOpGet), nil, p.Retain)
	must(t, code)
	to := w.target()
	to.ID = twintest.ID(0)
	o, code := w.a.Put(md, 0, 8, p.AckRequested, to, 0)
	must(t, code)
	w.Issue(0, o)
	w.Settle()
	w.at(list{p.SendStart, p.SendEnd, p.PutStart, p.PutEnd, p.Ack}, nil)
	o, code = w.a.Get(md, 0, 8, to)
	must(t, code)
	arrived := w.a.Arrive(&o.Header)
	require.NotNil(t, arrived, "an operation's own header may arrive")
}
