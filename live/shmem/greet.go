package shmem

import (
	"bytes"
	"fmt"

	"gasnetgo/internal/knob"
	"gasnetgo/node"
)

// greet prints what the environment asks for at start: SHMEM_VERSION and SHMEM_INFO once per job, SHMEM_DEBUG on every rank.
func (w *world) greet(n *node.Node) {
	if w.Rank() == 0 {
		var text bytes.Buffer
		if w.Knobs.IsSet(knob.Version) {
			fmt.Fprintf(&text, "gasnetgo %s, OpenSHMEM 1.6\n", w.Hooks.Version)
		}
		if w.Knobs.IsSet(knob.Info) {
			_ = w.Knobs.Write(&text) // to memory: cannot fail
		}
		w.plane.Print(text.String())
	}
	if w.Knobs.IsSet(knob.ShmemDebug) {
		waits := "spinning"
		if n.Oversubscribed() {
			waits = "yielding: ranks outnumber cores"
		}
		w.Warn(fmt.Sprintf("started by %s; memory at 0x%x; heap %d bytes at 0x%x; globals %d bytes at 0x%x; waiting by %s",
			w.Job.Launcher, n.Base(), w.windows.Heap.Len, w.windows.Heap.Base, w.windows.Data.Len, w.windows.Data.Base, waits))
	}
}
