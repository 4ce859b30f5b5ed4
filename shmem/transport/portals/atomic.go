package portals

import (
	"gasnetgo/internal/memory"
	"gasnetgo/portals/client"
	"gasnetgo/shmem"
)

// Atomic does op on an element of pe. Portals itself can fetch (a get of an element is one access), set (a put is, too) and swap (GetPut); all others are
// requests to the responder there.
func (t *Transport) Atomic(ctx shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	t.Host.Lock()
	defer t.Host.Unlock()
	if !t.needsResponder(op) && t.blind > 0 {
		// The responder executes requests in order, but Portals' own operations overtake it. Programs expect a fetch to see what they have just added, though
		// nothing promises that.
		if err := t.client.Await("atomics", func() bool { return t.blind == 0 }); err != nil {
			return 0, err
		}
	}
	o, err := t.start(ctx, pe)
	if err != nil {
		return 0, err
	}
	fetches := op.Op != shmem.AMOSet // a set discards the old value
	o.Fetch(shmem.TypeBytes(op.Type), into)
	blind := into == nil && fetches && op.Blind
	if blind {
		o.CountComplete(&t.blind)
	}
	if err := t.issue(o, pe, at, op, ctx&shmem.Counted != 0); err != nil {
		return 0, err
	}
	old := uint64(0)
	if into == nil && fetches && !blind {
		err = t.client.Await("an atomic", o.Complete)
		old = shmem.Bits(o.Element())
	}
	t.client.Release(o)
	return old, err
}

// needsResponder reports whether Portals has no operation for op.
func (t *Transport) needsResponder(op shmem.AMO) bool {
	switch op.Op {
	case shmem.AMOFetch, shmem.AMOSet:
		return false
	case shmem.AMOSwap:
		width := shmem.TypeBytes(op.Type)
		return width < 4 || width > uint64(t.Host.NI.Granted().MaxGetPutMD)
	}
	return true
}

// issue issues the atomic as Portals' own operation or as a request.
func (t *Transport) issue(o *client.Operation, pe int, at shmem.Addr, op shmem.AMO, counted bool) error {
	if t.needsResponder(op) {
		to := request{o.ID(), at, op, counted}.target(t.ID(pe), t.Index)
		return t.client.Request(o, client.Place{MD: t.endpoints.none}, 0, to, op.Value)
	}
	element, n, to := memory.Address(o.Element()), uint64(len(o.Element())), t.remote(pe, at, o, counted)
	from, into := t.endpoints.from.At(element, n), t.endpoints.into.At(element, n)
	if op.Op == shmem.AMOFetch {
		return t.client.Get(o, into, n, to)
	}
	shmem.SetBits(o.Element(), op.Value)
	if op.Op == shmem.AMOSet {
		return t.client.Put(o, from, n, to, 0)
	}
	return t.client.Swap(o, into, from, n, to)
}
