package gasnet

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
)

// begin makes room for an operation: its Op, and its handle if it has one. how is a How constant; without is the Op of its like that have no handle.
func (e *engine) begin(how int32, without *conduit.Op) (op *conduit.Op, handle uintptr) {
	switch {
	case how == HowNBI && e.region != nil:
		return e.region, 0
	case how == HowNBI:
		return without, 0
	}
	op = &conduit.Op{}
	e.handles += 2
	return op, e.handles | 1
}

// begun answers an operation's handle: none if it is complete.
func (e *engine) begun(op *conduit.Op, handle uintptr) uintptr {
	if handle == 0 || op.Done() {
		return 0
	}
	e.ops[handle] = op
	return handle
}

// move begins an operation, and waits for it if it blocks. Deliver: a handler is to be run first, nothing has begun. A blocking operation has a handle if a handler is
// to be run before it is complete.
func (r *Rank) move(fn string, how int32, without *conduit.Op, start func(op *conduit.Op) bool) (rc int32, handle uintptr, err error) {
	e := r.engine
	if e == nil {
		return 0, 0, errDeclined
	}
	if how == HowBlocking {
		return r.moveNow(fn, start)
	}
	op, handle := e.begin(how, without)
	for !start(op) {
		if e.serve(false) {
			return Deliver, 0, nil
		}
		r.idle()
	}
	return OK, e.begun(op, handle), nil
}

// without is the Op of gets, or of puts, that have no handle.
func (r *Rank) without(get bool) *conduit.Op {
	switch {
	case r.engine == nil:
		return nil
	case get:
		return r.engine.gets
	}
	return r.engine.puts
}

// moving is a blocking operation, which is used again.
type moving struct {
	op   conduit.Op
	cond func() bool
}

func (r *Rank) newMoving() *moving {
	e, m := r.engine, &moving{}
	m.cond = func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return m.op.Done() || e.serve(false) || m.op.Done() // serving may have ended it
	}
	return m
}

// mostUnserved is how many blocking operations in a row, each complete at once, leave messages alone: a program may repeat them until a handler has run.
const mostUnserved = 64

// moveNow is move for an operation that blocks.
func (r *Rank) moveNow(fn string, start func(op *conduit.Op) bool) (rc int32, handle uintptr, err error) {
	e, m := r.engine, r.engine.moves.take(r.newMoving)
	if e.unserved >= mostUnserved && e.serve(false) {
		e.moves.keep(m)
		return Deliver, 0, nil
	}
	for !start(&m.op) {
		if e.serve(false) {
			e.moves.keep(m)
			return Deliver, 0, nil
		}
		r.idle()
	}
	if m.op.Done() {
		e.unserved++
	} else {
		r.waitLocking(fn, m.cond)
	}
	if !m.op.Done() { // a handler is to be run first
		e.handles += 2
		return OK, e.begun(&m.op, e.handles|1), nil
	}
	e.moves.keep(m)
	return OK, 0, nil
}

// Put writes into a rank's segment. how says what handle is answered; 0 is that of a complete operation.
//
// Spec: GASNet 1.8, memory-to-memory transfer functions
func (r *Rank) Put(fn string, node uint32, dest, source uintptr, bytes uint64, how int32, bulk bool) (rc int32, handle uintptr, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.target("dest", node, dest, bytes); err != nil {
		return 0, 0, err
	}
	return r.move(fn, how, r.without(false), func(op *conduit.Op) bool {
		return r.engine.ext.Put(int(node), dest, source, bytes, bulk, op)
	})
}

// Get reads from a rank's segment.
//
// Spec: GASNet 1.8, memory-to-memory transfer functions
func (r *Rank) Get(fn string, node uint32, dest, source uintptr, bytes uint64, how int32) (rc int32, handle uintptr, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.target("src", node, source, bytes); err != nil {
		return 0, 0, err
	}
	return r.move(fn, how, r.without(true), func(op *conduit.Op) bool {
		return r.engine.ext.Get(int(node), dest, source, bytes, op)
	})
}

// Memset fills a rank's memory with a byte. It counts as a put.
//
// Spec: GASNet 1.8, gasnet_memset
func (r *Rank) Memset(fn string, node uint32, dest uintptr, value int32, bytes uint64, how int32) (rc int32, handle uintptr, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.target("dest", node, dest, bytes); err != nil {
		return 0, 0, err
	}
	return r.move(fn, how, r.without(false), func(op *conduit.Op) bool {
		return r.engine.ext.Set(int(node), dest, byte(value), bytes, op)
	})
}

// Sync synchronises handles: what is a Sync constant. Those that are complete become 0.
//
// Spec: GASNet 1.8, synchronisation of explicit-handle operations
func (r *Rank) Sync(fn string, what int32, handles uintptr, n uint64) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.engine
	all := handlesAt(handles, n)
	if e == nil {
		for i, h := range all {
			if h != 0 {
				return 0, fault.New("handle", fault.Addr(h), "not a handle of this rank, at index %d", i)
			}
		}
		return 0, fault.New("", nil, "called before gasnet_attach")
	}
	for i, h := range all {
		if h != 0 && e.ops[h] == nil {
			return 0, fault.New("handle", fault.Addr(h), "not a handle of this rank that is still to be synchronised, at index %d", i)
		}
	}
	left, done := 0, 0
	look := func() bool {
		left = 0
		for i, h := range all {
			switch {
			case h == 0:
			case e.ops[h].Done():
				delete(e.ops, h)
				all[i] = 0
				done++
			default:
				left++
			}
		}
		if what == SyncTrySome || what == SyncWaitSome || what == SyncPeekSome {
			return left == 0 || done > 0
		}
		return left == 0
	}
	switch what {
	case SyncWaitAll, SyncWaitSome:
		return r.until(fn, look), nil
	case SyncTryAll, SyncTrySome:
		if look() {
			return OK, nil
		}
		if done == 0 && e.serve(false) { // results must not be lost by trying again
			return Deliver, nil
		}
		if !look() {
			r.idle()
			return ErrNotReady, nil
		}
		return OK, nil
	}
	if look() {
		return OK, nil
	}
	return ErrNotReady, nil
}

// SyncNBI synchronises operations without a handle: which is a Which constant.
//
// Spec: GASNet 1.8, synchronisation of implicit-handle operations
func (r *Rank) SyncNBI(fn string, which int32, wait bool) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.engine
	if e == nil {
		return 0, fault.New("", nil, "called before gasnet_attach")
	}
	if e.region != nil {
		return 0, fault.New("", nil, "called in an access region")
	}
	done := func() bool {
		all := which == WhichAll
		return (!all && which != WhichGets || e.gets.Done()) && (!all && which != WhichPuts || e.puts.Done()) && (!all && which != WhichAtomics || e.atomics.Done())
	}
	if wait {
		return r.until(fn, done), nil
	}
	switch {
	case done():
		return OK, nil
	case e.serve(false):
		return Deliver, nil
	case done():
		return OK, nil
	}
	r.idle()
	return ErrNotReady, nil
}

// Region begins an access region, or ends it and answers the handle of what began inside.
//
// Spec: GASNet 1.8, access regions
func (r *Rank) Region(fn string, end bool) (handle uintptr, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.engine
	switch {
	case e == nil:
		return 0, fault.New("", nil, "called before gasnet_attach")
	case !end && e.region != nil:
		return 0, fault.New("", nil, "called in an access region; they do not nest")
	case end && e.region == nil:
		return 0, fault.New("", nil, "called without gasnet_begin_nbi_accessregion before it")
	case !end:
		e.region = &conduit.Op{}
		return 0, nil
	}
	op := e.region
	e.region = nil
	e.handles += 2
	return e.begun(op, e.handles|1), nil
}
