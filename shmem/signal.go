package shmem

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// PutSignal copies bytes from source to dest on pe like Put, and then sets the word at sig there to value (SignalSet), or adds value to it (SignalAdd): a
// reader that sees the changed word sees the data. Without data it only sends the signal.
//
// Spec: OpenSHMEM 1.6, section 9.9
func (p *PE) PutSignal(_ string, ctx, dest, source uintptr, bytes uint64, sig uintptr, value uint64, sigOp, pe int32, nbi bool) error {
	a, c, to, err := p.begin(ctx, pe)
	if err != nil {
		return err
	}
	op := AMO{Op: AMOSet, Type: TypeU64, Value: value, Blind: true}
	switch sigOp {
	case SignalSet:
	case SignalAdd:
		op.Op = AMOAdd
	default:
		return fault.New("sig_op", sigOp, "not a signal operator (SHMEM_SIGNAL_SET is %d, SHMEM_SIGNAL_ADD is %d)", SignalSet, SignalAdd)
	}
	word, err := p.element(a, "sig_addr", sig, 1, 8)
	if err != nil {
		return err
	}
	var at Addr
	if bytes > 0 {
		if at, err = p.symmetric(a, "dest", dest, bytes); err != nil {
			return err
		}
		if err := local("source", source, bytes); err != nil {
			return err
		}
		if a.signals != nil {
			return a.wrote(ctx, to, a.signals.PutSignal(a.counting(c), to, at, memory.Bytes(source, bytes), word, op, nbi))
		}
		if err := a.t.Put(c, to, at, memory.Bytes(source, bytes), nbi); err != nil {
			return err
		}
		if err := a.t.Fence(c); err != nil {
			return err
		}
	}
	_, err = a.t.Atomic(a.counting(c), to, word, op, nil)
	return a.wrote(ctx, to, err)
}

// SignalFetch answers this PE's word at sig.
func (p *PE) SignalFetch(_ string, sig uintptr) (uint64, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	if _, err := p.element(a, "sig_addr", sig, 1, 8); err != nil {
		return 0, err
	}
	p.look(a)
	return loadBits(sig, 8), nil
}

// SignalWait blocks until this PE's word at sig compares with value by cmp, and returns the word's value then.
func (p *PE) SignalWait(_ string, sig uintptr, cmp int32, value uint64) (uint64, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	if _, err := p.element(a, "sig_addr", sig, 1, 8); err != nil {
		return 0, err
	}
	if err := checkCmp(cmp); err != nil {
		return 0, err
	}
	return p.waitUntil(a, WaitUntilOne, elements{ivars: sig, n: 1, width: 8, value: value, typ: TypeU64, cmp: cmp}, 0), nil
}
