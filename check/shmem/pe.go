// Package shmem reports what the ranks of an OpenSHMEM program do to a race checker: its PE makes the calls of a shmem.PE, and says what each does to memory and what it orders. docs/design/check.md
// has the rules with the sections of the specification.
package shmem

import (
	"strings"

	"gasnetgo/check"
	"gasnetgo/internal/memory"
	"gasnetgo/shmem"
)

// Env is what a PE needs of the rank that it is.
type Env struct {
	Size      int                                 // ranks of the job
	Thread    func() *check.Thread                // that makes a call
	PC        func() uint64                       // behind its call, in the program
	Address   func(rank int, a shmem.Addr) uint64 // of a rank's symmetric memory
	Data      func() (at, bytes uint64)           // the rank's global variables
	Watch     func(at, bytes uint64)              // has loads and stores of the rank's program there be reported
	Allocated func(at, bytes, pc uint64)          // says where memory comes from: the call that pc is behind
	Freed     func(at, bytes uint64)
}

// PE is a rank. All calls but those that concern the checker are shmem.PE's.
type PE struct {
	*shmem.PE
	env   Env
	words *check.Words
	teams map[uintptr]uintptr // of contexts that the rank has created
}

// New follows the calls of a PE.
func New(p *shmem.PE, env Env) *PE {
	return &PE{PE: p, env: env, teams: map[uintptr]uintptr{}, words: &check.Words{
		Complete: "shmem_quiet, a barrier, or shmem_ctx_quiet for another context",
		Context:  "shmem_ctx_quiet or shmem_ctx_destroy does",
		Order:    "a barrier, a lock, or shmem_fence and a flag that the other waits for (shmem_wait_until, a signal)",
	}}
}

const (
	defaultCtx = 0
	missing    = ^uintptr(0)
)

// call is one call under way.
type call struct {
	p  *PE
	t  *check.Thread
	fn string
	pc uint64
}

func (p *PE) call(fn string) call { return call{p, p.env.Thread(), fn, p.env.PC()} }

// access describes one of the call's accesses.
func (c call) access(bytes uint64, write bool) check.Access {
	return check.Access{Rank: c.t.Rank(), Thread: c.t.Number(), PC: c.pc, Call: c.fn, Bytes: bytes, Write: write, Target: -1, API: c.p.words}
}

func (c call) buffer(bytes uint64, write bool) check.Access {
	a := c.access(bytes, write)
	a.Buffer = true
	return a
}

func (c call) atomic(ctx uintptr, typ int32, write bool) check.Access {
	a := c.access(shmem.TypeBytes(typ), write)
	a.Atomic = check.Atomic{Type: typeName(c.fn, typ), Domain: 1}
	if c.p.OtherDomain(ctx) {
		a.Atomic.Domain = 2
	}
	return a
}

// typeName is the type of the elements that a call is atomic on: types that differ are not atomic with each other, even if they have the same size.
func typeName(fn string, typ int32) string {
	name := []string{"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"}[typ]
	for _, floating := range []string{"float", "double"} {
		if strings.Contains(fn, "_"+floating+"_") {
			return floating
		}
	}
	return name
}

// local touches a buffer of this rank that the call has done with when it returns.
func (c call) local(addr uintptr, bytes uint64, write bool) {
	c.t.Touch(uint64(addr), bytes, c.buffer(bytes, write))
}

// held touches one that the operation has until it completes.
func (c call) held(o check.Op, addr uintptr, bytes uint64, write bool) {
	c.p.env.Watch(uint64(addr), bytes)
	o.Touch(uint64(addr), bytes, c.buffer(bytes, write))
}

// word reports whether an operation stores one aligned word.
func word(at, bytes uint64) bool { return bytes <= 8 && bytes&(bytes-1) == 0 && at%bytes == 0 }

// Put is shmem.PE's.
func (p *PE) Put(fn string, ctx, dest, source uintptr, bytes uint64, pe int32, nbi bool) error {
	if to, at, ok := p.Target(ctx, pe, dest, bytes); ok && source != 0 {
		p.call(fn).put(ctx, to, p.env.Address(to, at), source, bytes, nbi)
	}
	return p.PE.Put(fn, ctx, dest, source, bytes, pe, nbi)
}

func (c call) put(ctx uintptr, to int, at uint64, source uintptr, bytes uint64, nbi bool) {
	o := c.t.Begin(uint64(ctx), to, check.Ordered)
	if nbi {
		c.held(o, source, bytes, false)
	} else {
		c.local(source, bytes, false)
	}
	a := c.access(bytes, true)
	a.Word = word(at, bytes)
	o.Touch(at, bytes, a)
	if a.Word {
		o.Publish(at, shmem.Bits(memory.Bytes(source, bytes)), nil)
	}
}

// Get is shmem.PE's.
func (p *PE) Get(fn string, ctx, dest, source uintptr, bytes uint64, pe int32, nbi bool) error {
	if from, at, ok := p.Target(ctx, pe, source, bytes); ok && dest != 0 {
		p.call(fn).get(ctx, from, p.env.Address(from, at), dest, bytes, nbi)
	}
	return p.PE.Get(fn, ctx, dest, source, bytes, pe, nbi)
}

func (c call) get(ctx uintptr, from int, at uint64, dest uintptr, bytes uint64, nbi bool) {
	o := c.t.Begin(uint64(ctx), from, check.Unordered)
	if nbi {
		c.held(o, dest, bytes, true)
		o.Touch(at, bytes, c.access(bytes, false))
		return
	}
	c.local(dest, bytes, true)
	o.TouchNow(at, bytes, c.access(bytes, false))
}

// IPut is shmem.PE's.
func (p *PE) IPut(fn string, ctx, dest, source uintptr, dst, sst int64, bsize, nelems, elem uint64, pe int32) error {
	if block := bsize * elem; dst > 0 && sst > 0 && block > 0 {
		c := p.call(fn)
		for i := range nelems {
			if to, at, ok := p.Target(ctx, pe, dest+uintptr(i*uint64(dst)*elem), block); ok {
				c.put(ctx, to, p.env.Address(to, at), source+uintptr(i*uint64(sst)*elem), block, false)
			}
		}
	}
	return p.PE.IPut(fn, ctx, dest, source, dst, sst, bsize, nelems, elem, pe)
}

// IGet is shmem.PE's.
func (p *PE) IGet(fn string, ctx, dest, source uintptr, dst, sst int64, bsize, nelems, elem uint64, pe int32) error {
	if block := bsize * elem; dst > 0 && sst > 0 && block > 0 {
		c := p.call(fn)
		for i := range nelems {
			if from, at, ok := p.Target(ctx, pe, source+uintptr(i*uint64(sst)*elem), block); ok {
				c.get(ctx, from, p.env.Address(from, at), dest+uintptr(i*uint64(dst)*elem), block, false)
			}
		}
	}
	return p.PE.IGet(fn, ctx, dest, source, dst, sst, bsize, nelems, elem, pe)
}

// AMO is shmem.PE's.
func (p *PE) AMO(fn string, ctx, fetch, target uintptr, op, typ int32, value, cond uint64, pe int32) (uint64, error) {
	if typ < shmem.TypeI8 || typ > shmem.TypeU64 {
		return p.PE.AMO(fn, ctx, fetch, target, op, typ, value, cond, pe)
	}
	to, place, ok := p.Target(ctx, pe, target, shmem.TypeBytes(typ))
	if !ok {
		return p.PE.AMO(fn, ctx, fetch, target, op, typ, value, cond, pe)
	}
	c := p.call(fn)
	at := p.env.Address(to, place)
	o := c.t.Begin(uint64(ctx), to, check.Ordered)
	later := fetch != 0 && fetch != missing
	now := fetch == 0 && op != shmem.AMOSet
	a := c.atomic(ctx, typ, op != shmem.AMOFetch)
	if now {
		o.TouchNow(at, a.Bytes, a)
	} else {
		o.Touch(at, a.Bytes, a)
	}
	if later {
		c.held(c.t.Begin(uint64(ctx), to, check.Unordered), fetch, a.Bytes, true)
		c.t.Fetching(uint64(ctx), at)
	}
	switch op {
	case shmem.AMOFetch:
	case shmem.AMOSet, shmem.AMOSwap, shmem.AMOCSwap:
		o.Publish(at, value&(1<<(8*a.Bytes)-1), nil)
	default:
		o.PublishChange(at, nil)
	}
	old, err := p.PE.AMO(fn, ctx, fetch, target, op, typ, value, cond, pe)
	if now && err == nil {
		c.t.Acquire(at, old)
	}
	return old, err
}

// MaskedSwap is shmem.PE's.
func (p *PE) MaskedSwap(fn string, target uintptr, typ int32, mask, value uint64, pe int32) (uint64, error) {
	if typ < shmem.TypeI8 || typ > shmem.TypeU64 {
		return p.PE.MaskedSwap(fn, target, typ, mask, value, pe)
	}
	to, place, ok := p.Target(defaultCtx, pe, target, shmem.TypeBytes(typ))
	if !ok {
		return p.PE.MaskedSwap(fn, target, typ, mask, value, pe)
	}
	c := p.call(fn)
	at := p.env.Address(to, place)
	o := c.t.Begin(defaultCtx, to, check.Ordered)
	a := c.atomic(defaultCtx, typ, true)
	o.TouchNow(at, a.Bytes, a)
	o.PublishChange(at, nil)
	old, err := p.PE.MaskedSwap(fn, target, typ, mask, value, pe)
	if err == nil {
		c.t.Acquire(at, old)
	}
	return old, err
}

// PutSignal is shmem.PE's. The signal follows its data, and what has been fenced, and nothing else.
func (p *PE) PutSignal(fn string, ctx, dest, source uintptr, bytes uint64, sig uintptr, value uint64, sigOp, pe int32, nbi bool) error {
	if to, at, ok := p.Target(ctx, pe, sig, 8); ok {
		c := p.call(fn)
		var data *check.Op
		if _, place, ok := p.Target(ctx, pe, dest, bytes); ok && source != 0 {
			o := c.t.Begin(uint64(ctx), to, check.Apart)
			if nbi {
				c.held(o, source, bytes, false)
			} else {
				c.local(source, bytes, false)
			}
			o.Touch(p.env.Address(to, place), bytes, c.access(bytes, true))
			data = &o
		}
		signal := p.env.Address(to, at)
		o := c.t.Begin(uint64(ctx), to, check.Ordered)
		a := c.atomic(ctx, shmem.TypeU64, true)
		o.Touch(signal, 8, a)
		if sigOp == shmem.SignalSet {
			o.Publish(signal, value, data)
		} else {
			o.PublishChange(signal, data)
		}
	}
	return p.PE.PutSignal(fn, ctx, dest, source, bytes, sig, value, sigOp, pe, nbi)
}

// GetSignal is shmem.PE's.
func (p *PE) GetSignal(fn string, dest, source uintptr, bytes uint64, sig uintptr, pe int32) error {
	if from, at, ok := p.Target(defaultCtx, pe, source, bytes); ok && dest != 0 {
		p.call(fn).get(defaultCtx, from, p.env.Address(from, at), dest, bytes, false)
	}
	return p.PE.GetSignal(fn, dest, source, bytes, sig, pe)
}
