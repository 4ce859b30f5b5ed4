package shmem

import "gasnetgo/internal/strided"

// Addr is a place in a symmetric segment: the same on all ranks.
type Addr struct {
	Seg Seg
	Off uint64
}

// Plus is n bytes further.
func (a Addr) Plus(n uint64) Addr { return Addr{a.Seg, a.Off + n} }

// Ctx numbers the communication contexts of a rank: Fence and Quiet are about the operations of one of them.
type Ctx uint32

// DefaultCtx is there from the start.
const DefaultCtx Ctx = 0

// Counted is added to the context of a put or atomic that its target is to count as an arrival. Only an [ArrivalCounter] sees it.
const Counted Ctx = 1 << 31

// AMO is an atomic operation on one element. Type decides its width; Value and Cond count only in that width. Bits above it are ignored
// in arguments and zero in results.
type AMO struct {
	Op, Type    int32 // AMOFetch.., TypeI8..
	Value, Cond uint64
	Blind       bool // the old value is discarded
}

// Transport moves bytes between this rank and the segments of others (and its own: pe may be the caller). The caller has checked every argument: pe is a rank,
// a range lies in its segment, the element of an atomic is aligned to its size.
//
// An nbi operation may read src or write dst until the next Quiet; all others have finished with local memory when they return. Puts and atomics are complete
// at their target only after Quiet.
//
// A put or get of 1, 2, 4 or 8 aligned bytes is one access. Target memory is changed through atomics that are compatible with the CPU's, so the program may mix
// them with local loads and compare-and-swaps.
type Transport interface {
	Put(ctx Ctx, pe int, dst Addr, src []byte, nbi bool) error
	Get(ctx Ctx, pe int, src Addr, dst []byte, nbi bool) error

	// Atomic returns the element's old value. With a non-nil into (of the element's size) it need not wait: the old value is stored there later, and the result
	// is 0. A Set or a Blind operation need not wait either, and its result is undefined.
	Atomic(ctx Ctx, pe int, at Addr, op AMO, into []byte) (uint64, error)

	// Fence orders the puts and atomics before it before those after it, at each target.
	Fence(ctx Ctx) error

	// Quiet returns when all operations before it are complete and visible to all ranks.
	Quiet(ctx Ctx) error

	// Progress advances pending operations without blocking. A rank that waits or tests calls it.
	Progress()
}

// StridedMover is a Transport with strided copies of its own; otherwise they are made of one Put or Get per block. src and dst
// are the local memory from the first byte to the last.
type StridedMover interface {
	PutStrided(ctx Ctx, pe int, dst Addr, src []byte, s strided.Row) error
	GetStrided(ctx Ctx, pe int, src Addr, dst []byte, s strided.Row) error
}

// SignalPutter is a Transport with a put and a signal in one; otherwise they are a Put, a Fence and an Atomic.
type SignalPutter interface {
	// PutSignal puts src to dst and, when that is complete, does op on the word at sig. It returns when src may be reused; nbi need not wait for that.
	PutSignal(ctx Ctx, pe int, dst Addr, src []byte, sig Addr, op AMO, nbi bool) error
}

// ArrivalCounter is a Transport whose targets count arrivals marked with [Counted]: a strided put and a put with a signal count once, with their last part.
type ArrivalCounter interface {
	// Arrivals is their number since the transport was created, or since the first call if it was created without counting, which may cost the target time.
	Arrivals() (uint64, error)
}

// DirectMapper is a Transport whose segments this rank can also reach with loads and stores.
type DirectMapper interface {
	// Direct answers where pe's byte at a is mapped here.
	Direct(pe int, a Addr) (uintptr, bool)
}
