package armci

import (
	"gasnetgo/armci/pages"
	transport "gasnetgo/armci/transport/lapi"
	"gasnetgo/internal/knob"
	"gasnetgo/sim"
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

// lapiTime is how time passes for a thread that makes calls of the transport: the program, or the library's. It spends what they cost.
type lapiTime struct {
	*overLAPI
	thread *lapi.Thread
}

var (
	_ transport.World  = (*lapiTime)(nil)
	_ transport.Caller = (*lapiTime)(nil)
)

// overLAPI makes a rank's transport. Collective.
func (w *world) overLAPI(p *parts, maps pages.Pages) error {
	if err := lapi.Check(w.rank, knob.ArmciTransport); err != nil {
		return err
	}
	a := &overLAPI{world: w, link: lapi.Conduit(w.rank, lapi.ARMCI)}
	w.lapi = a
	a.moves = transport.New(transport.Config{
		Link: a.link, World: &lapiTime{a, lapi.Of(w.rank)}, Pages: maps, Ranks: w.Size(), Part: p.of(w.Rank()), Len: p.stride,
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
	server := &lapiTime{a, lapi.Of(r)}
	due := func() bool { return a.polls == 0 && a.link.Arrived() }
	for {
		a.link.WaitInterrupt(server.thread, "packets of ARMCI", due)
		for due() {
			a.moves.ServeBy(server)
		}
	}
}

// Enter begins a call: nothing takes time between that and its Settle.
func (t *lapiTime) Enter() { t.link.Enter() }

// Settle has the thread spend what its call has cost, and give the adapter its packets.
func (t *lapiTime) Settle() { t.link.Settle(t.thread) }

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

// Rest blocks the program.
func (t *lapiTime) Rest(why string, changed func() bool) {
	cond := func() bool { return t.link.Arrived() || changed() }
	if !cond() {
		t.link.WaitPolling(t.thread, why, cond)
	}
}

// Copied charges a copy in memory.
func (a *overLAPI) Copied(bytes uint64) { a.link.Charge(sim.Time(bytes) * a.job.Costs.Copy) }

// Header charges the call of a header handler.
func (a *overLAPI) Header() { a.link.Charge(a.link.Costs().Handler) }

// Completion charges that of a completion handler.
func (a *overLAPI) Completion() { a.link.Charge(a.link.Costs().Completion) }

// Fail ends the job.
func (a *overLAPI) Fail(err error) { a.world.Fail(1, err.Error()) }
