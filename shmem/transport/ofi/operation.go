package ofi

import (
	"gasnetgo/ofi"
	"gasnetgo/shmem"
)

// operation waits for a reply or for the end of a write or read. Operations are used again, so that a call allocates nothing.
type operation struct {
	ctx     *context
	peer    *peer // of a write or read
	into    []byte
	local   []byte // kept alive while the network uses it
	word    [8]byte
	write   bool
	nbi     bool // nothing waits for this operation alone
	done    bool
	failure error

	ended ofi.Pending // ends the operation
	polls func() bool // polls, and reports whether the operation has ended, or the network has failed
}

// operation is an unused one, which counts on its context. One that is not nbi is unused again after finished. It needs the lock.
func (t *Transport) operation(ctx shmem.Ctx, nbi bool) *operation {
	var o *operation
	if n := len(t.unused); n > 0 {
		o, t.unused = t.unused[n-1], t.unused[:n-1]
	} else {
		o = &operation{}
		o.ended = func(failure error) { t.end(o, failure) }
		o.polls = t.Port.Polling(func() bool { return o.done || t.failed() != nil })
	}
	o.ctx, o.nbi = t.context(ctx), nbi
	o.ctx.pending++
	return o
}

// moves makes the operation a write or read of a peer's memory. It needs the lock.
func (o *operation) moves(p *peer) {
	o.peer = p
	p.moves++
}

// end is an operation's. It is called with the lock.
func (t *Transport) end(o *operation, failure error) {
	o.done, o.failure, o.local = true, failure, nil
	o.ctx.pending--
	if o.write {
		o.ctx.writes--
	}
	if o.peer != nil {
		o.peer.moves--
	}
	if failure != nil && t.failure == nil {
		t.failure = failure
	}
	if o.nbi {
		t.reuse(o)
	}
}

// reuse needs the lock.
func (t *Transport) reuse(o *operation) {
	if len(t.unused) < ahead {
		*o = operation{ended: o.ended, polls: o.polls}
		t.unused = append(t.unused, o)
	}
}

// finished waits for an operation. It is called without the lock.
func (t *Transport) finished(o *operation) error {
	t.Port.WaitPolling(o.polls)
	t.Port.Lock()
	defer t.Port.Unlock()
	return t.settled(o)
}

// settled is how an operation has ended, or that the network has failed. It needs the lock.
func (t *Transport) settled(o *operation) error {
	err := t.failed()
	if err == nil {
		err = o.failure
	}
	if o.done {
		t.reuse(o)
	}
	return err
}

// request sends a message that the peer replies to, once fewer than `ahead` are without reply; the reply goes to into, or to the operation's word if into is nil.
// It is called without the lock.
func (t *Transport) request(ctx shmem.Ctx, pe int, m message, into []byte, nbi bool) (*operation, error) {
	t.Port.Lock()
	if t.requests.Len() >= ahead || t.Port.Backlog() {
		t.Port.Unlock()
		if err := t.await(func() bool { return t.requests.Len() < ahead && !t.Port.Backlog() }); err != nil {
			return nil, err
		}
		t.Port.Lock()
	}
	defer t.Port.Unlock()
	o := t.operation(ctx, nbi)
	if o.into = into; into == nil {
		o.into = o.word[:]
	}
	m.id = t.requests.Add(o)
	t.peers[pe].puts.Flush()
	t.head = m.bytes(t.head)
	t.Port.Send(pe, ofi.SHMEM, t.head, nil)
	return o, t.failed()
}

// fetch sends a message that the peer replies to, and returns the reply of width bytes.
func (t *Transport) fetch(ctx shmem.Ctx, pe int, m message, width uint64) (uint64, error) {
	o, err := t.request(ctx, pe, m, nil, false)
	if err != nil {
		return 0, err
	}
	t.Port.WaitPolling(o.polls)
	t.Port.Lock()
	defer t.Port.Unlock()
	old := shmem.Bits(o.word[:width])
	return old, t.settled(o)
}
