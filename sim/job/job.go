package job

import (
	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/library"
	"gasnetgo/sim/nal"
	"gasnetgo/sim/world"
)

// Config is a job. Nodes says where each rank runs; Network and Costs are the machine's.
type Config struct {
	Network fabric.Network
	Costs   fabric.Costs
	Nodes   []int
	LAPI    *library.LAPI                             // what it costs; nil: the machine has none
	UID     uint32                                    // of all ranks
	Dialect portals.Dialect                           // of all ranks
	Explain func(rank int, line string)               // why a call was refused; may be nil
	Show    func(rank int, views []portals.QueueView) // see nal.Config; may be nil
	APIs    []API                                     // by their numbers; nil where there is none
	Memory  Memory                                    // for segments of APIs; may be nil if no program asks for one
	Warn    func(rank int, line string)               // something that is no error; may be nil
	Start   func(r *Rank, fn, arg uintptr) error      // runs a function of C beside a rank's program; may be nil: see Beside
	Quit    func(*Rank)                               // has a rank's program run its own handler of SIGQUIT, where it is; may be nil

	PacketsOnly bool // the network carries LAPI, but none of the libraries that send messages
}

// Job is ranks with their libraries.
type Job struct {
	Config
	World    *world.World
	Fabric   *fabric.Fabric
	Net      *nal.Job
	Ranks    []*Rank
	Networks []*nal.Network // of Portals, by rank
	status   int            // see Worsen
}

// Rank is one rank's libraries. A program's calls go through Call or Look.
type Rank struct {
	*world.Rank
	Port    *fabric.Port
	Portals *process.Process // for programs and for APIs

	check    func() error // of the wait that it is in, if that can be checked
	Left     bool         // it has called gasnet_exit: its program does not go on
	Quitting bool         // the job has ended, and its program runs its handler of SIGQUIT or has done so
	trying   bool

	PacketsOnly bool // see Config
	outcome     Outcome

	APIs [MaxAPIs]any // parts of APIs, by their numbers, in the rank itself: every call needs one

	_ [24]byte // whole lines of a cache: the first two have what calls look at
}

// MaxAPIs bounds the numbers of APIs.
const MaxAPIs = 8

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
	f := fabric.New(k, fabric.Config{Network: c.Network, Costs: c.Costs, Nodes: c.Nodes, Fail: func(err error) { j.World.Fail(err) }})
	j = &Job{
		Config: c,
		World:  world.New(k),
		Fabric: f,
		Net:    nal.NewJob(f, nal.Config{UID: c.UID, Dialect: c.Dialect, Explain: c.Explain, Show: c.Show}),
	}
	for _, node := range c.Nodes {
		r := &Rank{PacketsOnly: c.PacketsOnly}
		r.Rank = add(j.World, node, r)
		r.Port = f.Join(r.Rank)
		net := j.Net.Network(r.Port)
		r.Portals = process.New(network{net, r, idleCost(c.Costs)})
		r.Portals.Alone()
		j.Ranks, j.Networks = append(j.Ranks, r), append(j.Networks, net)
		for id, a := range c.APIs {
			if a != nil {
				r.APIs[id] = a.Join(j, r)
			}
		}
	}
	return j
}

// Worsen says that a rank leaves a job that is over with a status: the first one that is not 0 counts.
func (j *Job) Worsen(status int) {
	if j.status == 0 {
		j.status = status
	}
}

// Status is the exit status of a completed job: 0, or the status given to Worsen.
func (j *Job) Status() int { return j.status }

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

// await blocks the rank, which polls meanwhile, until cond holds. What cond sends leaves before the rank sleeps. A look that found something has been paid for then.
func (r *Rank) await(why string, cond func() bool) {
	p := r.Port
	p.Settle()
	looked := r.WaitLooking(why, p.LookCost(), func() bool {
		for !cond() {
			if !p.Posted() {
				return false
			}
			p.Settle() // which takes time: more may have come
		}
		return true
	})
	if !looked {
		p.ChargeLooks(1)
	}
	p.ChargeTakes(1)
	p.Settle()
}

// network is a rank's network in a world where calls wait.
type network struct {
	*nal.Network
	rank *Rank
	idle sim.Time // cost of a poll without a result, if other polls cost nothing
}

var _ process.Waiter = network{}

// idleCost is the cost of a poll without a result on a machine where polls cost nothing; 0 elsewhere.
func idleCost(c fabric.Costs) sim.Time {
	if c.Look > 0 {
		return 0
	}
	return c.Idle
}

// Wait blocks the rank. The poll that ends it is charged.
func (n network) Wait(why string, ms uint32, cond func() bool) bool {
	p := n.rank.Port
	p.Settle()
	if cond() {
		p.ChargeTakes(1)
		return true
	}
	if ms == portals.TimeForever {
		n.rank.WaitLooking(why, p.LookCost(), cond)
		p.ChargeTakes(1)
		p.Settle()
		return true
	}
	found := n.rank.WaitUntil(why, n.rank.Now()+sim.Time(ms)*sim.Millisecond, cond)
	p.ChargeLooks(1)
	if found {
		p.ChargeTakes(1)
	}
	p.Settle()
	return found
}

// Polled charges a poll without a result where polls cost nothing otherwise.
func (n network) Polled() {
	switch {
	case n.rank.trying:
		n.rank.outcome = Polls
	case n.idle > 0:
		n.rank.Spend(n.idle)
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

// Barrier is the job's. In a call that must not wait it is left to the caller of Try.
func (r *Rank) Barrier() {
	switch {
	case !r.trying:
		r.Port.Barrier()
	case r.outcome == Done:
		r.outcome = Meets
	}
}

// Outcome is how a call ended that must not wait.
type Outcome uint8

// Outcomes. Waits and Blocks leave no trace of the call.
const (
	Done   Outcome = iota
	Polls          // a poll without a result, with the frame's results: repeat the call when the poll has been spent
	Waits          // a poll without a result, and the rank has no timeout: repeat the call when the rank is woken
	Blocks         // repeat the call where it can wait
	Meets          // all that is left of it is a barrier
)

// Try has the next call of Portals come back at once. Tried ends that and answers what became of it.
func (r *Rank) Try() { r.trying, r.outcome = true, Done }

// Tried is how the call ended.
func (r *Rank) Tried() Outcome {
	r.trying = false
	return r.outcome
}
