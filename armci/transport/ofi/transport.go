package ofi

import (
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/armci/transport/window"
	"gasnetgo/ofi"
)

const (
	// ahead is how many requests to a peer may be without reply: fewer than it has receive buffers for.
	ahead = 128

	eager      = 1 << 10 // bytes: longer puts and gets are writes and reads
	mostData   = (ofi.MaxBody - headBytes) / armci.MostElement * armci.MostElement
	packedRuns = 2 << 10 // bytes: runs of a transfer from there on travel one by one
)

// Part is what a rank has that others reach.
type Part struct {
	Control, Arena uintptr    // at that rank
	Region         ofi.Region // of the arena
}

// Config is what a transport works with. All is needed.
type Config struct {
	Port  *ofi.Port
	Parts []Part // by rank

	// Control is how many bytes of control memory a rank has, Pages what is allocated of this one's arena; all arenas are as long.
	Control uint64
	Pages   pages.Pages

	// Yield passes a moment in which other ranks of this host may run.
	Yield func()

	// Fail ends the job. It does not return.
	Fail func(err error)
}

// Transport satisfies armci.Transport. Several threads may use it.
type Transport struct {
	Config
	own window.Transport // for words of this rank

	// guarded by the port's lock
	peers    []peer
	requests ofi.Requests[asked]
	flights  map[armci.Op]*flight
	begun    armci.Op
	executed ofi.Executed // messages of peers
	failure  error        // of an operation without a reply: the next call that waits reports it
	head     []byte
	room     []byte // of a message that is aligned
	resting  bool
}

// peer is what this rank knows of another one, or of itself.
type peer struct {
	sent   ofi.Stream // messages to it that it acknowledges
	asked  int        // requests without reply
	moves  []*span
	writes int // of those

	inbox  armci.Inbox
	partly *armci.Message // of which more will come

	known []armci.Range // of its arena, allocated
	knows bool          // it may know such ranges of this rank's
}

// span is remote memory that is being written or read.
type span struct {
	from, to uintptr
	write    bool
}

// asked is a request without reply. done is called with the port locked.
type asked struct {
	peer int
	done func(payload []byte)
}

// flight is an operation of armci.
type flight struct {
	op armci.Op
	n  int
}

var (
	_ armci.Transport = (*Transport)(nil)
	_ armci.Packer    = (*Transport)(nil)
	_ armci.Flagger   = (*Transport)(nil)
)

// New makes the transport. Peers may use it when all ranks have made theirs.
func New(c Config) *Transport {
	t := &Transport{Config: c, peers: make([]peer, c.Port.Size), executed: ofi.NewExecuted(c.Port.Size), flights: map[armci.Op]*flight{}, room: make([]byte, ofi.MaxBody)}
	for i := range t.peers {
		t.peers[i].sent = ofi.NewStream(c.Port, ofi.ARMCI, i, nil)
	}
	c.Port.Attach(ofi.ARMCI, user{t})
	return t
}

// await returns when cond, which is evaluated with the lock, holds. It needs the lock, which it releases meanwhile; it ends the job if the network has failed.
func (t *Transport) await(cond func() bool) {
	failed := func() error {
		if err := t.Port.Broken(); err != nil {
			return err
		}
		return t.failure
	}
	err := failed()
	if err == nil && cond() {
		return
	}
	t.Port.Unlock()
	t.Port.WaitLocked(func() bool {
		err = failed()
		return err != nil || cond()
	})
	if err != nil {
		t.Fail(fmt.Errorf("ARMCI between hosts: %w", err))
	}
	t.Port.Lock()
}

// inform sends a message that the peer acknowledges, once there is room. It needs the lock.
func (t *Transport) inform(to int, m message, payload []byte) {
	p := &t.peers[to]
	t.await(func() bool { return !p.sent.Full() })
	t.head = m.bytes(t.head)
	p.sent.Send(t.head, payload)
}

// ask sends a message that the peer replies to, once there is room. It needs the lock.
func (t *Transport) ask(to int, m message, payload []byte, done func(payload []byte)) {
	p := &t.peers[to]
	t.await(func() bool { return p.asked < ahead && !t.Port.Backlog() })
	p.asked++
	m.id = t.requests.Add(&asked{to, done})
	t.head = m.bytes(t.head)
	t.Port.Send(to, ofi.ARMCI, t.head, payload)
}

// answer is ask, and waits for the reply.
func (t *Transport) answer(to int, m message, read func(payload []byte)) {
	over := false
	t.ask(to, m, nil, func(payload []byte) {
		read(payload)
		over = true
	})
	t.await(func() bool { return over })
}

// Fence waits until all messages to a rank are executed, and all writes.
func (t *Transport) Fence(to int) {
	t.Port.Lock()
	defer t.Port.Unlock()
	p := &t.peers[to]
	t.await(func() bool { return p.sent.Quiet() && p.writes == 0 })
}

// Ring interrupts a rank of another host, which then looks at what it waits for.
func (t *Transport) Ring(rank int) {
	if rank == t.Port.Rank {
		return
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	t.inform(rank, message{kind: msgRing}, nil)
}

// Progress serves what has come.
func (t *Transport) Progress() { t.Port.Progress() }

// Done serves what has come, and reports whether an operation is complete.
func (t *Transport) Done(op armci.Op) bool {
	if op == 0 {
		return true
	}
	t.Port.Progress()
	t.Port.Lock()
	defer t.Port.Unlock()
	if _, under := t.flights[op]; !under {
		return true
	}
	t.await(func() bool { return true }) // or the network has failed
	return false
}

// begin makes an operation of one part. It needs the lock.
func (t *Transport) begin() *flight {
	t.begun++
	f := &flight{t.begun, 1}
	t.flights[f.op] = f
	return f
}

// end ends a part of an operation. It needs the lock.
func (t *Transport) end(f *flight) {
	if f.n--; f.n == 0 {
		delete(t.flights, f.op)
	}
}

// Send sends a message in parts. It waits for the receiver's library only, not for its program.
func (t *Transport) Send(to int, m armci.Message) error {
	t.Port.Lock()
	defer t.Port.Unlock()
	if to == t.Port.Rank {
		p := &t.peers[to]
		p.inbox.Put(armci.Message{Context: m.Context, Tag: m.Tag, Data: append([]byte(nil), m.Data...)})
		return nil
	}
	for data := m.Data; ; data = data[mostData:] {
		head := message{kind: msgText, at: m.Context, value: uint64(m.Tag), more: len(data) > mostData}
		t.inform(to, head, data[:min(mostData, len(data))])
		if !head.more {
			return nil
		}
	}
}

// Receive takes the next message of a rank.
func (t *Transport) Receive(from int) (armci.Message, bool) {
	t.Port.Lock()
	defer t.Port.Unlock()
	return t.peers[from].inbox.Take()
}
