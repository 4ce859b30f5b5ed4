package portals_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

func TestDescriptorsThatCannotBe(t *testing.T) {
	n := p.New(p.Config{ID: here, Limits: p.Limits{MaxMDIovecs: 3}})
	eq, _ := n.EQAlloc(4)
	other, _ := n.EQAlloc(4)
	must(t, n.EQFree(other))
	iov := func(v ...p.Iovec) []p.Iovec { return v }
	for name, c := range map[string]struct {
		md   p.MD
		vec  []p.Iovec
		want p.Code
	}{
		"nothing":                  {p.MD{EQ: p.EQNone}, nil, p.OK},
		"nothing, somewhere":       {p.MD{Start: math.MaxUint64, EQ: eq}, nil, p.OK},
		"nowhere":                  {p.MD{Length: 1, EQ: eq}, nil, p.MDIllegal},
		"to the last byte":         {p.MD{Start: math.MaxUint64 - 9, Length: 9, EQ: eq}, nil, p.OK},
		"around the end":           {p.MD{Start: math.MaxUint64 - 9, Length: 11, EQ: eq}, nil, p.MDIllegal},
		"longer than everything":   {p.MD{Start: 1, Length: math.MaxUint64, EQ: eq}, nil, p.MDIllegal},
		"unknown options":          {p.MD{Options: 0xffff0000, EQ: eq}, nil, p.OK},
		"freed queue":              {p.MD{EQ: other}, nil, p.EQInvalid},
		"queue of zero":            {p.MD{EQ: 0}, nil, p.EQInvalid},
		"invalid queue":            {p.MD{EQ: p.InvalidHandle}, nil, p.EQInvalid},
		"pieces":                   {p.MD{Length: 2, Options: p.MDIovec, EQ: eq}, iov(p.Iovec{Base: 1, Len: 5}, p.Iovec{Base: 0, Len: 0}), p.OK},
		"no pieces":                {p.MD{Length: 0, Options: p.MDIovec, EQ: eq}, nil, p.OK},
		"pieces missing":           {p.MD{Length: 2, Options: p.MDIovec, EQ: eq}, iov(p.Iovec{Base: 1, Len: 5}), p.MDIllegal},
		"too many pieces":          {p.MD{Length: 4, Options: p.MDIovec, EQ: eq}, make([]p.Iovec, 4), p.MDIllegal},
		"piece nowhere":            {p.MD{Length: 1, Options: p.MDIovec, EQ: eq}, iov(p.Iovec{Len: 1}), p.MDIllegal},
		"piece around the end":     {p.MD{Length: 1, Options: p.MDIovec, EQ: eq}, iov(p.Iovec{Base: math.MaxUint64, Len: 2}), p.MDIllegal},
		"more bytes than a number": {p.MD{Length: 2, Options: p.MDIovec, EQ: eq}, iov(p.Iovec{Base: 1, Len: 1 << 63}, p.Iovec{Base: 2, Len: 1 << 63}), p.MDIllegal},
	} {
		t.Run(name, func(t *testing.T) {
			h, code := n.MDBind(c.md, c.vec, p.Retain)
			require.Equal(t, c.want, code)
			require.Equal(t, code == p.OK, n.Valid(h))
			me, _ := n.MEAttach(0, any2, 0, 0, p.Retain, p.InsAfter)
			_, code = n.MDAttach(me, c.md, c.vec, p.Retain)
			require.Equal(t, c.want, code)
			_, _, code = n.MEMDPost(me, any2, 0, 0, p.Retain, p.InsAfter, c.md, c.vec, p.Retain, p.EQNone)
			require.Equal(t, c.want, code)
			md, _ := n.MDBind(memory(eq, 0), nil, p.Retain)
			require.Equal(t, c.want, n.MDUpdate(md, c.md, c.vec, p.EQNone))
		})
	}
}

func TestAttachCodes(t *testing.T) {
	n := p.New(p.Config{ID: here})
	me, _ := n.MEAttach(0, any2, 0, 0, p.Retain, p.InsAfter)
	md, code := n.MDAttach(me, memory(p.EQNone, 0), nil, p.Retain)
	must(t, code)
	_, code = n.MDAttach(me, memory(p.EQNone, 0), nil, p.Retain)
	require.Equal(t, p.MEInUse, code)
	must(t, n.MDUnlink(md))
	_, code = n.MDAttach(me, memory(p.EQNone, 0), nil, p.Retain)
	must(t, code)
	must(t, n.MEUnlink(me))
	_, code = n.MDAttach(me, memory(p.EQNone, 0), nil, p.Retain)
	require.Equal(t, p.MEInvalid, code)
	_, code = n.MEInsert(me, any2, 0, 0, p.Retain, p.InsAfter)
	require.Equal(t, p.MEInvalid, code)
	_, _, code = n.MEMDPost(me, any2, 0, 0, p.Retain, p.InsAfter, memory(p.EQNone, 0), nil, p.Retain, p.EQNone)
	require.Equal(t, p.MEInvalid, code)
	require.Equal(t, p.MEInvalid, n.MEUnlink(me))
	_, code = n.MDGet(md)
	require.Equal(t, p.MDInvalid, code)
	require.Equal(t, p.MDInvalid, n.MDUpdate(md, memory(p.EQNone, 0), nil, p.EQNone))
}

func TestUpdate(t *testing.T) {
	w := newWorld(t)
	_, md := w.post(desc(w.bEQ, 40, 1, p.MDOpPut), p.UnlinkIt)
	next := desc(w.bEQ, 20, 3, p.MDOpPut)
	w.bPut()
	require.Equal(t, p.MDNoUpdate, w.b.MDUpdate(md, next, nil, p.EQNone), "a put is under way")
	w.Settle()
	require.Equal(t, p.MDInvalid, w.b.MDUpdate(md, next, nil, p.EQNone), "used up")

	_, md = w.post(desc(w.bEQ, 40, 1, p.MDOpPut), p.Retain)
	require.Equal(t, p.MDNoUpdate, w.b.MDUpdate(md, next, nil, w.bEQ), "there are events")
	now, _ := w.b.MDGet(md)
	require.Equal(t, desc(w.bEQ, 40, 1, p.MDOpPut), now)
	w.events(w.b, w.bEQ)
	must(t, w.b.MDUpdate(md, next, nil, w.bEQ))
	now, _ = w.b.MDGet(md)
	require.Equal(t, next, now)

	// Inactive descriptors can be made active, and the other way round; neither unlinks.
	_, md, code := w.b.MEMDAttach(3, any2, 0, math.MaxUint64, p.UnlinkIt, p.InsBefore, desc(w.bEQ, 40, 0, p.MDOpPut), nil, p.UnlinkIt)
	must(t, code)
	got, _, _ := w.arrives(p.Header{})
	require.NotEqual(t, md, got)
	must(t, w.b.MDUpdate(md, next, nil, p.EQNone))
	got, _, _ = w.arrives(p.Header{})
	require.Equal(t, md, got)
	must(t, w.b.MDUpdate(md, desc(w.bEQ, 40, 0, p.MDOpPut), nil, p.EQNone))
	require.True(t, w.b.Valid(md))
}

// bPut lets a put arrive at b without ending it.
func (w *world) bPut() {
	md := w.bind(desc(p.EQNone, 4, infinite, 0), p.Retain)
	w.put(md, 0, p.Whole, p.NoAck)
	require.NotNil(w.t, w.Deliver(0, 2, false))
}

func TestPostDependsOnQueue(t *testing.T) {
	w := newWorld(t)
	last, _ := w.entry(0, math.MaxUint64, p.InsAfter)
	post := func(test p.Handle) (p.Handle, p.Code) {
		_, md, code := w.b.MEMDPost(last, any2, 5, 0, p.UnlinkIt, p.InsBefore, desc(w.bEQ, 40, 1, p.MDOpPut), nil, p.UnlinkIt, test)
		return md, code
	}
	o := w.b.Arrive(&p.Header{Kind: p.HPut, PT: 3, MatchBits: 5, From: twintest.ID(0)})
	require.NotNil(t, o)
	_, code := post(w.bEQ)
	require.Equal(t, p.MDNoUpdate, code, "START is there with the match")
	_, code = post(0)
	require.Equal(t, p.EQInvalid, code)
	w.events(w.b, w.bEQ)
	_, code = post(w.bEQ)
	require.Equal(t, p.MDNoUpdate, code, "END is coming")
	w.b.Done(o, p.NIOK)
	_, code = post(w.bEQ)
	require.Equal(t, p.MDNoUpdate, code, "END is there")
	w.events(w.b, w.bEQ)
	md, code := post(w.bEQ)
	must(t, code)
	got, _, _ := w.arrives(p.Header{MatchBits: 5})
	require.Equal(t, md, got)
	require.False(t, w.b.Valid(md))
}

func TestIssueCodes(t *testing.T) {
	n := p.New(p.Config{ID: here, Limits: p.Limits{MaxGetPutMD: 16}})
	bind := func(length uint64, threshold int32) p.Handle {
		md := memory(p.EQNone, 0)
		md.Length, md.Threshold = length, threshold
		h, code := n.MDBind(md, nil, p.Retain)
		must(t, code)
		return h
	}
	md, small, spent := bind(100, infinite), bind(8, infinite), bind(100, 0)
	to := p.Target{ID: there}
	for name, c := range map[string]struct {
		md       p.Handle
		off, len uint64
		id       p.ProcessID
		want     p.Code
	}{
		"whole":            {md, 77, p.Whole, there, p.OK},
		"part":             {md, 40, 60, there, p.OK},
		"nothing":          {md, 100, 0, there, p.OK},
		"too long":         {md, 40, 61, there, p.MDIllegal},
		"outside":          {md, 101, 0, there, p.MDIllegal},
		"overflow":         {md, 2, math.MaxUint64 - 1, there, p.MDIllegal},
		"inactive":         {spent, 0, 8, there, p.MDInvalid},
		"no descriptor":    {p.InvalidHandle, 0, 8, there, p.MDInvalid},
		"to any node":      {md, 0, 8, p.ProcessID{NID: p.NIDAny, PID: 1}, p.ProcessInvalid},
		"to any process":   {md, 0, 8, p.ProcessID{NID: 1, PID: p.PIDAny}, p.ProcessInvalid},
		"to some stranger": {md, 0, 8, p.ProcessID{NID: 999, PID: 999}, p.OK},
	} {
		t.Run(name, func(t *testing.T) {
			to := p.Target{ID: c.id, PT: 70000, AC: 70000} // indices are the target's business
			o, code := n.Put(c.md, c.off, c.len, p.AckRequested, to, 0)
			require.Equal(t, c.want, code)
			require.Equal(t, code == p.OK, o != nil)
			o, code = n.Get(c.md, c.off, c.len, to)
			require.Equal(t, c.want, code)
			require.Equal(t, code == p.OK, o != nil)
		})
	}
	swap := func(in p.Handle, inOff uint64, out p.Handle, outOff, length uint64, want p.Code) {
		t.Helper()
		_, code := n.GetPut(in, inOff, out, outOff, length, to, 0)
		require.Equal(t, want, code)
	}
	swap(md, 84, md, 0, 16, p.OK)
	swap(md, 0, md, 0, 17, p.MDIllegal)
	swap(md, 85, md, 0, 16, p.MDIllegal)
	swap(md, 0, md, 85, 16, p.MDIllegal)
	swap(md, 101, md, 0, 0, p.MDIllegal)
	swap(md, 99, small, 99, p.Whole, p.OK)
	swap(small, 0, md, 0, p.Whole, p.MDIllegal)
	swap(spent, 0, md, 0, 8, p.MDInvalid)
	swap(md, 0, spent, 0, 8, p.MDInvalid)
	swap(p.EQNone, 0, md, 0, 8, p.MDInvalid)
}

func TestStatus(t *testing.T) {
	w := newWorld(t)
	md := w.bind(desc(w.aEQ, 8, infinite, 0), p.Retain)
	w.post(desc(p.EQNone, 8, infinite, p.MDOpPut|p.MDOpGet|p.MDManageRemote), p.Retain)
	w.put(md, 0, 8, p.AckRequested)
	w.get(md, 0, 6)
	w.Settle()
	w.put(md, 0, 3, p.NoAck)
	require.Nil(t, w.b.Arrive(&p.Header{Kind: p.HPut, PT: 9, Length: 5}))
	read := func(n *p.NI) (all [6]uint64) {
		for r := range all {
			v, code := n.Status(uint32(r))
			must(t, code)
			all[r] = v
		}
		return all
	}
	require.Equal(t, [6]uint64{0, 0, 2, 6, 3, 11}, read(w.a), "received the ACK and the REPLY")
	require.Equal(t, [6]uint64{1, 5, 2, 8, 0, 0}, read(w.b))
	_, code := w.a.Status(6)
	require.Equal(t, p.SRIndexInvalid, code)
}
