package sisci

import (
	"slices"

	"gasnetgo/sim"
	"gasnetgo/sim/job"
	"gasnetgo/sisci/process"
)

// Thread is a thread of a rank that makes calls of SISCI: the program, or one of the library's, which run callbacks.
type Thread struct {
	world *world
	rank  *job.Rank
	seen  uint64 // what had happened when the latest poll went on
}

var (
	_ job.Besider  = (*Thread)(nil)
	_ job.Exiter   = (*Thread)(nil)
	_ job.Accesser = (*Thread)(nil)
)

// Beside makes the part of a thread of the library.
func (t *Thread) Beside(r *job.Rank) any { return &Thread{world: t.world, rank: r} }

// Call makes a call of the program. driver: it goes to the driver, not only to the library and the adapter. On machines without SCI calls return SCI_ERR_NOT_SUPPORTED.
func (t *Thread) Call(driver bool, f func(*process.Process) error) error {
	w := t.world
	if w.program == nil {
		w.program = process.Simulated(w.node(), w)
	}
	if w.adapter != nil && driver {
		t.rank.Port.ChargeCall()
		t.rank.Port.Settle()
	}
	w.running = t
	err := f(w.program)
	w.running = nil
	t.rank.Port.Settle()
	return err
}

// Unfinished is false: a program may end with connections.
func (t *Thread) Unfinished() bool { return false }

// AtExit ends them.
func (t *Thread) AtExit() error {
	if p := t.world.program; p != nil {
		p.Exit()
	}
	return nil
}

// thread is the one whose call is being made.
func (w *world) thread() *job.Rank {
	if w.running != nil {
		return w.running.rank
	}
	return w.rank
}

var _ process.Waiter = (*world)(nil)

// Block is process.Waiter's.
func (w *world) Block(why string, ms uint32, cond func(expire bool) bool) {
	r := w.thread()
	var until sim.Time
	if ms != process.Forever {
		until = max(r.Now()+sim.Time(ms)*sim.Millisecond, 1)
	}
	if w.await(r, why, until, func() bool { return cond(false) }) {
		cond(true)
	}
}

// Idle is process.Waiter's. The last thread that leaves it starts another one, since a callback may wait for another callback.
func (w *world) Idle(cond func() bool) {
	w.idle++
	w.Block("callbacks of SISCI", process.Forever, func(bool) bool { return cond() })
	if w.idle--; w.idle == 0 {
		w.start()
	}
}

// start starts a thread of callbacks.
func (w *world) start() {
	if err := w.job.Start(w.rank, w.api.Thread, 0); err != nil {
		w.Fail(err)
	}
}

// Begin is client.Machine's.
func (w *world) Begin(program bool) {
	if program && !w.threads {
		w.threads = true
		w.start()
	}
}

// Barrier is process.Waiter's. A barrier of loads reads the status of the adapter.
func (w *world) Barrier(what int32) {
	r := w.thread()
	r.Port.Settle()
	switch what {
	case process.BarrierStores:
		w.block(r, "stores to become visible", w.adapter.Barrier)
	case process.BarrierFlush:
		w.adapter.Flush()
	default:
		r.Spend(w.api.net.PCI.Load)
	}
}

// Poll is job.Accesser's. A poll costs what one of the library's does: a look, and more if it finds something. Nothing happens between the load of a poll that goes on here and the program's next request, so one that finds
// the same has missed nothing if nothing has happened since.
func (t *Thread) Poll(at uintptr, bytes uint64) {
	w := t.world
	var before, now [64]byte // no access is longer
	if w.happened == t.seen {
		w.job.Memory.Fetch(w.rank.ID(), at, before[:bytes])
		w.rest(t.rank, "memory that others write", t.seen, 0)
		if w.job.Memory.Fetch(w.rank.ID(), at, now[:bytes]); now != before {
			t.rank.Port.ChargeTakes(1)
		}
	}
	t.rank.Port.ChargeLooks(1)
	t.rank.Port.Settle()
	t.seen = w.happened
}

// Access makes an access of a rank's program to a map of another node's segment, and blocks the thread for as long as the processor is busy: a store of data, or a load into it.
// false: the bytes are not all in one map, or it is not for stores; then nothing has happened.
func (t *Thread) Access(at uintptr, data []byte, store bool) bool {
	w := t.world
	to, m, ok := w.mapped(at)
	if !ok || to.Offset-m.to.Offset+uint64(len(data)) > m.bytes || store && m.loads {
		return false
	}
	t.rank.Port.Settle()
	if store {
		data = slices.Clone(data)
		w.block(t.rank, "stores", func(done func()) { w.adapter.Store(to, data, done) })
	} else {
		w.block(t.rank, "loads", func(done func()) { w.adapter.Load(to, data, done) })
	}
	return true
}
