package portals_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

// world is two processes that a test tells what to do, with an event queue each.
type world struct {
	*twintest.Net
	t        testing.TB
	a, b     *p.NI
	aEQ, bEQ p.Handle
}

func newWorld(t testing.TB) *world { return newWorldOf(t, p.Cray) }

func newWorldOf(t testing.TB, dialect p.Dialect) *world {
	w := &world{t: t}
	make := func(i int) (*p.NI, p.Handle) {
		n := p.New(p.Config{ID: twintest.ID(i), UID: twintest.UID(i), JID: twintest.JID(i), Dialect: dialect, Limits: p.Limits{MaxGetPutMD: 16}})
		eq, code := n.EQAlloc(100)
		must(t, code)
		return n, eq
	}
	w.a, w.aEQ = make(0)
	w.b, w.bEQ = make(2)
	w.Net = twintest.NewNet(w.a, absent{}, w.b)
	return w
}

// absent is a process that has no interface.
type absent struct{ twintest.Library }

func (absent) Arrive(*p.Header) *p.Op { return nil }

// desc is a descriptor of length bytes, 16 bytes from the start of the memory.
func desc(eq p.Handle, length uint64, threshold int32, options uint32) p.MD {
	return p.MD{Start: twintest.Start + 16, Length: length, Threshold: threshold, Options: options, UserPtr: 0x77, EQ: eq}
}

func (w *world) bind(md p.MD, unlink p.Unlink) p.Handle {
	h, code := w.a.MDBind(md, nil, unlink)
	must(w.t, code)
	return h
}

// post appends an entry for all bits with a descriptor to portal 3 of process b.
func (w *world) post(md p.MD, unlink p.Unlink) (me, mdh p.Handle) {
	me, mdh, code := w.b.MEMDAttach(3, any2, 0, ^uint64(0), unlink, p.InsAfter, md, nil, unlink)
	must(w.t, code)
	return me, mdh
}

func (w *world) target() p.Target { return p.Target{ID: twintest.ID(2), PT: 3, MatchBits: 0x55} }

func (w *world) put(md p.Handle, off, length uint64, ack p.AckReq) {
	o, code := w.a.Put(md, off, length, ack, w.target(), 0xdada)
	must(w.t, code)
	w.Issue(0, o)
}

func (w *world) get(md p.Handle, off, length uint64) {
	o, code := w.a.Get(md, off, length, w.target())
	must(w.t, code)
	w.Issue(0, o)
}

// events takes all events of a queue.
func (w *world) events(n *p.NI, eq p.Handle) (list []p.Event) {
	for {
		var e p.Event
		code := n.EQGet(eq, &e)
		if code == p.EQEmpty {
			return list
		}
		must(w.t, code)
		list = append(list, e)
	}
}

func kinds(list []p.Event) (k []p.EventKind) {
	for _, e := range list {
		k = append(k, e.Kind)
	}
	return k
}

// at takes the events of a and b and compares their kinds.
func (w *world) at(wantA, wantB []p.EventKind) (a, b []p.Event) {
	w.t.Helper()
	a, b = w.events(w.a, w.aEQ), w.events(w.b, w.bEQ)
	require.Equal(w.t, wantA, kinds(a), "events of the initiator")
	require.Equal(w.t, wantB, kinds(b), "events of the target")
	return a, b
}

func (w *world) drops(n *p.NI) uint64 {
	v, code := n.Status(p.SRDropCount)
	must(w.t, code)
	return v
}

type list = []p.EventKind
