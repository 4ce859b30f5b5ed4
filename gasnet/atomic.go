package gasnet

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
)

// Atomic makes an atomic on a value in a rank's segment: code is a conduit.AtomicOp, typ a conduit.AtomicType, a and b are the bits of its operands. The old value goes to result, unless that is
// 0. Deliver: a handler is to be run first.
//
// Spec: GASNet-EX 0.19, gex_AD_OpNB
func (r *Rank) Atomic(fn string, node uint32, dest uintptr, code, typ int32, a, b uint64, result uintptr, how int32) (rc int32, handle uintptr, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	op := conduit.Atomic{Op: conduit.AtomicOp(code), Type: conduit.AtomicType(typ), A: a, B: b}
	bytes := op.Type.Bytes()
	if err := r.exists("tgt_rank", node); err != nil {
		return 0, 0, err
	}
	if s := r.segments[node]; !s.has(dest, bytes) {
		return 0, 0, outside("tgt_addr", node, s, dest, bytes)
	}
	if uint64(dest)%bytes != 0 {
		return 0, 0, fault.New("tgt_addr", fault.Addr(dest), "not a multiple of %d, the size of the domain's type", bytes)
	}
	if r.engine == nil {
		return 0, 0, errDeclined
	}
	without := r.engine.atomics
	switch {
	case op.Op == conduit.AtomicGet:
		without = r.engine.gets
	case op.Op == conduit.AtomicSet && result == 0: // else it is a swap
		without = r.engine.puts
	}
	return r.move(fn, how, without, func(o *conduit.Op) bool {
		return r.engine.ext.Atomic(int(node), op, dest, result, o)
	})
}
