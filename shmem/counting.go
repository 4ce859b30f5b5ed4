package shmem

// Counters of transfers, as Sandia OpenSHMEM has them: shmemx_ct_t is a word of the symmetric heap, and a transfer adds 1 to it where it happens.

// GetSignal copies bytes from source on pe to dest here, and then adds 1 to the word at sig there.
func (p *PE) GetSignal(fn string, dest, source uintptr, bytes uint64, sig uintptr, pe int32) error {
	if err := p.Get(fn, ctxDefault, dest, source, bytes, pe, false); err != nil {
		return err
	}
	return p.PutSignal(fn, ctxDefault, 0, 0, 0, sig, 1, SignalAdd, pe, false)
}

// LocalSet makes this PE's symmetric word value, and returns when it is.
func (p *PE) LocalSet(fn string, word uintptr, value uint64) error {
	a, err := p.up()
	if err != nil {
		return err
	}
	at, err := p.element(a, "ct", word, 1, 8)
	if err != nil {
		return err
	}
	_, err = a.t.Atomic(DefaultCtx, p.me, at, AMO{Op: AMOSwap, Type: TypeU64, Value: value}, nil)
	return err
}
