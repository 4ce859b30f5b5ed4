package portals

import (
	ptl "gasnetgo/portals"
	"gasnetgo/shmem"
)

// Atomic does op on an element of pe. Portals itself can fetch (a get of an element is one access), set (a put is, too) and swap (GetPut); the rest is
// asked of the agent there.
func (t *Transport) Atomic(ctx shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	t.Host.Lock()
	defer t.Host.Unlock()
	k := aFetch
	if op.Op == shmem.AMOSet {
		k = aPut
	}
	f, err := t.begin(ctx, k, pe)
	if err != nil {
		return 0, err
	}
	f.width, f.into = shmem.TypeBytes(op.Type), into
	if err := t.ask(f, t.ID(pe), at, op); err != nil {
		return 0, err
	}
	wait := into == nil && k == aFetch && !op.Blind // nobody reads what was there before a set
	if wait {
		err = t.await("an atomic", func() bool { return f.done })
	}
	old := f.cell
	t.leave(f)
	if !wait {
		old = 0
	}
	return old, err
}

func (t *Transport) ask(f *flight, pe ptl.ProcessID, at shmem.Addr, op shmem.AMO) error {
	n, to := t.Host.NI, t.remote(pe, at, f)
	from, into := &t.ends.from[len(t.ends.from)-1], &t.ends.into[len(t.ends.into)-1]
	cell := address(f.bytes())
	switch {
	case op.Op == shmem.AMOFetch:
		return t.send(n.Get(into.md, uint64(cell-into.Base), f.width, to))
	case op.Op == shmem.AMOSet:
		shmem.SetBits(f.bytes(), op.Value)
		return t.send(n.Put(from.md, uint64(cell-from.Base), f.width, ptl.AckRequested, to, 0))
	case op.Op == shmem.AMOSwap && f.width >= 4 && f.width <= uint64(n.Granted().MaxGetPutMD):
		shmem.SetBits(f.bytes(), op.Value)
		return t.send(n.GetPut(into.md, uint64(cell-into.Base), from.md, uint64(cell-from.Base), f.width, to, 0))
	}
	return t.send(n.Put(t.ends.blank, 0, 0, ptl.NoAck, request{f.id, at, op}.target(pe, t.Index), op.Value))
}
