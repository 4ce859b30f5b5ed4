package shmem

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// AMO performs one atomic operation on pe's element at target and returns its old value (bits of the type's width). With a fetch address (the _nbi forms) the
// old value is stored there instead, at the latest in the next Quiet, and the result is 0; all ones discard it. Arithmetic wraps around.
//
// Spec: OpenSHMEM 1.6, section 9.8
func (p *PE) AMO(_ string, ctx, fetch, target uintptr, op, typ int32, value, cond uint64, pe int32) (uint64, error) {
	a, c, to, err := p.begin(ctx, pe)
	if err != nil {
		return 0, err
	}
	if op < AMOFetch || op > AMOXor {
		return 0, fault.New("op", op, "not an atomic operation of this library")
	}
	if err := checkType(typ); err != nil {
		return 0, err
	}
	arg := "dest"
	if op == AMOFetch {
		arg = "source"
	}
	width := TypeBytes(typ)
	at, err := p.element(a, arg, target, 1, width)
	if err != nil {
		return 0, err
	}
	amo := AMO{Op: op, Type: typ, Value: value, Cond: cond, Blind: fetch == missing}
	var into []byte
	if fetch != 0 && !amo.Blind {
		into = memory.Bytes(fetch, width)
	}
	writes := amo.Blind || op == AMOSet
	if writes {
		c = a.counting(c)
	}
	old, err := a.t.Atomic(c, to, at, amo, into)
	if writes {
		return old, a.wrote(ctx, to, err)
	}
	return old, a.fetched(ctx, into != nil, err)
}

// MaskedSwap stores the bits of value selected by mask into pe's element at target, atomically, and returns the old value.
//
// Cray's shmem_*_mswap; never in OpenSHMEM.
func (p *PE) MaskedSwap(fn string, target uintptr, typ int32, mask, value uint64, pe int32) (uint64, error) {
	old, err := p.AMO(fn, ctxDefault, 0, target, AMOFetch, typ, 0, 0, pe)
	for err == nil {
		seen := old
		old, err = p.AMO(fn, ctxDefault, 0, target, AMOCSwap, typ, seen&^mask|value&mask, seen, pe)
		if old == seen {
			break
		}
	}
	return old, err
}
