package portals

import (
	"sync"

	"gasnetgo/internal/memory"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// testNet is the network of a job of goroutines. Messages of one rank to another keep their order. Long payloads are taken from the sender's memory as late as
// when they arrive, and another message may be served while one is being moved, as in the live world.
type testNet struct {
	mu    sync.Mutex
	poke  func()
	mail  [][]*message // guarded by mu: by rank
	room  int          // messages that wait for one rank before others must wait; 0: any
	links []*testLink
}

type message struct {
	header ptl.Header
	data   []byte
	op     *ptl.Op // its sender's, if the payload is yet to be taken
	ends   bool    // tells the sender that the payload has been taken
}

const testInline = 256

type testLink struct {
	process.Link // nobody calls what is not here
	process.Host
	net    *testNet
	rank   int
	broken bool // nothing can be read here
}

func newTestNet(n int) *testNet {
	x := &testNet{mail: make([][]*message, n)}
	for i := range n {
		l := &testLink{net: x, rank: i}
		l.NI = ptl.New(ptl.Config{ID: testID(i), Limits: ptl.Limits{MaxPTIndex: 9}})
		x.links = append(x.links, l)
	}
	return x
}

func testID(rank int) ptl.ProcessID { return ptl.ProcessID{NID: uint32(rank), PID: 1} }

func (l *testLink) Ready(id ptl.ProcessID) bool {
	l.net.mu.Lock()
	defer l.net.mu.Unlock()
	return l.net.room == 0 || len(l.net.mail[id.NID]) < l.net.room
}

func (l *testLink) Send(op *ptl.Op) {
	m := &message{header: op.Header, op: op}
	if l.broken {
		l.NI.Sent(op, ptl.NIFailed)
		l.NI.Free(op)
		return
	}
	if n := op.Header.Length; op.Header.Kind.HasData() && n > testInline {
		l.post(op.Header.To, m)
		return
	} else if op.Header.Kind.HasData() {
		m.data = load(op.Region, n)
	}
	m.op = nil
	l.NI.Sent(op, ptl.NIOK)
	l.NI.Free(op)
	l.post(m.header.To, m)
}

func (l *testLink) post(to ptl.ProcessID, m *message) {
	l.net.mu.Lock()
	l.net.mail[to.NID] = append(l.net.mail[to.NID], m)
	l.net.mu.Unlock()
	l.net.poke()
}

func (l *testLink) Serve() bool {
	l.net.mu.Lock()
	var m *message
	if mail := l.net.mail[l.rank]; len(mail) > 0 {
		m, l.net.mail[l.rank] = mail[0], mail[1:]
	}
	l.net.mu.Unlock()
	if m == nil {
		return false
	}
	l.receive(m)
	if l.After != nil {
		l.After()
	}
	l.net.poke()
	return true
}

func (l *testLink) receive(m *message) {
	if m.ends {
		l.NI.Sent(m.op, ptl.NIOK)
		l.NI.Free(m.op)
		return
	}
	op := l.NI.Arrive(&m.header)
	if m.op != nil {
		m.data = load(m.op.Region, m.header.Length)
		l.post(m.header.From, &message{op: m.op, ends: true})
	}
	if op == nil {
		return
	}
	if k := op.Header.Kind; k == ptl.HGet || k == ptl.HGetPut {
		answer := &message{header: op.Answer, data: load(op.Region, op.Length)}
		if k == ptl.HGetPut {
			store(op.Region, m.data[:op.Length])
		}
		l.post(op.Answer.To, answer)
	} else {
		store(op.Region.Slice(0, op.Length), m.data[:op.Length])
	}
	if l.NI.Done(op, ptl.NIOK) {
		l.post(op.Answer.To, &message{header: op.Answer})
	}
	l.NI.Free(op)
}

// jobs makes the network of each job that transporttest runs.
type jobs struct {
	mu   sync.Mutex
	nets map[*shmemtest.Job]*testNet
	room int
}

func (j *jobs) link(r *shmemtest.Rank) *testLink {
	j.mu.Lock()
	defer j.mu.Unlock()
	x := j.nets[r.Job]
	if x == nil {
		x = newTestNet(r.Size())
		x.poke, x.room = r.Poke, j.room
		j.nets[r.Job] = x
	}
	return x.links[r.Rank()]
}

func (j *jobs) transport(r *shmemtest.Rank) *Transport {
	l := j.link(r)
	t, err := New(Config{
		Host: &l.Host, Link: l, Index: 10 - Indices, ID: testID, Events: 8,
		Segments: shmem.Segments{Heap: segmentOf(r.Bytes(shmem.Heap)), Data: segmentOf(r.Bytes(shmem.Data))},
		Wait:     func(_ string, cond func() bool) { r.Wait(cond) },
	})
	if err != nil {
		r.T.Error(err)
		r.Exit(1)
	}
	return t
}

func segmentOf(b []byte) shmem.Segment {
	return shmem.Segment{Base: memory.Address(b), Len: uint64(len(b))}
}
