// Package mixed is OpenSHMEM on several hosts: windows to the ranks of this host, a network to all others.
package mixed

import (
	"sync/atomic"

	"gasnetgo/internal/strided"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/window"
)

// Transport is a shmem.Transport. It may be used by several threads at once.
type Transport struct {
	local   *window.Transport
	network shmem.Transport
	here    func(pe int) bool
	begun   *uint64
}

var (
	_ shmem.Transport    = (*Transport)(nil)
	_ shmem.DirectMapper = (*Transport)(nil)
	_ shmem.StridedMover = (*Transport)(nil)
)

// New makes a transport of two; here says which ranks have windows. begun counts operations of the default context over the network that a quiet has to complete; others read it.
func New(local *window.Transport, network shmem.Transport, here func(pe int) bool, begun *uint64) *Transport {
	return &Transport{local: local, network: network, here: here, begun: begun}
}

// to is the way to pe, for an operation that a quiet has to complete, unless it is complete when its call returns.
func (t *Transport) to(ctx shmem.Ctx, pe int, complete bool) shmem.Transport {
	if t.here(pe) {
		return t.local
	}
	if !complete && ctx&^shmem.Counted == shmem.DefaultCtx {
		atomic.AddUint64(t.begun, 1)
	}
	return t.network
}

// Put writes src to pe.
func (t *Transport) Put(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, nbi bool) error {
	return t.to(ctx, pe, false).Put(ctx, pe, dst, src, nbi)
}

// Get reads from pe.
func (t *Transport) Get(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, nbi bool) error {
	return t.to(ctx, pe, !nbi).Get(ctx, pe, src, dst, nbi)
}

// Atomic does op on the element at pe.
func (t *Transport) Atomic(ctx shmem.Ctx, pe int, at shmem.Addr, op shmem.AMO, into []byte) (uint64, error) {
	fetches := into == nil && !op.Blind && op.Op != shmem.AMOSet
	return t.to(ctx, pe, fetches).Atomic(ctx, pe, at, op, into)
}

// PutStrided writes blocks; over the network each is a put that need not wait for the one before.
func (t *Transport) PutStrided(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, s strided.Row) error {
	if t.here(pe) {
		return t.local.PutStrided(ctx, pe, dst, src, s)
	}
	for i := range s.Count {
		to, from := s.Offsets(i)
		if err := t.Put(ctx, pe, dst.Plus(to), src[from:][:s.Block], false); err != nil {
			return err
		}
	}
	return nil
}

// GetStrided reads blocks; over the network all are in flight together.
func (t *Transport) GetStrided(ctx shmem.Ctx, pe int, src shmem.Addr, dst []byte, s strided.Row) error {
	if t.here(pe) {
		return t.local.GetStrided(ctx, pe, src, dst, s)
	}
	for i := range s.Count {
		to, from := s.Offsets(i)
		if err := t.network.Get(ctx, pe, src.Plus(from), dst[to:][:s.Block], true); err != nil {
			return err
		}
	}
	return t.network.Quiet(ctx)
}

// Fence orders what was sent before it, on each way.
func (t *Transport) Fence(ctx shmem.Ctx) error {
	if err := t.local.Fence(ctx); err != nil {
		return err
	}
	return t.network.Fence(ctx)
}

// Quiet waits until all is complete.
func (t *Transport) Quiet(ctx shmem.Ctx) error {
	if err := t.local.Quiet(ctx); err != nil {
		return err
	}
	return t.network.Quiet(ctx)
}

// Progress serves what has come.
func (t *Transport) Progress() { t.network.Progress() }

// Direct is where pe's byte is mapped here.
func (t *Transport) Direct(pe int, a shmem.Addr) (uintptr, bool) {
	if !t.here(pe) {
		return 0, false
	}
	return t.local.Direct(pe, a)
}
