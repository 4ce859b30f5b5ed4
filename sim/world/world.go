package world

import (
	"fmt"
	"iter"
	"strings"

	"gasnetgo/sim"
)

// World is the ranks of one job and their kernel.
type World struct {
	kernel *sim.Kernel
	ranks  []*Rank
	alive  int
	failed error
}

// New makes a world without ranks on a kernel.
func New(k *sim.Kernel) *World { return &World{kernel: k} }

// Kernel is the world's.
func (w *World) Kernel() *sim.Kernel { return w.kernel }

// Ranks are all ranks by number.
func (w *World) Ranks() []*Rank { return w.ranks }

// Add makes the next rank, on a CPU of a node. body is what it does; it starts at the time of Run.
func (w *World) Add(node int, cpu *sim.CPU, body func(*Rank)) *Rank {
	r := &Rank{world: w, id: len(w.ranks), node: node, cpu: cpu}
	r.next, r.stop = iter.Pull(func(yield func(struct{}) bool) {
		r.yield = yield
		defer func() {
			if p := recover(); p != nil && p != (stopped{}) {
				panic(p)
			}
		}()
		body(r)
	})
	w.ranks = append(w.ranks, r)
	return r
}

// Run starts all ranks and returns when all have ended, somebody has failed, or nothing can happen any more although ranks wait. It must be called by
// the goroutine that called Add, locked to its thread if bodies depend on that.
func (w *World) Run() error {
	w.alive = len(w.ranks)
	for _, r := range w.ranks {
		r.schedule(w.kernel.Now())
	}
	for w.alive > 0 && w.failed == nil {
		if !w.kernel.Step() {
			w.failed = w.deadlock()
		}
	}
	return w.failed
}

// Stop abandons ranks that have not ended; their coroutines end where they are. Call it once after Run.
func (w *World) Stop() {
	for _, r := range w.ranks {
		r.stop()
	}
}

// Fail ends Run with err as soon as the rank that runs yields. The first failure counts.
func (w *World) Fail(err error) {
	if w.failed == nil {
		w.failed = err
	}
}

// Failed is the reason for the end, if there is one so far.
func (w *World) Failed() error { return w.failed }

// DeadlockError says that ranks wait for what can never happen.
type DeadlockError struct {
	At      sim.Time
	Waiting []string // "rank 3: PtlEQWait", by rank
	More    int      // further ones that are not listed
}

// Error lists who waits where.
func (e *DeadlockError) Error() string {
	s := fmt.Sprintf("deadlock at %v: nothing can happen any more, and %d ranks wait:\n  %s", e.At, len(e.Waiting)+e.More, strings.Join(e.Waiting, "\n  "))
	if e.More > 0 {
		s += fmt.Sprintf("\n  and %d more", e.More)
	}
	return s
}

const listed = 32

func (w *World) deadlock() error {
	e := &DeadlockError{At: w.kernel.Now()}
	for _, r := range w.ranks {
		if r.ended {
			continue
		}
		if len(e.Waiting) == listed {
			e.More++
			continue
		}
		why := r.why
		if why == "" {
			why = "(nothing)"
		}
		e.Waiting = append(e.Waiting, fmt.Sprintf("rank %d: %s, since %v", r.id, why, r.since))
	}
	return e
}
