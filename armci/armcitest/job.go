package armcitest

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
)

const (
	arenaBytes = 4 << 20
	mailBytes  = 8 << 20
	limit      = 5 * time.Minute // of a check: it cannot end. Under the race detector, on a busy host, good ones take a minute
	often      = time.Millisecond
)

// Job is what the ranks share.
type Job struct {
	T         testing.TB
	size      int
	transport Factory

	mu      sync.Mutex
	changed *sync.Cond // gen, arrived or dead changed
	gen     uint64     // guarded by mu: changes of memory
	arrived int        // guarded by mu: ranks in a barrier, ever
	dead    bool       // guarded by mu: a rank has left early
	ranks   []*Rank
}

// Rank is the world of one rank.
type Rank struct {
	*Job
	pace.Free
	rank   int
	memory []byte
	base   uintptr
	layout [4]uint64 // where map, mail and arena begin, and the end
	moves  armci.Transport
	Status int // given to Fail
}

// Factory creates the transport of one rank. The memory of all ranks exists.
type Factory func(r *Rank) armci.Transport

var _ armci.World = (*Rank)(nil)

// Start runs body as each of n ranks and waits for them. A rank that fails takes the others with it.
func Start(t testing.TB, n int, transport Factory, body func(r *Rank, a *armci.Rank)) {
	t.Helper()
	j := &Job{T: t, size: n, transport: transport}
	j.changed = sync.NewCond(&j.mu)
	for i := range n {
		r := &Rank{Job: j, rank: i}
		r.place(armci.ControlOf(n).Bytes())
		j.ranks = append(j.ranks, r)
	}
	clock := time.AfterFunc(limit, func() {
		t.Error("ranks wait for what does not come")
		j.kill()
	})
	defer clock.Stop()
	over := make(chan struct{})
	defer close(over)
	go func() { // worlds look from time to time, too
		for {
			select {
			case <-over:
				return
			case <-time.After(often):
				j.Poke()
			}
		}
	}()
	var all sync.WaitGroup
	for _, r := range j.ranks {
		all.Add(1)
		go func() {
			defer all.Done()
			done := false
			defer func() {
				if !done {
					j.kill()
				}
			}()
			body(r, armci.New(r, armci.Options{}))
			done = true
		}()
	}
	all.Wait()
}

// place lays out a rank's memory.
func (r *Rank) place(control uint64) {
	mail := control + arenaBytes/pages.Page
	mail = (mail + pages.Page - 1) / pages.Page * pages.Page
	r.layout = [4]uint64{control, mail, mail + mailBytes, mail + mailBytes + arenaBytes}
	r.memory = make([]byte, r.layout[3]+pages.Page)
	r.base = (memory.Address(r.memory) + pages.Page - 1) / pages.Page * pages.Page
}

func (j *Job) kill() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.dead = true
	j.changed.Broadcast()
}

// Poke says that memory may have changed.
func (j *Job) Poke() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.gen++
	j.changed.Broadcast()
}

func (r *Rank) Rank() int { return r.rank }
func (r *Rank) Size() int { return r.size }

// Control, Map, Mail and Arena are where parts of a rank's memory are, Bytes how long the part is from Control to its end, ArenaBytes the arena.
func (j *Job) Control(rank int) uintptr { return j.ranks[rank].base }
func (j *Job) Map(rank int) uintptr     { return j.ranks[rank].base + uintptr(j.ranks[rank].layout[0]) }
func (j *Job) Mail(rank int) uintptr    { return j.ranks[rank].base + uintptr(j.ranks[rank].layout[1]) }
func (j *Job) Arena(rank int) uintptr   { return j.ranks[rank].base + uintptr(j.ranks[rank].layout[2]) }
func (j *Job) Bytes() uint64            { return j.ranks[0].layout[3] }
func (j *Job) ArenaBytes() uint64       { return arenaBytes }
func (j *Job) MailBytes() uint64        { return mailBytes }

// Pages is the maps of all ranks.
func (r *Rank) Pages() pages.Pages {
	return pages.Pages{Me: r.rank, Arena: r.Arena, Bytes: arenaBytes, Map: r.Map}
}

// Attach makes the transport. It waits for the other ranks.
func (r *Rank) Attach(uint64) (armci.Memory, error) {
	r.moves = r.transport(r)
	r.Barrier()
	return armci.Memory{Control: r.Control, Arena: r.Arena(r.rank), Bytes: arenaBytes, Free: func(at uintptr, bytes uint64) {
		clear(memory.Bytes(at, bytes))
	}}, nil
}

func (r *Rank) Transport() armci.Transport { return r.moves }

// Group and the others have nothing to do: there are no shorter ways.
func (r *Rank) Group(int32, *armci.Group)  {}
func (r *Rank) Ungroup(int32)              {}
func (r *Rank) Mutexes([]armci.MutexPlace) {}
func (r *Rank) Open([]int)                 {}
func (r *Rank) Close()                     {}
func (r *Rank) Warn(line string)           { r.T.Log(line) }

// Fail ends the rank.
func (r *Rank) Fail(status int, line string) {
	r.T.Errorf("rank %d ends the job with status %d: %s", r.rank, status, line)
	r.Exit()
}

// Exit ends the rank, and with it the job.
func (r *Rank) Exit() {
	r.kill()
	runtime.Goexit()
}

// Barrier waits for all ranks, and serves messages meanwhile.
func (r *Rank) Barrier() {
	r.mu.Lock()
	r.arrived++
	target := (r.arrived + r.size - 1) / r.size * r.size
	r.changed.Broadcast()
	r.mu.Unlock()
	r.Wait("", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.arrived >= target
	})
}

// progresser is a transport that receives messages only when it is asked to.
type progresser interface{ Progress() }

// WaitFor is Wait: a rank that leaves ends the test.
func (r *Rank) WaitFor(_ int, cond func() bool) error {
	r.Wait("", cond)
	return nil
}

// Wait returns when cond holds.
func (r *Rank) Wait(_ string, cond func() bool) {
	for {
		r.mu.Lock()
		gen, dead := r.gen+uint64(r.arrived), r.dead
		r.mu.Unlock()
		if dead {
			runtime.Goexit()
		}
		if p, ok := r.moves.(progresser); ok {
			p.Progress()
		}
		if cond() {
			return
		}
		r.mu.Lock()
		for gen == r.gen+uint64(r.arrived) && !r.dead {
			r.changed.Wait()
		}
		r.mu.Unlock()
	}
}
