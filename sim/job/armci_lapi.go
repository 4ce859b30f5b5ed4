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
	link  *lapiLink
	moves *transport.Transport
	polls int // the program looks for packets
}

// armciThread is a thread that makes calls of the transport: the program, or the library's. It spends what they cost.
type armciThread struct {
	*armciLAPI
	thread *LAPIThread
}

var (
	_ transport.World  = (*armciThread)(nil)
	_ transport.Caller = (*armciThread)(nil)
)

// overLAPI makes a rank's transport. Collective.
func (w *armciWorld) overLAPI(p *parts, maps pages.Pages) error {
	part := w.rank.lapi()
	if part.api.proto == nil {
		return fmt.Errorf("%s=lapi: %s", knob.ArmciTransport, noLAPI)
	}
	a := &armciLAPI{armciWorld: w, link: part.link(armciLife)}
	w.lapi = a
	a.moves = transport.New(transport.Config{
		Link: a.link, World: &armciThread{a, part.threads[0]}, Pages: maps, Ranks: w.Size(), Part: p.base + uintptr(uint64(w.Rank())*p.stride), Len: p.stride,
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
	server := &armciThread{a, r.lapiThread()}
	l := a.link
	due := func() bool { return a.polls == 0 && len(l.in) > 0 }
	for {
		server.thread.resting = true
		r.Wait("packets of ARMCI", func() bool { return due() || l.orphans })
		server.thread.resting = false
		server.thread.since = r.Now()
		if l.orphans {
			l.pump(server.thread)
		}
		if due() {
			r.Port.Charge(l.proto.Interrupt)
		}
		for due() {
			a.moves.ServeBy(server)
		}
	}
}

// Enter begins a call: nothing takes time between that and its Settle.
func (a *armciThread) Enter() { a.link.served = false }

// Settle has the thread spend what its call has cost, and give the adapter its packets.
func (a *armciThread) Settle() {
	p := a.thread.rank.Port
	p.Charge(a.link.collect())
	p.Settle()
	a.link.pump(a.thread)
	a.thread.share()
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
func (a *armciThread) Rest(why string, changed func() bool) {
	cond := func() bool { return len(a.link.in) > 0 || changed() }
	if cond() {
		return
	}
	a.thread.resting = true
	a.rank.Wait(why, cond)
	a.thread.resting = false
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
