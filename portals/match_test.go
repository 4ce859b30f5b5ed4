package portals_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

// arrives sends a put of length bytes to b and answers the descriptor that took it and where; InvalidHandle if none did.
func (w *world) arrives(h p.Header) (md p.Handle, at, n uint64) {
	h.Kind, h.From, h.UID, h.JID, h.PT = max(h.Kind, p.HPut), twintest.ID(0), twintest.UID(0), twintest.JID(0), 3
	o := w.b.Arrive(&h)
	if o == nil {
		require.Empty(w.t, w.events(w.b, w.bEQ))
		return p.InvalidHandle, 0, 0
	}
	w.b.Done(o, p.NIOK)
	e := w.events(w.b, w.bEQ)[0]
	require.Equal(w.t, o.Length, e.MLength)
	w.b.Free(o)
	return e.MDHandle, e.Offset, e.MLength
}

// entry makes an entry with an endless descriptor.
func (w *world) entry(bits, ignore uint64, at p.Position) (me, md p.Handle) {
	me, md, code := w.b.MEMDAttach(3, any2, bits, ignore, p.Retain, at, desc(w.bEQ, 40, infinite, p.MDOpPut|p.MDManageRemote), nil, p.Retain)
	must(w.t, code)
	return me, md
}

func TestOrderOfEntries(t *testing.T) {
	w := newWorld(t)
	once := desc(w.bEQ, 40, 1, p.MDOpPut)
	var order []p.Handle // what the list should be
	base, md := w.entry(0, 0, p.InsAfter)
	order = append(order, md)
	add := func(place int, at p.Position, attach bool) {
		var code p.Code
		if attach {
			_, md, code = w.b.MEMDAttach(3, any2, 0, 0, p.UnlinkIt, at, once, nil, p.UnlinkIt)
		} else {
			_, md, code = w.b.MEMDPost(base, any2, 0, 0, p.UnlinkIt, at, once, nil, p.UnlinkIt, p.EQNone)
		}
		must(t, code)
		order = append(order[:place:place], append([]p.Handle{md}, order[place:]...)...)
	}
	add(0, p.InsBefore, true)  // head
	add(2, p.InsAfter, true)   // tail
	add(1, p.InsBefore, false) // before base
	add(3, p.InsAfter, false)  // after base
	add(2, p.InsBefore, false) // before base again
	for _, want := range order[:3] {
		got, _, _ := w.arrives(p.Header{})
		require.Equal(t, want, got)
	}
	got, _, _ := w.arrives(p.Header{})
	require.Equal(t, order[3], got)
	must(t, w.b.MEUnlink(base))
	for _, want := range order[4:] {
		got, _, _ := w.arrives(p.Header{})
		require.Equal(t, want, got)
	}
	got, _, _ = w.arrives(p.Header{})
	require.Equal(t, p.InvalidHandle, got)
}

func TestMatchBitsAndProcess(t *testing.T) {
	from := twintest.ID(0)
	const bits = 0xf0f0_0000_0000_0001
	for name, c := range map[string]struct {
		id           p.ProcessID
		bits, ignore uint64
		want         bool
	}{
		"same bits":       {any2, bits, 0, true},
		"other bits":      {any2, bits + 2, 0, false},
		"ignored bits":    {any2, bits + 2, 2, true},
		"ignored others":  {any2, bits + 2, 1, false},
		"all ignored":     {any2, 0, math.MaxUint64, true},
		"top bit only":    {any2, 1 << 63, math.MaxUint64 >> 1, true},
		"exact process":   {from, bits, 0, true},
		"any of the node": {p.ProcessID{NID: from.NID, PID: p.PIDAny}, bits, 0, true},
		"any node":        {p.ProcessID{NID: p.NIDAny, PID: from.PID}, bits, 0, true},
		"other process":   {p.ProcessID{NID: from.NID, PID: from.PID + 1}, bits, 0, false},
		"other node":      {p.ProcessID{NID: from.NID + 1, PID: p.PIDAny}, bits, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			_, _, code := w.b.MEMDAttach(3, c.id, c.bits, c.ignore, p.Retain, p.InsAfter, desc(w.bEQ, 8, infinite, p.MDOpPut), nil, p.Retain)
			must(t, code)
			md, _, _ := w.arrives(p.Header{MatchBits: bits})
			require.Equal(t, c.want, md != p.InvalidHandle)
		})
	}
}

// TestRejectionIsNotTheEnd: an entry that matches and does not take a message leaves it to the next.
func TestRejectionIsNotTheEnd(t *testing.T) {
	w := newWorld(t)
	inert, code := w.b.MEAttach(3, any2, 0, 0, p.Retain, p.InsAfter)
	must(t, code)
	for _, md := range []p.MD{
		desc(w.bEQ, 40, 0, p.MDOpPut),                                     // inactive
		desc(w.bEQ, 40, -7, p.MDOpPut),                                    // inactive
		desc(w.bEQ, 40, infinite, p.MDOpGet),                              // wrong operation
		desc(w.bEQ, 4, infinite, p.MDOpPut),                               // too short
		desc(w.bEQ, 10, infinite, p.MDOpPut|p.MDManageRemote),             // too short behind the offset
		desc(w.bEQ, 3, infinite, p.MDOpPut|p.MDManageRemote|p.MDTruncate), // offset outside
	} {
		_, _, code := w.b.MEMDAttach(3, any2, 0, 0, p.Retain, p.InsAfter, md, nil, p.Retain)
		must(t, code)
	}
	_, want := w.entry(0, 0, p.InsAfter)
	got, at, n := w.arrives(p.Header{Length: 8, Offset: 4})
	require.Equal(t, want, got)
	require.Equal(t, []uint64{4, 8}, []uint64{at, n})

	got, _, _ = w.arrives(p.Header{Kind: p.HGetPut, Length: 8})
	require.Equal(t, p.InvalidHandle, got, "a swap needs both operations")
	require.Equal(t, uint64(1), w.drops(w.b))
	bytes, _ := w.b.Status(p.SRDropLength)
	require.Equal(t, uint64(8), bytes)

	md, code := w.b.MDAttach(inert, desc(w.bEQ, 8, infinite, p.MDOpPut), nil, p.Retain)
	must(t, code)
	got, _, _ = w.arrives(p.Header{Length: 8, Offset: 4})
	require.Equal(t, md, got, "an entry without descriptor keeps its place")
}

func TestOffsets(t *testing.T) {
	const size = 40
	huge := uint64(math.MaxUint64)
	for name, c := range map[string]struct {
		options      uint32
		used         uint64 // before, locally managed
		offset, rlen uint64
		at, mlen     uint64
		dropped      bool
	}{
		"local":                       {options: 0, offset: 7, rlen: 5, at: 0, mlen: 5},
		"local, second":               {options: 0, used: 30, offset: 7, rlen: 10, at: 30, mlen: 10},
		"local, full":                 {options: 0, used: 30, rlen: 11, dropped: true},
		"local, nothing fits always":  {options: 0, used: 40, rlen: 0, at: 40, mlen: 0},
		"local, truncated":            {options: p.MDTruncate, used: 30, rlen: 11, at: 30, mlen: 10},
		"local, truncated to nothing": {options: p.MDTruncate, used: 40, rlen: 11, at: 40, mlen: 0},
		"remote":                      {options: p.MDManageRemote, offset: 7, rlen: 5, at: 7, mlen: 5},
		"remote, to the end":          {options: p.MDManageRemote, offset: 35, rlen: 5, at: 35, mlen: 5},
		"remote, over the end":        {options: p.MDManageRemote, offset: 36, rlen: 5, dropped: true},
		"remote, truncated":           {options: p.MDManageRemote | p.MDTruncate, offset: 36, rlen: 5, at: 36, mlen: 4},
		"remote, at the end":          {options: p.MDManageRemote | p.MDTruncate, offset: 40, rlen: 5, at: 40, mlen: 0},
		"remote, outside":             {options: p.MDManageRemote | p.MDTruncate, offset: 41, rlen: 0, dropped: true},
		"sum overflows":               {options: p.MDManageRemote, offset: huge - 1, rlen: 4, dropped: true},
		"sum overflows, truncated":    {options: p.MDManageRemote | p.MDTruncate, offset: huge, rlen: huge, dropped: true},
		"huge length":                 {options: p.MDManageRemote, offset: 8, rlen: huge - 4, dropped: true},
		"huge length, truncated":      {options: p.MDTruncate, rlen: huge, at: 0, mlen: size},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			_, md := w.post(desc(w.bEQ, size, infinite, p.MDOpPut|c.options), p.Retain)
			if c.used > 0 {
				w.arrives(p.Header{Length: c.used})
			}
			got, at, n := w.arrives(p.Header{Offset: c.offset, Length: c.rlen})
			if c.dropped {
				require.Equal(t, p.InvalidHandle, got)
				return
			}
			require.Equal(t, md, got)
			require.Equal(t, []uint64{c.at, c.mlen}, []uint64{at, n})
		})
	}
}

func TestIovec(t *testing.T) {
	w := newWorld(t)
	vec := []p.Iovec{{Base: twintest.Start + 40, Len: 3}, {Base: 0, Len: 0}, {Base: twintest.Start + 10, Len: 4}, {Base: twintest.Start + 20, Len: 5}}
	md := p.MD{Start: 0xdead, Length: 4, Threshold: infinite, Options: p.MDOpPut | p.MDOpGet | p.MDIovec, EQ: w.bEQ}
	_, _, code := w.b.MEMDAttach(3, any2, 0, math.MaxUint64, p.Retain, p.InsAfter, md, vec, p.Retain)
	must(t, code)
	src := w.bind(desc(w.aEQ, 30, infinite, 0), p.Retain)
	w.put(src, 0, 2, p.NoAck)
	w.put(src, 2, 10, p.NoAck)
	w.put(src, 0, 1, p.NoAck) // 12 bytes are full
	w.Settle()
	m := w.Memory[2]
	require.Equal(t, w.Memory[0][16:28], append(append(append([]byte{}, m[40:43]...), m[10:14]...), m[20:25]...))
	require.Equal(t, uint64(1), w.drops(w.b))
	_, b := w.events(w.a, w.aEQ), w.events(w.b, w.bEQ)
	require.Equal(t, md, b[0].MD, "as the program gave it")

	dst, code := w.a.MDBind(p.MD{Length: 4, Threshold: infinite, Options: p.MDIovec, EQ: w.aEQ}, vec, p.Retain)
	must(t, code)
	o, code := w.a.Get(dst, 0, p.Whole, w.target())
	must(t, code)
	require.Equal(t, uint64(12), o.Header.Length, "bytes, not pieces")
	_, code = w.a.Put(dst, 3, 10, p.NoAck, w.target(), 0)
	require.Equal(t, p.MDIllegal, code)
}

func TestLocalOffsetStartsAgainWithUpdate(t *testing.T) {
	w := newWorld(t)
	_, md := w.post(desc(w.bEQ, 40, infinite, p.MDOpPut), p.Retain)
	w.arrives(p.Header{Length: 10})
	_, at, _ := w.arrives(p.Header{Length: 10})
	require.Equal(t, uint64(10), at)
	must(t, w.b.MDUpdate(md, desc(w.bEQ, 30, infinite, p.MDOpPut), nil, p.EQNone))
	_, at, _ = w.arrives(p.Header{Length: 10})
	require.Equal(t, uint64(0), at)
}

func TestAccessControl(t *testing.T) {
	w := newWorld(t)
	w.entry(0, 0, p.InsAfter)
	admits := func(ac uint32) bool {
		md, _, _ := w.arrives(p.Header{AC: ac})
		return md != p.InvalidHandle
	}
	from := twintest.ID(0)
	require.True(t, admits(0), "all processes")
	require.False(t, admits(1), "none, until it is set")
	require.False(t, admits(64), "no such entry")
	require.False(t, admits(math.MaxUint32))
	for name, c := range map[string]struct {
		id           p.ProcessID
		uid, jid, pt uint32
		want         bool
	}{
		"anything":      {any2, p.UIDAny, p.JIDAny, p.PTIndexAny, true},
		"exactly":       {from, twintest.UID(0), twintest.JID(0), 3, true},
		"other process": {twintest.ID(1), p.UIDAny, p.JIDAny, p.PTIndexAny, false},
		"other user":    {any2, 1, p.JIDAny, p.PTIndexAny, false},
		"other job":     {any2, p.UIDAny, 1, p.PTIndexAny, false},
		"other portal":  {any2, p.UIDAny, p.JIDAny, 4, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, ac := range []uint32{0, 1} {
				must(t, w.b.ACEntry(ac, c.id, c.uid, c.jid, c.pt))
				require.Equal(t, c.want, admits(ac))
			}
		})
	}
	root := p.New(p.Config{})
	_, _, code := root.MEMDAttach(0, any2, 0, 0, p.Retain, p.InsAfter, memory(p.EQNone, p.MDOpPut), nil, p.Retain)
	must(t, code)
	require.Nil(t, root.Arrive(&p.Header{Kind: p.HPut, AC: 1}), "an entry that was never set does not admit zeros")
	require.NotNil(t, root.Arrive(&p.Header{Kind: p.HPut}))
	require.Equal(t, p.ACIndexInvalid, w.b.ACEntry(64, any2, p.UIDAny, p.JIDAny, p.PTIndexAny))
	require.Equal(t, p.PTIndexInvalid, w.b.ACEntry(0, any2, p.UIDAny, p.JIDAny, 256))
}

func TestPortalsThatAreNot(t *testing.T) {
	w := newWorld(t)
	for _, pt := range []uint32{4, 255, 256, 0xffff, math.MaxUint32} {
		require.Nil(t, w.b.Arrive(&p.Header{Kind: p.HPut, PT: pt, From: twintest.ID(0)}))
	}
	require.Nil(t, w.b.Arrive(&p.Header{Kind: 0, From: twintest.ID(0)}))
	require.Nil(t, w.b.Arrive(&p.Header{Kind: 77, From: twintest.ID(0)}))
	require.Equal(t, uint64(7), w.drops(w.b))
}
