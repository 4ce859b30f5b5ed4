package lapi

import (
	"fmt"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi/client"
	"gasnetgo/lapi/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/job"
	"gasnetgo/sim/library"
)

// Job is LAPI in a job. Its packets are messages of the network.
type Job struct {
	Costs *library.LAPI // nil: the machine has no LAPI

	net fabric.Network
}

// noLAPI is what a machine lacks.
const noLAPI = "LAPI is on the simulated machines sp and ideal, and on those whose file has a section [lapi] that says what it costs"

// channel is where tasks receive packets.
const channel fabric.Channel = 0

var (
	_ job.API     = (*Job)(nil)
	_ job.Besider = (*Thread)(nil)
)

// Thread is a thread of a task that makes calls of LAPI: the program, or one of the library.
type Thread struct {
	*process.Process
	world   *world
	rank    *job.Rank
	resting int      // threads of the program that are in sleep: they share this
	since   sim.Time // when it has begun to work, as a thread of the library
}

// Join makes a rank's *Thread, which is its program.
func (a *Job) Join(j *job.Job, r *job.Rank) any {
	a.net = j.Network
	w := &world{api: a, job: j, rank: r, lives: map[uint32]*Link{}}
	w.process = process.New(w)
	j.Fabric.Serve(r.ID(), channel, (*endpoint)(w))
	return w.thread(r)
}

// world is a task as LAPI sees it.
type world struct {
	api     *Job
	job     *job.Job
	rank    *job.Rank
	process *process.Process
	threads []*Thread
	links   []*Link          // of the program's contexts
	lives   map[uint32]*Link // all, made when a packet comes for them, or when they are opened
}

func (w *world) thread(r *job.Rank) *Thread {
	t := &Thread{world: w, rank: r}
	t.Process = w.process.On(t)
	w.threads = append(w.threads, t)
	return t
}

// Beside makes the part of a thread of the library.
func (t *Thread) Beside(r *job.Rank) any { return t.world.thread(r) }

func (w *world) Rank() int { return w.rank.ID() }
func (w *world) Size() int { return len(w.job.Nodes) }

// Warn prints one line.
func (w *world) Warn(line string) { w.job.Warn(w.rank.ID(), line) }

// Fail ends the job.
func (w *world) Fail(status int, line string) {
	if w.rank.World().Failed() == nil { // the first failure counts; the thread may go on until it waits
		w.job.Warn(w.rank.ID(), line)
	}
	w.rank.World().Fail(&job.ExitError{Rank: w.rank.ID(), Status: status})
	w.rank.World().Abandon()
}

// Open opens a context. What has been sent to it before is there.
func (w *world) Open(handle int, life uint32) (process.Link, error) {
	if w.api.Costs == nil {
		return nil, fmt.Errorf("%s: run this program with --machine sp, or without --machine", noLAPI)
	}
	l := w.link(life)
	l.open, l.closed = true, false
	l.owner = func() (client.Repeater, bool) { return w.process.Repeater(uint32(handle)) }
	w.links = append(w.links, l)
	return l, nil
}

// link finds a context of the task. Those of all tasks with one life are connected.
func (w *world) link(life uint32) *Link {
	l := w.lives[life]
	if l == nil {
		l = &Link{world: w, life: life, costs: w.api.Costs, net: w.api.net, timers: map[int]*timer{}, acks: map[int]*ackTimer{}}
		w.lives[life] = l
	}
	return l
}

// Enter begins a call of the thread.
func (t *Thread) Enter() {
	for _, l := range t.world.links {
		l.served = false
	}
}

// Leave ends it: the thread spends what the call has cost, and gives the adapter the packets that there are.
func (t *Thread) Leave() {
	for _, l := range t.world.links {
		t.rank.Port.Charge(l.collect())
	}
	t.rank.Port.Settle()
	for _, l := range t.world.links {
		l.pump(t)
	}
	t.share()
}

// share has a thread of the library that has worked for a time slice let the program have its turn. Otherwise a task to which others always send would never compute.
func (t *Thread) share() {
	p, r := t.world.api.Costs, t.rank
	if p == nil || p.Slice == 0 || !r.Beside() || r.Now()-t.since < p.Slice {
		return
	}
	if r.CPU().Interrupted() {
		r.WaitUntil("its turn on the CPU", r.Now()+p.Slice, func() bool { return false })
	}
	t.since = r.Now()
}

// sleep blocks the thread until cond holds, which it evaluates again whenever something has come for the task.
func (t *Thread) sleep(why string, cond func() bool) {
	t.resting++
	t.rank.Wait(why, cond)
	t.resting--
}

// wake has threads that rest look again.
func (w *world) wake(at sim.Time) {
	for _, t := range w.threads {
		if t.resting > 0 {
			t.rank.WakeAt(at)
		}
	}
}

// Words of C in the memory of the task.
type words struct{ bell, pollers, work, queued uintptr }

func (w *words) add(at uintptr) {
	if at != 0 {
		*memory.At[uint32](at)++
	}
}

func (w *words) value(at uintptr) uint32 {
	if at == 0 {
		return 0
	}
	return *memory.At[uint32](at)
}
