package job

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/world"
)

// Config is a job. Nodes says where each rank runs; Network and Costs are the machine's.
type Config struct {
	Network fabric.Network
	Costs   fabric.Costs
	Nodes   []int
	APIs    []API                                // by their numbers; nil where there is none
	Memory  Memory                               // for segments of APIs; may be nil if no program asks for one
	Warn    func(rank int, line string)          // something that is no error; may be nil
	Start   func(r *Rank, fn, arg uintptr) error // runs a function of C beside a rank's program; may be nil: see Beside
	Quit    func(*Rank)                          // has a rank's program run its own handler of SIGQUIT, where it is; may be nil

	Check *Check // nil: nothing is checked

	PacketsOnly bool // the network carries packets of a library, and no messages of the others

	Detours bool                             // what happens to messages matters, also where they cost nothing: no API moves data without them
	Pause   func(rank int) sim.Time          // see fabric.Config; may be nil
	Refuse  func(rank int, what string) bool // whether a test of a rank fails, although it could succeed; may be nil
}

// Job is ranks with their libraries.
type Job struct {
	Config
	World  *world.World
	Fabric *fabric.Fabric
	Ranks  []*Rank
	status int // see Worsen
}

// Rank is one rank's libraries. A program's calls go through Call or Look.
type Rank struct {
	*world.Rank
	Port *fabric.Port

	check    func() error // of the wait that it is in, if that can be checked
	Left     bool         // it has ended the job: its program does not go on
	Quitting bool         // the job has ended, and its program runs its handler of SIGQUIT or has done so
	trying   bool

	PacketsOnly bool // see Config
	outcome     Outcome

	APIs [MaxAPIs]any // parts of APIs, by their numbers, in the rank itself: every call needs one

	_ [32]byte // whole lines of a cache: the first two have what calls look at
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
	if len(c.APIs) > MaxAPIs {
		panic("job: more APIs than MaxAPIs")
	}
	if c.Warn == nil {
		c.Warn = func(int, string) {}
	}
	var j *Job
	f := fabric.New(k, fabric.Config{Network: c.Network, Costs: c.Costs, Nodes: c.Nodes, Pause: c.Pause, Fail: func(err error) { j.World.Fail(err) }})
	j = &Job{Config: c, World: world.New(k), Fabric: f}
	for _, node := range c.Nodes {
		r := &Rank{PacketsOnly: c.PacketsOnly}
		r.Rank = add(j.World, node, r)
		r.Port = f.Join(r.Rank)
		j.Ranks = append(j.Ranks, r)
		for id, a := range c.APIs {
			if a != nil {
				r.APIs[id] = a.Join(j, r)
			}
		}
	}
	return j
}

// Call makes a call of the rank's program that the library answers, and spends its cost.
func (r *Rank) Call(f func()) {
	r.Port.ChargeCall()
	f()
	r.Port.Settle()
}

// Look makes a call that polls for events: the cost of the poll is spent before the call.
func (r *Rank) Look(f func()) {
	r.Port.ChargeLooks(1)
	r.Port.Settle()
	f()
}
