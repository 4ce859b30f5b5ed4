package shmem

import "sync/atomic"

// tally counts what the program has begun on a context, and what of it is known to be over. A strided copy counts once, as do a put and its signal.
type tally struct {
	writes, written atomic.Uint64 // puts, signals, non-fetching atomics
	reads, read     atomic.Uint64 // gets and atomics that fetch: those that the call waits for count in both
}

// ArrivedAt is the word of a rank's hidden memory, in the collective slot of the world, that counts what others have written to it.
const ArrivedAt = cellAt - flagLine

var _ [ArrivedAt - (readyFlags+rounds)*flagLine]byte

// counted is the tally of a context that exists.
func (a *attached) counted(ctx uintptr) *tally {
	if c := a.contexts.at(ctx); ctx != ctxDefault && c != nil {
		return &c.tally
	}
	return &a.tally
}

// counting is the context of a write of the program's, as the transport is to know it.
func (a *attached) counting(c Ctx) Ctx {
	if a.arrival != nil {
		return c | Counted
	}
	return c
}

// wrote counts a write to a rank, which err says has gone out.
func (a *attached) wrote(ctx uintptr, to int, err error) error {
	if err != nil {
		return err
	}
	t := a.counted(ctx)
	t.writes.Add(1)
	if a.direct == nil {
		return nil
	}
	t.written.Add(1)
	if at, ok := a.direct.Direct(to, a.arrivals()); ok {
		addWord(at, 1)
	}
	return nil
}

// fetched counts a read that err says has begun; nbi says that it may go on.
func (a *attached) fetched(ctx uintptr, nbi bool, err error) error {
	if err != nil {
		return err
	}
	t := a.counted(ctx)
	t.reads.Add(1)
	if !nbi || a.direct != nil {
		t.read.Add(1)
	}
	return nil
}

func (a *attached) arrivals() Addr { return Addr{Heap, a.control.coll.base + ArrivedAt} }

// quiet is the transport's, for a context of the program's: then all that was counted before is over.
func (a *attached) quiet(ctx uintptr, number Ctx) error {
	t := a.counted(ctx)
	writes, reads := t.writes.Load(), t.reads.Load()
	if err := a.t.Quiet(number); err != nil {
		return err
	}
	reach(&t.written, writes)
	reach(&t.read, reads)
	return nil
}

// reach makes n at least v.
func reach(n *atomic.Uint64, v uint64) {
	for old := n.Load(); old < v && !n.CompareAndSwap(old, v); old = n.Load() {
	}
}

// Counters returns how many writes and reads have been issued on a context and how many are known to be complete, and how many writes have arrived at this
// PE.
//
// Sandia OpenSHMEM's shmemx_pcntr_get_*; never in OpenSHMEM.
func (p *PE) Counters(_ string, ctx uintptr) (writes, reads, written, read, arrived uint64, err error) {
	a, err := p.up()
	if err != nil {
		return 0, 0, 0, 0, 0, err
	}
	if _, err := a.ctx(ctx); err != nil {
		return 0, 0, 0, 0, 0, err
	}
	p.look(a)
	t := a.counted(ctx)
	written, read = t.written.Load(), t.read.Load() // first: no more are over than were begun
	switch {
	case a.direct != nil:
		arrived = loadBits(a.own(a.arrivals()), 8)
	case a.arrival != nil:
		arrived, err = a.arrival.Arrivals()
	}
	return t.writes.Load(), t.reads.Load(), written, read, arrived, err
}
