package ofi

import (
	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/request"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/window"
)

// Eager is the longest put, in bytes, that travels as a message: its target stores words in one access each, where a network may store a part of one first. A get as short is a
// message where it has to see puts before it.
const Eager = 512

var _ [request.MaxPayload - request.HeadBytes - Eager]byte

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
	layer   *request.Layer[note]
	ordered bool // the network keeps writes and messages in order

	// guarded by the port's lock
	peers    []peer
	contexts map[shmem.Ctx]*context
	recent   struct { // the one of the last call
		ctx     shmem.Ctx
		context *context
	}
	head  []byte
	reply [Eager]byte // to a request of a peer
}

// peer is what this rank knows of another one.
type peer struct {
	moves int // writes and reads of its memory in flight
}

// context is the operations in flight on a context.
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
	t := &Transport{Config: c, ordered: c.Port.Engine.Ordered(), peers: make([]peer, c.Port.Size), contexts: map[shmem.Ctx]*context{}}
	t.own = window.New(window.Config{Base: func(seg shmem.Seg, _ int) uintptr { return t.segment(seg).Base }})
	t.layer = request.New(c.Port, ofi.SHMEM, t, kinds, msgSeveral)
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
		c.polls = t.Port.Polling(func() bool { return t.layer.Failed() != nil || t.isQuiet(c) })
		t.contexts[ctx] = c
	}
	t.recent.ctx, t.recent.context = ctx, c
	return c
}

// inform sends a message that the peer acknowledges, once there is space. It is called without the lock.
func (t *Transport) inform(ctx shmem.Ctx, pe int, m request.Message, payload []byte) error {
	t.Port.Lock()
	defer t.Port.Unlock()
	s := t.layer.Stream(pe)
	if s.Full() {
		if err := t.layer.Await(s.Room); err != nil {
			return err
		}
	}
	var number uint64
	if s.Busy() {
		if m.Kind == msgPut {
			m.Cond = uint64(len(payload))
		}
		t.head = m.Append(t.head[:0])
		number = s.Add(t.head, payload)
	} else {
		number = t.layer.Inform(pe, m, payload)
	}
	t.context(ctx).sent(pe, number)
	return t.layer.Failed()
}

// Acknowledged has nothing to do: contexts remember the numbers of their messages.
func (t *Transport) Acknowledged(int) {}

// Put writes src to pe.
func (t *Transport) Put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, nbi bool) error {
	if pe == t.Port.Rank {
		return t.own.Put(ctx, pe, dst, src, nbi)
	}
	if len(src) <= Eager {
		return t.inform(ctx, pe, putMessage(dst), src)
	}
	if err := t.settle(ctx); err != nil {
		return err
	}
	t.Port.Lock()
	o := t.begin(ctx, nbi)
	o.Note.move(&t.peers[pe], true)
	t.layer.Write(o, pe, memory.Address(src), uint64(len(src)), t.Region(pe, dst.Seg).At(dst.Off), src)
	t.Port.Unlock()
	if nbi {
		return nil
	}
	return t.finish(o)
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
	if len(dst) <= Eager && (!t.layer.Stream(pe).Quiet() || p.moves > 0 && !t.ordered) { // a message sees the puts before it
		t.Port.Unlock()
		var err error
		if o, err = t.request(ctx, pe, getMessage(src, len(dst)), dst, 0, nbi); err != nil {
			return err
		}
	} else {
		o = t.begin(ctx, nbi)
		o.Note.move(p, false)
		t.layer.Read(o, pe, memory.Address(dst), uint64(len(dst)), t.Region(pe, src.Seg).At(src.Off), dst)
		t.Port.Unlock()
	}
	if nbi {
		return nil
	}
	return t.finish(o)
}

// Atomic has the target execute op.
func (t *Transport) Atomic(ctx shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	if pe == t.Port.Rank {
		return t.own.Atomic(ctx, pe, at, op, into)
	}
	m := amoMessage(at, op)
	if op.Op == shmem.AMOSet || op.Blind && into == nil {
		if into != nil {
			clear(into)
		}
		return 0, t.inform(ctx, pe, m, nil)
	}
	if into != nil {
		_, err := t.request(ctx, pe, m, into, 0, true)
		return 0, err
	}
	return t.fetch(ctx, pe, m, shmem.TypeBytes(op.Type))
}

// Fence waits for writes where messages could overtake them; messages stay in order.
func (t *Transport) Fence(ctx shmem.Ctx) error {
	t.Port.Lock()
	defer t.Port.Unlock()
	c := t.context(ctx)
	c.ordered = len(c.to) > 0
	if c.writes == 0 || t.ordered {
		return t.layer.Failed()
	}
	return t.layer.Await(func() bool { return c.writes == 0 })
}

// Quiet waits until all of the context's operations are complete.
func (t *Transport) Quiet(ctx shmem.Ctx) error {
	t.Port.Lock()
	c := t.context(ctx)
	for _, pe := range c.to {
		t.layer.Stream(pe).Flush()
	}
	quiet, err := t.isQuiet(c), t.layer.Failed()
	t.Port.Unlock()
	if quiet || err != nil {
		return err
	}
	t.Port.WaitPolling(c.polls)
	t.Port.Lock()
	defer t.Port.Unlock()
	return t.layer.Failed()
}

func (t *Transport) isQuiet(c *context) bool {
	if c.pending > 0 {
		return false
	}
	for n := len(c.to); n > 0; n-- {
		pe := c.to[n-1]
		if !t.layer.Stream(pe).Acknowledged(c.last[pe]) {
			return false
		}
		c.last[pe], c.to = 0, c.to[:n-1]
	}
	c.ordered = false
	return true
}

// Progress serves what has come.
func (t *Transport) Progress() { t.Port.Progress() }
