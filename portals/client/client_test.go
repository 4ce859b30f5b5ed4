package client

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
	"gasnetgo/portals/portalstest"
)

func (x *one) put(t *testing.T, context uint32, b []byte) *Operation {
	op, err := x.Start(context, portalstest.ID(0))
	require.NoError(t, err)
	n := uint64(len(b))
	require.NoError(t, x.Put(op, x.local.At(memory.Address(b), n), n, portals.Target{ID: portalstest.ID(0), PT: x.Index, MatchBits: op.ID()}, 0))
	return op
}

// A put passes its two counters one after the other, and its record is free after that.
func TestPut(t *testing.T) {
	x := newOne(t)
	var sending, incomplete Count
	b := memory.Room(1000)
	defer runtime.KeepAlive(b)
	b[999] = 7
	op, err := x.Start(3, portalstest.ID(0))
	require.NoError(t, err)
	op.CountSent(&sending)
	op.CountComplete(&incomplete)
	require.NoError(t, x.Put(op, x.local.At(memory.Address(b), 1000), 1000, portals.Target{ID: portalstest.ID(0), PT: x.Index, MatchBits: op.ID()}, 0))
	require.Equal(t, Count(1), sending)
	require.NoError(t, x.Await("sent", op.Sent))
	require.Zero(t, sending)
	require.Equal(t, Count(1), incomplete)
	require.NoError(t, x.Quiet("quiet", 3))
	require.True(t, op.Complete())
	require.Zero(t, incomplete)
	require.Equal(t, byte(7), x.segment[999])
	require.NotNil(t, x.Operation(op.ID()), "its initiator retains it")
	x.Release(op)
	require.Nil(t, x.Operation(op.ID()))
}

// A get and a swap fetch an element, and nothing but the reply completes them.
func TestFetch(t *testing.T) {
	x := newOne(t)
	x.segment[8], x.segment[9] = 5, 6
	into := make([]byte, 2)
	to := portals.Target{ID: portalstest.ID(0), PT: x.Index, Offset: 8}
	for i, issue := range []func(op *Operation, place Place) error{
		func(op *Operation, place Place) error { return x.Get(op, place, 2, to) },
		func(op *Operation, place Place) error { return x.Swap(op, place, place, 2, to) },
	} {
		op, err := x.Start(0, portalstest.ID(0))
		require.NoError(t, err)
		op.Fetch(2, into)
		to.MatchBits = op.ID()
		require.NoError(t, issue(op, x.local.At(memory.Address(op.Element()), 2)))
		require.False(t, op.Sent())
		require.NoError(t, x.Await("a reply", op.Complete))
		require.Equal(t, []byte{5, 6}, op.Element())
		require.Equal(t, []byte{5, 6}, into, "case %d", i)
		x.Release(op)
	}
	require.Equal(t, []byte{0, 0}, x.segment[8:10], "swapped")
}

// A quiet waits for what its context has started, not for other contexts or later operations.
func TestQuiet(t *testing.T) {
	x := newOne(t)
	b := make([]byte, 8)
	require.NoError(t, x.Quiet("nothing", 5))
	first, other := x.put(t, 1, b), x.put(t, 2, b)
	var later *Operation
	waits := 0
	x.Wait = func(_ string, cond func() bool) {
		for again := true; again; waits++ {
			again = !cond()
			if later == nil {
				x.Host.Lock()
				later = x.put(t, 1, b)
				x.Host.Unlock()
			}
		}
	}
	x.Link = slow{x.link}
	require.NoError(t, x.Quiet("quiet", 1))
	require.True(t, first.Complete())
	require.False(t, later.Complete())
	x.Link = x.link
	require.NoError(t, x.Quiet("quiet", 1))
	require.NoError(t, x.Quiet("quiet", 2))
	require.True(t, other.Complete() && later.Complete())
}

// slow is a link that serves one message for each wait.
type slow struct{ *portalstest.Link }

func (l slow) Serve() bool {
	l.Link.Serve()
	return false
}

// A request is complete when the reply has arrived and the payload has left, in either order.
func TestRequest(t *testing.T) {
	x := newOne(t)
	for _, repliedFirst := range []bool{false, true} {
		b := memory.Room(1000)
		op, err := x.Start(0, portalstest.ID(0))
		require.NoError(t, err)
		require.NoError(t, x.Request(op, x.local.At(memory.Address(b), 1000), 1000, portals.Target{ID: portalstest.ID(0), PT: x.Index, MatchBits: op.ID()}, 0))
		if repliedFirst {
			x.Complete(op)
			require.False(t, op.Complete())
		}
		x.Progressed()
		require.True(t, op.Sent())
		if !repliedFirst {
			require.False(t, op.Complete())
			x.Complete(op)
		}
		require.True(t, op.Complete())
		x.Release(op)
		runtime.KeepAlive(b)
	}
}

// Progressed is Progress for a test that has the lock.
func (x *one) Progressed() {
	x.Host.Unlock()
	x.Progress()
	x.Host.Lock()
}

// Without a record or a link that accepts a message nothing starts; Start waits for them.
func TestSpace(t *testing.T) {
	x := newOne(t)
	var all []*Operation
	for op := x.TryStart(0, portalstest.ID(0)); op != nil; op = x.TryStart(0, portalstest.ID(0)) {
		all = append(all, op)
	}
	require.Len(t, all, maxOperations)
	waited := ""
	x.Wait = func(why string, cond func() bool) {
		waited = why
		require.False(t, cond())
		all[9].complete, all[9].retained = true, false
		x.table.release(all[9])
		require.True(t, cond())
	}
	op, err := x.Start(0, portalstest.ID(0))
	require.NoError(t, err)
	require.Equal(t, uint64(9), op.ID())
	require.Equal(t, "room for a message", waited)
}

// A handler may issue operations. Their events come after its own.
func TestHandlerIssues(t *testing.T) {
	x := newOne(t)
	payload := make([]byte, 16)
	inside, left := false, 5
	var q portals.Handle
	issue := func() {
		op := x.TryStart(0, portalstest.ID(0))
		require.NotNil(t, op)
		to := portals.Target{ID: portalstest.ID(0), PT: x.Index + 1, MatchBits: op.ID()}
		require.NoError(t, x.Message(op, x.local.At(memory.Address(payload), 16), 16, to, uint64(left)))
		x.Release(op)
	}
	require.NoError(t, x.Add(func(s *Setup) {
		q = s.Arrivals(func(e *portals.Event) {
			require.False(t, inside)
			inside = true
			require.Equal(t, uint64(left), e.HdrData)
			if left--; left > 0 {
				issue()
			}
			require.Equal(t, uint64(left+1), e.HdrData, "the event is its handler's")
			inside = false
		})
		s.Entry(&Entry{Index: 1, Ignore: ^uint64(0), MD: segmentOf(payload).Describe(portals.MDOpPut|portals.MDManageRemote|NoStart, q)})
	}))
	issue()
	require.NoError(t, x.Await("all messages", func() bool { return left == 0 }))
	require.NoError(t, x.Quiet("their ends", 0))
}

// The first failure is the answer of all later calls.
func TestFailure(t *testing.T) {
	x := newOne(t)
	x.link.Broken = true
	op, err := x.Start(0, portalstest.ID(0))
	require.NoError(t, err)
	b := memory.Room(100)
	defer runtime.KeepAlive(b)
	err = x.Put(op, x.local.At(memory.Address(b), 100), 100, portals.Target{ID: portalstest.ID(0), PT: x.Index, MatchBits: op.ID()}, 0)
	require.ErrorContains(t, err, "source = 0x")
	require.ErrorContains(t, err, "no memory of 100 bytes")
	require.Equal(t, err, x.Err())
	require.Equal(t, err, x.Await("anything", func() bool { return false }))
	require.Nil(t, x.TryStart(0, portalstest.ID(0)))
	_, again := x.Start(0, portalstest.ID(0))
	require.Equal(t, err, again)
}

// Portals refuses what lies in no descriptor.
func TestNoDescriptor(t *testing.T) {
	require.Equal(t, portals.InvalidHandle, Memory(nil).At(5, 1).MD)
	m := Memory{{Segment{100, 10}, 1}, {Segment{90, 100}, 2}}
	require.Equal(t, Place{1, 9}, m.At(109, 1))
	require.Equal(t, Place{2, 19}, m.At(109, 2))
	require.Equal(t, Place{2, 0}, m.At(90, 100))
	require.Equal(t, portals.InvalidHandle, m.At(90, 101).MD)
	x := newOne(t)
	op, err := x.Start(0, portalstest.ID(0))
	require.NoError(t, err)
	require.ErrorContains(t, x.Put(op, Memory(nil).At(5, 1), 1, portals.Target{ID: portalstest.ID(0)}, 0), "Portals refuses an operation of a test")
}
