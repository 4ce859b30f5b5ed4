package sisci

import (
	"slices"

	"gasnetgo/internal/memory"
	"gasnetgo/sim"
	"gasnetgo/sim/sci"
	"gasnetgo/sisci"
)

// Engine is client.Machine's: the adapter has one.
func (w *world) Engine() bool { return true }

// Ordered is client.Machine's: a busy target has one request of two sent again.
func (w *world) Ordered() bool { return false }

// Copy is client.Machine's. It begins a copy and does not block. Its end is reported to the node.
func (w *world) Copy(c sisci.Copy) (sisci.Code, bool) {
	own := w.id()
	from, to := c.From.Node == own, c.To.Node == own
	over := func() {
		w.node().Copied(c.Token, sisci.OK)
		w.wake()
	}
	switch {
	case from && to && !c.DMA:
		memory.Copy(w.at(c.To), w.at(c.From), c.Bytes)
		w.thread().Port.Charge(sim.Time(c.Bytes) * w.job.Costs.Copy)
		w.wake()
		return sisci.OK, true
	case c.DMA && (from || to):
		w.adapter.Transfer([]sci.Part{{From: w.place(c.From), To: w.place(c.To), Bytes: c.Bytes}}, over)
	case from:
		w.stored(c, slices.Clone(memory.Bytes(w.at(c.From), c.Bytes)), over)
	case to:
		into := memory.Bytes(w.at(c.To), c.Bytes)
		w.adapter.Load(w.place(c.From), into, over)
	default:
		data := make([]byte, c.Bytes)
		w.adapter.Load(w.place(c.From), data, func() { w.stored(c, data, over) })
	}
	return sisci.OK, false
}

// stored stores bytes and sends them. over is called when the processor goes on: if the copy is checked, when they are visible.
func (w *world) stored(c sisci.Copy, data []byte, over func()) {
	w.adapter.Store(w.place(c.To), data, func() {
		if c.Checked {
			w.adapter.Barrier(over)
			return
		}
		w.adapter.Flush()
		over()
	})
}

// Store is client.Machine's: the program is busy until the bytes have left it.
func (w *world) Store(at uintptr, from []byte) {
	w.rank.Port.Settle()
	to, _, ok := w.mapped(at)
	if !ok {
		copy(memory.Bytes(at, len(from)), from)
		return
	}
	w.block(w.rank, "stores", func(done func()) { w.adapter.Store(to, from, done) })
}

// Flush is client.Machine's.
func (w *world) Flush(uintptr) { w.adapter.Flush() }

// Drain is client.Machine's. This machine loses no stores.
func (w *world) Drain(at uintptr) (lost bool) {
	w.rank.Port.Settle()
	if _, _, ok := w.mapped(at); ok {
		w.block(w.rank, "stores to become visible", w.adapter.Barrier)
	}
	return false
}

// Load is client.Machine's. What a poll costs is its client's.
func (w *world) Load(at uintptr) byte { return *memory.At[byte](at) }

// Swap is client.Machine's.
func (w *world) Swap(at uintptr, value byte) byte {
	b := memory.At[byte](at)
	old := *b
	*b = value
	return old
}
