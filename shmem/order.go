package shmem

import (
	"fmt"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Fence orders the puts, atomics and stores before it before those after it, at each PE. It does nothing on an invalid context.
//
// Spec: OpenSHMEM 1.6, section 9.12
func (p *PE) Fence(_ string, ctx uintptr) error {
	a, c, err := p.ordered(ctx)
	if a == nil || err != nil {
		return err
	}
	return a.t.Fence(c)
}

// Quiet returns when everything that was begun on the context is complete and visible. It does nothing on an invalid context.
func (p *PE) Quiet(_ string, ctx uintptr) error {
	a, c, err := p.ordered(ctx)
	if a == nil || err != nil {
		return err
	}
	return a.quiet(ctx, c)
}

// PEQuiet is Quiet for the operations towards n PEs of the context's team, an array of int; it may complete others too.
func (p *PE) PEQuiet(_ string, ctx, pes uintptr, n uint64) error {
	a, err := p.up()
	if err != nil || ctx == ctxInvalid {
		return err
	}
	c, err := a.ctx(ctx)
	if err != nil || n == 0 {
		return err
	}
	bytes, ok := product(n, 4)
	if !ok {
		return tooLong("target_pes", pes)
	}
	if err := local("target_pes", pes, bytes); err != nil {
		return err
	}
	for i := range n {
		pe := int32(Bits(memory.Bytes(pes+uintptr(4*i), 4)))
		if _, _, err := a.on(ctx, pe, p.pes); err != nil {
			return fault.New(fmt.Sprintf("target_pes[%d]", i), pe, "%s", err.(*fault.Error).Why)
		}
	}
	return a.quiet(ctx, c)
}

// ordered is the context of an ordering routine; nothing for an invalid one.
func (p *PE) ordered(ctx uintptr) (*attached, Ctx, error) {
	a, err := p.up()
	if err != nil || ctx == ctxInvalid {
		return nil, 0, err
	}
	c, err := a.ctx(ctx)
	return a, c, err
}

// BarrierAll returns when every PE has called it, with all operations on the default context complete.
//
// Spec: OpenSHMEM 1.6, section 9.10
func (p *PE) BarrierAll(string) error {
	a, err := p.up()
	if err != nil {
		return err
	}
	return p.barrier(a)
}

// SyncAll returns when every PE has called it. Stores are visible then; operations towards other PEs need not be complete.
func (p *PE) SyncAll(string) error {
	a, err := p.up()
	if err != nil {
		return err
	}
	p.world.Barrier()
	return a.compareUnseen()
}

func (p *PE) barrier(a *attached) error {
	if err := a.quiet(ctxDefault, DefaultCtx); err != nil {
		return err
	}
	p.world.Barrier()
	return a.compareUnseen()
}
