package armci

import (
	"slices"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// transfer is one call: what it does to each run of bytes.
type transfer struct {
	r     *Rank
	kind  int32 // KindPut, KindGet, KindAcc
	proc  int
	add   Adder // of KindAcc
	begun []Op
}

// noFlag is a flag that a call requires and is NULL: GA_MISSING.
const noFlag = ^uintptr(0)

// StridedArgs is the arguments of ARMCI_PutS and its like, with Levels 0 of the contiguous ones as well. Addresses are the program's, strides and counts lists of it.
type StridedArgs struct {
	Kind, Op        int32   // KindPut, KindGet, KindAcc; of an accumulate: armci.h's ARMCI_ACC_x
	Scale           uintptr // of an accumulate
	Src, SrcStrides uintptr
	Dst, DstStrides uintptr
	Count           uintptr // as many as Levels, and one
	Levels          int32
	Flag            uintptr // an int of the target that becomes Val at the end, or NULL
	Val             int32
	Proc            int32   // the rank whose memory the other side is
	Handle          uintptr // armci_hdl_t, NULL for the implicit one, or Blocking: the call waits
}

// VectorArgs is the arguments of ARMCI_PutV and its like.
type VectorArgs struct {
	Kind, Op int32
	Scale    uintptr
	Darr     uintptr // N descriptors: armci_giov_t
	N, Proc  int32
	Handle   uintptr // as StridedArgs'
}

// Strided is ARMCI_PutS and its like.
func (r *Rank) Strided(fn string, a StridedArgs) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	s, empty, code := shapeOf(&a)
	if a.Flag == noFlag && code == done {
		code = failNull
	}
	if code != done {
		return code, nil
	}
	t, code := r.transfer(a.Kind, a.Op, a.Scale, a.Proc)
	if code != done {
		return code, nil
	}
	if !empty {
		if code := t.fits(s.bytes); code != done {
			return code, nil
		}
		if err := t.reachable(s.src, s.dst, s.bytes, s.count, s.srcs, s.dsts); err != nil {
			return 0, err
		}
	}
	flag := a.Flag
	if flag != 0 {
		if err := r.reachable("flag", int(a.Proc), flag, 4); err != nil {
			return 0, err
		}
	}
	flagger, flags := r.moves.(Flagger)
	switch {
	case flag != 0 && flags && a.Kind == KindPut && !empty && len(s.count) == 0:
		t.keep(flagger.PutFlag(r.ranks[a.Proc], s.dst, s.src, s.bytes, flag, a.Val))
		flag = 0
	case !empty:
		t.move(Runs{Bytes: s.bytes, At: s.src, Counts: s.count, Strides: s.srcs}, Runs{Bytes: s.bytes, At: s.dst, Counts: s.count, Strides: s.dsts})
	}
	if flag != 0 {
		t.keep(r.setFlag(int(a.Proc), flag, a.Val))
	}
	r.finish(t, a.Handle)
	return done, nil
}

// Vector is ARMCI_PutV and its like.
func (r *Rank) Vector(fn string, a VectorArgs) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	if a.Darr == 0 || a.N < 1 {
		return failNull, nil
	}
	t, code := r.transfer(a.Kind, a.Op, a.Scale, a.Proc)
	if code != done {
		return code, nil
	}
	all := memory.Slice[piece](a.Darr, a.N)
	for _, p := range all {
		switch {
		case p.src == 0 || p.dst == 0:
			return failArray, nil
		case p.bytes < 1:
			return failCount, nil
		case p.count < 1:
			return failLevels, nil
		}
		if code := t.fits(uint64(p.bytes)); code != done {
			return code, nil
		}
		if slices.Contains(memory.Slice[uintptr](p.src, p.count), 0) || slices.Contains(memory.Slice[uintptr](p.dst, p.count), 0) {
			return failNull, nil
		}
	}
	for _, p := range all {
		srcs, dsts := memory.Slice[uintptr](p.src, p.count), memory.Slice[uintptr](p.dst, p.count)
		for i := range srcs {
			if err := t.reachable(srcs[i], dsts[i], uint64(p.bytes), nil, nil, nil); err != nil {
				return 0, err
			}
		}
		t.move(Runs{Bytes: uint64(p.bytes), List: srcs}, Runs{Bytes: uint64(p.bytes), List: dsts})
	}
	r.finish(t, a.Handle)
	return done, nil
}

// piece is armci_giov_t.
type piece struct {
	src, dst     uintptr
	count, bytes int32
}

// transfer checks what all transfers have.
func (r *Rank) transfer(kind, op int32, scale uintptr, proc int32) (*transfer, int32) {
	if proc < 0 || int(proc) >= len(r.ranks) {
		return nil, failProc
	}
	t := &transfer{r: r, kind: kind, proc: int(proc)}
	if kind == KindAcc {
		if scale == 0 {
			return nil, failNull
		}
		var ok bool
		if t.add, ok = AdderOf(op, scale); !ok {
			return nil, failOp
		}
	}
	return t, done
}

// fits is a code about a number of bytes: accumulates are of whole elements.
func (t *transfer) fits(bytes uint64) int32 {
	if t.kind == KindAcc && bytes%uint64(t.add.Size) != 0 {
		return failCount
	}
	return done
}

// reachable is an error about the remote side.
func (t *transfer) reachable(src, dst uintptr, bytes uint64, count, srcs, dsts []int32) error {
	if t.kind == KindGet {
		at, all := extent(src, bytes, count, srcs)
		return t.r.reachable("src", t.proc, at, all)
	}
	at, all := extent(dst, bytes, count, dsts)
	return t.r.reachable("dst", t.proc, at, all)
}

// move begins the transfer of all runs: as one, if the transport can, or run by run.
func (t *transfer) move(src, dst Runs) {
	packer, ok := t.r.moves.(Packer)
	if !ok {
		x := Transfer{Local: src, Remote: dst}
		x.Each(t.run)
		return
	}
	x := Transfer{Kind: t.kind, Local: src, Remote: dst, Add: &t.add}
	if t.kind == KindGet {
		x.Local, x.Remote = dst, src
	}
	x.join()
	if op, ok := packer.Move(t.r.ranks[t.proc], &x); ok {
		t.keep(op)
		return
	}
	x.Each(func(local, remote uintptr, n uint64) {
		if t.kind == KindGet {
			t.run(remote, local, n)
		} else {
			t.run(local, remote, n)
		}
	})
}

// run moves one run of bytes.
func (t *transfer) run(src, dst uintptr, bytes uint64) {
	rank := t.r.ranks[t.proc]
	var op Op
	switch t.kind {
	case KindPut:
		op = t.r.moves.Put(rank, dst, src, bytes)
	case KindGet:
		op = t.r.moves.Get(rank, dst, src, bytes)
	default:
		t.r.accumulate(rank, dst, src, bytes, &t.add)
	}
	t.keep(op)
}

func (t *transfer) keep(op Op) {
	if op != 0 {
		t.begun = append(t.begun, op)
	}
}

// pendingOp is an operation without a handle.
type pendingOp struct {
	proc int
	op   Op
}

// Blocking stands for a handle: the call waits.
const Blocking = ^uintptr(0)

// finish waits for what a transfer has begun, or leaves it to a handle.
func (r *Rank) finish(t *transfer, handle uintptr) {
	if len(t.begun) == 0 {
		return
	}
	if handle == Blocking {
		r.await(t.begun)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch handle {
	case 0:
		for _, op := range t.begun {
			r.implicit = append(r.implicit, pendingOp{t.proc, op})
		}
	default:
		data := int32s(handle, 1)
		if data[0] == 0 {
			r.nextOp = max(r.nextOp+1, 1)
			data[0] = r.nextOp
		}
		r.pending[data[0]] = append(r.pending[data[0]], t.begun...)
	}
}

// await waits for operations.
func (r *Rank) await(all []Op) {
	for _, op := range all {
		r.world.Wait(anothers, func() bool { return r.moves.Done(op) })
	}
}

// Wait is ARMCI_Wait, ARMCI_Test, ARMCI_WaitProc and ARMCI_WaitAll: WaitHandle, WaitTest, WaitImplicit of a process or of all (-1).
func (r *Rank) Wait(fn string, what int32, handle uintptr, proc int32) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	r.mu.Lock()
	var all []Op
	switch {
	case what == WaitImplicit:
		r.implicit = slices.DeleteFunc(r.implicit, func(p pendingOp) bool {
			mine := proc < 0 || p.proc == int(proc)
			if mine {
				all = append(all, p.op)
			}
			return mine
		})
	case handle == 0:
		r.mu.Unlock()
		return 0, fault.New("nb_handle", fault.Addr(0), "no handle")
	default:
		all = r.pending[int32s(handle, 1)[0]]
	}
	r.mu.Unlock()
	if what == WaitTest {
		for _, op := range all {
			if !r.moves.Done(op) {
				r.world.Idle(1)
				return 1, nil
			}
		}
	}
	r.await(all)
	if handle != 0 {
		data := int32s(handle, 1)
		r.mu.Lock()
		delete(r.pending, data[0])
		r.mu.Unlock()
		data[0] = 0
	}
	return 0, nil
}

// setFlag begins to store an int at a process after all that has been put there.
func (r *Rank) setFlag(proc int, at uintptr, val int32) Op {
	rank := r.ranks[proc]
	if f, ok := r.moves.(Flagger); ok {
		return f.PutFlag(rank, 0, 0, 0, at, val)
	}
	r.moves.Fence(rank)
	r.moves.Atomic(rank, at, Atomic{Kind: AtomicSwap, Width: 4, Value: uint64(uint32(val))})
	r.moves.Ring(rank)
	return 0
}

// Fence is ARMCI_Fence of a process, and ARMCI_AllFence (-1).
func (r *Rank) Fence(fn string, proc int32) error {
	if err := r.started(); err != nil {
		return err
	}
	if proc == Anyone {
		r.fenceAll()
		return nil
	}
	if err := r.process("proc", proc); err != nil {
		return err
	}
	r.moves.Fence(r.ranks[proc])
	return nil
}

func (r *Rank) fenceAll() {
	for _, rank := range r.ranks {
		r.moves.Fence(rank)
	}
}
