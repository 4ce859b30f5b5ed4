package nal

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	"gasnetgo/live/livetest"
	"gasnetgo/node"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// cluster is a job whose ranks are all in this process.
type cluster struct {
	*livetest.Cluster
	fars []*Far
}

// newCluster makes a job of ranks on several hosts, over engines of as many ranks.
func newCluster(t *testing.T, engines []ofi.Engine, hosts ...int) *cluster {
	c := &cluster{Cluster: livetest.New(t, engines, hosts...)}
	for i, port := range c.Ports {
		c.fars = append(c.fars, NewFar(port, c.Nodes[i], func(int) bool { return false }))
	}
	return c
}

// open opens the interface of a rank.
func (c *cluster) open(i int, routes *Routes, config portals.Config, epoch uint16) *rank {
	r := &rank{Host: &process.Host{}}
	r.NI = portals.New(config)
	r.link = Open(Config{Node: c.Nodes[i], Host: r.Host, Routes: routes, Epoch: epoch, Todo: new(uint32), Far: c.fars[i],
		Fail: func(err error) { panic(err) }, Notice: func(line string) { panic(line) }, Closed: func() {}})
	routes.Register(config.ID, config.UID, config.JID, node.EndpointOpen)
	return r
}

// farRanks are a job of two ranks, each on a host of its own.
func farRanks(t *testing.T) (all [2]*rank) {
	c := newCluster(t, ofitest.InMemory()(2), 1, 1)
	for i := range all {
		routes := NewRoutes(c.Nodes[i], nil)
		all[i] = c.open(i, routes, portals.Config{ID: routes.Default(i), UID: uint32(70 + i)}, 1)
		all[i].eq, _ = all[i].NI.EQAlloc(64)
		t.Cleanup(all[i].close)
	}
	announce(all[:])
	return all
}

func announce(all []*rank) {
	for _, r := range all {
		r.Lock()
		r.link.Announce()
		r.Unlock()
	}
}

// TestFar puts and gets between memory of ranks of two hosts, of lengths that fit into a record and that do not.
func TestFar(t *testing.T) {
	all := farRanks(t)
	const room = 300 << 10
	a, b := programMemory(t, room), programMemory(t, room)
	rapid.Check(t, func(t *rapid.T) {
		from, to := all[0], all[1]
		if rapid.Bool().Draw(t, "back") {
			from, to = to, from
		}
		from.t, to.t = t, t
		bytes := rapid.OneOf(rapid.IntRange(0, 100), rapid.IntRange(0, 20<<10), rapid.IntRange(100<<10, 256<<10)).Draw(t, "bytes")
		src, srcVec := pieces(t, "source", a, bytes, from.eq)
		dst, dstVec := pieces(t, "target", b, bytes, to.eq)
		fillRandom(memory.Bytes(a, room), byte(rapid.IntRange(0, 255).Draw(t, "fill")))
		clear(memory.Bytes(b, room))

		to.Lock()
		me, c := to.NI.MEAttach(3, from.NI.ID(), 7, 0, portals.UnlinkIt, portals.InsAfter)
		require.Equal(t, portals.OK, c)
		_, c = to.NI.MDAttach(me, dst, dstVec, portals.UnlinkIt)
		require.Equal(t, portals.OK, c)
		to.Unlock()
		from.Lock()
		md, c := from.NI.MDBind(src, srcVec, portals.UnlinkIt)
		require.Equal(t, portals.OK, c)
		target := portals.Target{ID: to.NI.ID(), PT: 3, MatchBits: 7}
		get := rapid.Bool().Draw(t, "get")
		var op *portals.Op
		last := portals.Ack
		if get {
			op, c = from.NI.Get(md, 0, portals.Whole, target)
			last = portals.ReplyEnd
		} else {
			op, c = from.NI.Put(md, 0, portals.Whole, portals.AckRequested, target, 9)
		}
		require.Equal(t, portals.OK, c)
		from.link.Send(op)
		from.Unlock()

		e := from.wait(last)
		require.Equal(t, portals.NIOK, e.Fail)
		require.Equal(t, uint64(bytes), e.MLength)
		if !get {
			at := to.wait(portals.PutEnd)
			require.Equal(t, from.NI.ID(), at.Initiator)
			require.Equal(t, from.link.Routes.look(from.link.me).uid, at.UID)
		}
		require.Equal(t, flat(srcVec, src), flat(dstVec, dst))
		for _, r := range all {
			for moving := true; moving; { // its peer serves itself
				r.Lock()
				r.link.Serve()
				moving = r.link.Moving()
				for e := (portals.Event{}); r.NI.EQGet(r.eq, &e) == portals.OK; {
				}
				r.Unlock()
			}
		}
		from.Lock()
		require.Equal(t, portals.OK, from.NI.MDUnlink(md))
		from.Unlock()
		to.Lock()
		require.Equal(t, portals.OK, to.NI.MEUnlink(me))
		to.Unlock()
	})
}

// TestFarReopened: a message to an interface that was closed and is open again is not lost, also if its sender has dealt with neither.
func TestFarReopened(t *testing.T) {
	c := newCluster(t, ofitest.InMemory()(2), 1, 1)
	routes := [2]*Routes{NewRoutes(c.Nodes[0], nil), NewRoutes(c.Nodes[1], nil)}
	open := func(i int, epoch uint16) *rank {
		return c.open(i, routes[i], portals.Config{ID: routes[i].Default(i)}, epoch)
	}
	from, before := open(0, 1), open(1, 1)
	t.Cleanup(from.close)
	announce([]*rank{from, before})
	before.close()
	for gone := false; !gone; {
		from.Lock()
		from.link.Serve()
		gone = routes[0].gone(routes[0].numberOf(1))
		from.Unlock()
	}

	from.Lock()
	to := open(1, 2)
	t.Cleanup(to.close)
	to.Lock()
	to.eq, _ = to.NI.EQAlloc(4)
	_, _, code := to.NI.MEMDAttach(3, portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}, 7, 0, portals.Retain, portals.InsAfter,
		portals.MD{Threshold: 1, Options: portals.MDOpPut | portals.MDEventStartDisable, EQ: to.eq}, nil, portals.Retain)
	require.Equal(t, portals.OK, code)
	to.link.Announce()
	to.Unlock()
	md, code := from.NI.MDBind(portals.MD{Threshold: 1, EQ: portals.EQNone}, nil, portals.UnlinkIt)
	require.Equal(t, portals.OK, code)
	op, code := from.NI.Put(md, 0, portals.Whole, portals.NoAck, portals.Target{ID: to.NI.ID(), PT: 3, MatchBits: 7}, 0)
	require.Equal(t, portals.OK, code)
	from.link.Send(op)
	from.Unlock()
	require.Equal(t, portals.NIOK, to.wait(portals.PutEnd).Fail)
}
