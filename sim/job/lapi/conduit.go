package lapi

import (
	"fmt"

	"gasnetgo/internal/pace"
	"gasnetgo/lapi/client"
	"gasnetgo/sim"
	"gasnetgo/sim/job"
)

// Contexts of other APIs: those of programs count from 1.
const (
	ARMCI  uint32 = 0
	GASNet uint32 = 1<<32 - 1
)

// Of is the thread of LAPI that a rank is, or a thread of a library, in a job that has LAPI.
func Of(r *job.Rank) *Thread {
	t, ok := job.Part[*Thread](r)
	if !ok {
		panic("lapi: a rank without LAPI")
	}
	return t
}

// Check reports an error if the machine has no LAPI, which the program has chosen by variable.
func Check(r *job.Rank, variable string) error {
	if Of(r).world.api.Costs == nil {
		return fmt.Errorf("%s=lapi: %s", variable, noLAPI)
	}
	return nil
}

// Conduit is a rank's end of a network of packets for another API: a context beside the program's, on a machine that has LAPI. Peers may have sent to it before. Serve completes it.
func Conduit(r *job.Rank, life uint32) *Link { return Of(r).world.link(life) }

// Serve says whose machine the context's packets are for, and that there is space for them.
func (l *Link) Serve(machine client.Repeater) {
	l.open, l.owner = true, machine.Driven
}

// LookCost is what a poll without a result takes.
func (l *Link) LookCost() sim.Time { return l.costs.Look }

// Charge adds to the cost of the call of a client in progress: nothing takes time in it, and the thread that makes it spends its cost in Settle.
func (l *Link) Charge(c pace.Cost, n uint64) {
	switch c {
	case pace.Copy:
		l.charge(sim.Time(n) * l.world.job.Costs.Copy)
	case pace.Handler:
		l.charge(sim.Time(n) * l.costs.Handler)
	case pace.Completion:
		l.charge(sim.Time(n) * l.costs.Completion)
	}
}

// Arrived reports whether a packet is there.
func (l *Link) Arrived() bool { return len(l.in) > 0 }

// Enter begins a call of a client: at most one packet is served in it.
func (l *Link) Enter() { l.served = false }

// Settle ends a thread's call of a client: the thread spends what the call has cost, and gives the adapter its packets.
func (l *Link) Settle(t *Thread) {
	p := t.rank.Port
	p.Charge(l.collect())
	p.Settle()
	l.pump(t)
	t.share()
}

// WaitPolling blocks a thread that polls meanwhile, until cond holds: it sees what comes a look later.
func (l *Link) WaitPolling(t *Thread, why string, cond func() bool) {
	t.sleep(why, cond)
	t.rank.Port.Charge(l.costs.Look)
}

// WaitInterrupt blocks a thread of the library until due holds: it is interrupted then. Meanwhile it gives the adapter packets of timers.
func (l *Link) WaitInterrupt(t *Thread, why string, due func() bool) {
	for {
		t.sleep(why, func() bool { return due() || l.orphans })
		t.since = t.rank.Now()
		if l.orphans {
			l.pump(t)
		}
		if due() {
			t.rank.Port.Charge(l.costs.Interrupt)
			return
		}
	}
}

// Wake has threads that rest look again.
func (l *Link) Wake() { l.world.wake(l.world.kernel().Now()) }
