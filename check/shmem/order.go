package shmem

import (
	"gasnetgo/check"
	"gasnetgo/internal/memory"
	"gasnetgo/shmem"
)

// Fence is shmem.PE's.
func (p *PE) Fence(fn string, ctx uintptr) error {
	err := p.PE.Fence(fn, ctx)
	p.env.Thread().Fence(uint64(ctx))
	return err
}

// Quiet is shmem.PE's.
func (p *PE) Quiet(fn string, ctx uintptr) error {
	t := p.env.Thread()
	err := p.PE.Quiet(fn, ctx)
	t.Complete(uint64(ctx))
	return err
}

// PEQuiet is shmem.PE's.
func (p *PE) PEQuiet(fn string, ctx, pes uintptr, n uint64) error {
	t := p.env.Thread()
	err := p.PE.PEQuiet(fn, ctx, pes, n)
	if err != nil || n == 0 {
		return err
	}
	var targets []int
	for i := range n {
		pe := int32(shmem.Bits(memory.Bytes(pes+uintptr(4*i), 4)))
		if rank, ok := p.Rank(ctx, pe); ok {
			targets = append(targets, rank)
		}
	}
	t.CompleteTo(uint64(ctx), targets)
	return nil
}

// world is all ranks.
func (p *PE) world() check.Group { return check.Group{Start: 0, Stride: 1, Size: p.env.Size} }

// meet makes a call in which all ranks meet; quiet: the default context is completed first.
func (p *PE) meet(quiet bool, call func() error) error {
	t := p.env.Thread()
	if quiet {
		t.Complete(defaultCtx)
		t.Suppose()
	}
	m := t.Meet(p.world(), false)
	err := call()
	if err == nil {
		m.Leave()
	}
	return err
}

// BarrierAll is shmem.PE's.
func (p *PE) BarrierAll(fn string) error {
	return p.meet(true, func() error { return p.PE.BarrierAll(fn) })
}

// SyncAll is shmem.PE's.
func (p *PE) SyncAll(fn string) error {
	return p.meet(false, func() error { return p.PE.SyncAll(fn) })
}

// Init is shmem.PE's: the program's variables can be accessed by others from now on.
func (p *PE) Init(fn string, requested int32, legacy bool) (provided, status int32, err error) {
	if up, _ := p.Query(fn, shmem.QueryInitialized); up != 0 { // no barrier
		return p.PE.Init(fn, requested, legacy)
	}
	err = p.meet(false, func() error {
		provided, status, err = p.PE.Init(fn, requested, legacy)
		return err
	})
	if err == nil {
		at, bytes := p.env.Data()
		p.env.Watch(at, bytes)
	}
	return provided, status, err
}

// Finalize is shmem.PE's.
func (p *PE) Finalize(fn string) error {
	t := p.env.Thread()
	for ctx := range p.teams {
		t.Complete(uint64(ctx))
	}
	return p.meet(true, func() error { return p.PE.Finalize(fn) })
}

// CtxCreate is shmem.PE's.
func (p *PE) CtxCreate(fn string, team uintptr, options int64, out uintptr) (int32, error) {
	status, err := p.PE.CtxCreate(fn, team, options, out)
	if err == nil && status == 0 {
		p.teams[uintptr(shmem.Bits(memory.Bytes(out, 8)))] = team
	}
	return status, err
}

// CtxDestroy is shmem.PE's.
func (p *PE) CtxDestroy(fn string, ctx uintptr) error {
	t := p.env.Thread()
	err := p.PE.CtxDestroy(fn, ctx)
	t.Complete(uint64(ctx))
	delete(p.teams, ctx)
	return err
}

// TeamDestroy is shmem.PE's.
func (p *PE) TeamDestroy(fn string, team uintptr) error {
	t := p.env.Thread()
	err := p.PE.TeamDestroy(fn, team)
	for ctx, of := range p.teams {
		if of == team {
			t.Complete(uint64(ctx))
		}
	}
	return err
}

// Malloc is shmem.PE's.
func (p *PE) Malloc(fn string, size, align uint64, hints int64, zero bool) (block uintptr, err error) {
	if size == 0 || align == 0 || align&(align-1) != 0 { // no barrier
		return p.PE.Malloc(fn, size, align, hints, zero)
	}
	err = p.meet(true, func() error {
		block, err = p.PE.Malloc(fn, size, align, hints, zero)
		return err
	})
	p.allocated(block, size)
	return block, err
}

func (p *PE) allocated(block uintptr, bytes uint64) {
	if block != 0 {
		p.env.Allocated(uint64(block), bytes, p.env.PC())
		p.env.Watch(uint64(block), bytes)
	}
}

// Calloc is shmem.PE's.
func (p *PE) Calloc(fn string, count, size uint64) (block uintptr, err error) {
	if count == 0 || size == 0 {
		return p.PE.Calloc(fn, count, size)
	}
	err = p.meet(true, func() error {
		block, err = p.PE.Calloc(fn, count, size)
		return err
	})
	p.allocated(block, count*size)
	return block, err
}

// Realloc is shmem.PE's.
func (p *PE) Realloc(fn string, ptr uintptr, size uint64) (block uintptr, err error) {
	switch {
	case ptr == 0 && size == 0:
		return p.PE.Realloc(fn, ptr, size)
	case ptr != 0 && size == 0:
		return 0, p.freed(ptr, func() error {
			block, err = p.PE.Realloc(fn, ptr, size)
			return err
		})
	}
	err = p.meet(true, func() error {
		block, err = p.PE.Realloc(fn, ptr, size)
		return err
	})
	p.allocated(block, size)
	return block, err
}

// Free is shmem.PE's. No rank accesses the block between its entry and the next allocation, so what has accessed it is forgotten here.
func (p *PE) Free(fn string, ptr uintptr) error {
	if ptr == 0 {
		return p.PE.Free(fn, ptr)
	}
	return p.freed(ptr, func() error { return p.PE.Free(fn, ptr) })
}

func (p *PE) freed(ptr uintptr, call func() error) error {
	bytes, ok := p.BlockBytes(ptr)
	if !ok {
		return call()
	}
	err := p.meet(true, call)
	p.env.Freed(uint64(ptr), bytes)
	return err
}

// Lock is shmem.PE's. Clearing one completes the default context.
func (p *PE) Lock(fn string, op int32, lock uintptr, bytes uint64) (int32, error) {
	at, ok := p.Symmetric(lock, bytes)
	if !ok {
		return p.PE.Lock(fn, op, lock, bytes)
	}
	t, word := p.env.Thread(), p.env.Address(0, at)
	if op == shmem.LockClear {
		t.Complete(defaultCtx)
		t.Release(word)
	}
	result, err := p.PE.Lock(fn, op, lock, bytes)
	if op == shmem.LockSet || op == shmem.LockTest && result == 0 {
		t.AcquireAll(word)
	}
	return result, err
}

// Wait is shmem.PE's.
func (p *PE) Wait(fn string, mode, typ, cmp int32, ivars uintptr, nelems uint64, indices, status uintptr, value uint64, values uintptr) (uint64, error) {
	c := p.call(fn)
	result, err := p.PE.Wait(fn, mode, typ, cmp, ivars, nelems, indices, status, value, values)
	if err != nil {
		return result, err
	}
	width := shmem.TypeBytes(typ)
	see := func(i uint64, satisfied bool) { c.wait(ivars+uintptr(i*width), width, satisfied) }
	switch mode {
	case shmem.WaitUntilOne, shmem.WaitTestOne:
		see(0, mode == shmem.WaitUntilOne || result != 0)
	case shmem.WaitUntilAll, shmem.WaitTestAll:
		for i := range nelems {
			see(i, mode == shmem.WaitUntilAll || result != 0)
		}
	case shmem.WaitUntilAny, shmem.WaitTestAny:
		if result < nelems {
			see(result, true)
		}
	default:
		for k := range result {
			see(shmem.Bits(memory.Bytes(indices+uintptr(8*k), 8)), true)
		}
	}
	return result, err
}

// wait is a look at a word of this rank.
func (c call) wait(addr uintptr, bytes uint64, satisfied bool) {
	if satisfied {
		c.t.Acquire(uint64(addr), shmem.Bits(memory.Bytes(addr, bytes)))
	}
	a := c.access(bytes, false)
	a.Wait = true
	c.t.Touch(uint64(addr), bytes, a)
}

// SignalFetch is shmem.PE's. It orders as a wait does.
func (p *PE) SignalFetch(fn string, sig uintptr) (uint64, error) {
	c := p.call(fn)
	value, err := p.PE.SignalFetch(fn, sig)
	if err == nil {
		c.wait(sig, 8, true)
	}
	return value, err
}

// SignalWait is shmem.PE's.
func (p *PE) SignalWait(fn string, sig uintptr, cmp int32, value uint64) (uint64, error) {
	c := p.call(fn)
	result, err := p.PE.SignalWait(fn, sig, cmp, value)
	if err == nil {
		c.wait(sig, 8, true)
	}
	return result, err
}
