package portals

import (
	"gasnetgo/internal/memory"
	"gasnetgo/internal/strided"
	"gasnetgo/portals/client"
	"gasnetgo/shmem"
)

// Put starts a put with an acknowledgement. Unless nbi, it returns when src may be reused.
func (t *Transport) Put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, nbi bool) error {
	t.Host.Lock()
	defer t.Host.Unlock()
	op, err := t.put(ctx, pe, dst, src, nil)
	if err != nil {
		return err
	}
	if !nbi && !op.Sent() {
		err = t.client.Await("shmem_put", op.Sent)
	}
	t.client.Release(op)
	return err
}

// Get starts a get. Unless nbi, it returns when the reply has arrived.
func (t *Transport) Get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, nbi bool) error {
	t.Host.Lock()
	defer t.Host.Unlock()
	op, err := t.get(ctx, pe, src, dst, nil)
	if err != nil {
		return err
	}
	if !nbi {
		err = t.client.Await("shmem_get", op.Complete)
	}
	t.client.Release(op)
	return err
}

// PutStrided is a series of puts.
func (t *Transport) PutStrided(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, s strided.Row) error {
	return t.series("shmem_iput", s.Count, func(i uint64, group client.Counter) (*client.Operation, error) {
		ctx := ctx
		if i < s.Count-1 {
			ctx &^= shmem.Counted
		}
		to, from := s.Offsets(i)
		return t.put(ctx, pe, dst.Plus(to), src[from:][:s.Block], group)
	})
}

// GetStrided is a series of gets.
func (t *Transport) GetStrided(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, s strided.Row) error {
	return t.series("shmem_iget", s.Count, func(i uint64, group client.Counter) (*client.Operation, error) {
		to, from := s.Offsets(i)
		return t.get(ctx, pe, src.Plus(from), dst[to:][:s.Block], group)
	})
}

// series starts count operations and returns when they need no local memory any more. The lock is free between any two.
func (t *Transport) series(why string, count uint64, start func(i uint64, group client.Counter) (*client.Operation, error)) error {
	group := new(client.Count)
	for i := range count {
		t.Host.Lock()
		op, err := start(i, group)
		if err == nil {
			t.client.Release(op)
		}
		t.Host.Unlock()
		if err != nil {
			return err
		}
		t.Settle()
	}
	t.Host.Lock()
	defer t.Host.Unlock()
	return t.client.Await(why, func() bool { return *group == 0 })
}

// put starts a put. group, if not nil, counts it while src is in use.
func (t *Transport) put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, group client.Counter) (*client.Operation, error) {
	op, err := t.begin(ctx, pe, src, group)
	if err != nil {
		return nil, err
	}
	n := uint64(len(src))
	return op, t.client.Put(op, t.endpoints.from.At(memory.Address(src), n), n, t.remote(pe, dst, op, ctx&shmem.Counted != 0), 0)
}

// get starts a get. group, if not nil, counts it while dst is in use.
func (t *Transport) get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, group client.Counter) (*client.Operation, error) {
	op, err := t.begin(ctx, pe, dst, group)
	if err != nil {
		return nil, err
	}
	n := uint64(len(dst))
	return op, t.client.Get(op, t.endpoints.into.At(memory.Address(dst), n), n, t.remote(pe, src, op, ctx&shmem.Counted != 0))
}

// begin allocates the record of an operation that uses local memory.
func (t *Transport) begin(ctx shmem.Ctx, pe int, local []byte, group client.Counter) (*client.Operation, error) {
	op, err := t.start(ctx, pe)
	if err != nil {
		return nil, err
	}
	op.KeepAlive(local)
	if group != nil {
		op.CountSent(group)
	}
	return op, nil
}
