package sisci_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	s "gasnetgo/sisci"
	"gasnetgo/sisci/twintest"
)

// user is a call that uses a handle.
type user struct {
	call string
	own  s.Handle // that it could be
	do   func(h s.Handle) s.Code
	ends bool // it ends the handle's object or its use
}

// users are all calls with a handle; those on handles of node 1 are made there.
func (f *fixture) users() []user {
	b := ok(f.T)(f.p.TransferBlockAsync(f.local, 0, f.m, 0, 8, s.Callback{}, 0))
	return []user{
		{"CreateSegment", f.sd, func(h s.Handle) s.Code { return c3(f.p.CreateSegment(h, 50, 8, s.Callback{}, 0)) }, false},
		{"AttachLocalSegment", f.sd, func(h s.Handle) s.Code { return c3(f.p.AttachLocalSegment(h, 1, s.Callback{}, 0)) }, false},
		{"ConnectSegment", f.sd, func(h s.Handle) s.Code { return c3(f.p.ConnectSegment(h, id1, 2, 0, s.Callback{}, 0)) }, false},
		{"CreateDMAQueue", f.sd, func(h s.Handle) s.Code { return c2(f.p.CreateDMAQueue(h, 0, 1, 0)) }, false},
		{"CreateInterrupt", f.sd, func(h s.Handle) s.Code { return c3(f.p.CreateInterrupt(h, false, 0, 0, s.Callback{}, 0)) }, false},
		{"CreateDataInterrupt", f.sd, func(h s.Handle) s.Code { return c3(f.p.CreateInterrupt(h, true, 0, 0, s.Callback{}, 0)) }, false},
		{"ConnectInterrupt", f.sd, func(h s.Handle) s.Code { return c2(f.p.ConnectInterrupt(h, false, id1, 0, 1, 0)) }, false},
		{"ProbeNode", f.sd, func(h s.Handle) s.Code { return c2(f.p.ProbeNode(h, 0, id1, 0)) }, false},
		{"PrepareSegment", f.mine, func(h s.Handle) s.Code { return f.p.PrepareSegment(h, 0, 0) }, false},
		{"RegisterSegmentMemory", f.mine, func(h s.Handle) s.Code { return f.p.RegisterSegmentMemory(twintest.Page, 8, h, 0) }, false},
		{"SetSegmentAvailable", f.mine, func(h s.Handle) s.Code { return f.p.SetSegmentAvailable(h, 0, 0) }, false},
		{"WaitForLocalSegmentEvent", f.mine, func(h s.Handle) s.Code { return c2(f.p.WaitForLocalSegmentEvent(h, 0)) }, false},
		{"ShareSegment", f.mine, func(h s.Handle) s.Code { return f.p.ShareSegment(h, 0) }, false},
		{"MapLocalSegment", f.mine, func(h s.Handle) s.Code { return c3(f.p.MapLocalSegment(h, 0, 8, 0, 0)) }, false},
		{"MapRemoteSegment", f.remote, func(h s.Handle) s.Code { return c3(f.p.MapRemoteSegment(h, 0, 8, 0, 0)) }, false},
		{"WaitForRemoteSegmentEvent", f.remote, func(h s.Handle) s.Code { return c2(f.p.WaitForRemoteSegmentEvent(h, 0)) }, false},
		{"CreateMapSequence", f.m, func(h s.Handle) s.Code { return c2(f.p.CreateMapSequence(h, 0)) }, false},
		{"MemCpy of a sequence", f.seq, func(h s.Handle) s.Code { return c2(f.p.MemCpy(h, true, 8, f.m, 0, 8, 0)) }, false},
		{"MemCpy", f.m, func(h s.Handle) s.Code { return c2(f.p.MemCpy(0, false, 8, h, 0, 8, 0)) }, false},
		{"TransferBlock from", f.local, func(h s.Handle) s.Code { return c2(f.p.TransferBlock(h, 0, f.m, 0, 8, 0)) }, false},
		{"TransferBlock to", f.m, func(h s.Handle) s.Code { return c2(f.p.TransferBlock(f.local, 0, h, 0, 8, 0)) }, false},
		{"StartSequence", f.seq, func(h s.Handle) s.Code { return c2(f.p.StartSequence(h, 0)) }, false},
		{"CheckSequence", f.seq, func(h s.Handle) s.Code { return c2(f.p.CheckSequence(h, 0)) }, false},
		{"EnqueueDMATransfer", f.dq, func(h s.Handle) s.Code { return c3(f.p.EnqueueDMATransfer(h, f.mine, f.remote, 0, 0, 8, 0)) }, false},
		{"EnqueueDMATransfer from", f.mine, func(h s.Handle) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, h, f.remote, 0, 0, 8, 0)) }, false},
		{"EnqueueDMATransfer to", f.remote, func(h s.Handle) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, h, 0, 0, 8, 0)) }, false},
		{"PostDMAQueue", f.dq, func(h s.Handle) s.Code { return f.p.PostDMAQueue(h, s.Callback{}, 0) }, false},
		{"StartDmaTransfer", f.dq, func(h s.Handle) s.Code {
			return c2(f.p.StartDmaTransfer(h, f.mine, f.remote, []s.DMAPart{{Bytes: 8}}, s.Callback{}, 0))
		}, false},
		{"WaitForDMAQueue", f.dq, func(h s.Handle) s.Code { return c3(f.p.WaitForDMAQueue(h, 0)) }, false},
		{"WaitForBlockTransfer", b, func(h s.Handle) s.Code { return c2(f.p.WaitForBlockTransfer(h, 0)) }, false},
		{"WaitForInterrupt", f.intr, func(h s.Handle) s.Code { return c2(f.q.WaitForInterrupt(h, false, 0, 0)) }, false},
		{"WaitForDataInterrupt", f.data, func(h s.Handle) s.Code { return c2(f.q.WaitForInterrupt(h, true, 0, 0)) }, false},
		{"TriggerInterrupt", f.rint, func(h s.Handle) s.Code { return f.p.TriggerInterrupt(h, false, nil, 0) }, false},
		{"TriggerDataInterrupt", f.rdat, func(h s.Handle) s.Code { return f.p.TriggerInterrupt(h, true, nil, 0) }, false},
		{"QueryLocalSegment", f.mine, func(h s.Handle) s.Code { return f.p.QueryLocalSegment(h, 1, 0) }, false},
		{"QueryRemoteSegment", f.remote, func(h s.Handle) s.Code { return f.p.QueryRemoteSegment(h, 1, 0) }, false},
		{"QueryMap", f.m, func(h s.Handle) s.Code { return c2(f.p.QueryMap(h, 1, 0)) }, false},

		{"SetSegmentUnavailable", f.mine, func(h s.Handle) s.Code { return f.p.SetSegmentUnavailable(h, 0, s.ForceDisconnect) }, true},
		{"ResetDMAQueue", f.dq, func(h s.Handle) s.Code { return f.p.ResetDMAQueue(h, 0) }, true},
		{"AbortDMAQueue", f.dq, func(h s.Handle) s.Code { return f.p.AbortDMAQueue(h, 0) }, true},
		{"AbortBlockTransfer", b, func(h s.Handle) s.Code { return f.p.AbortBlockTransfer(h, 0) }, true},
		{"RemoveDMAQueue", f.dq, func(h s.Handle) s.Code { return f.p.RemoveDMAQueue(h, 0) }, true},
		{"RemoveSequence", f.seq, func(h s.Handle) s.Code { return f.p.RemoveSequence(h, 0) }, true},
		{"UnmapSegment", f.m, func(h s.Handle) s.Code { return f.p.UnmapSegment(h, 0) }, true},
		{"UnmapSegment", f.local, func(h s.Handle) s.Code { return f.p.UnmapSegment(h, 0) }, true},
		{"DisconnectSegment", f.remote, func(h s.Handle) s.Code { return f.p.DisconnectSegment(h, 0) }, true},
		{"RemoveSegment", f.mine, func(h s.Handle) s.Code { return f.p.RemoveSegment(h, 0) }, true},
		{"RemoveInterrupt", f.intr, func(h s.Handle) s.Code { return f.q.RemoveInterrupt(h, false, 0) }, true},
		{"RemoveDataInterrupt", f.data, func(h s.Handle) s.Code { return f.q.RemoveInterrupt(h, true, 0) }, true},
		{"DisconnectInterrupt", f.rint, func(h s.Handle) s.Code { return f.p.DisconnectInterrupt(h, false, 0) }, true},
		{"DisconnectDataInterrupt", f.rdat, func(h s.Handle) s.Code { return f.p.DisconnectInterrupt(h, true, 0) }, true},
		{"Close", f.sd, func(h s.Handle) s.Code { return f.p.Close(h, 0) }, true},
	}
}

// NULL, addresses of the program, handles of other kinds and handles that nothing has yet are ILLEGAL_PARAMETER for every call.
func TestForeignHandles(t *testing.T) {
	f := newFixture(t)
	users := f.users()
	all := []s.Handle{0, 1, 0x7fff_f7a0_1234, ^s.Handle(0), 1 << 20}
	for _, u := range users {
		all = append(all, u.own, u.own+1<<20, u.own|1<<63)
	}
	for _, u := range users {
		for _, h := range all {
			kind := func(h s.Handle) byte { return byte(h) }
			if h == u.own || kind(h) == kind(u.own) && h>>20 == 0 {
				continue
			}
			require.Equal(t, s.IllegalParameter, u.do(h), "%s of %#x", u.call, h)
		}
	}
}

// What has been removed is ILLEGAL_PARAMETER for every call, also for the one that removes.
func TestRemovedHandles(t *testing.T) {
	f := newFixture(t)
	users := f.users()
	f.Settle()
	ended := map[s.Handle]bool{}
	for _, u := range users {
		switch u.call { // what only uses, and succeeds in no state of these
		case "SetSegmentUnavailable", "ResetDMAQueue":
			do(t, u.do(u.own))
			continue
		case "AbortDMAQueue", "AbortBlockTransfer":
			require.Equal(t, s.IllegalOperation, u.do(u.own))
			continue
		}
		if u.ends {
			require.Equal(t, s.OK, u.do(u.own), u.call)
			ended[u.own] = true
			f.Settle()
		}
	}
	for _, u := range users {
		if ended[u.own] {
			require.Equal(t, s.IllegalParameter, u.do(u.own), u.call)
		}
	}
}

// After SCITerminate calls that end something succeed with every handle that there has been, in any order and again and again. Others fail. The same holds for those handles
// after the next SCIInitialize.
func TestAfterTerminate(t *testing.T) {
	f := newFixture(t)
	users := f.users()
	do(t, f.p.RemoveSequence(f.seq, 0)) // one that was removed before, too
	f.posted()
	f.p.Terminate()
	f.q.Terminate()
	f.p.Terminate()
	check := func(others s.Code) {
		for range 2 {
			for _, u := range users {
				want := others
				if u.ends {
					want = s.OK
				}
				require.Equal(t, want, u.do(u.own), u.call)
				require.Equal(t, others, u.do(u.own+1<<20), u.call)
			}
		}
	}
	check(s.NotInitialized)
	require.Equal(t, s.NotInitialized, c2(f.p.Open(0)))
	f.Manual = false
	f.Settle()
	check(s.NotInitialized)
	do(t, f.p.Initialize(0))
	do(t, f.q.Initialize(0))
	check(s.IllegalParameter)
	require.NotEqual(t, f.sd, ok(t)(f.p.Open(0)))
	require.Equal(t, 1, f.Nodes[0].Unfinished()+f.Nodes[1].Unfinished(), "a map that is still there")
	f.Die(f.p)
	f.Settle()
	require.Zero(t, f.Nodes[0].Unfinished()+f.Nodes[1].Unfinished())
}

// Before SCIInitialize no call does anything.
func TestBeforeInitialize(t *testing.T) {
	f := newFixture(t)
	users := f.users()
	f.p, f.q = f.Start(0, twintest.Version), f.Start(1, twintest.Version)
	for _, u := range users {
		require.Equal(t, s.NotInitialized, u.do(u.own), u.call)
	}
	f.p.Terminate()
	do(t, f.p.Initialize(0))
	do(t, f.p.Initialize(0))
}

// The end of a GASNet job: a node makes its segments unavailable by force, ends what it likes, and terminates. The peers' callbacks come once, and calls that wait end.
func TestExit(t *testing.T) {
	f := newFixture(t)
	h, _, code := f.q.ConnectSegment(f.sd2, twintest.ID(0), 1, 0, s.Callback{}, 0)
	do(t, code)
	require.Zero(t, h)
	called, _, code := f.q.ConnectSegment(f.sd2, twintest.ID(0), 1, 0, s.Callback{Function: 3}, s.UseCallback|s.AsynchronousConnect)
	do(t, code)
	own, _, code := f.p.ConnectSegment(f.sd, s.LocalHost, 1, 0, s.Callback{Function: 4}, s.UseCallback|s.AsynchronousConnect)
	do(t, code)
	f.Settle()
	waits, code := f.p.WaitForRemoteSegmentEvent(f.remote, 0)
	do(t, code)
	do(t, f.p.SetSegmentUnavailable(f.mine, 0, s.ForceDisconnect))
	require.Empty(t, f.Calls, "a callback is never on the caller's stack")
	require.Equal(t, s.Busy, f.p.Close(f.sd, 0))
	f.p.Terminate()
	a, done := f.p.Poll(waits)
	require.True(t, done)
	require.Equal(t, s.Cancelled, a.Code)
	f.Settle()
	var reasons []s.Reason
	for _, c := range f.Called {
		if c.Handle == called && c.Process == f.q {
			reasons = append(reasons, c.Event.Reason)
		}
	}
	require.Equal(t, []s.Reason{s.Connected, s.Disconnected}, reasons)
	require.NotZero(t, own)
	f.Nodes[1].Lost(twintest.ID(0)) // the process has gone: nothing more to say
	f.Settle()
	require.Len(t, f.Calls, 0)
}

// The death of a node reaches its peers as LOST: connections with its segments, and of it with theirs.
func TestLost(t *testing.T) {
	f := newFixture(t)
	back, _, code := f.q.ConnectSegment(f.sd2, twintest.ID(0), 1, 0, s.Callback{}, s.AsynchronousConnect)
	do(t, code)
	f.Settle()
	f.Kill(1)
	f.Nodes[0].Lost(id1)
	wait := func(ticket s.Ticket, code s.Code) s.Reason {
		a, done := f.Answer(f.p, ticket, code)
		require.True(t, done)
		do(t, a.Code)
		return a.Event.Reason
	}
	require.Equal(t, s.Lost, wait(f.p.WaitForRemoteSegmentEvent(f.remote, 0)))
	require.Equal(t, s.Connected, wait(f.p.WaitForLocalSegmentEvent(f.mine, 0)))
	require.Equal(t, s.Lost, wait(f.p.WaitForLocalSegmentEvent(f.mine, 0)))
	require.NotZero(t, back)
	require.Equal(t, s.NotConnected, f.p.TriggerInterrupt(f.rint, false, nil, 0))
	status, code := f.p.CheckSequence(f.seq, 0)
	do(t, code)
	require.Equal(t, s.SequenceNotRetriable, status)
	do(t, f.p.UnmapSegment(f.m, 0))
	do(t, f.p.UnmapSegment(f.local, 0))
	do(t, f.p.DisconnectSegment(f.remote, 0))
	do(t, f.p.RemoveSegment(f.mine, 0))
}

// NOTIFY tells those who are connected, and leaves them so.
func TestNotify(t *testing.T) {
	f := newFixture(t)
	do(t, f.q.SetSegmentUnavailable(f.theirs, 0, s.Notify))
	a, done := f.World.Answer(f.p, first(f.p.WaitForRemoteSegmentEvent(f.remote, 0)), s.OK)
	require.True(t, done)
	require.Equal(t, s.Disconnected, a.Event.Reason)
	do(t, f.answer(f.p)(f.p.MemCpy(f.seq, true, 8, f.m, 0, 8, 0)))
	require.Equal(t, s.Busy, f.q.RemoveSegment(f.theirs, 0))
	do(t, f.q.SetSegmentUnavailable(f.theirs, 0, s.ForceDisconnect)) // those who are still connected
	require.Equal(t, s.IllegalOperation, f.q.SetSegmentUnavailable(f.theirs, 0, s.ForceDisconnect))
}

func first(t s.Ticket, _ s.Code) s.Ticket { return t }
