package portals_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	p "gasnetgo/portals"
)

func TestHandlesDoNotComeBackSoon(t *testing.T) {
	n := p.New(p.Config{ID: here, Limits: p.Limits{MaxMDs: 3}})
	seen := map[p.Handle]int{}
	slots := map[uint32]int{}
	const rounds = 200_000
	for i := range rounds {
		h, code := n.MDBind(memory(p.EQNone, 0), nil, p.Retain)
		must(t, code)
		if last, ok := seen[h]; ok {
			require.Greater(t, i-last, 1_000_000, "handle")
		}
		if last, ok := slots[h.Index()]; ok {
			require.Greater(t, i-last, 1024, "slot")
		}
		seen[h], slots[h.Index()] = i, i
		must(t, n.MDUnlink(h))
		require.Equal(t, p.MDInvalid, n.MDUnlink(h))
	}
	require.LessOrEqual(t, len(slots), 1024+3)
	for h := range seen {
		require.False(t, n.Valid(h))
	}
}

// TestGenerationsWrap uses one slot so often that its first handle comes back, which is never a special one.
func TestGenerationsWrap(t *testing.T) {
	n := p.New(p.Config{ID: here, Queues: make([]uint64, 1)})
	first, code := n.EQAlloc(1)
	must(t, code)
	h := first
	for i := range 1023 {
		require.NotContains(t, []p.Handle{0, p.EQNone, p.InvalidHandle, p.HandleNone, n.Handle()}, h)
		must(t, n.EQFree(h))
		h, code = n.EQAlloc(1)
		must(t, code)
		require.Equal(t, i == 1022, h == first)
	}
}

func TestHandlesOfOneKindOnly(t *testing.T) {
	n := p.New(p.Config{ID: here})
	eq, _ := n.EQAlloc(1)
	me, md, _ := n.MEMDAttach(0, any2, 0, 0, p.Retain, p.InsAfter, memory(eq, 0), nil, p.Retain)
	bad := []p.Handle{0, 1, p.InvalidHandle, p.HandleNone, p.EQNone, n.Handle(), 1<<20 - 1, n.Handle() + 1}
	for _, h := range bad {
		if h != n.Handle() {
			require.False(t, n.Valid(h), "%x", h)
		}
	}
	var e p.Event
	try := func(list []p.Handle, want p.Code, do func(h p.Handle) p.Code) {
		t.Helper()
		for _, h := range append(list, bad...) {
			require.Equal(t, want, do(h), "%x", h)
		}
	}
	try([]p.Handle{md, me}, p.EQInvalid, n.EQFree)
	try([]p.Handle{md, me}, p.EQInvalid, func(h p.Handle) p.Code { return n.EQGet(h, &e) })
	try([]p.Handle{md, me}, p.EQInvalid, func(h p.Handle) p.Code { return n.EQPeek(h, &e) })
	try([]p.Handle{md, eq}, p.MEInvalid, n.MEUnlink)
	try([]p.Handle{me, eq}, p.MDInvalid, n.MDUnlink)
	for _, h := range []p.Handle{eq, me, md, n.Handle()} {
		require.True(t, n.Valid(h))
	}
	must(t, n.MEUnlink(me))
	must(t, n.EQFree(eq))
	for _, h := range []p.Handle{eq, me, md} {
		require.False(t, n.Valid(h))
	}
}

// TestManyDescriptors binds as many as a client that never unlinks might; none moves or is lost.
func TestManyDescriptors(t *testing.T) {
	n := p.New(p.Config{ID: here})
	var all []p.Handle
	for i := range 20_000 {
		md := memory(p.EQNone, 0)
		md.UserPtr = uintptr(i)
		h, code := n.MDBind(md, nil, p.Retain)
		must(t, code)
		all = append(all, h)
	}
	for i, h := range all {
		md, code := n.MDGet(h)
		must(t, code)
		require.Equal(t, uintptr(i), md.UserPtr)
	}
}
