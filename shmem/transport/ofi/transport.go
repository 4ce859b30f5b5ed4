package ofi

import (
	"fmt"

	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/window"
)

// Eager is the longest put, in bytes, that travels as a message: its target stores words in one access each, where a network may store a part of one first. A get as short is a
// message where it has to see puts before it.
const Eager = 512

var _ [ofi.MaxBody - headBytes - Eager]byte

// ahead is how many requests may be without reply.
const ahead = 128

// Config is what a transport works with. All is needed.
type Config struct {
	Port     *ofi.Port
	Segments shmem.Segments // of this rank, as its program sees them

	// Region is where peers find a segment of pe.
	Region func(pe int, seg shmem.Seg) ofi.Region
}

// Transport is a shmem.Transport. It may be used by several threads at once.
type Transport struct {
	Config
	own     *window.Transport
	ordered bool // the network keeps writes and messages in order

	// guarded by the port's lock
	peers    []peer
	contexts map[shmem.Ctx]*context
	recent   struct { // the one of the last call
		ctx     shmem.Ctx
		context *context
	}
	unused   []*operation
	requests ofi.Requests[operation]
	executed ofi.Executed // messages of peers
	failure  error        // of an operation without a reply: the next call that waits reports it
	head     []byte
}

// peer is what this rank knows of another one.
type peer struct {
	puts  ofi.Stream // and atomics without reply
	moves int        // writes and reads of its memory in flight
}

// context is what is in flight on a context.
type context struct {
	pending int         // writes and replies
	writes  int         // of those, writes
	last    []uint64    // by peer: number of its last message, if the peer is in to
	to      []int       // peers to which it has sent messages since all were acknowledged
	ordered bool        // a fence lies between those messages and what comes next
	polls   func() bool // polls, and reports whether all is complete, or the network has failed
}

// sent notes the number of a message to a peer; numbers begin with 1.
func (c *context) sent(pe int, number uint64) {
	if c.last[pe] == 0 {
		c.to = append(c.to, pe)
	}
	c.last[pe] = number
}

var _ shmem.Transport = (*Transport)(nil)

// New makes the transport. Peers may use it when all ranks have made theirs.
func New(c Config) *Transport {
	c.Segments.Heap.Len += c.Segments.Control
	t := &Transport{Config: c, ordered: c.Port.Engine.Ordered(), peers: make([]peer, c.Port.Size), executed: ofi.NewExecuted(c.Port.Size), contexts: map[shmem.Ctx]*context{}}
	t.own = window.New(window.Config{Base: func(seg shmem.Seg, _ int) uintptr { return t.segment(seg).Base }})
	for pe := range t.peers {
		t.peers[pe].puts = ofi.NewStream(c.Port, ofi.SHMEM, pe, batchHead())
	}
	c.Port.Attach(ofi.SHMEM, t)
	return t
}

func (t *Transport) segment(seg shmem.Seg) shmem.Segment {
	if seg == shmem.Heap {
		return t.Segments.Heap
	}
	return t.Segments.Data
}

func (t *Transport) context(ctx shmem.Ctx) *context {
	ctx &^= shmem.Counted
	if t.recent.context != nil && t.recent.ctx == ctx {
		return t.recent.context
	}
	c := t.contexts[ctx]
	if c == nil {
		c = &context{last: make([]uint64, len(t.peers))}
		c.polls = t.Port.Polling(func() bool { return t.failed() != nil || t.isQuiet(c) })
		t.contexts[ctx] = c
	}
	t.recent.ctx, t.recent.context = ctx, c
	return c
}

// await blocks until cond, which is evaluated with the lock, holds, or the network has failed. It is called without the lock.
func (t *Transport) await(cond func() bool) error {
	var err error
	t.Port.WaitLocked(func() bool {
		if err = t.failed(); err != nil {
			return true
		}
		return cond()
	})
	return err
}

// failed is a failure of the network, or of an operation without a reply. It needs the lock.
func (t *Transport) failed() error {
	if err := t.Port.Broken(); err != nil {
		return err
	}
	return t.failure
}

// inform sends a message that the peer acknowledges, once there is room. It is called without the lock.
func (t *Transport) inform(ctx shmem.Ctx, pe int, m message, payload []byte) error {
	s := &t.peers[pe].puts
	t.Port.Lock()
	if s.Full() {
		t.Port.Unlock()
		if err := t.await(s.Room); err != nil {
			return err
		}
		t.Port.Lock()
	}
	defer t.Port.Unlock()
	var number uint64
	if s.Busy() {
		t.head = m.part(t.head, len(payload))
		number = s.Add(t.head, payload)
	} else {
		t.head = m.bytes(t.head)
		number = s.Send(t.head, payload)
	}
	t.context(ctx).sent(pe, number)
	return t.failed()
}

// Put writes src to pe.
func (t *Transport) Put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, nbi bool) error {
	if pe == t.Port.Rank {
		return t.own.Put(ctx, pe, dst, src, nbi)
	}
	if len(src) <= Eager {
		return t.inform(ctx, pe, message{kind: msgPut, seg: dst.Seg, off: dst.Off}, src)
	}
	if err := t.settle(ctx); err != nil {
		return err
	}
	t.Port.Lock()
	o := t.operation(ctx, nbi)
	o.ctx.writes++
	o.local, o.write = src, true
	o.moves(&t.peers[pe])
	t.Port.Write(pe, memory.Address(src), uint64(len(src)), t.Region(pe, dst.Seg).At(dst.Off), o.ended)
	t.Port.Unlock()
	if nbi {
		return nil
	}
	return t.finished(o)
}

// settle makes the messages before a fence complete, because a write could overtake them.
func (t *Transport) settle(ctx shmem.Ctx) error {
	t.Port.Lock()
	ordered := t.context(ctx).ordered
	t.Port.Unlock()
	if !ordered {
		return nil
	}
	return t.Quiet(ctx)
}

// Get reads from pe into dst.
func (t *Transport) Get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, nbi bool) error {
	if pe == t.Port.Rank {
		return t.own.Get(ctx, pe, src, dst, nbi)
	}
	t.Port.Lock()
	p := &t.peers[pe]
	var o *operation
	if len(dst) <= Eager && (!p.puts.Quiet() || p.moves > 0 && !t.ordered) { // a message sees the puts before it
		t.Port.Unlock()
		var err error
		if o, err = t.request(ctx, pe, message{kind: msgGet, seg: src.Seg, off: src.Off, value: uint64(len(dst))}, dst, nbi); err != nil {
			return err
		}
	} else {
		o = t.operation(ctx, nbi)
		o.local = dst
		o.moves(p)
		t.Port.Read(pe, memory.Address(dst), uint64(len(dst)), t.Region(pe, src.Seg).At(src.Off), o.ended)
		t.Port.Unlock()
	}
	if nbi {
		return nil
	}
	return t.finished(o)
}

// Atomic has the target execute op.
func (t *Transport) Atomic(ctx shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	if pe == t.Port.Rank {
		return t.own.Atomic(ctx, pe, at, op, into)
	}
	m := message{kind: msgAMO, typ: uint8(op.Type), op: uint8(op.Op), seg: at.Seg, off: at.Off, value: op.Value, cond: op.Cond}
	if op.Op == shmem.AMOSet || op.Blind && into == nil {
		if into != nil {
			clear(into)
		}
		return 0, t.inform(ctx, pe, m, nil)
	}
	if into != nil {
		_, err := t.request(ctx, pe, m, into, true)
		return 0, err
	}
	return t.fetch(ctx, pe, m, shmem.TypeBytes(op.Type))
}

// Fence waits for writes where messages could overtake them; messages stay in order.
func (t *Transport) Fence(ctx shmem.Ctx) error {
	t.Port.Lock()
	c := t.context(ctx)
	c.ordered = len(c.to) > 0
	writes := c.writes
	t.Port.Unlock()
	if writes == 0 || t.ordered {
		return nil
	}
	return t.await(func() bool { return c.writes == 0 })
}

// Quiet waits until all of the context's operations are complete.
func (t *Transport) Quiet(ctx shmem.Ctx) error {
	t.Port.Lock()
	c := t.context(ctx)
	for _, pe := range c.to {
		t.peers[pe].puts.Flush()
	}
	quiet := t.isQuiet(c)
	t.Port.Unlock()
	if quiet {
		return nil
	}
	t.Port.WaitPolling(c.polls)
	t.Port.Lock()
	defer t.Port.Unlock()
	return t.failed()
}

func (t *Transport) isQuiet(c *context) bool {
	if c.pending > 0 {
		return false
	}
	for n := len(c.to); n > 0; n-- {
		pe := c.to[n-1]
		if !t.peers[pe].puts.Acknowledged(c.last[pe]) {
			return false
		}
		c.last[pe], c.to = 0, c.to[:n-1]
	}
	c.ordered = false
	return true
}

// Progress serves what has come.
func (t *Transport) Progress() { t.Port.Progress() }

// inside is an error if bytes at off are not all in a segment: a peer of the same version never asks for that.
func (t *Transport) inside(seg shmem.Seg, off, bytes uint64) error {
	if s := t.segment(seg); off > s.Len || bytes > s.Len-off {
		return fmt.Errorf("%d bytes at offset %d: not in a symmetric segment of %d bytes", bytes, off, s.Len)
	}
	return nil
}
