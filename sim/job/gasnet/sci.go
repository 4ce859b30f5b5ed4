package gasnet

import (
	"fmt"

	"gasnetgo/gasnet"
	"gasnetgo/gasnet/conduit/sci"
	"gasnetgo/internal/knob"
	"gasnetgo/sim"
	"gasnetgo/sim/job"
	oversisci "gasnetgo/sim/job/sisci"
)

// overSCI is what a rank has whose messages are stores to memory of other nodes.
type overSCI struct {
	options sci.Options
	core    *sci.Core
}

// startSCI makes the rank's end of the conduit, and its connections. Collective.
func (w *world) startSCI() error {
	if err := oversisci.Check(w.rank, knob.GASNetConduit); err != nil {
		return err
	}
	client, err := oversisci.NewClient(w.rank)
	if err != nil {
		return err
	}
	over := &overSCI{options: sci.Defaults()}
	over.options.Segment = client.MostBytes()
	over.options.Sums = true // the ring sends a refused request again, and its links do not fail
	core, err := sci.New(sci.Config{Port: client, World: &sciPace{w, client}, Nodes: oversisci.IDs(w.Size()), Options: over.options})
	if err != nil {
		return err
	}
	over.core, w.sci = core, over
	w.rank.Port.Barrier() // all ranks have exported their segments
	return core.Connect()
}

// attachSCI exports the rank's segment.
func (w *world) attachSCI(all []gasnet.Segment) error {
	own := all[w.Rank()]
	_, err := w.sci.core.Attach(own.Addr, own.Bytes)
	return err
}

// sciPace is how time passes for a rank whose messages travel over SISCI.
type sciPace struct {
	*world
	client *oversisci.Client
}

var _ sci.World = (*sciPace)(nil)

const (
	sciHeader = 80 // bytes of a message's header, which its sender makes and its receiver reads
	sciLine   = 32 // bytes of a line of the processor's cache: flags are read by lines
)

// Charge charges work of the conduit: a look at memory that others write is one cache line; what is made, moved or summed costs by its bytes.
func (p *sciPace) Charge(what sci.Work, n uint64) {
	c := &p.job.Costs
	switch what {
	case sci.Packing:
		p.charge(n*sciHeader, c.Copy)
	case sci.Unpacking:
		p.charge(n, c.Take)
		p.charge(n*sciHeader, c.Copy)
	case sci.Polling:
		p.charge(n, c.Look)
	case sci.Scanning:
		p.charge((n+sciLine-1)/sciLine, c.Look)
	case sci.Copying, sci.Summing:
		p.charge(n, c.Copy)
	}
}

func (p *sciPace) charge(n uint64, cost sim.Time) { p.rank.Port.Charge(sim.Time(n) * cost) }

// Settle has the rank spend what its call has cost.
func (p *sciPace) Settle() { p.rank.Port.Settle() }

// Wait blocks the rank, which polls.
func (p *sciPace) Wait(why string, cond func() bool) { p.client.WaitPolling(why, cond) }

// Idle lets polls without a result take time where polls cost nothing.
func (p *sciPace) Idle(polls int) {
	if p.job.Costs.Look == 0 {
		p.rank.Spend(sim.Time(polls) * p.job.Costs.Idle)
	}
}

const sciPause = sim.Millisecond // between two tries of a connection

// Pause passes time.
func (p *sciPace) Pause() { p.rank.Spend(sciPause) }

// Fail ends the job.
func (p *sciPace) Fail(err error) {
	p.Warn(fmt.Sprintf("GASNet over SISCI: %v", err))
	p.rank.Fail(&job.ExitError{Rank: p.Rank(), Status: 1})
}
