package shmem

import "gasnetgo/internal/fault"

// AMO does one atomic operation on pe's element at target and answers its old value (bits of the type's width). With a fetch address (the
// _nbi forms) the old value goes there instead, at the latest in the next Quiet, and the answer is 0. Arithmetic wraps around.
//
// Spec: OpenSHMEM 1.6, section 9.8
func (p *PE) AMO(_ string, ctx, fetch, target uintptr, op, typ int32, value, cond uint64, pe int32) (uint64, error) {
	a, c, err := p.begin(ctx, pe)
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
	var into []byte
	if fetch != 0 {
		into = bytesAt(fetch, width)
	}
	return a.t.Atomic(c, int(pe), at, AMO{Op: op, Type: typ, Value: value, Cond: cond}, into)
}
