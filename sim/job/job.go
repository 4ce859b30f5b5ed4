package job

import (
	"math"

	"gasnetgo/gasnet"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
	"gasnetgo/sim"
	"gasnetgo/sim/nal"
	"gasnetgo/sim/world"
)

// Config is a job. Nodes says where each rank runs; Fabric and Costs are the machine's.
type Config struct {
	Fabric  nal.Fabric
	Costs   nal.Costs
	Nodes   []int
	UID     uint32                                    // of all ranks
	Dialect portals.Dialect                           // of all ranks
	Explain func(rank int, line string)               // why a call was refused; may be nil
	Show    func(rank int, views []portals.QueueView) // see nal.Config; may be nil
	Memory  Memory                                    // for SHMEM; may be nil if no program calls that
	SHMEM   shmem.Options
	Count   bool // the program asks how many of SHMEM's writes have arrived
	GASNet  gasnet.Options
	Warn    func(rank int, line string) // something that is no error; may be nil
	Quit    func(*Rank)                 // has a rank's program run its own handler of SIGQUIT, where it is; may be nil
}

// Job is ranks with their libraries.
type Job struct {
	Config
	World   *world.World
	Net     *nal.Job
	Ranks   []*Rank
	heaps   heaps
	notes   []notes
	gasnet  *gasnetJob // nil until a rank calls gasnet_init
	indices uint32     // of the portal table that all ranks have
}

// Rank is one rank's libraries. A program's calls go through Call or Look.
type Rank struct {
	*world.Rank
	Net     *nal.Network
	Portals *process.Process
	SHMEM   *shmem.PE
	GASNet  *gasnet.Rank
	Left    bool // it has called gasnet_exit: its program does not go on
	Told    bool // the job is over, and its program runs its handler of SIGQUIT or has done so

	doubt   func() error // of the wait that it is in, if that can be doubted
	trying  bool
	outcome Outcome
}

// New makes a job on a kernel. body is what a rank's program does; it runs on the rank's coroutine.
func New(k *sim.Kernel, c Config, body func(*Rank)) *Job {
	return build(k, c, func(w *world.World, node int, r *Rank) *world.Rank {
		return w.Add(node, sim.NewCPU(k), func(*world.Rank) { body(r) })
	})
}

// NewSteps is New for ranks that go on in steps on the kernel's stack: see world.AddStep. steps answers the step of a rank.
func NewSteps(k *sim.Kernel, c Config, steps func(*Rank) world.Stepper) *Job {
	return build(k, c, func(w *world.World, node int, r *Rank) *world.Rank { return w.AddStep(node, sim.NewCPU(k), steps(r)) })
}

func build(k *sim.Kernel, c Config, add func(w *world.World, node int, r *Rank) *world.Rank) *Job {
	if c.Warn == nil {
		c.Warn = func(int, string) {}
	}
	j := &Job{
		Config:  c,
		World:   world.New(k),
		Net:     nal.NewJob(k, nal.Config{Fabric: c.Fabric, Costs: c.Costs, Nodes: c.Nodes, UID: c.UID, Dialect: c.Dialect, Explain: c.Explain, Show: c.Show}),
		notes:   make([]notes, len(c.Nodes)),
		indices: math.MaxUint32,
	}
	for _, node := range c.Nodes {
		r := &Rank{}
		r.Rank = add(j.World, node, r)
		r.Net = j.Net.Network(r.Rank)
		r.Portals = process.New(network{r.Net, r, c.Costs.Look == 0})
		r.Portals.Alone()
		r.SHMEM = j.newPE(r, c.SHMEM)
		r.GASNet = j.newGASNet(r, c.GASNet)
		j.Ranks = append(j.Ranks, r)
	}
	return j
}

// Call makes a call of the rank's program that the library answers, and has the rank spend what it costs.
func (r *Rank) Call(f func()) {
	r.Net.Call()
	f()
	r.Net.Settle()
}

// Look makes a call that looks for events: what the look costs is spent before it is made.
func (r *Rank) Look(f func()) {
	r.Net.Look()
	r.Net.Settle()
	f()
}

// network is a rank's network in a world where calls wait.
type network struct {
	*nal.Network
	rank *Rank
	free bool // a look costs nothing
}

var _ process.Waiter = network{}

// Wait blocks the rank. Finding what it waited for costs a look.
func (n network) Wait(why string, ms uint32, cond func() bool) bool {
	n.Settle()
	if cond() {
		return true
	}
	if ms == portals.TimeForever {
		n.rank.WaitLooking(why, n.Looks(), cond)
		n.Settle()
		return true
	}
	found := n.rank.WaitUntil(why, n.rank.Now()+sim.Time(ms)*sim.Millisecond, cond)
	n.Look()
	n.Settle()
	return found
}

// Polled keeps a program that polls on a machine without costs from standing still in time.
func (n network) Polled() {
	switch {
	case !n.free:
	case n.rank.trying:
		n.rank.outcome = Polls
	default:
		n.rank.Poll(0)
	}
}

// Retries notes that a call would have to wait.
func (n network) Retries(forever bool) bool {
	if !n.rank.trying {
		return false
	}
	n.rank.outcome = Blocks
	if forever {
		n.rank.outcome = Waits
	}
	return true
}

// Barrier is the job's. One that must not wait is left to who tries.
func (n network) Barrier() { n.rank.barrier() }

func (r *Rank) barrier() {
	switch {
	case !r.trying:
		r.Net.Barrier()
	case r.outcome == Done:
		r.outcome = Meets
	}
}

// Outcome is how a call ended that must not wait.
type Outcome uint8

// Outcomes. Waits and Blocks leave no trace of the call.
const (
	Done   Outcome = iota
	Polls          // a look that found nothing is to be charged
	Waits          // a look that found nothing, and there is no time when the rank would give up: it is to be made again when the rank is woken
	Blocks         // it is to be made again where it can wait
	Meets          // all that is left of it is a barrier
)

// Try has the next call of Portals come back at once. Tried ends that and answers what became of it.
func (r *Rank) Try() { r.trying, r.outcome = true, Done }

// Tried is how the call ended.
func (r *Rank) Tried() Outcome {
	r.trying = false
	return r.outcome
}
