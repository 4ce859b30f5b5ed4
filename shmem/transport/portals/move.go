package portals

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/strided"
	ptl "gasnetgo/portals"
	"gasnetgo/shmem"
)

// Put starts a put with an acknowledgement. Unless nbi, it returns when src has been taken.
func (t *Transport) Put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, nbi bool) error {
	t.Host.Lock()
	defer t.Host.Unlock()
	f, err := t.put(ctx, pe, dst, src, nil)
	if err != nil {
		return err
	}
	if !nbi && !f.sent {
		err = t.await("shmem_put", func() bool { return f.sent })
	}
	t.leave(f)
	return err
}

// Get starts a get. Unless nbi, it returns when the reply has arrived.
func (t *Transport) Get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, nbi bool) error {
	t.Host.Lock()
	defer t.Host.Unlock()
	f, err := t.get(ctx, pe, src, dst, nil)
	if err != nil {
		return err
	}
	if !nbi {
		err = t.await("shmem_get", func() bool { return f.done })
	}
	t.leave(f)
	return err
}

// PutStrided is a series of puts.
func (t *Transport) PutStrided(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, s strided.Row) error {
	return t.series("shmem_iput", s.Count, func(i uint64, group *int) (*flight, error) {
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
	return t.series("shmem_iget", s.Count, func(i uint64, group *int) (*flight, error) {
		to, from := s.Offsets(i)
		return t.get(ctx, pe, src.Plus(from), dst[to:][:s.Block], group)
	})
}

// series starts count flights and returns when they need no memory here any more. The lock is free between any two.
func (t *Transport) series(why string, count uint64, start func(i uint64, group *int) (*flight, error)) error {
	group := new(int)
	for i := range count {
		t.Host.Lock()
		f, err := start(i, group)
		if err == nil {
			t.leave(f)
		}
		t.Host.Unlock()
		if err != nil {
			return err
		}
		t.Settle()
	}
	t.Host.Lock()
	defer t.Host.Unlock()
	return t.await(why, func() bool { return *group == 0 })
}

func (t *Transport) put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, group *int) (*flight, error) {
	f, err := t.begin(ctx, aPut, pe)
	if err != nil {
		return nil, err
	}
	f.join(group)
	f.local = src
	md, off := find(&t.ends.from, memory.Address(src), uint64(len(src)))
	op, c := t.Host.NI.Put(md, off, uint64(len(src)), ptl.AckRequested, t.remote(t.ID(pe), dst, f), 0)
	return f, t.send(op, c)
}

func (t *Transport) get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, group *int) (*flight, error) {
	f, err := t.begin(ctx, aFetch, pe)
	if err != nil {
		return nil, err
	}
	f.join(group)
	f.local = dst
	md, off := find(&t.ends.into, memory.Address(dst), uint64(len(dst)))
	op, c := t.Host.NI.Get(md, off, uint64(len(dst)), t.remote(t.ID(pe), src, f))
	return f, t.send(op, c)
}

func (f *flight) join(group *int) {
	if group != nil {
		f.group = group
		*group++
	}
}

// send hands an operation to the link, and takes the events that there are at once.
func (t *Transport) send(op *ptl.Op, c ptl.Code) error {
	if c != ptl.OK {
		t.fail(fault.New("", nil, "internal error: Portals refuses an operation of SHMEM: %v", c))
		return t.failed
	}
	t.Link.Send(op)
	t.events()
	return t.failed
}
