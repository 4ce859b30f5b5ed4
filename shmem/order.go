package shmem

// Fence orders the puts, atomics and stores before it before those after it, at each PE. It does nothing on an invalid context.
//
// Spec: OpenSHMEM 1.6, section 9.12
func (p *PE) Fence(_ string, ctx uintptr) error { return p.order(ctx, Transport.Fence) }

// Quiet returns when everything that was begun on the context is complete and visible. It does nothing on an invalid context.
func (p *PE) Quiet(_ string, ctx uintptr) error { return p.order(ctx, Transport.Quiet) }

func (p *PE) order(ctx uintptr, do func(Transport, Ctx) error) error {
	a, err := p.up()
	if err != nil || ctx == ctxInvalid {
		return err
	}
	c, err := p.ctx(ctx)
	if err != nil {
		return err
	}
	return do(a.t, c)
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
	if _, err := p.up(); err != nil {
		return err
	}
	p.world.Barrier()
	return nil
}

func (p *PE) barrier(a *attached) error {
	if err := a.t.Quiet(DefaultCtx); err != nil {
		return err
	}
	p.world.Barrier()
	return nil
}
