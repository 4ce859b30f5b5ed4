package portals

import "gasnetgo/shmem"

var _ shmem.SignalPutter = (*Transport)(nil)

// PutSignal puts src, and when that put alone is acknowledged does op on the word at sig: nothing else says that the bytes are in their target's memory. So it
// waits for a round trip even if it need not.
func (t *Transport) PutSignal(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte, sig shmem.Addr, op shmem.AMO, _ bool) error {
	if err := t.putAcknowledged(ctx&^shmem.Counted, pe, dst, src); err != nil {
		return err
	}
	_, err := t.Atomic(ctx, pe, sig, op, nil)
	return err
}

func (t *Transport) putAcknowledged(ctx shmem.Ctx, pe int, dst shmem.Addr, src []byte) error {
	t.Host.Lock()
	defer t.Host.Unlock()
	op, err := t.put(ctx, pe, dst, src, nil)
	if err != nil {
		return err
	}
	err = t.client.Await("shmem_put_signal", op.Complete)
	t.client.Release(op)
	return err
}
