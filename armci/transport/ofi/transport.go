package ofi

import (
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/armci/transport/window"
	"gasnetgo/ofi"
	layer "gasnetgo/ofi/request"
)

const (
	eager      = 1 << 10 // bytes: longer puts and gets are writes and reads
	mostData   = layer.MaxPayload / armci.MostElement * armci.MostElement
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

	// Yield lets other ranks of this host run. It returns soon.
	Yield func()

	// Fail ends the job. It does not return.
	Fail func(err error)
}

// Transport satisfies armci.Transport. Several threads may use it.
type Transport struct {
	Config
	own   window.Transport // for words of this rank
	layer *layer.Layer[note]

	// guarded by the port's lock
	peers   []peer
	parts   map[armci.Op]int // of operations in flight: their requests, writes and reads
	begun   armci.Op
	room    []byte // of a request of package request, aligned
	reply   []byte // to a request of a peer
	resting bool
}

// peer is what this rank knows of another one, or of itself.
type peer struct {
	moves  []*span // writes and reads in flight
	writes int     // of those

	inbox   armci.Inbox
	partial *armci.Message // of which more will come

	known []armci.Range // of its arena, allocated
	knows bool          // it may know such ranges of this rank's
}

// note is what the transport knows of a request, write or read in flight.
type note struct {
	op    armci.Op             // that it is a part of; 0: none
	into  uintptr              // where the reply to a get goes
	read  func(payload []byte) // reads the reply to another request
	peer  int                  // of a write or read
	span  span
	moves bool // it is a write or read
}

var (
	_ armci.Transport = (*Transport)(nil)
	_ armci.Packer    = (*Transport)(nil)
	_ armci.Flagger   = (*Transport)(nil)
)

// New makes the transport. Peers may use it when all ranks have made theirs.
func New(c Config) *Transport {
	t := &Transport{Config: c, peers: make([]peer, c.Port.Size), parts: map[armci.Op]int{}, room: make([]byte, ofi.MaxBody), reply: make([]byte, mostData)}
	t.layer = layer.New(c.Port, ofi.ARMCI, client{t}, kinds, 0)
	return t
}

// await returns when cond, which is evaluated with the lock, holds. It needs the lock, which it releases meanwhile; it ends the job if the network has failed.
func (t *Transport) await(cond func() bool) {
	if err := t.layer.Await(cond); err != nil {
		t.Port.Unlock()
		t.Fail(fmt.Errorf("ARMCI between hosts: %w", err))
		t.Port.Lock()
	}
}

// inform sends a message that the peer acknowledges, once there is space. It needs the lock.
func (t *Transport) inform(to int, m layer.Message, payload []byte) {
	if s := t.layer.Stream(to); t.layer.Failed() != nil || s.Full() {
		t.await(func() bool { return !s.Full() })
	}
	t.layer.Inform(to, m, payload)
}

// request sends a message that the peer replies to with so many bytes, once there is space. It needs the lock.
func (t *Transport) request(to int, m layer.Message, payload []byte, bytes int, n note) {
	if t.layer.Failed() != nil || !t.layer.CanRequest(to) {
		t.await(func() bool { return t.layer.CanRequest(to) })
	}
	o := t.layer.Begin(false)
	o.Note = n
	t.layer.Request(o, to, m, payload, bytes)
}

// requestAndWait is request, and waits for the reply, which it has read. It needs the lock.
func (t *Transport) requestAndWait(to int, m layer.Message, bytes int, read func(payload []byte)) {
	complete := false
	t.request(to, m, nil, bytes, note{read: func(payload []byte) {
		read(payload)
		complete = true
	}})
	t.await(func() bool { return complete })
}

// Fence waits until all messages to a rank are executed, and all writes.
func (t *Transport) Fence(to int) {
	t.Port.Lock()
	defer t.Port.Unlock()
	p, sent := &t.peers[to], t.layer.Stream(to)
	t.await(func() bool { return sent.Quiet() && p.writes == 0 })
}

// Ring interrupts a rank of another host, which then checks what it waits for.
func (t *Transport) Ring(rank int) {
	if rank == t.Port.Rank {
		return
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	t.inform(rank, layer.Message{Kind: msgRing}, nil)
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
	if _, inFlight := t.parts[op]; !inFlight {
		return true
	}
	t.await(func() bool { return true }) // or the network has failed
	return false
}

// begin makes an operation of one part. It needs the lock.
func (t *Transport) begin() armci.Op {
	t.begun++
	t.parts[t.begun] = 1
	return t.begun
}

// end ends a part of an operation, unless that is 0. It needs the lock.
func (t *Transport) end(op armci.Op) {
	switch left := t.parts[op] - 1; {
	case op == 0:
	case left == 0:
		delete(t.parts, op)
	default:
		t.parts[op] = left
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
		head := layer.Message{Kind: msgText, At: m.Context, Value: uint64(m.Tag)}
		if len(data) > mostData {
			head.Part = 1
		}
		t.inform(to, head, data[:min(mostData, len(data))])
		if head.Part == 0 {
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
