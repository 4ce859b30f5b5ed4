package sisci_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	s "gasnetgo/sisci"
	"gasnetgo/sisci/twintest"
)

// fixture is two nodes with a segment of each, which is exported, connected by the other node and mapped by it.
type fixture struct {
	*testing.T
	*twintest.World
	p, q       *s.Process // of node 0 and of node 1
	sd, sd2    s.Handle
	mine       s.Handle // segment 1 of node 0, which is mapped as local
	local      s.Handle // its map
	theirs     s.Handle // segment 2 of node 1, in q
	remote     s.Handle // node 0's connection with it
	m          s.Handle // and its map
	seq        s.Handle
	dq         s.Handle
	intr, rint s.Handle // an interrupt of node 1, and node 0's connection with it
	data, rdat s.Handle // likewise with data
	intNo      uint32
	dataNo     uint32
}

const bytes = 128

func do(t *testing.T, code s.Code) {
	t.Helper()
	require.Equal(t, s.OK, code)
}

// ok is the handle that a call makes.
func ok(t *testing.T) func(h s.Handle, code s.Code) s.Handle {
	return func(h s.Handle, code s.Code) s.Handle {
		t.Helper()
		require.Equal(t, s.OK, code)
		require.NotZero(t, h)
		return h
	}
}

// create makes a segment that others can connect to.
func (f *fixture) create(p *s.Process, sd s.Handle, id uint32) s.Handle {
	h, as, code := p.CreateSegment(sd, id, bytes, s.Callback{}, 0)
	do(f.T, code)
	require.Equal(f.T, id, as)
	do(f.T, p.PrepareSegment(h, 0, 0))
	do(f.T, p.SetSegmentAvailable(h, 0, 0))
	return h
}

// connect connects with a segment.
func (f *fixture) connect(p *s.Process, sd s.Handle, node int, id uint32) s.Handle {
	_, t, code := p.ConnectSegment(sd, twintest.ID(node), id, 0, s.Callback{}, 0)
	a, done := f.Answer(p, t, code)
	require.True(f.T, done)
	do(f.T, a.Code)
	return a.Handle
}

func (f *fixture) mapped(p *s.Process, h s.Handle, flags uint32) s.Handle {
	m, at, code := p.MapRemoteSegment(h, 0, bytes, 0, flags)
	do(f.T, code)
	require.NotZero(f.T, at)
	return m
}

// answer is the code of a call that waits.
func (f *fixture) answer(p *s.Process) func(t s.Ticket, code s.Code) s.Code {
	return func(t s.Ticket, code s.Code) s.Code {
		f.Helper()
		a, done := f.Answer(p, t, code)
		require.True(f.T, done, "it waits")
		return a.Code
	}
}

func newFixture(t *testing.T) *fixture { return configured(t, twintest.Config()) }

func configured(t *testing.T, c s.Config) *fixture {
	w := twintest.New(2, c)
	f := &fixture{T: t, World: w, p: w.Processes[0], q: w.Processes[1]}
	f.sd, f.sd2 = ok(t)(f.p.Open(0)), ok(t)(f.q.Open(0))
	f.mine, f.theirs = f.create(f.p, f.sd, 1), f.create(f.q, f.sd2, 2)
	f.remote = f.connect(f.p, f.sd, 1, 2)
	f.m = f.mapped(f.p, f.remote, 0)
	var code s.Code
	f.local, _, code = f.p.MapLocalSegment(f.mine, 0, bytes, 0, 0)
	do(t, code)
	f.seq = ok(t)(f.p.CreateMapSequence(f.m, 0))
	f.dq = ok(t)(f.p.CreateDMAQueue(f.sd, 0, 2, 0))
	f.intr, f.intNo, code = f.q.CreateInterrupt(f.sd2, false, 0, 0, s.Callback{}, 0)
	do(t, code)
	f.data, f.dataNo, code = f.q.CreateInterrupt(f.sd2, true, 0, 0, s.Callback{}, 0)
	do(t, code)
	f.rint, f.rdat = f.connectInterrupt(false, f.intNo), f.connectInterrupt(true, f.dataNo)
	return f
}

func (f *fixture) connectInterrupt(data bool, number uint32) s.Handle {
	t, code := f.p.ConnectInterrupt(f.sd, data, twintest.ID(1), 0, number, 0)
	a, done := f.Answer(f.p, t, code)
	require.True(f.T, done)
	do(f.T, a.Code)
	return a.Handle
}
