package reference

import (
	"encoding/binary"
	"sync/atomic"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
)

// Atomic makes an atomic on a rank's segment: that rank does, with the CPU's own, as its program may do in shared memory. The old value is stored at result, unless that is 0, when op is
// finished. False: no space now, nothing was begun.
func (x *Extended) Atomic(to int, a conduit.Atomic, dest, result uintptr, op *conduit.Op) bool {
	if to == x.core.Rank() {
		store(result, a.Type, execute(a, dest))
		return true
	}
	if len(x.later) > 0 {
		return false
	}
	args := append([]int32{int32(a.Op), int32(a.Type), x.number(op)}, words(uint64(dest), a.A, a.B, uint64(result))...)
	x.eventually(func() bool {
		return x.core.Request(to, &conduit.Message{Kind: conduit.Short, Handler: handleAtomic, Args: args})
	})
	return true
}

// requested executes the atomic of a request, and replies with the old value.
func (x *Extended) requested(a *conduit.Arrival) {
	op := conduit.Atomic{Op: conduit.AtomicOp(a.Args[0]), Type: conduit.AtomicType(a.Args[1]), A: word(a.Args[5:]), B: word(a.Args[7:])}
	old := execute(op, uintptr(word(a.Args[3:])))
	args := append([]int32{a.Args[1], a.Args[2], a.Args[9], a.Args[10]}, words(old)...)
	x.reply(a, &conduit.Message{Kind: conduit.Short, Handler: handleAtomicDone, Args: args})
}

// replied completes the operation of a reply.
func (x *Extended) replied(a *conduit.Arrival) {
	store(uintptr(word(a.Args[2:])), conduit.AtomicType(a.Args[0]), word(a.Args[4:]))
	x.finish(a.Args[1])
}

// store stores the bits of a value, unless result is 0. The program does not read it before it has synchronised.
func store(result uintptr, t conduit.AtomicType, v uint64) {
	if result == 0 {
		return
	}
	var b [8]byte
	if t.Bytes() == 8 {
		binary.NativeEndian.PutUint64(b[:], v)
	} else {
		binary.NativeEndian.PutUint32(b[:], uint32(v))
	}
	copy(memory.Bytes(result, t.Bytes()), b[:])
}

// execute is an atomic on memory of this process. It returns the bits of the old value.
func execute(a conduit.Atomic, at uintptr) uint64 {
	if a.Type.Bytes() == 8 {
		p := memory.At[uint64](at)
		for {
			old := atomic.LoadUint64(p)
			if v, stores := a.Apply(old); !stores || atomic.CompareAndSwapUint64(p, old, v) {
				return old
			}
		}
	}
	p := memory.At[uint32](at)
	for {
		old := atomic.LoadUint32(p)
		if v, stores := a.Apply(uint64(old)); !stores || atomic.CompareAndSwapUint32(p, old, uint32(v)) {
			return uint64(old)
		}
	}
}
