package portals

import (
	"gasnetgo/internal/memory"
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
	if !t.asksAgent(op) && t.blind > 0 {
		// What the agent is asked is done in order, but Portals' own operations overtake it. Programs expect a fetch to see what they have just added, though
		// nothing promises that.
		if err := t.await("atomics", func() bool { return t.blind == 0 }); err != nil {
			return 0, err
		}
	}
	f, err := t.begin(ctx, k, pe)
	if err != nil {
		return 0, err
	}
	f.width, f.into = shmem.TypeBytes(op.Type), into
	if f.blind = into == nil && k == aFetch && op.Blind; f.blind {
		t.blind++
	}
	if err := t.ask(f, t.ID(pe), at, op); err != nil {
		return 0, err
	}
	wait := into == nil && k == aFetch && !f.blind // a set discards the old value
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

// asksAgent is true for what Portals cannot do by itself.
func (t *Transport) asksAgent(op shmem.AMO) bool {
	switch op.Op {
	case shmem.AMOFetch, shmem.AMOSet:
		return false
	case shmem.AMOSwap:
		width := shmem.TypeBytes(op.Type)
		return width < 4 || width > uint64(t.Host.NI.Granted().MaxGetPutMD)
	}
	return true
}

func (t *Transport) ask(f *flight, pe ptl.ProcessID, at shmem.Addr, op shmem.AMO) error {
	n, to := t.Host.NI, t.remote(pe, at, f)
	from, into := &t.ends.from[len(t.ends.from)-1], &t.ends.into[len(t.ends.into)-1]
	cell := memory.Address(f.bytes())
	switch {
	case op.Op == shmem.AMOFetch:
		return t.send(n.Get(into.md, uint64(cell-into.Base), f.width, to))
	case op.Op == shmem.AMOSet:
		shmem.SetBits(f.bytes(), op.Value)
		return t.send(n.Put(from.md, uint64(cell-from.Base), f.width, ptl.AckRequested, to, 0))
	case !t.asksAgent(op):
		shmem.SetBits(f.bytes(), op.Value)
		return t.send(n.GetPut(into.md, uint64(cell-into.Base), from.md, uint64(cell-from.Base), f.width, to, 0))
	}
	return t.send(n.Put(t.ends.blank, 0, 0, ptl.NoAck, request{f.id, at, op, f.counted}.target(pe, t.Index), op.Value))
}
