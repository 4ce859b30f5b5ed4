package nal_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/ideal"
	"gasnetgo/sim/nal/naltest"
)

// ranks makes a world of n ranks, each on a node of its own, on the ideal network.
func ranks(n int, costs fabric.Costs) *naltest.World {
	k := new(sim.Kernel)
	nodes := make([]int, n)
	for i := range nodes {
		nodes[i] = i
	}
	return naltest.New(k, fabric.Config{Network: ideal.New(k), Costs: costs, Nodes: nodes})
}

const remote = portals.MDOpPut | portals.MDOpGet | portals.MDManageRemote

// kinds takes n events and answers what they are.
func kinds(r *naltest.Rank, eq portals.Handle, n int) (list []portals.EventKind) {
	for range n {
		list = append(list, r.Event(eq).Kind)
	}
	return list
}

func TestPutWithAck(t *testing.T) {
	w := ranks(2, fabric.Costs{Call: 10, Send: 100, Look: 1})
	var at, back sim.Time
	memory := make([]byte, 8)
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		r.OpenNI()
		eq := r.EQ(16)
		if r.ID() == 1 {
			r.Offer(7, memory, remote, eq)
			require.Equal(t, []portals.EventKind{portals.PutStart, portals.PutEnd}, kinds(r, eq, 2))
			require.Equal(t, "abcdefgh", string(memory))
			at = r.Now()
			return
		}
		r.Spend(1000)
		md := r.Bind([]byte("abcdefgh"), 0, eq)
		start := r.Now()
		r.Put(md, 8, portals.AckRequested, 1, 7)
		require.Equal(t, start+110, r.Now())
		require.Equal(t, []portals.EventKind{portals.SendStart, portals.SendEnd, portals.Ack}, kinds(r, eq, 3))
		back = r.Now()
	}))
	require.Equal(t, sim.Time(1000+10+10+110+2), at, "queue, descriptor, put; two looks by the target")
	require.Equal(t, sim.Time(1000+10+10+110+3), back)
	require.Zero(t, w.Fabric.Live())
}

// Match entries and descriptors cost something when they are made and when they go.
func TestObjectsCost(t *testing.T) {
	w := ranks(1, fabric.Costs{Call: 10, Make: 100, Unlink: 7})
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		r.OpenNI()
		start := r.Now()
		took := func(what string, want sim.Time) {
			t.Helper()
			require.Equal(t, want, r.Now()-start, what)
			start = r.Now()
		}
		eq := r.EQ(16)
		took("an event queue", 10)
		md := r.Bind(make([]byte, 8), 0, eq)
		took("a descriptor", 10+100)
		me, _ := r.Offer(7, make([]byte, 8), remote, eq)
		took("an entry and a descriptor", 10+2*100)
		r.Unlink(md)
		took("a descriptor that goes", 10+7)
		r.UnlinkEntry(me)
		took("an entry that goes with its descriptor", 10+2*7)
	}))
}

// Descriptors cost something for each page of their memory, wherever it begins.
func TestPagesCost(t *testing.T) {
	w := ranks(1, fabric.Costs{Call: 10, Make: 100, Pin: 3})
	const page = 4 << 10
	memory := make([]byte, 4*page)
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		r.OpenNI()
		start := r.Now()
		took := func(what string, want sim.Time) {
			t.Helper()
			require.Equal(t, want, r.Now()-start, what)
			start = r.Now()
		}
		for at := range 3 {
			r.Bind(memory[at:at+2*page], 0, portals.EQNone)
			took("two pages", 10+100+2*3)
		}
		r.Bind(memory[:2*page+1], 0, portals.EQNone)
		took("a byte more", 10+100+3*3)
		r.Bind(memory[:0], 0, portals.EQNone)
		took("nothing", 10+100)
		r.Offer(7, memory[:2], remote, portals.EQNone)
		took("two bytes", 10+2*100+3)
	}))
}

func TestGetAndSwap(t *testing.T) {
	w := ranks(2, fabric.Costs{})
	there := []byte("there---")
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		r.OpenNI()
		eq := r.EQ(16)
		if r.ID() == 1 {
			r.Offer(7, there, remote, eq)
			require.Equal(t, []portals.EventKind{portals.GetStart, portals.GetEnd, portals.GetPutStart, portals.GetPutEnd}, kinds(r, eq, 4))
			return
		}
		here, mine := make([]byte, 8), []byte("mine----")
		into, from := r.Bind(here, 0, eq), r.Bind(mine, 0, eq)
		r.Get(into, 5, 1, 7)
		require.Equal(t, []portals.EventKind{portals.SendStart, portals.SendEnd, portals.ReplyStart, portals.ReplyEnd}, kinds(r, eq, 4))
		require.Equal(t, "there\x00\x00\x00", string(here))
		r.GetPut(into, from, 8, 1, 7)
		require.Equal(t, []portals.EventKind{portals.SendStart, portals.SendEnd, portals.ReplyStart, portals.ReplyEnd}, kinds(r, eq, 4))
		require.Equal(t, "there---", string(here))
	}))
	require.Equal(t, "mine----", string(there))
	require.Zero(t, w.Fabric.Live())
}

// A message to a rank whose interface is not open waits; one to a rank whose interface is gone is lost.
func TestEarlyAndLate(t *testing.T) {
	w := ranks(2, fabric.Costs{})
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		memory := make([]byte, 8)
		if r.ID() == 1 {
			r.Spend(1000)
			r.OpenNI()
			eq := r.EQ(16)
			r.Offer(7, memory, remote, eq)
			r.Expect(eq, portals.PutEnd)
			require.Equal(t, sim.Time(2000), r.Now())
			r.Net.Link().Close()
			return
		}
		r.OpenNI()
		eq := r.EQ(16)
		md := r.Bind(memory, 0, eq)
		r.Put(md, 8, portals.NoAck, 1, 8)
		r.Expect(eq, portals.SendEnd)
		require.Equal(t, sim.Time(1000), r.Now(), "dropped then: nothing matches")
		r.Spend(1000)
		r.Put(md, 8, portals.NoAck, 1, 7)
		r.Expect(eq, portals.SendEnd)
		r.Spend(1000)
		r.Put(md, 8, portals.NoAck, 1, 7)
		r.Expect(eq, portals.SendEnd)
	}))
	require.Zero(t, w.Fabric.Live())
}

// Puts and gets of all lengths move exactly the bytes that they should.
func TestBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := ranks(2, fabric.Costs{})
		data := rapid.SliceOfN(rapid.Byte(), 0, 5000).Draw(t, "data")
		n := uint64(len(data))
		there, here := make([]byte, n+1), make([]byte, n+1)
		require.NoError(t, w.Run(func(r *naltest.Rank) {
			r.OpenNI()
			eq := r.EQ(16)
			if r.ID() == 1 {
				r.Offer(7, there, remote, eq)
				r.Expect(eq, portals.GetEnd)
				return
			}
			from := r.Bind(data, 0, eq)
			r.Put(from, n, portals.AckRequested, 1, 7)
			r.Expect(eq, portals.Ack)
			r.Get(r.Bind(here, 0, eq), n, 1, 7)
			r.Expect(eq, portals.ReplyEnd)
		}))
		require.Equal(t, append(data, 0), there)
		require.Equal(t, there, here)
		require.Zero(t, w.Fabric.Live())
	})
}

func TestDeadlockIsNamed(t *testing.T) {
	w := ranks(1, fabric.Costs{})
	require.ErrorContains(t, w.Run(func(r *naltest.Rank) {
		r.OpenNI()
		r.Event(r.EQ(1))
	}), "rank 0 waits forever: an event")
}

// In each of three rounds a rank of five sends a message and looks at the one that it gets; any rank may make the first call.
func TestBarrierCostsMessages(t *testing.T) {
	w := ranks(5, fabric.Costs{Call: 10, Send: 100, Look: 1})
	require.NoError(t, w.Run(func(r *naltest.Rank) {
		for n := range sim.Time(4) {
			r.Net.Barrier()
			require.Equal(t, (n+1)*(101+111+111), r.Now())
		}
	}))
	require.Equal(t, uint64(4*5*3), w.Fabric.Messages())
	require.Zero(t, w.Fabric.Live())
}

func TestBarrierWaitsForAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "ranks")
		late := rapid.SliceOfN(rapid.IntRange(0, 1000), 3*n, 3*n).Draw(t, "late")
		entered := [3]int{}
		w := ranks(n, fabric.Costs{Call: 1, Send: sim.Time(rapid.IntRange(0, 10).Draw(t, "send"))})
		require.NoError(t, w.Run(func(r *naltest.Rank) {
			for i := range entered {
				r.Spend(sim.Time(late[i*n+r.ID()]))
				entered[i]++
				r.Net.Barrier()
				require.Equal(t, n, entered[i])
			}
		}))
		require.Zero(t, w.Fabric.Live())
	})
}
