package twintest

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sisci"
)

// Run makes random calls on some nodes, one after the other, and compares codes and events with the model's.
func Run(t *testing.T) { rapid.Check(t, func(t *rapid.T) { play(t) }) }

// twins is a World beside the model of it.
type twins struct {
	*rapid.T
	w       *World
	m       *model
	opened  []sisci.Handle
	nodes   int
	callers uint64 // callbacks that there have been: each has a number for its argument
}

func play(t *rapid.T) {
	nodes := rapid.IntRange(1, 4).Draw(t, "nodes")
	x := &twins{T: t, w: New(nodes, Config()), m: &model{dead: map[int]bool{}, down: map[[2]int]bool{}}, nodes: nodes}
	for _, p := range x.w.Processes {
		sd, code := p.Open(0)
		require.Equal(t, sisci.OK, code)
		x.opened = append(x.opened, sd)
	}
	calls := map[string]func(){
		"create": x.create, "prepare": x.prepare, "available": x.available, "unavailable": x.unavailable, "remove": x.remove, "map": x.mapLocal, "unmap": x.unmapLocal,
		"connect": x.connect, "connect again": x.connect, "disconnect": x.disconnect, "map remote": x.mapRemote, "unmap remote": x.unmapRemote, "turn": x.turn, "kill": x.kill,
		"available again": x.available, "prepare again": x.prepare,
	}
	names := []string{"create", "prepare", "prepare again", "available", "available again", "connect", "connect again", "map", "map remote", "unmap", "unmap remote", "unavailable",
		"disconnect", "remove", "turn", "kill"}
	for range rapid.IntRange(1, 60).Draw(t, "calls") {
		calls[rapid.SampledFrom(names).Draw(t, "call")]()
		x.w.Settle()
	}
	x.compare()
	x.tidy()
}

// node is one that lives.
func (x *twins) node(label string) (int, bool) {
	n := rapid.IntRange(0, x.nodes-1).Draw(x.T, label)
	return n, !x.m.dead[n]
}

func (x *twins) callback() sisci.Callback {
	x.callers++
	return sisci.Callback{Function: 1, Argument: uintptr(x.callers)}
}

func (x *twins) same(want, got sisci.Code) { require.Equal(x.T, want.String(), got.String()) }

func (x *twins) segment() (*segment, *sisci.Process, bool) {
	all := ours(x.m.segments, func(s *segment) bool { return !s.removed && !x.m.dead[s.node] })
	if len(all) == 0 {
		return nil, nil, false
	}
	s := rapid.SampledFrom(all).Draw(x.T, "segment")
	return s, x.w.Processes[s.node], true
}

func (x *twins) link() (*link, *sisci.Process, bool) {
	all := ours(x.m.links, func(l *link) bool { return !l.gone && !x.m.dead[l.node] })
	if len(all) == 0 {
		return nil, nil, false
	}
	l := rapid.SampledFrom(all).Draw(x.T, "connection")
	return l, x.w.Processes[l.node], true
}

func (x *twins) create() {
	n, ok := x.node("node")
	if !ok {
		return
	}
	id, private := rapid.Uint32Range(1, 3).Draw(x.T, "id"), rapid.IntRange(0, 5).Draw(x.T, "private") == 0
	s, want := x.m.create(n, id, private)
	flags := sisci.UseCallback
	if private {
		flags |= sisci.Private
	}
	h, _, got := x.w.Processes[n].CreateSegment(x.opened[n], id, segmentBytes, x.callback(), flags)
	x.same(want, got)
	if s != nil {
		s.handle = h
	}
}

func (x *twins) prepare() {
	if s, p, ok := x.segment(); ok {
		s.prepared = true
		x.same(sisci.OK, p.PrepareSegment(s.handle, 0, 0))
	}
}

func (x *twins) available() {
	if s, p, ok := x.segment(); ok {
		x.same(x.m.setAvailable(s), p.SetSegmentAvailable(s.handle, 0, 0))
	}
}

func (x *twins) unavailable() {
	if s, p, ok := x.segment(); ok {
		flags := rapid.SampledFrom([]uint32{0, sisci.ForceDisconnect, sisci.Notify, sisci.ForceDisconnect | sisci.Notify}).Draw(x.T, "flags")
		x.same(x.m.setUnavailable(s, flags), p.SetSegmentUnavailable(s.handle, 0, flags))
	}
}

func (x *twins) remove() {
	if s, p, ok := x.segment(); ok {
		x.same(x.m.remove(s), p.RemoveSegment(s.handle, 0))
	}
}

func (x *twins) mapLocal() {
	if s, p, ok := x.segment(); ok {
		m, _, code := p.MapLocalSegment(s.handle, 0, segmentBytes, 0, 0)
		x.same(sisci.OK, code)
		s.maps = append(s.maps, m)
	}
}

func (x *twins) unmapLocal() {
	if s, p, ok := x.segment(); ok && len(s.maps) > 0 {
		x.same(sisci.OK, p.UnmapSegment(s.maps[0], 0))
		s.maps = s.maps[1:]
	}
}

func (x *twins) connect() {
	n, ok := x.node("node")
	to, lives := x.node("to")
	if !ok || !lives {
		return
	}
	id := rapid.Uint32Range(1, 3).Draw(x.T, "id")
	l, want := x.m.connect(n, to, id)
	p := x.w.Processes[n]
	x.w.Reach[ID(to)] = sisci.OK
	if x.m.down[pair(n, to)] {
		x.w.Reach[ID(to)] = sisci.NoLink
	}
	_, ticket, code := p.ConnectSegment(x.opened[n], ID(to), id, 0, x.callback(), sisci.UseCallback)
	a, done := x.w.Answer(p, ticket, code)
	require.True(x.T, done)
	x.same(want, a.Code)
	if l != nil {
		l.handle = a.Handle
	}
}

func (x *twins) disconnect() {
	if l, p, ok := x.link(); ok {
		x.same(x.m.disconnect(l), p.DisconnectSegment(l.handle, 0))
	}
}

func (x *twins) mapRemote() {
	if l, p, ok := x.link(); ok {
		want := sisci.OK
		if !l.works {
			want = sisci.SegmentNotConnected
		}
		m, _, code := p.MapRemoteSegment(l.handle, 0, segmentBytes, 0, 0)
		x.same(want, code)
		if code == sisci.OK {
			l.maps = append(l.maps, m)
		}
	}
}

func (x *twins) unmapRemote() {
	if l, p, ok := x.link(); ok && len(l.maps) > 0 {
		x.same(sisci.OK, p.UnmapSegment(l.maps[0], 0))
		l.maps = l.maps[1:]
	}
}

func (x *twins) turn() {
	a, alive := x.node("a")
	b, lives := x.node("b")
	if a == b || !alive || !lives {
		return
	}
	up := x.m.turn(a, b)
	x.w.Nodes[a].Link(ID(b), up)
	x.w.Nodes[b].Link(ID(a), up)
}

func (x *twins) kill() {
	n, ok := x.node("victim")
	if !ok || rapid.IntRange(0, 2).Draw(x.T, "really") > 0 {
		return
	}
	x.m.kill(n)
	x.w.Kill(n)
	for _, other := range x.w.Nodes {
		if other != nil {
			other.Lost(ID(n))
		}
	}
}

// compare compares what callbacks have been told.
func (x *twins) compare() {
	type key struct {
		p *sisci.Process
		h sisci.Handle
	}
	got := map[key][]sisci.Event{}
	for _, c := range x.w.Called {
		got[key{c.Process, c.Handle}] = append(got[key{c.Process, c.Handle}], c.Event)
	}
	for _, s := range x.m.segments {
		if !x.m.dead[s.node] {
			require.Equal(x.T, s.events, got[key{x.w.Processes[s.node], s.handle}], "events of segment %d of node %d", s.id, s.node)
		}
	}
	for _, l := range x.m.links {
		if !x.m.dead[l.node] {
			require.Equal(x.T, l.events, got[key{x.w.Processes[l.node], l.handle}], "events of node %d's connection with node %d", l.node, l.segment.node)
		}
	}
}

// tidy ends everything, and finds nothing left: no connection, and no memory but that of nodes that have died.
func (x *twins) tidy() {
	for _, l := range ours(x.m.links, func(l *link) bool { return !l.gone && !x.m.dead[l.node] }) {
		p := x.w.Processes[l.node]
		for _, m := range l.maps {
			x.same(sisci.OK, p.UnmapSegment(m, 0))
		}
		x.same(sisci.OK, p.DisconnectSegment(l.handle, 0))
	}
	x.w.Settle()
	for _, s := range ours(x.m.segments, func(s *segment) bool { return !s.removed && !x.m.dead[s.node] }) {
		p := x.w.Processes[s.node]
		for _, m := range s.maps {
			x.same(sisci.OK, p.UnmapSegment(m, 0))
		}
		x.same(sisci.OK, p.RemoveSegment(s.handle, 0))
	}
	x.w.Settle()
	for i, n := range x.w.Nodes {
		if n != nil {
			x.same(sisci.OK, x.w.Processes[i].Close(x.opened[i], 0))
			require.Zero(x.T, n.Unfinished())
		}
	}
	for a := range x.w.memory {
		require.True(x.T, x.m.dead[int(a.node/4)-1], "memory of node %d is left", a.node)
	}
}
