package armci

import (
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/armci/transport/window"
	"gasnetgo/sim"
	"gasnetgo/sim/job"
	"gasnetgo/sim/job/carrier"
)

// Job is ARMCI in a job.
type Job struct {
	Options armci.Options
	Arena   uint64          // bytes that a rank may allocate; 0 is as many as there are addresses for, up to defaultArena
	Carrier carrier.Carrier // what operations travel over
	Direct  uint64          // over LAPI: from how many bytes on the runs of a transfer travel on their own; 0: half a megabyte
	Alone   bool            // over Portals, ranks do not serve requests about accumulates and strides

	parts parts
}

var _ job.API = (*Job)(nil)

// Rank is a rank of ARMCI.
type Rank struct {
	*armci.Rank
	over bool // Portals or LAPI
}

// Pays reports whether calls charge what they do themselves: the library over Portals or LAPI is the program's own code, and only what it asks of them, or copies, takes
// time.
func (r *Rank) Pays() bool { return r.over }

// Join makes a rank's *Rank.
func (a *Job) Join(j *job.Job, r *job.Rank) any {
	taken := a.Carrier.On(j)
	return &Rank{armci.New(&world{shared: a, rank: r, job: j, taken: taken}, a.Options), taken != carrier.Memory}
}

// world is a rank as ARMCI sees it.
type world struct {
	shared *Job
	rank   *job.Rank
	job    *job.Job
	taken  carrier.Carrier
	lapi   *overLAPI // over LAPI
	moves  armci.Transport
}

var _ armci.World = (*world)(nil)

func (w *world) Rank() int { return w.rank.ID() }
func (w *world) Size() int { return len(w.job.Nodes) }

// Attach makes the memory of all ranks, the first time.
func (w *world) Attach(control uint64) (armci.Memory, error) {
	p := &w.shared.parts
	if p.base == 0 {
		if err := p.reserve(w.job, control, w.shared.Arena); err != nil {
			return armci.Memory{}, err
		}
	}
	me := w.Rank()
	maps := pages.Pages{Me: me, Arena: p.at(p.arena), Bytes: p.bytes, Map: p.at(p.pages)}
	var err error
	switch w.taken {
	case carrier.LAPI:
		err = w.overLAPI(p, maps)
	case carrier.Portals:
		err = w.overPortals(p, maps)
	default:
		w.moves = window.New(window.Config{
			Pages: maps, Layout: armci.ControlOf(w.Size()), Control: p.at(0), Mail: p.at(p.mail)(me), MailBytes: p.mailBytes,
			Ring: w.job.Fabric.Ring,
		})
	}
	if err != nil {
		return armci.Memory{}, err
	}
	return armci.Memory{Control: p.at(0), Arena: p.at(p.arena)(me), Bytes: p.bytes, Free: func(uintptr, uint64) {}}, nil
}

func (w *world) Transport() armci.Transport { return w.moves }
func (w *world) Group(int32, *armci.Group)  {}
func (w *world) Ungroup(int32)              {}
func (w *world) Mutexes([]armci.MutexPlace) {}
func (w *world) Open([]int)                 {}
func (w *world) Close()                     {}
func (w *world) Warn(line string)           { w.job.Warn(w.rank.ID(), line) }

// WaitFor names the rank. None leaves the job before the others.
func (w *world) WaitFor(rank int, cond func() bool) error {
	why := "another rank of ARMCI"
	if rank >= 0 {
		why = fmt.Sprintf("rank %d, in ARMCI", rank)
	}
	w.Wait(why, cond)
	return nil
}

// Wait blocks the rank. What it waits for is changed by ranks that ring.
func (w *world) Wait(why string, cond func() bool) {
	switch w.taken {
	case carrier.LAPI:
		w.lapi.moves.Await(why, cond)
	case carrier.Portals:
		w.rank.WaitPolling(why, cond)
	default:
		for !cond() {
			w.rank.Wait(why, job.Woken())
		}
	}
}

// Idle lets polls without a result take time.
func (w *world) Idle(polls int) {
	switch {
	case w.taken == carrier.LAPI && w.lapi.link.LookCost() > 0:
		w.rank.Spend(sim.Time(polls) * w.lapi.link.LookCost())
	case w.job.Costs.Look == 0:
		w.rank.Spend(sim.Time(polls) * w.job.Costs.Idle)
	default:
		w.rank.Port.ChargeLooks(polls)
	}
}

// Fail ends the job.
func (w *world) Fail(status int, line string) {
	w.Warn(line)
	w.rank.Fail(&job.ExitError{Rank: w.rank.ID(), Status: status})
}
