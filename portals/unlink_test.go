package portals_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

// TestUnlinkEvent is the table of who is told that a descriptor goes.
func TestUnlinkEvent(t *testing.T) {
	const quiet = p.MDEventStartDisable | p.MDEventEndDisable
	for name, c := range map[string]struct {
		options          uint32
		auto, byMD, byME list
	}{
		"no option":       {0, list{p.PutStart, p.PutEnd}, nil, nil},
		"automatic":       {p.MDEventAutoUnlink, list{p.PutStart, p.PutEnd, p.Unlinked}, nil, nil},
		"by hand":         {p.MDEventManualUnlink, list{p.PutStart, p.PutEnd}, list{p.Unlinked}, list{p.Unlinked}},
		"flag":            {p.MDFlagAutoUnlink, list{p.PutStart, p.PutEnd}, nil, nil},
		"quiet":           {quiet, nil, nil, nil},
		"quiet automatic": {quiet | p.MDEventAutoUnlink, list{p.Unlinked}, nil, nil},
		"quiet by hand":   {quiet | p.MDEventManualUnlink, nil, list{p.Unlinked}, list{p.Unlinked}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			md := desc(w.bEQ, 40, 1, p.MDOpPut|c.options)
			me, mdh := w.post(md, p.UnlinkIt)
			w.bPut()
			w.Settle()
			_, b := w.at(nil, c.auto)
			require.False(t, w.b.Valid(me) || w.b.Valid(mdh))
			if n := len(b); n == 3 {
				b[1].Kind, b[1].Sequence = p.Unlinked, 3
				require.Equal(t, b[1], b[2], "all that PUT_END says")
			}

			_, mdh = w.post(md, p.UnlinkIt)
			must(t, w.b.MDUnlink(mdh))
			_, b = w.at(nil, c.byMD)
			for _, e := range b {
				require.Equal(t, uint32(3), e.PTIndex)
				require.Equal(t, mdh, e.MDHandle)
				require.Equal(t, e.RLength, e.MLength)
				require.Equal(t, md, e.MD)
			}
			me, _ = w.post(md, p.UnlinkIt)
			must(t, w.b.MEUnlink(me))
			w.at(nil, c.byME)
		})
	}
}

// TestWhatGoes is the table of what an unlinked descriptor takes along.
func TestWhatGoes(t *testing.T) {
	for _, c := range []struct {
		name         string
		me, md       p.Unlink
		meAuto, auto bool // still there after the last operation
		meHand       bool // still there after MDUnlink
	}{
		{"both stay", p.Retain, p.Retain, true, true, true},
		{"descriptor goes", p.Retain, p.UnlinkIt, true, false, true},
		{"both go", p.UnlinkIt, p.UnlinkIt, false, false, false},
		{"entry would go", p.UnlinkIt, p.Retain, true, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			post := func() (me, md p.Handle) {
				me, md, code := w.b.MEMDAttach(3, any2, 0, ^uint64(0), c.me, p.InsBefore, desc(w.bEQ, 40, 1, p.MDOpPut), nil, c.md)
				must(t, code)
				return me, md
			}
			me, md := post()
			got, _, _ := w.arrives(p.Header{})
			require.Equal(t, md, got)
			require.Equal(t, c.meAuto, w.b.Valid(me))
			require.Equal(t, c.auto, w.b.Valid(md))
			got, _, _ = w.arrives(p.Header{})
			require.Equal(t, p.InvalidHandle, got, "nothing is left to take it")

			me, md = post()
			must(t, w.b.MDUnlink(md))
			require.False(t, w.b.Valid(md))
			require.Equal(t, c.meHand, w.b.Valid(me))

			me, md = post()
			must(t, w.b.MEUnlink(me))
			require.False(t, w.b.Valid(me) || w.b.Valid(md), "an entry takes its descriptor along, whatever that says")
		})
	}
}

// TestUnlinkWaits: a descriptor that is used up takes nothing more, and goes with the end of the last operation.
func TestUnlinkWaits(t *testing.T) {
	w := newWorld(t)
	me, md := w.post(desc(w.bEQ, 40, 2, p.MDOpPut|p.MDEventAutoUnlink), p.UnlinkIt)
	w.bPut()
	w.bPut()
	require.Nil(t, w.b.Arrive(&p.Header{Kind: p.HPut, PT: 3, From: twintest.ID(0)}))
	require.Equal(t, p.MDInUse, w.b.MDUnlink(md))
	require.Equal(t, p.MEInUse, w.b.MEUnlink(me))
	w.Done(1, p.NIOK)
	require.True(t, w.b.Valid(md))
	w.Done(0, p.NIOK)
	_, b := w.at(nil, list{p.PutStart, p.PutStart, p.PutEnd, p.PutEnd, p.Unlinked})
	require.False(t, w.b.Valid(md) || w.b.Valid(me))
	require.Equal(t, b[0].Link, b[4].Link, "of the operation that ended last")
	require.Equal(t, b[3].MD, b[4].MD)
}

func TestMaxSize(t *testing.T) {
	for name, c := range map[string]struct {
		options uint32
		lengths []uint64 // of 40 bytes, max size 10
		left    bool
	}{
		"room for one more":      {p.MDMaxSize, []uint64{10, 10, 10}, true},
		"a byte too little":      {p.MDMaxSize, []uint64{10, 10, 11}, false},
		"at once":                {p.MDMaxSize, []uint64{31}, false},
		"longer than max size":   {p.MDMaxSize, []uint64{25}, true},
		"option not set":         {0, []uint64{10, 10, 20}, true},
		"remotely managed":       {p.MDMaxSize | p.MDManageRemote, []uint64{10, 10, 40}, true},
		"truncated and used up":  {p.MDMaxSize | p.MDTruncate, []uint64{99}, false},
		"just enough, nothing":   {p.MDMaxSize, []uint64{30, 0, 0, 0}, true},
		"last one is delivered":  {p.MDMaxSize, []uint64{30, 10}, false},
		"gets use up space, too": {p.MDMaxSize | p.MDOpGet, []uint64{30, 10}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			d := desc(w.bEQ, 40, infinite, p.MDOpPut|c.options)
			d.MaxSize = 10
			_, md := w.post(d, p.UnlinkIt)
			kind := p.HPut
			if c.options&p.MDOpGet != 0 {
				kind = p.HGet
			}
			for _, n := range c.lengths {
				got, _, _ := w.arrives(p.Header{Kind: kind, Length: n})
				require.Equal(t, md, got)
			}
			require.Equal(t, c.left, w.b.Valid(md))
		})
	}
}

func TestThresholdsOfInitiators(t *testing.T) {
	type step struct {
		do     func(w *world, md p.Handle)
		events list
		left   bool
	}
	put := func(ack p.AckReq) func(w *world, md p.Handle) {
		return func(w *world, md p.Handle) { w.put(md, 0, 8, ack); w.Settle() }
	}
	get := func(w *world, md p.Handle) { w.get(md, 0, 8); w.Settle() }
	for name, c := range map[string]struct {
		threshold int32
		steps     []step
	}{
		"put, 1":         {1, []step{{put(p.NoAck), list{p.SendStart, p.SendEnd}, false}}},
		"put and ACK, 2": {2, []step{{put(p.AckRequested), list{p.SendStart, p.SendEnd, p.Ack}, false}}},
		"put and ACK, 1": {1, []step{{put(p.AckRequested), list{p.SendStart, p.SendEnd}, false}}},
		"get, 2":         {2, []step{{get, list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, false}}},
		"get, 1":         {1, []step{{get, list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, false}}},
		"get, 3":         {3, []step{{get, list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, true}}},
		"put and get, 3": {3, []step{{put(p.NoAck), list{p.SendStart, p.SendEnd}, true}, {get, list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, false}}},
		"infinite":       {infinite, []step{{get, list{p.SendStart, p.SendEnd, p.ReplyStart, p.ReplyEnd}, true}}},
		"put and ACK, 3": {3, []step{
			{put(p.AckRequested), list{p.SendStart, p.SendEnd, p.Ack}, true},
			{put(p.NoAck), list{p.SendStart, p.SendEnd}, false},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.post(desc(p.EQNone, 40, infinite, p.MDOpPut|p.MDOpGet|p.MDManageRemote), p.Retain)
			md := w.bind(desc(w.aEQ, 8, c.threshold, 0), p.UnlinkIt)
			for _, s := range c.steps {
				s.do(w, md)
				w.at(s.events, nil)
				require.Equal(t, s.left, w.a.Valid(md))
			}
		})
	}
}

// TestPendingIsWhatIsToCome: unlinking is refused until SEND and REPLY are logged, read or not; an ACK that is to come does not matter.
func TestPendingIsWhatIsToCome(t *testing.T) {
	w := newWorld(t)
	w.post(desc(p.EQNone, 40, infinite, p.MDOpPut|p.MDOpGet|p.MDManageRemote), p.Retain)
	md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
	w.put(md, 0, 8, p.AckRequested)
	require.Equal(t, p.MDInUse, w.a.MDUnlink(md))
	w.Sent(0, p.NIOK)
	must(t, w.a.MDUnlink(md))
	a, _ := w.at(list{p.SendStart, p.SendEnd}, nil)
	require.Equal(t, uintptr(0x77), a[1].MD.UserPtr, "events outlive their descriptor")

	md = w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
	w.get(md, 0, 8)
	w.Sent(0, p.NIOK)
	require.Equal(t, p.MDInUse, w.a.MDUnlink(md))
	w.Settle()
	must(t, w.a.MDUnlink(md))
}

func TestRepliesNobodyAskedFor(t *testing.T) {
	w := newWorld(t)
	md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
	from := func(h p.Header) *p.Op {
		h.From = twintest.ID(2)
		return w.a.Arrive(&h)
	}
	require.Nil(t, from(p.Header{Kind: p.HReply, MD: md, Length: 4, HdrData: 4}), "no get is under way")
	w.get(md, 0, 8)
	for _, h := range []p.Header{
		{Kind: p.HReply, MD: md, Length: 9, HdrData: 9},
		{Kind: p.HReply, MD: md, Length: 1, HdrData: 1, Local: 8},
		{Kind: p.HReply, MD: md, Length: ^uint64(0), HdrData: ^uint64(0), Local: 2},
		{Kind: p.HReply, MD: md + 1, Length: 1, HdrData: 1},
		{Kind: p.HAck, MD: md, Length: 1, HdrData: 9},
		{Kind: p.HAck, MD: md, Length: 1, HdrData: 1, Local: ^uint64(0)},
		{Kind: p.HAck, MD: w.aEQ},
		{Kind: p.HAck, MD: p.InvalidHandle},
	} {
		require.Nil(t, from(h))
	}
	require.Equal(t, uint64(9), w.drops(w.a))
	w.at(list{p.SendStart}, nil)
	require.NotNil(t, from(p.Header{Kind: p.HReply, MD: md, Length: 8, HdrData: 8}))
}

func TestOneReplyPerGet(t *testing.T) {
	reply := func(w *world, md p.Handle) *p.Op {
		return w.a.Arrive(&p.Header{Kind: p.HReply, MD: md, Length: 8, HdrData: 8, From: twintest.ID(2)})
	}
	w := newWorld(t)
	md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
	w.get(md, 0, 8)
	w.Sent(0, p.NIOK)
	o := reply(w, md)
	require.NotNil(t, o)
	require.Nil(t, reply(w, md))
	w.a.Done(o, p.NIOK)
	require.Nil(t, reply(w, md))
	must(t, w.a.MDUnlink(md))

	// A reply for a request that could not even be sent.
	md = w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
	w.get(md, 0, 8)
	o = reply(w, md)
	require.NotNil(t, o)
	w.Sent(0, p.NIFailed)
	require.Equal(t, p.MDInUse, w.a.MDUnlink(md))
	w.a.Done(o, p.NIOK)
	must(t, w.a.MDUnlink(md))
}

// TestNothingIsLeftInASlot uses descriptors up until slots are used again.
func TestNothingIsLeftInASlot(t *testing.T) {
	w := newWorld(t)
	for range 3000 {
		_, md := w.post(desc(w.bEQ, 40, 1, p.MDOpPut), p.UnlinkIt)
		w.arrives(p.Header{Length: 8})
		require.False(t, w.b.Valid(md))
	}
	for range 1100 {
		_, md := w.post(desc(w.bEQ, 40, 2, p.MDOpPut), p.UnlinkIt)
		_, at, _ := w.arrives(p.Header{Length: 8})
		require.Equal(t, uint64(0), at)
		require.True(t, w.b.Valid(md))
		_, at, _ = w.arrives(p.Header{Length: 8})
		require.Equal(t, uint64(8), at)
		require.False(t, w.b.Valid(md))
	}
}

// TestReferenceEvents: a get is one REPLY, and who is used up says so.
func TestReferenceEvents(t *testing.T) {
	const quiet = p.MDEventStartDisable | p.MDEventEndDisable
	for name, c := range map[string]struct {
		threshold int32
		options   uint32
		gets      int
		events    list
		left      bool
	}{
		"1":               {1, 0, 1, list{p.ReplyStart, p.ReplyEnd, p.Unlinked}, false},
		"2":               {2, 0, 1, list{p.ReplyStart, p.ReplyEnd}, true},
		"2, both":         {2, 0, 2, list{p.ReplyStart, p.ReplyEnd, p.ReplyStart, p.ReplyEnd, p.Unlinked}, false},
		"END only":        {1, p.MDEventStartDisable, 1, list{p.ReplyEnd, p.Unlinked}, false},
		"quiet":           {1, quiet, 1, nil, false},
		"quiet automatic": {1, quiet | p.MDEventAutoUnlink, 1, list{p.Unlinked}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorldOf(t, p.Reference)
			w.post(desc(p.EQNone, 40, infinite, p.MDOpPut|p.MDOpGet|p.MDManageRemote), p.Retain)
			md := w.bind(desc(w.aEQ, 8, c.threshold, c.options), p.UnlinkIt)
			for range c.gets {
				w.get(md, 0, 8)
				w.Settle()
			}
			a, _ := w.at(c.events, nil)
			for _, e := range a {
				require.Equal(t, uint64(8), e.MLength)
			}
			require.Equal(t, c.left, w.a.Valid(md))
		})
	}
}

// TestReferenceGetFails: where no SEND_END can say it, REPLY_END does.
func TestReferenceGetFails(t *testing.T) {
	w := newWorldOf(t, p.Reference)
	md := w.bind(desc(w.aEQ, 8, 1, 0), p.UnlinkIt)
	w.get(md, 0, 8)
	require.Equal(t, p.MDInUse, w.a.MDUnlink(md))
	w.Sent(0, p.NIFailed)
	a, _ := w.at(list{p.ReplyEnd, p.Unlinked}, nil)
	require.Equal(t, p.NIFailed, a[0].Fail)
	require.Zero(t, a[0].MLength)
	require.False(t, w.a.Valid(md))
}
