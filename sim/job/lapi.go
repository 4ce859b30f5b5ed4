package job

import (
	"fmt"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi/client"
	"gasnetgo/lapi/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/library"
)

// LAPI is LAPI in a job. Its packets are messages of the network.
type LAPI struct {
	net   fabric.Network
	proto *library.LAPI // nil: the machine has none
}

// noLAPI is what a machine lacks.
const noLAPI = "LAPI is on the simulated machines sp and ideal, and on those whose file has a section [lapi] that says what it costs"

// lapiChannel is where tasks receive packets.
const lapiChannel fabric.Channel = 0

var _ API = (*LAPI)(nil)

// LAPIThread is a thread of a task that makes calls of LAPI: the program, or one of the library.
type LAPIThread struct {
	*process.Process
	world   *lapiWorld
	rank    *Rank
	resting bool
	since   sim.Time // when it has begun to work, as a thread of the library
}

// Join makes a rank's *LAPIThread, which is its program.
func (a *LAPI) Join(j *Job, r *Rank) any {
	a.net, a.proto = j.Network, j.Config.LAPI
	w := &lapiWorld{api: a, job: j, rank: r, lives: map[uint32]*lapiLink{}}
	w.process = process.New(w)
	j.Fabric.Serve(r.ID(), lapiChannel, (*lapiEndpoint)(w))
	return w.thread(r)
}

// lapiWorld is a task as LAPI sees it.
type lapiWorld struct {
	api     *LAPI
	job     *Job
	rank    *Rank
	process *process.Process
	threads []*LAPIThread
	links   []*lapiLink          // of the program's contexts
	lives   map[uint32]*lapiLink // all, made when a packet comes for them, or when they are opened
}

func (w *lapiWorld) thread(r *Rank) *LAPIThread {
	t := &LAPIThread{world: w, rank: r}
	t.Process = w.process.On(t)
	w.threads = append(w.threads, t)
	return t
}

// Beside makes the part of a thread of the library.
func (t *LAPIThread) Beside(r *Rank) any { return t.world.thread(r) }

func (w *lapiWorld) Rank() int { return w.rank.ID() }
func (w *lapiWorld) Size() int { return len(w.job.Nodes) }

// Warn prints one line.
func (w *lapiWorld) Warn(line string) { w.job.Warn(w.rank.ID(), line) }

// Fail ends the job.
func (w *lapiWorld) Fail(status int, line string) {
	if w.rank.World().Failed() == nil { // the first failure counts; the thread may go on until it waits
		w.job.Warn(w.rank.ID(), line)
	}
	w.rank.World().Fail(&ExitError{Rank: w.rank.ID(), Status: status})
	w.rank.World().Abandon()
}

// Open opens a context. What has been sent to it before is there.
func (w *lapiWorld) Open(handle int, life uint32) (process.Link, error) {
	if w.api.proto == nil {
		return nil, fmt.Errorf("%s: run this program with --machine sp, or without --machine", noLAPI)
	}
	l := w.link(life)
	l.open, l.closed = true, false
	l.owner = func() (client.Repeater, bool) { return w.process.Repeater(uint32(handle)) }
	w.links = append(w.links, l)
	return l, nil
}

// link finds a context of the task. Those of all tasks with one life are connected.
func (w *lapiWorld) link(life uint32) *lapiLink {
	l := w.lives[life]
	if l == nil {
		l = &lapiLink{world: w, life: life, proto: w.api.proto, net: w.api.net, timers: map[int]*lapiTimer{}, acks: map[int]*ackTimer{}}
		w.lives[life] = l
	}
	return l
}

// lapi is the rank's own LAPI.
func (r *Rank) lapi() *lapiWorld { return r.lapiThread().world }

// lapiThread is what makes the calls of LAPI of a rank, or of a thread of a library.
func (r *Rank) lapiThread() *LAPIThread {
	for _, part := range r.APIs {
		if t, ok := part.(*LAPIThread); ok {
			return t
		}
	}
	panic("job: a rank without LAPI")
}

// Enter begins a call of the thread.
func (t *LAPIThread) Enter() {
	for _, l := range t.world.links {
		l.served = false
	}
}

// Leave ends it: the thread spends what the call has cost, and gives the adapter the packets that there are.
func (t *LAPIThread) Leave() {
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
func (t *LAPIThread) share() {
	p, r := t.world.api.proto, t.rank
	if p == nil || p.Slice == 0 || !r.Beside() || r.Now()-t.since < p.Slice {
		return
	}
	if r.CPU().Interrupted() {
		r.WaitUntil("its turn on the CPU", r.Now()+p.Slice, func() bool { return false })
	}
	t.since = r.Now()
}

// wake has threads that rest look again.
func (w *lapiWorld) wake(at sim.Time) {
	for _, t := range w.threads {
		if t.resting {
			t.rank.WakeAt(at)
		}
	}
}

// Words of C in the memory of the task.
type lapiWords struct{ bell, pollers, work, queued uintptr }

func (w *lapiWords) add(at uintptr) {
	if at != 0 {
		*memory.At[uint32](at)++
	}
}

func (w *lapiWords) value(at uintptr) uint32 {
	if at == 0 {
		return 0
	}
	return *memory.At[uint32](at)
}
