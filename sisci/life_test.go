package sisci_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	s "gasnetgo/sisci"
	"gasnetgo/sisci/twintest"
)

// A copy to a map, a DMA transfer in both directions and a block arrive in the memory of the other node.
func TestBytes(t *testing.T) {
	f := newFixture(t)
	own := f.Own[f.p]
	copy(own[8:], "words")
	do(t, f.answer(f.p)(f.p.MemCpy(f.seq, true, 8, f.m, 3, 5, s.ErrorCheck)))
	do(t, f.answer(f.p)(f.p.MemCpy(0, false, 100, f.m, 3, 5, s.BlockRead)))
	require.Equal(t, "words", string(own[100:105]))
	read := func(q *s.Process, m s.Handle) string {
		do(t, f.answer(q)(q.MemCpy(0, false, 200, m, 0, 16, s.BlockRead)))
		return string(f.Own[q][200:216])
	}
	theirs, _, code := f.q.MapLocalSegment(f.theirs, 0, 16, 0, s.ReadOnlyMap)
	do(t, code)
	require.Equal(t, "\x00\x00\x00words\x00\x00\x00\x00\x00\x00\x00\x00", read(f.q, theirs))

	state, ticket, code := f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 4, 3, 5, s.DMARead|s.DMAPost|s.DMAWait|s.DMAReset)
	require.Equal(t, s.QueuePosted, state)
	do(t, f.answer(f.p)(ticket, code))
	require.Equal(t, "\x00\x00\x00\x00words\x00\x00\x00\x00\x00\x00\x00", read(f.p, f.local))
	require.Equal(t, s.QueueIdle, f.p.DMAQueueState(f.dq))

	do(t, f.answer(f.p)(f.p.TransferBlock(f.local, 4, f.m, 9, 5, 0)))
	require.Equal(t, "\x00\x00\x00words\x00words\x00\x00", read(f.q, theirs))
	b := ok(t)(f.p.TransferBlockAsync(f.local, 0, f.m, 0, 4, cb(), s.UseCallback))
	f.Settle()
	require.Equal(t, b, f.Called[len(f.Called)-1].Handle)
	require.Equal(t, s.IllegalParameter, f.p.AbortBlockTransfer(b, 0), "its callback has returned")
	require.Zero(t, f.Nodes[0].Unfinished()-f.Nodes[1].Unfinished())
}

// A queue gathers, is posted, done, and idle after a reset, however often.
func TestQueueStates(t *testing.T) {
	f := newFixture(t)
	do(t, f.p.ResetDMAQueue(f.dq, 0)) // an idle one, too
	for range 3 {
		require.Equal(t, s.QueueIdle, f.p.DMAQueueState(f.dq))
		for range 2 {
			state, _, code := f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0)
			do(t, code)
			require.Equal(t, s.QueueGather, state)
		}
		do(t, f.p.PostDMAQueue(f.dq, s.Callback{}, 0))
		require.Equal(t, s.QueuePosted, f.p.DMAQueueState(f.dq))
		_, ticket, code := f.p.WaitForDMAQueue(f.dq, 0)
		do(t, f.answer(f.p)(ticket, code))
		_, ticket, code = f.p.WaitForDMAQueue(f.dq, 0) // at once
		do(t, f.answer(f.p)(ticket, code))
		require.Equal(t, s.QueueDone, f.p.DMAQueueState(f.dq))
		do(t, f.p.ResetDMAQueue(f.dq, 0))
	}
	for range 3 { // no reset between them
		ticket, code := f.p.StartDmaTransfer(f.dq, f.mine, f.remote, []s.DMAPart{{Bytes: 8}}, cb(), s.UseCallback|s.DMAWait)
		do(t, f.answer(f.p)(ticket, code))
		require.Equal(t, s.OK, f.Called[len(f.Called)-1].Event.Status)
	}
	require.Len(t, f.Called, 3)
	require.Equal(t, s.QueueError, f.p.DMAQueueState(f.mine), "what is no queue")
}

// A transfer in progress keeps its segments after its queue was aborted, reset and used again, until it is reported.
func TestAbortedTransfer(t *testing.T) {
	f := newFixture(t)
	f.posted()
	do(t, f.p.UnmapSegment(f.m, 0))
	do(t, f.p.AbortDMAQueue(f.dq, 0))
	require.Equal(t, s.QueueAborted, f.p.DMAQueueState(f.dq))
	do(t, f.p.ResetDMAQueue(f.dq, 0))
	require.Equal(t, s.Busy, f.p.DisconnectSegment(f.remote, 0))
	do(t, c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 8, 8, 8, s.DMAPost)))
	f.Settle()
	require.Len(t, f.Copies, 2)
	f.Copy(0, s.OK)
	require.Equal(t, s.QueuePosted, f.p.DMAQueueState(f.dq))
	f.Copy(0, s.OK)
	require.Equal(t, s.QueueDone, f.p.DMAQueueState(f.dq))
	do(t, f.p.DisconnectSegment(f.remote, 0))
}

// A connection that ends under a chain of transfers ends the chain.
func TestSeveredTransfer(t *testing.T) {
	f := newFixture(t)
	f.Manual = true
	do(t, c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0)))
	do(t, c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, s.DMAPost)))
	f.sever()
	f.Copy(0, s.OK)
	require.Equal(t, s.QueueError, f.p.DMAQueueState(f.dq))
	do(t, f.p.UnmapSegment(f.m, 0))
	do(t, f.p.DisconnectSegment(f.remote, 0))
}

// Sequences: OK, pending while the link is down, retriable after it, not retriable without a connection or a map.
func TestSequences(t *testing.T) {
	f := newFixture(t)
	check := func(want s.SequenceStatus) {
		t.Helper()
		got, code := f.p.CheckSequence(f.seq, 0)
		do(t, code)
		require.Equal(t, want, got)
	}
	start := func(want s.SequenceStatus) {
		t.Helper()
		got, code := f.p.StartSequence(f.seq, 0)
		do(t, code)
		require.Equal(t, want, got)
	}
	require.Equal(t, f.m, f.p.Drains(f.seq))
	require.Zero(t, f.p.Drains(0))
	check(s.SequenceOK)
	start(s.SequenceOK)
	f.Nodes[0].Link(id1, false)
	f.Nodes[0].Link(id1, false)
	start(s.SequencePending)
	f.Nodes[0].Link(id1, true)
	start(s.SequenceOK)
	f.Nodes[0].Link(id1, false)
	check(s.SequencePending)
	f.Nodes[0].Link(id1, true)
	check(s.SequenceRetriable)
	check(s.SequenceOK)
	f.p.StoresFailed(f.m)
	check(s.SequenceRetriable)
	f.sever()
	check(s.SequenceNotRetriable)
	do(t, f.p.UnmapSegment(f.m, 0)) // though it has a sequence
	start(s.SequenceNotRetriable)
	require.Zero(t, f.p.Drains(f.seq))
	do(t, f.p.RemoveSequence(f.seq, 0))
	require.Equal(t, s.IllegalParameter, f.p.RemoveSequence(f.seq, 0))
}

// Triggers before a wait are not lost: as one event, or with CountingInterrupt each. Messages stay in order.
func TestInterrupts(t *testing.T) {
	f := newFixture(t)
	waits := func(h s.Handle) bool {
		ticket, code := f.q.WaitForInterrupt(h, false, 0, 0)
		_, done := f.Answer(f.q, ticket, code)
		f.q.Expire(ticket)
		f.Settle()
		return done
	}
	for range 3 {
		do(t, f.p.TriggerInterrupt(f.rint, false, nil, 0))
	}
	f.Settle()
	require.True(t, waits(f.intr))
	require.False(t, waits(f.intr))

	counting, number, code := f.q.CreateInterrupt(f.sd2, false, 0, 0, s.Callback{}, s.CountingInterrupt|s.SharedInterrupt)
	do(t, code)
	second, same, code := f.q.CreateInterrupt(f.sd2, false, 0, number, s.Callback{}, s.SharedInterrupt|s.FixedNumber)
	do(t, code)
	require.Equal(t, number, same)
	r := f.connectInterrupt(false, number)
	for range 3 {
		do(t, f.p.TriggerInterrupt(r, false, nil, 0))
	}
	f.Settle()
	require.True(t, waits(second))
	require.False(t, waits(second))
	do(t, f.q.RemoveInterrupt(second, false, 0))
	for range 3 {
		require.True(t, waits(counting))
	}
	require.False(t, waits(counting))
	do(t, f.p.TriggerInterrupt(r, false, nil, 0))

	for _, text := range []string{"one", "", "three"} {
		do(t, f.p.TriggerInterrupt(f.rdat, true, []byte(text), 0))
	}
	for _, text := range []string{"one", "", "three"} {
		ticket, code := f.q.WaitForInterrupt(f.data, true, 5, 0)
		a, done := f.Answer(f.q, ticket, code)
		require.True(t, done)
		require.Equal(t, text, string(a.Event.Data))
		require.Equal(t, len(text), a.Length)
		do(t, f.p.TriggerInterrupt(f.rdat, true, []byte("more"), 0)) // there is space again
	}
	require.Equal(t, s.NoSpace, f.p.TriggerInterrupt(f.rdat, true, nil, 0))
}

// A buffer that is too small for a message leaves it to the next call.
func TestSmallBuffer(t *testing.T) {
	f := newFixture(t)
	small, code := f.q.WaitForInterrupt(f.data, true, 2, 0)
	do(t, code)
	large, code := f.q.WaitForInterrupt(f.data, true, 4, 0)
	do(t, code)
	do(t, f.p.TriggerInterrupt(f.rdat, true, []byte("four"), 0))
	a, done := f.Answer(f.q, small, s.OK)
	require.True(t, done)
	require.Equal(t, s.Answer{Code: s.Overflow, Length: 4}, a)
	a, done = f.Answer(f.q, large, s.OK)
	require.True(t, done)
	require.Equal(t, "four", string(a.Event.Data))
}

// A callback that returns Cancel gets no more, one that has not returned delays the next, and a handle can end while its callback runs.
func TestCallbacks(t *testing.T) {
	f := newFixture(t)
	f.Manual = true
	h, number, code := f.q.CreateInterrupt(f.sd2, false, 0, 0, s.Callback{Function: 5, Argument: 6}, s.UseCallback|s.CountingInterrupt)
	do(t, code)
	r := f.connectInterrupt(false, number)
	for range 3 {
		do(t, f.p.TriggerInterrupt(r, false, nil, 0))
	}
	f.Settle()
	require.Len(t, f.Calls, 1)
	require.Equal(t, s.Callback{Function: 5, Argument: 6}, f.Calls[0].Callback)
	require.Equal(t, h, f.Calls[0].Handle)
	f.Return(0, s.Continue)
	require.Len(t, f.Calls, 1)
	f.Return(0, s.Cancel)
	require.Empty(t, f.Calls)
	do(t, f.p.TriggerInterrupt(r, false, nil, 0))
	f.Settle()
	require.Len(t, f.Called, 2)

	remote, _, code := f.p.ConnectSegment(f.sd, id1, 2, 0, cb(), s.UseCallback|s.AsynchronousConnect)
	do(t, code)
	f.Settle()
	require.Equal(t, s.Connected, f.Calls[0].Event.Reason)
	do(t, f.p.DisconnectSegment(remote, 0))
	f.Return(0, s.Continue)
	require.Empty(t, f.Calls)
}

// Memory of a segment that was taken from its users by force stays until all of them have disconnected.
func TestMemoryOutlivesConnections(t *testing.T) {
	f := newFixture(t)
	before := f.Memories()
	f.sever()
	do(t, f.q.RemoveSegment(f.theirs, 0))
	f.Settle()
	require.Equal(t, before, f.Memories(), "node 0 has it mapped")
	again := f.create(f.q, f.sd2, 2) // the id is free
	require.Equal(t, before+1, f.Memories())
	do(t, f.p.UnmapSegment(f.m, 0))
	do(t, f.p.DisconnectSegment(f.remote, 0))
	f.Settle()
	require.Equal(t, before, f.Memories())
	do(t, f.q.RemoveSegment(again, 0))
	f.Settle()
	require.Equal(t, before-1, f.Memories())
}

// Two processes of a node share a segment, which is there until both are done with it.
func TestAttach(t *testing.T) {
	f := newFixture(t)
	other := f.Start(1, twintest.Version)
	do(t, other.Initialize(0))
	sd := ok(t)(other.Open(0))
	do(t, f.q.ShareSegment(f.theirs, 0))
	h, size, code := other.AttachLocalSegment(sd, 2, cb(), s.UseCallback)
	do(t, code)
	require.EqualValues(t, bytes, size)
	require.Equal(t, s.IllegalOperation, other.RegisterSegmentMemory(twintest.Page, bytes, h, 0))
	m, _, code := other.MapLocalSegment(h, 0, bytes, 0, 0)
	do(t, code)
	more := f.connect(f.p, f.sd, 1, 2)
	require.Equal(t, s.Connected, f.Called[0].Event.Reason)
	require.Equal(t, twintest.ID(0), f.Called[0].Event.Node)
	do(t, f.p.DisconnectSegment(more, 0))
	f.Settle()
	require.Equal(t, s.Disconnected, f.Called[1].Event.Reason)

	f.q.Terminate()
	f.Settle()
	require.Equal(t, s.NoSuchSegment, f.tried(id1, 2, 0, 0))
	do(t, other.UnmapSegment(m, 0))
	do(t, other.RemoveSegment(h, 0))
	do(t, other.Close(sd, 0))
	require.Equal(t, s.IllegalParameter, other.RemoveSegment(h, 0))
}

// The library chooses ids.
func TestAutomaticIDs(t *testing.T) {
	f := newFixture(t)
	_, a, code := f.p.CreateSegment(f.sd, 1, 8, s.Callback{}, s.AutoID)
	do(t, code)
	_, b, code := f.p.CreateSegment(f.sd, 1, 8, s.Callback{}, s.AutoID)
	do(t, code)
	require.NotEqual(t, a, b)
}

// An EMPTY segment has the program's memory.
func TestRegisteredMemory(t *testing.T) {
	f := newFixture(t)
	h := f.empty()
	do(t, f.p.RegisterSegmentMemory(twintest.Page, 8, h, 0))
	do(t, f.p.PrepareSegment(h, 0, s.DMASourceOnly))
	do(t, f.p.SetSegmentAvailable(h, 0, 0))
	r := f.connect(f.q, f.sd2, 0, 9)
	require.EqualValues(t, 8, f.q.RemoteSegmentSize(r))
	require.Zero(t, f.q.RemoteSegmentSize(0))
}

// What queries answer.
func TestQueries(t *testing.T) {
	f := newFixture(t)
	id, code := f.p.LocalNodeID(0, 0)
	do(t, code)
	require.Equal(t, twintest.ID(0), id)
	for sub := uint32(1); sub <= 29; sub++ {
		if _, code = f.p.QueryAdapter(0, sub, 0); code != s.OK {
			require.Equal(t, s.NotAvailable, code, "%d", sub)
		}
	}
	for _, command := range []uint32{s.QueryVendor, s.QueryAPI} {
		text, code := f.p.QueryText(command, 0)
		do(t, code)
		require.NotEmpty(t, text)
	}
	posted, code := f.p.QuerySystem(s.QueryWritePosting, 0)
	do(t, code)
	require.EqualValues(t, 1, posted)
	for m, want := range map[s.Handle]uint32{f.local: 1, f.m: 0} {
		local, code := f.p.QueryMap(m, 1, 0)
		do(t, code)
		require.Equal(t, want, local)
	}
	reached, code := f.p.ProbeNode(f.sd, 0, s.LocalHost, 0)
	do(t, code)
	require.True(t, reached)
}
