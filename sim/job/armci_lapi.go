package job

import (
	"fmt"

	"gasnetgo/armci/pages"
	transport "gasnetgo/armci/transport/lapi"
	"gasnetgo/internal/knob"
	"gasnetgo/sim"
)

// armciLife is ARMCI's context: those of programs count from 1.
const armciLife = 0

// armciLAPI is a rank whose operations travel over LAPI: a context of its own, beside the program's, and a thread of the library.
type armciLAPI struct {
	*armciWorld
	link   *lapiLink
	moves  *transport.Transport
	main   *LAPIThread
	server *LAPIThread
	serves bool // the next call of the transport is the server's
	polls  int  // the program looks for packets
}

var _ transport.World = (*armciLAPI)(nil)

// overLAPI makes a rank's transport. Collective.
func (w *armciWorld) overLAPI(p *parts, maps pages.Pages) error {
	part := w.rank.lapi()
	if part.api.net == nil {
		return fmt.Errorf("%s=lapi: LAPI is on the simulated machines sp and ideal only", knob.ArmciTransport)
	}
	a := &armciLAPI{armciWorld: w, link: part.link(w.Rank(), armciLife), main: part.threads[0]}
	w.lapi = a
	a.moves = transport.New(transport.Config{
		Link: a.link, World: a, Pages: maps, Ranks: w.Size(), Part: p.base + uintptr(uint64(w.Rank())*p.stride), Len: p.stride,
		Direct: w.shared.Direct,
	})
	w.moves = a.moves
	a.link.open, a.link.interrupts, a.link.owner = true, true, a.moves.Repeater().Driven
	w.job.Beside(w.rank, a.serve)
	w.rank.Port.Barrier() // all ranks can be reached
	return nil
}

// serve is the library's thread: it is interrupted for packets that the program does not look for.
func (a *armciLAPI) serve(r *Rank) {
	for _, part := range r.APIs {
		if t, ok := part.(*LAPIThread); ok {
			a.server = t
		}
	}
	l := a.link
	due := func() bool { return a.polls == 0 && len(l.in) > 0 }
	for {
		a.server.resting = true
		r.Wait("packets of ARMCI", func() bool { return due() || l.orphans })
		a.server.resting = false
		a.server.since = r.Now()
		if l.orphans {
			l.pump(a.server)
		}
		if due() {
			r.Port.Charge(l.proto.Interrupt)
		}
		for due() {
			a.serves = true
			a.moves.Serve()
		}
	}
}

// Enter begins a call of the thread that makes it: nothing takes time between that and its Settle.
func (a *armciLAPI) Enter() {
	a.link.world.calls = a.main
	if a.serves {
		a.link.world.calls = a.server
	}
	a.serves, a.link.served = false, false
}

// Settle has the thread spend what its call has cost, and give the adapter its packets.
func (a *armciLAPI) Settle() {
	t := a.link.world.calls
	a.link.world.calls = nil
	t.rank.Port.Settle()
	a.link.pump(t)
	t.share()
}

// Polls says that the program looks for packets, or leaves them to the library's thread.
func (a *armciLAPI) Polls(on bool) {
	if on {
		a.polls++
		return
	}
	if a.polls--; a.polls == 0 && len(a.link.in) > 0 {
		a.link.world.wake(a.rank.Now())
	}
}

// Arrived reports whether a packet is there.
func (a *armciLAPI) Arrived() bool { return len(a.link.in) > 0 }

// Rest blocks the program.
func (a *armciLAPI) Rest(why string, changed func() bool) {
	cond := func() bool { return len(a.link.in) > 0 || changed() }
	if cond() {
		return
	}
	a.main.resting = true
	a.rank.Wait(why, cond)
	a.main.resting = false
	a.rank.Port.Charge(a.link.proto.Look)
}

// Copied charges a copy in memory.
func (a *armciLAPI) Copied(bytes uint64) { a.link.charge(sim.Time(bytes) * a.job.Costs.Copy) }

// Header charges the call of a header handler.
func (a *armciLAPI) Header() { a.link.charge(a.link.proto.Handler) }

// Completion charges that of a completion handler.
func (a *armciLAPI) Completion() { a.link.charge(a.link.proto.Completion) }

// Fail ends the job.
func (a *armciLAPI) Fail(err error) { a.armciWorld.Fail(1, err.Error()) }
