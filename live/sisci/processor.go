package sisci

import (
	"runtime"
	"sync/atomic"

	"gasnetgo/internal/memory"
)

// What the processor does for a client: plain stores and loads.

// Ordered: only x86 keeps the order of stores.
func (w *world) Ordered() bool { return runtime.GOARCH == "amd64" }

// Wait is the one for mail.
func (w *world) Wait(_ string, cond func() bool) { w.mail.Wait(cond) }

// Store stores bytes, a single one by one instruction: copy stores a single byte twice, and a peer that resets a flag in between would see it again.
func (w *world) Store(at uintptr, from []byte) {
	if len(from) == 1 {
		*memory.At[byte](at) = from[0]
		return
	}
	copy(memory.Bytes(at, len(from)), from)
}

// Load loads a byte.
func (w *world) Load(at uintptr) byte { return *memory.At[byte](at) }

// Flush wakes the node of the map if it sleeps. Without this it would find the stores when its nap ends.
func (w *world) Flush(at uintptr) {
	fence()
	if to, ok := w.shown(at); ok && to != w.node.Me() {
		w.mail.Ring(to)
	}
}

// Drain is a fence: stores are not lost.
func (w *world) Drain(uintptr) (lost bool) {
	fence()
	return false
}

// Swap exchanges a byte, by the word that it is in. Segments begin at words and have whole ones.
func (w *world) Swap(at uintptr, value byte) byte {
	word, shift := memory.At[uint32](at&^3), at%4*8
	for {
		old := atomic.LoadUint32(word)
		if atomic.CompareAndSwapUint32(word, old, old&^(0xff<<shift)|uint32(value)<<shift) {
			return byte(old >> shift)
		}
	}
}

// fence orders stores before it and accesses after it.
func fence() {
	var word uint32
	atomic.AddUint32(&word, 1)
}
