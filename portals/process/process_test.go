package process

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
)

// loop is the network of a job of one rank: what is sent to it arrives when it is served.
type loop struct {
	*Host
	mail   []*portals.Op
	full   bool // no room for another message
	holds  bool // payloads stay under way
	held   []*portals.Op
	closed int
	joins  error
	waits  []string // what was waited for
	wakes  func()   // what happens while a call waits
	polls  int
	said   []string
}

func (l *loop) Join() error                       { return l.joins }
func (l *loop) Rank() int                         { return 0 }
func (l *loop) Size() int                         { return 1 }
func (l *loop) IDs() []portals.ProcessID          { return []portals.ProcessID{self} }
func (l *loop) Register(portals.ProcessID)        {}
func (l *loop) Explain(line string)               { l.said = append(l.said, line) }
func (l *loop) Reaches(id portals.ProcessID) bool { return id == self }
func (l *loop) Distance(portals.ProcessID) uint64 { return 0 }
func (l *loop) Ready(id portals.ProcessID) bool   { return !l.full && id == self }
func (l *loop) Moving() bool                      { return len(l.held) > 0 }
func (l *loop) Close()                            { l.closed++ }

func (l *loop) Open(host *Host, pid uint32, want portals.Limits) (Link, portals.Code) {
	if pid == 99 {
		return nil, portals.PIDInvalid
	}
	l.Host = host
	host.NI = portals.New(portals.Config{ID: self, UID: 5, JID: 6, Limits: want})
	return l, portals.OK
}

func (l *loop) Send(op *portals.Op) {
	if l.holds {
		l.held = append(l.held, op)
		return
	}
	l.NI.Sent(op, portals.NIOK)
	l.mail = append(l.mail, op)
}

func (l *loop) Serve() bool {
	if len(l.mail) == 0 {
		return false
	}
	op := l.mail[0]
	l.mail = l.mail[1:]
	if got := l.NI.Arrive(&op.Header); got != nil {
		l.NI.Done(got, portals.NIOK)
		l.NI.Free(got)
	}
	l.NI.Free(op)
	return true
}

// inGo is a loop whose world waits in Go.
type inGo struct{ *loop }

func (g inGo) Polled() { g.polls++ }

func (g inGo) Retries(bool) bool { return false }

func (g inGo) Wait(why string, ms uint32, cond func() bool) bool {
	g.waits = append(g.waits, why)
	for range 3 {
		if cond() {
			return true
		}
		if g.wakes != nil {
			g.wakes()
		}
	}
	if ms == portals.TimeForever {
		panic(errors.New("waits forever"))
	}
	return false
}

var self = portals.ProcessID{NID: 0, PID: 1}

// up is a process with an interface; its structures live on the heap, where addresses stay.
func up(t *testing.T, net Network) (*Process, uint32) {
	p := New(net)
	n, ni := new(int32), new(uint32)
	require.Zero(t, p.Init(addr(n)))
	require.Equal(t, int32(1), *n)
	require.Zero(t, p.NIInit(0, portals.PIDAny, 0, 0, addr(ni)))
	return p, *ni
}

func TestBeforeInit(t *testing.T) {
	p := New(&loop{})
	require.Equal(t, int32(portals.SegV), p.Init(0))
	require.Equal(t, int32(portals.NoInit), p.NIInit(0, portals.PIDAny, 0, 0, 0))
	require.Equal(t, int32(portals.NoInit), p.MEUnlink(3))
	rc, _ := p.EQGet(3, 0, false)
	require.Equal(t, int32(portals.NoInit), rc)
	require.Equal(t, int32(portals.NoInit), p.Put(1, 0, 0, true, 0, 0, 1, 0, 0, 0, 0, 0))
	p.Fini()
}

func TestInterfaceCounts(t *testing.T) {
	net := &loop{}
	p, ni := up(t, net)
	again := new(uint32)
	require.Equal(t, int32(portals.IfaceDup), p.NIInit(2<<16|1, portals.PIDAny, 0, 0, addr(again)))
	require.Equal(t, ni, *again)
	require.Equal(t, int32(portals.PIDInvalid), p.NIInit(0, 7, 0, 0, addr(again)))
	require.Equal(t, int32(portals.IfaceInvalid), p.NIInit(0x7777_0000, portals.PIDAny, 0, 0, addr(again)))
	require.NotEmpty(t, net.said)
	require.Zero(t, p.NIFini(ni))
	require.Zero(t, net.closed)
	require.Zero(t, p.NIFini(ni))
	require.Equal(t, 1, net.closed)
	require.Equal(t, int32(portals.NIInvalid), p.NIFini(ni))
	require.Zero(t, p.NIInit(0, portals.PIDAny, 0, 0, addr(again)), "up again")
	p.Fini()
	require.Equal(t, 2, net.closed)
	require.Equal(t, int32(portals.NoInit), p.NIFini(ni))
}

func TestNoJob(t *testing.T) {
	p := New(&loop{joins: errors.New("no launcher")})
	require.Zero(t, p.Init(addr(new(int32))))
	require.Equal(t, int32(portals.Fail), p.NIInit(0, portals.PIDAny, 0, 0, addr(new(uint32))))
	require.Equal(t, int32(-1), p.NIDPIDMap(0))
}

func TestOwnPID(t *testing.T) {
	p := New(&loop{})
	p.Init(addr(new(int32)))
	require.Equal(t, int32(portals.PIDInvalid), p.NIInit(0, 99, 0, 0, addr(new(uint32))))
}

// offer has a descriptor that takes puts, with its queue.
func offer(t *testing.T, p *Process, ni uint32) (eq uint32, md *portals.MD) {
	q, me, mdh := new(uint32), new(uint32), new(uint32)
	require.Zero(t, p.EQAlloc(ni, 8, 77, addr(q)))
	require.Zero(t, p.MEAttach(ni, 4, portals.NIDAny, portals.PIDAny, 1, 0, 0, 0, addr(me)))
	md = &portals.MD{Threshold: -1, Options: portals.MDOpPut, EQ: portals.Handle(*q)}
	require.Zero(t, p.MDAttach(*me, addr(md), 0, addr(mdh)))
	return *q, md
}

func bind(t *testing.T, p *Process, ni uint32) uint32 {
	h := new(uint32)
	require.Zero(t, p.MDBind(ni, addr(&portals.MD{Threshold: -1, EQ: portals.EQNone}), 0, addr(h)))
	return *h
}

func TestEventsComeWithTheirHandler(t *testing.T) {
	p, ni := up(t, &loop{})
	eq, _ := offer(t, p, ni)
	src := bind(t, p, ni)
	e := new(portals.Event)
	rc, handler := p.EQGet(eq, addr(e), false)
	require.Equal(t, int32(portals.EQEmpty), rc)
	require.Zero(t, handler)
	require.Zero(t, p.Put(src, 0, 0, true, int32(portals.NoAck), 0, 1, 4, 0, 1, 0, 42))
	rc, handler = p.EQGet(eq, addr(e), true)
	require.Zero(t, rc)
	require.Equal(t, uintptr(77), handler)
	require.Equal(t, portals.PutStart, e.Kind)
	eqs, which := &[2]uint32{eq, eq}, new(int32)
	rc, _ = p.EQPoll(addr(eqs), 2, 0, addr(e), addr(which))
	require.Zero(t, rc)
	require.Equal(t, portals.PutStart, e.Kind)
	rc, _ = p.EQPoll(addr(eqs), 2, 0, addr(e), addr(which))
	require.Zero(t, rc)
	require.Equal(t, portals.PutEnd, e.Kind)
	require.Equal(t, uint64(42), e.HdrData)
	rc, _ = p.EQPoll(addr(eqs), 0, 0, addr(e), addr(which))
	require.Equal(t, int32(portals.EQInvalid), rc)
}

// Events come from several queues in the order in which they were posted, so that a queue that always has one does not hide those of the next.
func TestPollTakesTheOldest(t *testing.T) {
	p, ni := up(t, &loop{})
	eqs, which, e := new([2]uint32), new(int32), new(portals.Event)
	mds := new([2]uint32)
	for i := range eqs {
		require.Zero(t, p.EQAlloc(ni, 8, 0, addr(&eqs[i])))
		md := portals.MD{Threshold: -1, Options: portals.MDEventEndDisable, EQ: portals.Handle(eqs[i])}
		require.Zero(t, p.MDBind(ni, addr(&md), 0, addr(&mds[i])))
	}
	posted := []int32{1, 0, 0, 1, 1, 0}
	for _, i := range posted {
		require.Zero(t, p.Put(mds[i], 0, 0, true, int32(portals.NoAck), 0, 1, 4, 0, 1, 0, 42))
	}
	var order []int32
	for range posted {
		rc, _ := p.EQPoll(addr(eqs), 2, 0, addr(e), addr(which))
		require.Zero(t, rc)
		order = append(order, *which)
	}
	require.Equal(t, posted, order)
}

func TestUpdateMatchesWhatHasCome(t *testing.T) {
	p, ni := up(t, &loop{})
	eq, md := offer(t, p, ni)
	src := bind(t, p, ni)
	require.Zero(t, p.Put(src, 0, 0, true, int32(portals.NoAck), 0, 1, 4, 0, 1, 0, 0))
	require.Equal(t, int32(portals.MDNoUpdate), p.MDUpdate(src, 0, addr(md), eq), "the put has not been looked at before, and counts")
}

func TestBusy(t *testing.T) {
	net := &loop{full: true}
	p, ni := up(t, net)
	src := bind(t, p, ni)
	require.Equal(t, int32(Busy), p.Put(src, 0, 0, true, 0, 0, 1, 4, 0, 1, 0, 0))
	require.Equal(t, int32(portals.ProcessInvalid), p.Put(src, 0, 0, true, 0, 5, 1, 4, 0, 1, 0, 0))
	net.full, net.holds = false, true
	require.Zero(t, p.Put(src, 0, 0, true, 0, 0, 1, 4, 0, 1, 0, 0))
	require.Equal(t, int32(Busy), p.MDUnlink(src), "its bytes are under way")
	require.Equal(t, int32(Busy), p.NIFini(ni))
	net.NI.Sent(net.held[0], portals.NIOK)
	net.held = nil
	require.Zero(t, p.MDUnlink(src))
	require.Zero(t, p.NIFini(ni))
}

// lingering is a world that gives a process time to send; a payload is taken after some of it.
type lingering struct {
	*loop
	pauses, most int
}

func (l *lingering) Linger() func() bool {
	return func() bool {
		if l.pauses++; l.pauses == 3 {
			l.NI.Sent(l.held[0], portals.NIOK)
			l.held = nil
		}
		return l.pauses < l.most
	}
}

func TestFiniLingers(t *testing.T) {
	for _, most := range []int{2, 10} {
		net := &lingering{loop: &loop{holds: true}, most: most}
		p, _ := up(t, net)
		require.Zero(t, p.Put(bind(t, p, uint32(p.NI.Handle())), 0, 0, true, 0, 0, 1, 4, 0, 1, 0, 0))
		p.Fini()
		require.Equal(t, min(most, 3), net.pauses, "until nothing is under way, or there is no more time")
		require.Equal(t, 1, net.closed)
	}
}

// dozing is a world whose network other threads poll while the caller sleeps.
type dozing struct {
	*loop
	dozes int
}

func (d *dozing) Doze() { d.dozes++ }

func TestEQPollDozes(t *testing.T) {
	net := &dozing{loop: &loop{}}
	p, ni := up(t, net)
	eq, _ := offer(t, p, ni)
	e, which, q := new(portals.Event), new(int32), &[1]uint32{eq}
	for i, timeout := range []uint32{0, 1} {
		rc, _ := p.EQPoll(addr(q), 1, timeout, addr(e), addr(which))
		require.Equal(t, int32(portals.EQEmpty), rc)
		require.Equal(t, i, net.dozes, "only a caller that is about to sleep leaves the network to others")
	}
	require.Zero(t, p.Put(bind(t, p, ni), 0, 0, true, int32(portals.NoAck), 0, 1, 4, 0, 1, 0, 0))
	rc, _ := p.EQPoll(addr(q), 1, 1, addr(e), addr(which))
	require.Zero(t, rc)
	require.Equal(t, 1, net.dozes, "an event was there")
}

func TestWaitingInGo(t *testing.T) {
	net := &loop{full: true}
	p, ni := up(t, inGo{net})
	eq, _ := offer(t, p, ni)
	src := bind(t, p, ni)
	net.wakes = func() { net.full = false }
	require.Zero(t, p.Put(src, 0, 0, true, int32(portals.NoAck), 0, 1, 4, 0, 1, 0, 0))
	e, which := new(portals.Event), new(int32)
	q := &[1]uint32{eq}
	for range 2 {
		rc, _ := p.EQPoll(addr(q), 1, portals.TimeForever, addr(e), addr(which))
		require.Zero(t, rc)
	}
	rc, _ := p.EQGet(eq, addr(e), false)
	require.Equal(t, int32(portals.EQEmpty), rc)
	require.Equal(t, 1, net.polls)
	rc, _ = p.EQPoll(addr(q), 1, 5, addr(e), addr(which))
	require.Equal(t, int32(portals.EQEmpty), rc)
	require.Equal(t, []string{"PtlPut", "PtlEQPoll"}, net.waits)
	net.holds = true
	require.Zero(t, p.Put(src, 0, 0, true, int32(portals.NoAck), 0, 1, 4, 0, 1, 0, 0))
	net.wakes = func() {
		for _, op := range net.held {
			net.NI.Sent(op, portals.NIOK)
		}
		net.held = nil
	}
	require.Zero(t, p.MDUnlink(src))
	require.Equal(t, "PtlMDUnlink", net.waits[2])
}

// Part of the library may have the interface open beside the program.
func TestAcquire(t *testing.T) {
	net := &loop{}
	p := New(net)
	host, link, err := p.Acquire(SHMEM)
	require.NoError(t, err)
	require.Same(t, &p.Host, host)
	require.Equal(t, Link(net), link)
	require.Equal(t, int32(255), host.NI.Granted().MaxPTIndex)

	ni, actual := new(uint32), new(portals.Limits)
	require.Equal(t, int32(portals.NoInit), p.NIInit(0, portals.PIDAny, 0, 0, addr(ni)))
	require.Zero(t, p.Init(addr(new(int32))))
	require.Equal(t, int32(portals.NIInvalid), p.NIFini(uint32(host.NI.Handle())), "the program has not opened it")
	require.Equal(t, int32(portals.IfaceDup), p.NIInit(0, portals.PIDAny, 0, addr(actual), addr(ni)))
	require.Equal(t, uint32(host.NI.Handle()), *ni)
	require.Equal(t, int32(252), actual.MaxPTIndex, "the last three are not the program's")
	eq, _ := offer(t, p, *ni)
	require.Zero(t, p.NIFini(*ni))
	require.Equal(t, int32(portals.NIInvalid), p.NIFini(*ni))
	require.Equal(t, int32(portals.EQInvalid), p.EQFree(eq))
	require.Equal(t, int32(portals.IfaceDup), p.NIInit(0, portals.PIDAny, 0, 0, addr(ni)))
	p.Fini()
	require.Zero(t, net.closed)
	p.Release(SHMEM)
	require.Equal(t, 1, net.closed)

	// The program first, and last.
	p, handle := up(t, net)
	_, _, err = p.Acquire(SHMEM)
	require.NoError(t, err)
	p.Release(SHMEM)
	require.Equal(t, 1, net.closed)
	require.Zero(t, p.NIFini(handle))
	require.Equal(t, 2, net.closed)

	_, _, err = New(&loop{joins: errors.New("no launcher")}).Acquire(SHMEM)
	require.ErrorContains(t, err, "no launcher")
}

// Users keep the places of their portal indices whichever comes first, and give them back one by one.
func TestUsers(t *testing.T) {
	require.Equal(t, uint32(3), SHMEM.FromEnd())
	require.Equal(t, uint32(5), GASNet.FromEnd())
	net := &loop{}
	p := New(net)
	_, _, err := p.Acquire(SHMEM)
	require.NoError(t, err)
	require.Zero(t, p.Init(addr(new(int32))))
	granted := func() int32 {
		ni, actual := new(uint32), new(portals.Limits)
		require.Equal(t, int32(portals.IfaceDup), p.NIInit(0, portals.PIDAny, 0, addr(actual), addr(ni)))
		require.Zero(t, p.NIFini(*ni))
		return actual.MaxPTIndex
	}
	require.Equal(t, int32(252), granted())
	for _, c := range []struct {
		acquire bool
		user    User
		granted int32
	}{{true, GASNet, 250}, {false, SHMEM, 250}, {true, SHMEM, 250}, {false, GASNet, 252}, {true, GASNet, 250}, {false, SHMEM, 250}} {
		if c.acquire {
			_, _, err := p.Acquire(c.user)
			require.NoError(t, err)
		} else {
			p.Release(c.user)
		}
		require.Equal(t, c.granted, granted())
	}
	require.Zero(t, net.closed)
	p.Release(GASNet)
	require.Equal(t, 1, net.closed)

	ni := new(uint32)
	require.Zero(t, p.NIInit(0, portals.PIDAny, addr(&portals.Limits{MaxPTIndex: 4}), 0, addr(ni)))
	_, _, err = p.Acquire(GASNet)
	require.ErrorContains(t, err, "max_pt_index 4, and the library needs the last 5 indices")
	_, _, err = p.Acquire(SHMEM)
	require.NoError(t, err)
}

// Hooks are called in their order, as long as they are not removed, also by a hook.
func TestHooks(t *testing.T) {
	h, called := &Host{}, ""
	var second func()
	first := h.AddHook(func() { called += "1" })
	second = h.AddHook(func() {
		called += "2"
		second()
	})
	h.AddHook(func() { called += "3" })
	h.Handled()
	require.Equal(t, "123", called)
	first()
	h.Handled()
	require.Equal(t, "1233", called)
	require.Equal(t, 1, h.Hooks())
}

// Clients that take a pid for 16 bits have a wildcard of their own.
func TestShortWildcard(t *testing.T) {
	net := &loop{}
	p, ni := up(t, net)
	again := new(uint32)
	require.Equal(t, int32(portals.IfaceDup), p.NIInit(0, 0xffff, 0, 0, addr(again)))
	require.Equal(t, int32(portals.PIDInvalid), p.NIInit(0, 0xfffe, 0, 0, addr(again)))
	me, mdh, pt := new(uint32), new(uint32), new(uint32)
	md := &portals.MD{Threshold: -1, Options: portals.MDOpPut, EQ: portals.EQNone}
	src, taken := bind(t, p, ni), uint64(0)
	arrives := func(pt uint32, bits uint64) {
		require.Zero(t, p.Put(src, 0, 0, true, int32(portals.NoAck), 0, 1, pt, 0, bits, 0, 0))
		for net.Serve() {
		}
		taken++
		got, _ := p.NI.Status(portals.SRRecvCount)
		require.Equal(t, taken, got)
	}
	require.Zero(t, p.MEAttach(ni, 4, 0, 0xffff, 1, 0, 0, 0, addr(me)))
	require.Zero(t, p.MDAttach(*me, addr(md), 0, addr(mdh)))
	arrives(4, 1)
	base := *me
	require.Zero(t, p.MEInsert(base, 0, 0xffff, 2, 0, 0, 0, addr(me)))
	require.Zero(t, p.MDAttach(*me, addr(md), 0, addr(mdh)))
	arrives(4, 2)
	require.Zero(t, p.MEMDPost(ni, base, 0, 0xffff, 3, 0, 0, 0, addr(md), 0, addr(me), addr(mdh), uint32(portals.EQNone)))
	arrives(4, 3)
	require.Zero(t, p.MEMDAttach(ni, 5, 0, 0xffff, 1, 0, 0, 0, addr(md), 0, addr(me), addr(mdh)))
	arrives(5, 1)
	require.Zero(t, p.MEAttachAny(ni, addr(pt), 0, 0xffff, 1, 0, 0, addr(me)))
	require.Zero(t, p.MDAttach(*me, addr(md), 0, addr(mdh)))
	arrives(*pt, 1)
	require.Zero(t, p.ACEntry(ni, 0, 0, 0xffff, portals.UIDAny, portals.JIDAny, portals.PTIndexAny))
	arrives(5, 1)
	require.Zero(t, p.ACEntry(ni, 0, 0, 0xfffe, portals.UIDAny, portals.JIDAny, portals.PTIndexAny))
	taken--
	arrives(5, 1)
}
