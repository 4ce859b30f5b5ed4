package armci

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Rmw is ARMCI_Rmw.
func (r *Rank) Rmw(fn string, op int32, local, remote uintptr, extra, proc int32) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	a := Atomic{Width: 4, Value: uint64(int64(extra))}
	switch op {
	case Swap, FetchAndAdd:
	case SwapLong, FetchAndAddLong:
		a.Width = 8
	default:
		return failOp, nil
	}
	switch {
	case local == 0 || remote == 0:
		return failNull, nil
	case proc < 0 || int(proc) >= len(r.ranks):
		return failProc, nil
	case remote%uintptr(a.Width) != 0:
		return 0, fault.New("prem", fault.Addr(remote), "not a multiple of the %d bytes of the operand", a.Width)
	}
	if err := r.reachable("prem", int(proc), remote, uint64(a.Width)); err != nil {
		return 0, err
	}
	own := memory.Bytes(local, a.Width)
	if op == Swap || op == SwapLong {
		a.Kind, a.Value = AtomicSwap, loadBits(own)
	}
	if _, shared := r.moves.(DirectMapper); shared { // otherwise a message takes time
		r.world.Idle(1)
	}
	storeBits(own, r.moves.Atomic(r.ranks[proc], remote, a))
	r.moves.Ring(r.ranks[proc])
	return done, nil
}
