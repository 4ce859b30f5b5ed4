package sisci_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	s "gasnetgo/sisci"
	"gasnetgo/sisci/twintest"
)

// row is a call that fails.
type row struct {
	call string
	want s.Code
	do   func(f *fixture) s.Code
}

// Results of calls, without all but their codes.
func c2[A any](_ A, c s.Code) s.Code         { return c }
func c3[A, B any](_ A, _ B, c s.Code) s.Code { return c }

func cb() s.Callback { return s.Callback{Function: 1} }

// strict are rules of alignment.
func strict() s.Config {
	c := twintest.Config()
	c.Adapter.SegmentSize, c.Adapter.MapSize, c.Adapter.MapOffset, c.Adapter.CopySize, c.Adapter.CopyOffset, c.Adapter.DMASize, c.Adapter.DMAOffset = 8, 8, 8, 4, 4, 8, 8
	return c
}

const id1 = 8 // of node 1

func errorRows() []row {
	return []row{
		// the library and descriptors
		{"Initialize", s.IllegalFlag, func(f *fixture) s.Code { return f.p.Initialize(1) }},
		{"Open", s.NotInitialized, func(f *fixture) s.Code { return c2(f.Start(0, twintest.Version).Open(0)) }},
		{"Open", s.IllegalFlag, func(f *fixture) s.Code { return c2(f.p.Open(2)) }},
		{"Open", s.InconsistentVersions, func(f *fixture) s.Code {
			p := f.Start(0, twintest.Version+1)
			p.Initialize(0)
			return c2(p.Open(0))
		}},
		{"Open", s.APINoSpace, func(f *fixture) s.Code {
			for code := s.OK; ; {
				if code = c2(f.p.Open(0)); code != s.OK {
					return code
				}
			}
		}},
		{"Close", s.Busy, func(f *fixture) s.Code { return f.p.Close(f.sd, 0) }},
		{"Close", s.IllegalParameter, func(f *fixture) s.Code { return f.p.Close(0, 0) }},
		{"Close", s.IllegalFlag, func(f *fixture) s.Code { return f.p.Close(f.sd, 1) }},
		// local segments
		{"CreateSegment", s.SegmentIDUsed, func(f *fixture) s.Code { return c3(f.p.CreateSegment(f.sd, 1, 8, s.Callback{}, 0)) }},
		{"CreateSegment", s.SizeAlignment, func(f *fixture) s.Code { return c3(f.p.CreateSegment(f.sd, 9, 0, s.Callback{}, 0)) }},
		{"CreateSegment", s.NoSpace, func(f *fixture) s.Code {
			f.Allocate = s.NoSpace
			return c3(f.p.CreateSegment(f.sd, 9, 8, s.Callback{}, 0))
		}},
		{"CreateSegment", s.System, func(f *fixture) s.Code {
			f.Allocate = s.System
			return c3(f.p.CreateSegment(f.sd, 9, 8, s.Callback{}, 0))
		}},
		{"CreateSegment", s.IllegalParameter, func(f *fixture) s.Code { return c3(f.p.CreateSegment(f.sd, 9, 8, s.Callback{}, s.UseCallback)) }},
		{"CreateSegment", s.IllegalFlag, func(f *fixture) s.Code { return c3(f.p.CreateSegment(f.sd, 9, 8, s.Callback{}, 1<<30)) }},
		{"CreateSegment", s.FlagNotImplemented, func(f *fixture) s.Code { return c3(f.p.CreateSegment(f.sd, 9, 8, s.Callback{}, s.Physical)) }},
		{"PrepareSegment", s.NoSuchAdapter, func(f *fixture) s.Code { return f.p.PrepareSegment(f.mine, 3, 0) }},
		{"PrepareSegment", s.IllegalAdapter, func(f *fixture) s.Code { return f.p.PrepareSegment(f.mine, 99, 0) }},
		{"PrepareSegment", s.IllegalOperation, func(f *fixture) s.Code { return f.p.PrepareSegment(f.empty(), 0, 0) }},
		{"MapLocalSegment", s.OutOfRange, func(f *fixture) s.Code { return c3(f.p.MapLocalSegment(f.mine, 100, 100, 0, 0)) }},
		{"MapLocalSegment", s.OutOfRange, func(f *fixture) s.Code { return c3(f.p.MapLocalSegment(f.mine, 1<<63, 1<<63, 0, 0)) }},
		{"MapLocalSegment", s.SizeAlignment, func(f *fixture) s.Code { return c3(f.p.MapLocalSegment(f.mine, 0, 0, 0, 0)) }},
		{"MapLocalSegment", s.IllegalFlag, func(f *fixture) s.Code { return c3(f.p.MapLocalSegment(f.mine, 0, 8, 0, 0x800)) }},
		{"MapLocalSegment", s.IllegalOperation, func(f *fixture) s.Code { return c3(f.p.MapLocalSegment(f.empty(), 0, 8, 0, 0)) }},
		{"SetSegmentAvailable", s.SegmentNotPrepared, func(f *fixture) s.Code {
			h, _, _ := f.p.CreateSegment(f.sd, 9, 8, s.Callback{}, 0)
			return f.p.SetSegmentAvailable(h, 0, 0)
		}},
		{"SetSegmentAvailable", s.IllegalOperation, func(f *fixture) s.Code { return f.p.SetSegmentAvailable(f.private(), 0, 0) }},
		{"SetSegmentUnavailable", s.IllegalOperation, func(f *fixture) s.Code { return f.p.SetSegmentUnavailable(f.private(), 0, 0) }},
		{"SetSegmentUnavailable", s.NoSuchAdapter, func(f *fixture) s.Code { return f.p.SetSegmentUnavailable(f.mine, 1, 0) }},
		{"SetSegmentUnavailable", s.IllegalFlag, func(f *fixture) s.Code { return f.p.SetSegmentUnavailable(f.mine, 0, 8) }},
		{"RemoveSegment", s.Busy, func(f *fixture) s.Code { return f.p.RemoveSegment(f.mine, 0) }},   // mapped
		{"RemoveSegment", s.Busy, func(f *fixture) s.Code { return f.q.RemoveSegment(f.theirs, 0) }}, // connected
		{"RemoveSegment", s.Busy, func(f *fixture) s.Code { // used by DMA
			do(f.T, f.p.UnmapSegment(f.local, 0))
			_, _, code := f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0)
			do(f.T, code)
			return f.p.RemoveSegment(f.mine, 0)
		}},
		{"RemoveSegment", s.Busy, func(f *fixture) s.Code { // attached
			do(f.T, f.p.UnmapSegment(f.local, 0))
			do(f.T, f.p.ShareSegment(f.mine, 0))
			do(f.T, c3(f.p.AttachLocalSegment(f.sd, 1, s.Callback{}, 0)))
			return f.p.RemoveSegment(f.mine, 0)
		}},
		{"RemoveSegment", s.FlagNotImplemented, func(f *fixture) s.Code { return f.p.RemoveSegment(f.mine, s.ForceRemove) }},
		{"UnmapSegment", s.Busy, func(f *fixture) s.Code {
			f.Manual = true
			do(f.T, c2(f.p.MemCpy(0, false, 8, f.m, 0, 8, 0)))
			return f.p.UnmapSegment(f.m, 0)
		}},
		{"WaitForLocalSegmentEvent", s.Timeout, func(f *fixture) s.Code { return f.expired(f.p)(f.p.WaitForLocalSegmentEvent(f.mine, 0)) }},
		{"WaitForLocalSegmentEvent", s.Cancelled, func(f *fixture) s.Code {
			h := f.private()
			t, code := f.p.WaitForLocalSegmentEvent(h, 0)
			do(f.T, f.p.RemoveSegment(h, 0))
			return f.answer(f.p)(t, code)
		}},
		{"WaitForLocalSegmentEvent", s.IllegalOperation, func(f *fixture) s.Code {
			h, _, _ := f.p.CreateSegment(f.sd, 9, 8, cb(), s.UseCallback)
			return c2(f.p.WaitForLocalSegmentEvent(h, 0))
		}},
		{"WaitForLocalSegmentEvent", s.Overflow, func(f *fixture) s.Code {
			for range twintest.Config().Limits.Events {
				do(f.T, f.p.DisconnectSegment(f.connect(f.p, f.sd, 0, 1), 0))
			}
			f.Settle()
			return f.answer(f.p)(f.p.WaitForLocalSegmentEvent(f.mine, 0))
		}},
		{"RegisterSegmentMemory", s.IllegalOperation, func(f *fixture) s.Code { return f.p.RegisterSegmentMemory(twintest.Page, 8, f.mine, 0) }},
		{"RegisterSegmentMemory", s.IllegalAddress, func(f *fixture) s.Code { return f.p.RegisterSegmentMemory(0, 8, f.empty(), 0) }},
		{"RegisterSegmentMemory", s.IllegalAddress, func(f *fixture) s.Code { return f.p.RegisterSegmentMemory(7, 8, f.empty(), 0) }},
		{"RegisterSegmentMemory", s.SizeAlignment, func(f *fixture) s.Code { return f.p.RegisterSegmentMemory(twintest.Page, 0, f.empty(), 0) }},
		{"RegisterSegmentMemory", s.OutOfRange, func(f *fixture) s.Code { return f.p.RegisterSegmentMemory(twintest.Page, 16, f.empty(), 0) }},
		{"RegisterSegmentMemory", s.HWNoSpace, func(f *fixture) s.Code {
			f.Register = s.HWNoSpace
			return f.p.RegisterSegmentMemory(twintest.Page, 8, f.empty(), 0)
		}},
		{"AttachLocalSegment", s.NoSuchSegment, func(f *fixture) s.Code { return c3(f.p.AttachLocalSegment(f.sd, 77, s.Callback{}, 0)) }},
		{"AttachLocalSegment", s.Access, func(f *fixture) s.Code { return c3(f.p.AttachLocalSegment(f.sd, 1, s.Callback{}, 0)) }},
		{"ShareSegment", s.IllegalParameter, func(f *fixture) s.Code { return f.p.ShareSegment(f.remote, 0) }},
		// remote segments
		{"ConnectSegment", s.NoSuchSegment, func(f *fixture) s.Code { return f.tried(id1, 77, 0, 0) }},
		{"ConnectSegment", s.NoSuchSegment, func(f *fixture) s.Code {
			do(f.T, f.q.SetSegmentUnavailable(f.theirs, 0, 0))
			return f.tried(id1, 2, 0, 0)
		}},
		{"ConnectSegment", s.ConnectionRefused, func(f *fixture) s.Code {
			f.private()
			return f.tried(twintest.ID(0), 9, 0, 0)
		}},
		{"ConnectSegment", s.Timeout, func(f *fixture) s.Code {
			_, t, code := f.p.ConnectSegment(f.sd, id1, 2, 0, s.Callback{}, 0)
			do(f.T, code)
			f.p.Expire(t)
			return f.answer(f.p)(t, code)
		}},
		{"ConnectSegment", s.NoSuchNode, func(f *fixture) s.Code { return f.tried(13, 2, 0, 0) }},
		{"ConnectSegment", s.IllegalNode, func(f *fixture) s.Code { return f.unreachable(s.IllegalNode) }},
		{"ConnectSegment", s.NoLink, func(f *fixture) s.Code { return f.unreachable(s.NoLink) }},
		{"ConnectSegment", s.NoRemoteLink, func(f *fixture) s.Code { return f.unreachable(s.NoRemoteLink) }},
		{"ConnectSegment", s.NotResponding, func(f *fixture) s.Code {
			_, t, code := f.p.ConnectSegment(f.sd, id1, 2, 0, s.Callback{}, 0)
			f.Nodes[0].Lost(id1)
			return f.answer(f.p)(t, code)
		}},
		{"ConnectSegment", s.NoSuchAdapter, func(f *fixture) s.Code { return f.tried(id1, 2, 3, 0) }},
		{"ConnectSegment", s.FlagNotImplemented, func(f *fixture) s.Code { return f.tried(id1, 2, 0, s.Broadcast) }},
		{"ConnectSegment", s.IllegalFlag, func(f *fixture) s.Code { return f.tried(id1, 2, 0, 2) }},
		{"DisconnectSegment", s.Busy, func(f *fixture) s.Code { return f.p.DisconnectSegment(f.remote, 0) }},
		{"DisconnectSegment", s.Busy, func(f *fixture) s.Code {
			do(f.T, f.p.UnmapSegment(f.m, 0))
			do(f.T, c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0)))
			return f.p.DisconnectSegment(f.remote, 0)
		}},
		{"MapRemoteSegment", s.OutOfRange, func(f *fixture) s.Code { return c3(f.p.MapRemoteSegment(f.remote, 1, bytes, 0, 0)) }},
		{"MapRemoteSegment", s.SizeAlignment, func(f *fixture) s.Code { return c3(f.p.MapRemoteSegment(f.remote, 1, 0, 0, 0)) }},
		{"MapRemoteSegment", s.HWNoSpace, func(f *fixture) s.Code {
			f.Map = s.HWNoSpace
			return c3(f.p.MapRemoteSegment(f.remote, 0, 8, 0, 0))
		}},
		{"MapRemoteSegment", s.NotSupported, func(f *fixture) s.Code {
			f.Map = s.NotSupported
			return c3(f.p.MapRemoteSegment(f.remote, 0, 8, 0, 0))
		}},
		{"MapRemoteSegment", s.IllegalParameter, func(f *fixture) s.Code { return c3(f.p.MapRemoteSegment(f.remote, 0, 8, 0, s.FixedMapAddr)) }},
		{"MapRemoteSegment", s.FlagNotImplemented, func(f *fixture) s.Code { return c3(f.p.MapRemoteSegment(f.remote, 0, 8, 0, s.LockOperation)) }},
		{"MapRemoteSegment", s.SegmentNotConnected, func(f *fixture) s.Code {
			f.sever()
			return c3(f.p.MapRemoteSegment(f.remote, 0, 8, 0, 0))
		}},
		{"WaitForRemoteSegmentEvent", s.Timeout, func(f *fixture) s.Code { return f.expired(f.p)(f.p.WaitForRemoteSegmentEvent(f.remote, 0)) }},
		{"WaitForRemoteSegmentEvent", s.Cancelled, func(f *fixture) s.Code {
			do(f.T, f.p.UnmapSegment(f.m, 0))
			t, code := f.p.WaitForRemoteSegmentEvent(f.remote, 0)
			do(f.T, f.p.DisconnectSegment(f.remote, 0))
			return f.answer(f.p)(t, code)
		}},
		{"WaitForRemoteSegmentEvent", s.IllegalOperation, func(f *fixture) s.Code {
			h, _, _ := f.p.ConnectSegment(f.sd, id1, 2, 0, cb(), s.UseCallback|s.AsynchronousConnect)
			return c2(f.p.WaitForRemoteSegmentEvent(h, 0))
		}},
		// stores and copies
		{"CreateMapSequence", s.IllegalFlag, func(f *fixture) s.Code { return c2(f.p.CreateMapSequence(f.m, 4)) }},
		{"RemoveSequence", s.IllegalParameter, func(f *fixture) s.Code { return f.p.RemoveSequence(f.m, 0) }},
		{"StartSequence", s.IllegalFlag, func(f *fixture) s.Code { return c2(f.p.StartSequence(f.seq, 1)) }},
		{"CheckSequence", s.IllegalFlag, func(f *fixture) s.Code { return c2(f.p.CheckSequence(f.seq, 4)) }},
		{"MemCpy", s.OutOfRange, func(f *fixture) s.Code { return c2(f.p.MemCpy(f.seq, true, 8, f.m, bytes-4, 8, 0)) }},
		{"MemCpy", s.IllegalOperation, func(f *fixture) s.Code {
			return c2(f.p.MemCpy(f.seq, true, 8, f.mapped(f.p, f.remote, s.ReadOnlyMap), 0, 8, 0))
		}},
		{"MemCpy", s.TransferFailed, func(f *fixture) s.Code {
			f.sever()
			return c2(f.p.MemCpy(f.seq, true, 8, f.m, 0, 8, 0))
		}},
		{"MemCpy", s.TransferFailed, func(f *fixture) s.Code { return f.failing(f.p.MemCpy(f.seq, true, 8, f.m, 0, 8, 0)) }},
		{"MemCpy", s.TransferFailed, func(f *fixture) s.Code { // the link went down and up
			f.Manual = true
			t, code := f.p.MemCpy(f.seq, true, 8, f.m, 0, 8, s.ErrorCheck)
			f.Settle()
			f.Nodes[0].Link(id1, false)
			f.Nodes[0].Link(id1, true)
			f.Copy(0, s.OK)
			return f.answer(f.p)(t, code)
		}},
		{"MemCpy", s.IllegalParameter, func(f *fixture) s.Code { return c2(f.p.MemCpy(0, true, 8, f.m, 0, 8, 0)) }},
		{"MemCpy", s.IllegalParameter, func(f *fixture) s.Code { return c2(f.p.MemCpy(f.seq, true, 0, f.m, 0, 8, 0)) }},
		{"TransferBlock", s.OutOfRange, func(f *fixture) s.Code { return c2(f.p.TransferBlock(f.local, 0, f.m, 100, 100, 0)) }},
		{"TransferBlock", s.OutOfRange, func(f *fixture) s.Code { return c2(f.p.TransferBlock(f.local, 100, f.m, 0, 100, 0)) }},
		{"TransferBlock", s.IllegalFlag, func(f *fixture) s.Code { return c2(f.p.TransferBlock(f.local, 0, f.m, 0, 8, 0x40)) }},
		{"WaitForBlockTransfer", s.Timeout, func(f *fixture) s.Code {
			f.Manual = true
			b := ok(f.T)(f.p.TransferBlockAsync(f.local, 0, f.m, 0, 8, s.Callback{}, 0))
			return f.expired(f.p)(f.p.WaitForBlockTransfer(b, 0))
		}},
		{"WaitForBlockTransfer", s.Cancelled, func(f *fixture) s.Code {
			f.Manual = true
			b := ok(f.T)(f.p.TransferBlockAsync(f.local, 0, f.m, 0, 8, s.Callback{}, 0))
			do(f.T, f.p.AbortBlockTransfer(b, 0))
			return f.status(f.p.WaitForBlockTransfer(b, 0))
		}},
		{"WaitForBlockTransfer", s.TransferFailed, func(f *fixture) s.Code {
			b := ok(f.T)(f.p.TransferBlockAsync(f.local, 0, f.m, 0, 8, s.Callback{}, 0))
			f.fail()
			return f.status(f.p.WaitForBlockTransfer(b, 0))
		}},
		{"WaitForBlockTransfer", s.IllegalOperation, func(f *fixture) s.Code {
			b := ok(f.T)(f.p.TransferBlockAsync(f.local, 0, f.m, 0, 8, cb(), s.UseCallback))
			return c2(f.p.WaitForBlockTransfer(b, 0))
		}},
		{"AbortBlockTransfer", s.IllegalOperation, func(f *fixture) s.Code {
			b := ok(f.T)(f.p.TransferBlockAsync(f.local, 0, f.m, 0, 8, s.Callback{}, 0))
			f.Settle()
			return f.p.AbortBlockTransfer(b, 0)
		}},
		// DMA
		{"CreateDMAQueue", s.NoSuchAdapter, func(f *fixture) s.Code { return c2(f.p.CreateDMAQueue(f.sd, 1, 1, 0)) }},
		{"CreateDMAQueue", s.IllegalParameter, func(f *fixture) s.Code { return c2(f.p.CreateDMAQueue(f.sd, 0, 0, 0)) }},
		{"RemoveDMAQueue", s.IllegalOperation, func(f *fixture) s.Code { return f.posted().RemoveDMAQueue(f.dq, 0) }},
		{"EnqueueDMATransfer", s.OutOfRange, func(f *fixture) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, bytes, 8, 0)) }},
		{"EnqueueDMATransfer", s.OutOfRange, func(f *fixture) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, bytes, 0, 8, 0)) }},
		{"EnqueueDMATransfer", s.SizeAlignment, func(f *fixture) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 0, 0)) }},
		{"EnqueueDMATransfer", s.MaxEntries, func(f *fixture) s.Code {
			for range 2 {
				do(f.T, c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0)))
			}
			return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0))
		}},
		{"EnqueueDMATransfer", s.IllegalOperation, func(f *fixture) s.Code {
			return c3(f.posted().EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0))
		}},
		{"EnqueueDMATransfer", s.IllegalOperation, func(f *fixture) s.Code { // done, and not reset
			f.posted()
			f.Manual = false
			f.Settle()
			return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0))
		}},
		{"EnqueueDMATransfer", s.SegmentNotPrepared, func(f *fixture) s.Code {
			return c3(f.p.EnqueueDMATransfer(f.dq, f.private(), f.remote, 0, 0, 8, 0))
		}},
		{"EnqueueDMATransfer", s.SegmentNotConnected, func(f *fixture) s.Code {
			h, _, code := f.p.ConnectSegment(f.sd, id1, 2, 0, s.Callback{}, s.AsynchronousConnect)
			do(f.T, code)
			return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, h, 0, 0, 8, 0))
		}},
		{"EnqueueDMATransfer", s.IllegalFlag, func(f *fixture) s.Code {
			return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, s.DMAWait))
		}},
		{"EnqueueDMATransfer", s.IllegalFlag, func(f *fixture) s.Code {
			return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, s.DMAPost|s.DMAReset))
		}},
		{"EnqueueDMATransfer", s.FlagNotImplemented, func(f *fixture) s.Code {
			return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0x20))
		}},
		{"EnqueueDMATransfer", s.IllegalParameter, func(f *fixture) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, f.remote, f.mine, 0, 0, 8, 0)) }},
		{"EnqueueDMATransfer", s.TransferFailed, func(f *fixture) s.Code {
			_, t, code := f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, s.DMAPost|s.DMAWait|s.DMAReset)
			return f.failing(t, code)
		}},
		{"PostDMAQueue", s.IllegalOperation, func(f *fixture) s.Code { return f.p.PostDMAQueue(f.dq, s.Callback{}, 0) }},
		{"PostDMAQueue", s.IllegalParameter, func(f *fixture) s.Code { return f.p.PostDMAQueue(f.dq, s.Callback{}, s.UseCallback) }},
		{"WaitForDMAQueue", s.IllegalOperation, func(f *fixture) s.Code { return c3(f.p.WaitForDMAQueue(f.dq, 0)) }},
		{"WaitForDMAQueue", s.IllegalOperation, func(f *fixture) s.Code {
			do(f.T, c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0)))
			do(f.T, f.p.PostDMAQueue(f.dq, cb(), s.UseCallback))
			return c3(f.p.WaitForDMAQueue(f.dq, 0))
		}},
		{"WaitForDMAQueue", s.Timeout, func(f *fixture) s.Code {
			_, t, code := f.posted().WaitForDMAQueue(f.dq, 0)
			return f.expired(f.p)(t, code)
		}},
		{"WaitForDMAQueue", s.Cancelled, func(f *fixture) s.Code {
			_, t, code := f.posted().WaitForDMAQueue(f.dq, 0)
			do(f.T, f.p.AbortDMAQueue(f.dq, 0))
			return f.answer(f.p)(t, code)
		}},
		{"AbortDMAQueue", s.IllegalOperation, func(f *fixture) s.Code { return f.p.AbortDMAQueue(f.dq, 0) }},
		{"ResetDMAQueue", s.IllegalOperation, func(f *fixture) s.Code { return f.posted().ResetDMAQueue(f.dq, 0) }},
		{"StartDmaTransfer", s.IllegalOperation, func(f *fixture) s.Code {
			return c2(f.posted().StartDmaTransfer(f.dq, f.mine, f.remote, []s.DMAPart{{Bytes: 8}}, s.Callback{}, 0))
		}},
		{"StartDmaTransfer", s.OutOfRange, func(f *fixture) s.Code {
			return c2(f.p.StartDmaTransfer(f.dq, f.mine, f.remote, []s.DMAPart{{Bytes: 8}, {Bytes: bytes + 1}}, s.Callback{}, 0))
		}},
		{"StartDmaTransfer", s.IllegalParameter, func(f *fixture) s.Code {
			return c2(f.p.StartDmaTransfer(f.dq, f.mine, f.remote, nil, s.Callback{}, 0))
		}},
		{"CacheSync", s.IllegalFlag, func(f *fixture) s.Code { return f.p.CacheSync(f.m, 0) }},
		{"CacheSync", s.IllegalParameter, func(f *fixture) s.Code { return f.p.CacheSync(f.seq, s.CacheFlush) }},
		// interrupts
		{"CreateInterrupt", s.InterruptUsed, func(f *fixture) s.Code {
			return c3(f.q.CreateInterrupt(f.sd2, false, 0, f.intNo, s.Callback{}, s.FixedNumber))
		}},
		{"CreateInterrupt", s.NoSuchAdapter, func(f *fixture) s.Code { return c3(f.q.CreateInterrupt(f.sd2, true, 1, 0, s.Callback{}, 0)) }},
		{"CreateInterrupt", s.FlagNotImplemented, func(f *fixture) s.Code {
			return c3(f.q.CreateInterrupt(f.sd2, false, 0, 0, s.Callback{}, s.ConditionalInterrupt))
		}},
		{"RemoveInterrupt", s.IllegalParameter, func(f *fixture) s.Code { return f.q.RemoveInterrupt(f.data, false, 0) }},
		{"WaitForInterrupt", s.Timeout, func(f *fixture) s.Code { return f.expired(f.q)(f.q.WaitForInterrupt(f.intr, false, 0, 0)) }},
		{"WaitForInterrupt", s.Cancelled, func(f *fixture) s.Code {
			t, code := f.q.WaitForInterrupt(f.intr, false, 0, 0)
			do(f.T, f.q.RemoveInterrupt(f.intr, false, 0))
			return f.answer(f.q)(t, code)
		}},
		{"WaitForInterrupt", s.IllegalOperation, func(f *fixture) s.Code {
			h, _, _ := f.q.CreateInterrupt(f.sd2, false, 0, 0, cb(), s.UseCallback)
			return c2(f.q.WaitForInterrupt(h, false, 0, 0))
		}},
		{"WaitForDataInterrupt", s.Overflow, func(f *fixture) s.Code {
			do(f.T, f.p.TriggerInterrupt(f.rdat, true, []byte("long"), 0))
			return f.answer(f.q)(f.q.WaitForInterrupt(f.data, true, 3, 0))
		}},
		{"ConnectInterrupt", s.NoSuchInterrupt, func(f *fixture) s.Code {
			return f.answer(f.p)(f.p.ConnectInterrupt(f.sd, false, id1, 0, 77, 0))
		}},
		{"ConnectInterrupt", s.ConnectionRefused, func(f *fixture) s.Code {
			for {
				if code := f.answer(f.p)(f.p.ConnectInterrupt(f.sd, false, id1, 0, f.intNo, 0)); code != s.OK {
					return code
				}
			}
		}},
		{"ConnectInterrupt", s.Timeout, func(f *fixture) s.Code {
			t, code := f.p.ConnectInterrupt(f.sd, false, id1, 0, f.intNo, 0)
			do(f.T, code)
			f.p.Expire(t)
			return f.answer(f.p)(t, code)
		}},
		{"ConnectInterrupt", s.NoSuchNode, func(f *fixture) s.Code { return c2(f.p.ConnectInterrupt(f.sd, false, 5, 0, 1, 0)) }},
		{"TriggerInterrupt", s.NotConnected, func(f *fixture) s.Code {
			do(f.T, f.q.RemoveInterrupt(f.intr, false, 0))
			f.Settle()
			return f.p.TriggerInterrupt(f.rint, false, nil, 0)
		}},
		{"TriggerDataInterrupt", s.OutOfRange, func(f *fixture) s.Code { return f.p.TriggerInterrupt(f.rdat, true, make([]byte, 17), 0) }},
		{"TriggerDataInterrupt", s.NoSpace, func(f *fixture) s.Code {
			for range 3 {
				do(f.T, f.p.TriggerInterrupt(f.rdat, true, nil, 0))
			}
			return f.p.TriggerInterrupt(f.rdat, true, nil, 0)
		}},
		// queries
		{"Query", s.IllegalQuery, func(f *fixture) s.Code { return c2(f.p.QueryAdapter(0, 999, 0)) }},
		{"Query", s.IllegalQuery, func(f *fixture) s.Code { return c2(f.p.QueryText(99, 0)) }},
		{"Query", s.IllegalQuery, func(f *fixture) s.Code { return c2(f.p.QuerySystem(99, 0)) }},
		{"Query", s.IllegalQuery, func(f *fixture) s.Code { return c2(f.p.QueryMap(f.m, 99, 0)) }},
		{"Query", s.IllegalQuery, func(f *fixture) s.Code { return f.p.QueryLocalSegment(f.mine, 99, 0) }},
		{"Query", s.NoSuchAdapter, func(f *fixture) s.Code { return c2(f.p.QueryAdapter(3, s.QueryNodeID, 0)) }},
		{"Query", s.NotInitialized, func(f *fixture) s.Code {
			return c2(f.Start(0, twintest.Version).QueryAdapter(0, s.QueryNodeID, 0))
		}},
		{"Query", s.NotAvailable, func(f *fixture) s.Code { return f.p.QueryRemoteSegment(f.remote, 1, 0) }},
		{"ProbeNode", s.NoSuchNode, func(f *fixture) s.Code { return c2(f.p.ProbeNode(f.sd, 0, 13, 0)) }},
		{"ProbeNode", s.NoLink, func(f *fixture) s.Code {
			f.Reach[id1] = s.NoLink
			return c2(f.p.ProbeNode(f.sd, 0, id1, 0))
		}},
	}
}

// Rows of machines with rules of alignment, which hardware has.
func alignmentRows() []row {
	return []row{
		{"CreateSegment", s.SizeAlignment, func(f *fixture) s.Code { return c3(f.p.CreateSegment(f.sd, 9, 12, s.Callback{}, 0)) }},
		{"MapLocalSegment", s.OffsetAlignment, func(f *fixture) s.Code { return c3(f.p.MapLocalSegment(f.mine, 4, 8, 0, 0)) }},
		{"MapLocalSegment", s.SizeAlignment, func(f *fixture) s.Code { return c3(f.p.MapLocalSegment(f.mine, 8, 4, 0, 0)) }},
		{"MapRemoteSegment", s.OffsetAlignment, func(f *fixture) s.Code { return c3(f.p.MapRemoteSegment(f.remote, 4, 8, 0, 0)) }},
		{"MapRemoteSegment", s.SizeAlignment, func(f *fixture) s.Code { return c3(f.p.MapRemoteSegment(f.remote, 8, 4, 0, 0)) }},
		{"MemCpy", s.SizeAlignment, func(f *fixture) s.Code { return c2(f.p.MemCpy(f.seq, true, 8, f.m, 0, 3, 0)) }},
		{"MemCpy", s.OffsetAlignment, func(f *fixture) s.Code { return c2(f.p.MemCpy(f.seq, true, 8, f.m, 3, 4, 0)) }},
		{"TransferBlock", s.OffsetAlignment, func(f *fixture) s.Code { return c2(f.p.TransferBlock(f.local, 2, f.m, 0, 4, 0)) }},
		{"EnqueueDMATransfer", s.SizeAlignment, func(f *fixture) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 4, 0)) }},
		{"EnqueueDMATransfer", s.OffsetAlignment, func(f *fixture) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 4, 0, 8, 0)) }},
		{"EnqueueDMATransfer", s.OffsetAlignment, func(f *fixture) s.Code { return c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 4, 8, 0)) }},
	}
}

// Every call fails with the code that it should, and every code that this library returns is the result of a call.
func TestErrors(t *testing.T) {
	seen := map[s.Code]bool{s.NotImplemented: true} // of functions that the edge refuses
	for _, r := range errorRows() {
		seen[r.want] = true
		t.Run(r.call+"/"+r.want.String(), func(t *testing.T) { require.Equal(t, r.want.String(), r.do(newFixture(t)).String()) })
	}
	for _, r := range alignmentRows() {
		seen[r.want] = true
		t.Run("aligned/"+r.call+"/"+r.want.String(), func(t *testing.T) { require.Equal(t, r.want.String(), r.do(configured(t, strict())).String()) })
	}
	never := []s.Code{s.CondIntRace, s.Deprecated, s.DMANotAvailable, s.DMADisabled, s.WouldBlock, s.SemaphoreCount, s.IllegalIRQL, s.RemoteBusy, s.LocalBusy, s.AllBusy}
	for _, code := range never {
		require.False(t, seen[code], "%v", code)
		seen[code] = true
	}
	for name, code := range headerCodes(t) {
		require.True(t, seen[code] || code == s.OK, "%s has no row", name)
	}
}

// The codes are those of the header.
func TestCodes(t *testing.T) {
	all := headerCodes(t)
	require.Len(t, all, 51)
	for name, code := range all {
		require.Equal(t, name, code.String())
		require.Contains(t, code.Text(), name+": ")
	}
	require.Equal(t, "0x1", s.Code(1).String())
	require.Equal(t, "0x1 is no code of SISCI", s.Code(1).Text())
}

func headerCodes(t *testing.T) map[string]s.Code {
	text, err := os.ReadFile("../include/sisci_error.h")
	require.NoError(t, err)
	all := map[string]s.Code{}
	for _, m := range regexp.MustCompile(`(?m)^\s+(SCI_ERR_\w+) = (\w+)`).FindAllStringSubmatch(string(text), -1) {
		v, err := strconv.ParseUint(m[2], 0, 32)
		require.NoError(t, err)
		all[m[1]] = s.Code(v)
	}
	return all
}

// empty is a segment without memory.
func (f *fixture) empty() s.Handle {
	h, _, code := f.p.CreateSegment(f.sd, 9, 8, s.Callback{}, s.Empty)
	do(f.T, code)
	return h
}

// private is a segment 9 that nobody can connect to.
func (f *fixture) private() s.Handle {
	h, _, code := f.p.CreateSegment(f.sd, 9, 8, s.Callback{}, s.Private)
	do(f.T, code)
	return h
}

// sever ends the connection with node 1's segment, from there.
func (f *fixture) sever() {
	do(f.T, f.q.SetSegmentUnavailable(f.theirs, 0, s.ForceDisconnect))
	f.Settle()
}

// posted has a queue whose transfer is in progress.
func (f *fixture) posted() *s.Process {
	f.Manual = true
	do(f.T, c3(f.p.EnqueueDMATransfer(f.dq, f.mine, f.remote, 0, 0, 8, 0)))
	do(f.T, f.p.PostDMAQueue(f.dq, s.Callback{}, 0))
	f.Settle()
	return f.p
}

// fail has all copies fail.
func (f *fixture) fail() {
	f.Manual = true
	f.Settle()
	for len(f.Copies) > 0 {
		f.Copy(0, s.TransferFailed)
	}
}

func (f *fixture) failing(t s.Ticket, code s.Code) s.Code {
	f.fail()
	return f.answer(f.p)(t, code)
}

// status is how a copy has ended.
func (f *fixture) status(t s.Ticket, code s.Code) s.Code {
	a, done := f.Answer(f.p, t, code)
	require.True(f.T, done)
	do(f.T, a.Code)
	return a.Event.Status
}

// expired is the code of a call whose time is over.
func (f *fixture) expired(p *s.Process) func(t s.Ticket, code s.Code) s.Code {
	return func(t s.Ticket, code s.Code) s.Code {
		do(f.T, code)
		f.Settle()
		_, done := p.Poll(t)
		require.False(f.T, done)
		p.Expire(t)
		return f.answer(p)(t, code)
	}
}

// tried is the code of SCIConnectSegment.
func (f *fixture) tried(node, id, adapter, flags uint32) s.Code {
	_, t, code := f.p.ConnectSegment(f.sd, node, id, adapter, s.Callback{}, flags)
	return f.answer(f.p)(t, code)
}

func (f *fixture) unreachable(code s.Code) s.Code {
	f.Reach[id1] = code
	return f.tried(id1, 2, 0, 0)
}
