package world

import (
	"cmp"
	"fmt"
	"strings"

	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
)

// World is the ranks of one job and their kernel.
type World struct {
	kernel  *sim.Kernel
	ranks   []*Rank
	idle    []*coroutine
	running *Rank   // whose coroutine runs; nil: none
	beside  []*Rank // threads of the library
	threads []*Rank // of programs, as they were made

	coreCount int      // see SetCores
	slice     sim.Time // likewise

	alive  int
	failed error
	over   bool // no rank is left, or one has failed

	// Observe, if not nil, is called when a wait ends, with its reason.
	Observe func(r *Rank, why string, begin, end sim.Time)

	// Repeats, if not nil, says what a rank waits for that does not wait, but makes calls again and again, and since when.
	Repeats func(r *Rank) (why string, since sim.Time)

	// Between, if not nil, is called every now and then, between two events.
	Between func()
}

// New makes a world without ranks on a kernel.
func New(k *sim.Kernel) *World { return &World{kernel: k} }

// Kernel is the world's.
func (w *World) Kernel() *sim.Kernel { return w.kernel }

// Ranks are all ranks by number.
func (w *World) Ranks() []*Rank { return w.ranks }

// Add adds a rank on a CPU of a node. body is its code, on a coroutine; it starts at the time of Run.
func (w *World) Add(node int, cpu *sim.CPU, body func(*Rank)) *Rank {
	b := &detached{body: body}
	b.rank = w.AddStep(node, cpu, b)
	return b.rank
}

// detached is a rank that is on a coroutine from its beginning to its end.
type detached struct {
	rank *Rank
	body func(*Rank)
	over bool
}

// Step begins or ends it.
func (d *detached) Step() {
	if d.over || d.rank.Detach(func() { d.body(d.rank); d.over = true }) {
		d.rank.End()
	}
}

// Beside adds a thread of the library to a rank, from now on. It has the rank's number and CPU, and what it spends interrupts the rank's own work. A job ends without its threads, and it stands
// still if only threads wait.
func (w *World) Beside(r *Rank, body func(*Rank)) *Rank {
	b := &detached{body: body}
	r.cpu.NoRounds()
	b.rank = &Rank{world: w, id: r.id, node: r.node, cpu: r.cpu, step: b, beside: true}
	w.beside = append(w.beside, b.rank)
	b.rank.schedule(w.kernel.Now())
	return b.rank
}

// Stepper is what a rank does that continues in steps.
type Stepper interface {
	// Step is called at the time of Run, and again whenever the operation that it began is complete, until it calls End. It runs on the kernel's stack.
	Step()
}

// AddStep makes the next rank.
func (w *World) AddStep(node int, cpu *sim.CPU, step Stepper) *Rank {
	r := &Rank{world: w, id: int32(len(w.ranks)), node: int32(node), cpu: cpu, step: step}
	w.ranks = append(w.ranks, r)
	cpu.Plan().Rank(prefetch.All(r))
	return r
}

// Run starts all ranks and returns when all have ended, one has failed, or no event is left although ranks wait. It must be called by the goroutine that called
// Add, locked to its thread if bodies depend on that.
func (w *World) Run() error {
	w.alive = len(w.ranks)
	for _, r := range w.ranks {
		r.schedule(w.kernel.Now())
	}
	w.over = w.alive == 0 || w.failed != nil
	for !w.over {
		if !w.kernel.Run(between) {
			w.Fail(w.deadlock())
		}
		if w.Between != nil {
			w.Between()
		}
	}
	return w.failed
}

// between is how many events lie between two calls of Between.
const between = 1024

// Stop abandons ranks that have not ended; their coroutines end where they are. Call it once after Run.
func (w *World) Stop() {
	for _, all := range [][]*Rank{w.ranks, w.beside, w.threads} {
		for _, r := range all {
			if r.on != nil {
				r.on.stop()
			}
		}
	}
	for _, c := range w.idle {
		c.stop()
	}
}

// Fail ends Run with err as soon as the rank that runs yields. The first failure counts.
func (w *World) Fail(err error) {
	if w.failed == nil {
		w.failed = err
	}
	w.over = true
	w.kernel.Stop()
}

// Failed is the reason for the end, if there is one so far.
func (w *World) Failed() error { return w.failed }

// Alive is how many ranks have not ended.
func (w *World) Alive() int { return w.alive }

// Waiter is a rank that waits.
type Waiter struct {
	Rank  *Rank
	Why   string
	Since sim.Time
}

// Waiting are the ranks that have not ended, and what they wait for, if they do.
func (w *World) Waiting() []Waiter {
	var all []Waiter
	for _, r := range w.ranks {
		if !r.ended {
			why, since := r.why, r.since
			if why == "" && w.Repeats != nil {
				why, since = w.Repeats(r)
			}
			all = append(all, Waiter{r, why, since})
		}
		if r.threaded() {
			for _, t := range r.shared.team.all[1:] {
				if !t.ended {
					all = append(all, Waiter{t, t.why, t.since})
				}
			}
		}
	}
	return all
}

// DeadlockError means that ranks wait for what can never happen.
type DeadlockError struct {
	At      sim.Time
	Waiting []Waiter // by rank
}

const listed = 32

// Error lists the waiting ranks and their reasons.
func (e *DeadlockError) Error() string {
	var b strings.Builder
	b.WriteString(e.Headline())
	for i, r := range e.Waiting {
		if i == listed {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Waiting)-listed)
			break
		}
		fmt.Fprintf(&b, "\n  rank %d: %s, since %v", r.Rank.id, cmp.Or(r.Why, "(nothing)"), r.Since)
	}
	return b.String()
}

// Headline is the error without the list.
func (e *DeadlockError) Headline() string {
	return fmt.Sprintf("deadlock at %v: nothing can happen any more, and %d ranks wait:", e.At, e.ranks())
}

// ranks is how many ranks wait, with one thread or several.
func (e *DeadlockError) ranks() (n int) {
	for i, w := range e.Waiting {
		if i == 0 || e.Waiting[i-1].Rank.id != w.Rank.id {
			n++
		}
	}
	return n
}

func (w *World) deadlock() error { return &DeadlockError{w.kernel.Now(), w.Waiting()} }
