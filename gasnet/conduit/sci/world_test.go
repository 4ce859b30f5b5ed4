package sci

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"gasnetgo/gasnet/conduit/conduittest"
	"gasnetgo/sisci/siscitest"
)

// job is ranks on a ring. Their programs are coroutines, which take turns by chance: at each access to memory of SISCI, and when they wait.
type job struct {
	ring    *siscitest.Ring
	random  *rand.Rand
	nodes   []uint32 // configuration
	options Options
	cores   []*Core
	work    []map[Work]uint64 // that ranks have been charged
	pauses  []int

	programs []*program
	running  *program          // nil: no program does
	turns    conduittest.World // what cores wait in without programs
	failed   func(error)
}

// program is what a rank runs.
type program struct {
	rank  int
	next  func() (struct{}, bool)
	yield func(struct{}) bool
	why   string // it waits
	over  bool
	ended bool // by force, because another one has failed
}

// pass lets others go on. It does not return if the program is ended.
func (p *program) pass() {
	if !p.yield(struct{}{}) {
		p.ended = true
		panic("ended")
	}
}

func newJob(o siscitest.Options, opts Options) *job {
	j := &job{ring: siscitest.New(o), random: rand.New(rand.NewPCG(o.Seed, 2)), options: opts, cores: make([]*Core, o.Nodes), pauses: make([]int, o.Nodes)}
	for r := range o.Nodes {
		j.nodes = append(j.nodes, siscitest.ID(r))
		j.work = append(j.work, map[Work]uint64{})
	}
	j.ring.Yield = j.turn
	j.failed = func(err error) { panic(err) }
	return j
}

// turn passes control to others, by chance.
func (j *job) turn(int) {
	switch {
	case j.running != nil:
		if j.random.IntN(4) == 0 {
			j.running.pass()
		}
	case j.random.IntN(2) == 0:
		j.ring.Step()
	}
}

const mostTurns = 200_000 // in which nothing is in progress

// run runs a program on each rank, until all have ended.
func (j *job) run(each func(rank int)) {
	j.programs = nil
	for r := range j.cores {
		p := &program{rank: r}
		next, stop := iter.Pull(func(yield func(struct{}) bool) {
			defer func() {
				if p.ended {
					_ = recover()
				}
			}()
			p.yield = yield
			each(r)
			p.over = true
		})
		defer stop()
		p.next = next
		j.programs = append(j.programs, p)
	}
	for left, turns := len(j.programs), 0; left > 0; turns++ {
		if j.random.IntN(2) == 0 && j.ring.Step() {
			turns = 0
		}
		if turns > mostTurns {
			panic("no rank gets on: " + j.waiting())
		}
		p := j.programs[j.random.IntN(len(j.programs))]
		if p.over {
			continue
		}
		j.running = p
		p.next()
		j.running = nil
		if p.over {
			left--
		}
	}
}

// waiting is what ranks wait for.
func (j *job) waiting() (all string) {
	for _, p := range j.programs {
		if !p.over {
			all += fmt.Sprintf("rank %d: %s; ", p.rank, p.why)
		}
	}
	return all
}

// settle has all arrive that is in progress.
func (j *job) settle() {
	for j.ring.Step() {
	}
}

// boot makes the cores, with segments at these addresses, or memory of SISCI's.
func (j *job) boot(bytes uint64, at func(rank int) uintptr) {
	j.run(func(r int) {
		c, err := New(j.config(r))
		j.check(err)
		j.cores[r] = c
		j.check(c.Connect())
		_, err = c.Attach(at(r), bytes)
		j.check(err)
	})
}

func (j *job) config(rank int) Config {
	return Config{Port: j.ring.Nodes[rank].Driver, World: world{j, rank}, Nodes: j.nodes, Options: j.options}
}

func (j *job) check(err error) {
	if err != nil {
		j.failed(err)
	}
}

// world is a rank's.
type world struct {
	*job
	rank int
}

var _ World = world{}

func (w world) Wait(why string, cond func() bool) {
	p := w.running
	if p == nil {
		w.turns.Pace(w.rank).Wait(why, cond)
		return
	}
	for !cond() {
		p.why = why
		p.pass()
	}
	p.why = ""
}

func (w world) Idle(int) {
	if w.running == nil {
		w.turns.Pace(w.rank).Idle(1)
		return
	}
	w.running.pass()
}

func (w world) Pause() {
	w.pauses[w.rank]++
	w.running.pass()
}

func (w world) Settle()                    {}
func (w world) Charge(what Work, n uint64) { w.work[w.rank][what] += n }
func (w world) Fail(err error)             { w.failed(err) }
