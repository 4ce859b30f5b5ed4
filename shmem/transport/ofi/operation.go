package ofi

import (
	"gasnetgo/ofi/request"
	"gasnetgo/shmem"
)

type operation = request.Operation[note]

// note is what the transport knows of an operation.
type note struct {
	ctx   *context
	moves *peer   // whose memory a write or read is about
	write bool    // of that memory
	into  []byte  // for the reply
	word  [8]byte // for a reply that the call returns
}

// begin returns an operation, which counts on its context. One that is not nbi is to be finished. It needs the lock.
func (t *Transport) begin(ctx shmem.Ctx, nbi bool) *operation {
	o := t.layer.Begin(!nbi)
	o.Note.ctx = t.context(ctx)
	o.Note.ctx.pending++
	return o
}

// moves notes that the operation writes or reads a peer's memory. It needs the lock.
func (n *note) move(p *peer, write bool) {
	n.moves, n.write = p, write
	p.moves++
	if write {
		n.ctx.writes++
	}
}

// Ended completes an operation. It is called with the lock.
func (t *Transport) Ended(n *note, reply []byte, _ error) {
	copy(n.into, reply)
	n.ctx.pending--
	if n.write {
		n.ctx.writes--
	}
	if n.moves != nil {
		n.moves.moves--
	}
}

// finish waits for an operation. It is called without the lock.
func (t *Transport) finish(o *operation) error {
	t.layer.Wait(o)
	t.Port.Lock()
	defer t.Port.Unlock()
	return t.layer.Release(o)
}

// request sends a message that the peer replies to, once there is space. The reply goes to into, or to the operation's word of so many bytes if into is nil. It is called without the lock.
func (t *Transport) request(ctx shmem.Ctx, pe int, m request.Message, into []byte, width uint64, nbi bool) (*operation, error) {
	t.Port.Lock()
	defer t.Port.Unlock()
	if !t.layer.CanRequest(pe) {
		if err := t.layer.Await(func() bool { return t.layer.CanRequest(pe) }); err != nil {
			return nil, err
		}
	}
	o := t.begin(ctx, nbi)
	if o.Note.into = into; into == nil {
		o.Note.into = o.Note.word[:width]
	}
	t.layer.Stream(pe).Flush()
	t.layer.Request(o, pe, m, nil, len(o.Note.into))
	return o, t.layer.Failed()
}

// fetch sends a message that the peer replies to, and returns the reply of width bytes.
func (t *Transport) fetch(ctx shmem.Ctx, pe int, m request.Message, width uint64) (uint64, error) {
	o, err := t.request(ctx, pe, m, nil, width, false)
	if err != nil {
		return 0, err
	}
	t.layer.Wait(o)
	t.Port.Lock()
	defer t.Port.Unlock()
	old := shmem.Bits(o.Note.into)
	return old, t.layer.Release(o)
}
