package armci

import (
	"gasnetgo/armci/pages"
	transport "gasnetgo/armci/transport/lapi"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/pace"
	"gasnetgo/sim/job"
	"gasnetgo/sim/job/lapi"
)

// overLAPI is a rank whose operations travel over LAPI: a context of its own, beside the program's, and a thread of the library.
type overLAPI struct {
	*world
	link  *lapi.Link
	moves *transport.Transport
	polls int // the program looks for packets
}

// lapiPace is how time passes for a thread that makes calls of the transport: the program, or the library's. It spends what they cost.
type lapiPace struct {
	*overLAPI
	thread *lapi.Thread
}

var (
	_ transport.World  = (*lapiPace)(nil)
	_ transport.Caller = (*lapiPace)(nil)
)

// overLAPI makes a rank's transport. Collective.
func (w *world) overLAPI(p *parts, maps pages.Pages) error {
	if err := lapi.Check(w.rank, knob.ArmciTransport); err != nil {
		return err
	}
	a := &overLAPI{world: w, link: lapi.Conduit(w.rank, lapi.ARMCI)}
	w.lapi = a
	a.moves = transport.New(transport.Config{
		Link: a.link, World: &lapiPace{a, lapi.Of(w.rank)}, Pages: maps, Ranks: w.Size(), Part: p.of(w.Rank()), Len: p.stride,
		Direct: w.shared.Direct,
	})
	w.moves = a.moves
	a.link.Serve(a.moves.Repeater())
	w.job.Beside(w.rank, a.serve)
	w.rank.Port.Barrier() // all ranks can be reached
	return nil
}

// serve is the library's thread: it is interrupted for packets that the program does not look for.
func (a *overLAPI) serve(r *job.Rank) {
	server := &lapiPace{a, lapi.Of(r)}
	due := func() bool { return a.polls == 0 && a.link.Arrived() }
	for {
		a.link.WaitInterrupt(server.thread, "packets of ARMCI", due)
		for due() {
			a.moves.ServeBy(server)
		}
	}
}

// Enter begins a call: nothing takes time between that and its Settle.
func (p *lapiPace) Enter() { p.link.Enter() }

// Settle has the thread spend what its call has cost, and give the adapter its packets.
func (p *lapiPace) Settle() { p.link.Settle(p.thread) }

// Polls says that the program looks for packets, or leaves them to the library's thread.
func (a *overLAPI) Polls(on bool) {
	if on {
		a.polls++
		return
	}
	if a.polls--; a.polls == 0 && a.link.Arrived() {
		a.link.Wake()
	}
}

// Arrived reports whether a packet is there.
func (a *overLAPI) Arrived() bool { return a.link.Arrived() }

// Wait blocks the program.
func (p *lapiPace) Wait(why string, cond func() bool) {
	if !cond() {
		p.link.WaitPolling(p.thread, why, cond)
	}
}

// Charge charges copies in memory, and the calls of handlers.
func (a *overLAPI) Charge(c pace.Cost, n uint64) { a.link.Charge(c, n) }

// Fail ends the job.
func (a *overLAPI) Fail(err error) { a.world.Fail(1, err.Error()) }
