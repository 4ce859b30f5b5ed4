package shmemtest

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/window"
)

// HeapAlign is up to which multiples the heaps of a job's ranks agree.
const HeapAlign = 1 << 16

// DataBytes is the size of the data segment.
const DataBytes = 1 << 14

// Options of a job. The zero value is usable.
type Options struct {
	shmem.Options                                 // HeapBytes 0 is 1 MiB here
	Transport     func(r *Rank) shmem.Transport   // nil: windows
	Attach        func(bytes uint64) error        // nil: succeeds
	Name          func(r *Rank, a uintptr) string // says what lies at an address; nil: nothing
}

// Job is what the ranks share.
type Job struct {
	T    testing.TB
	opts Options
	size int

	mu       sync.Mutex
	changed  *sync.Cond // gen, arrived or dead changed
	gen      uint64     // guarded by mu: changes of memory
	arrived  uint64     // guarded by mu: ranks in a barrier, ever
	dead     bool       // guarded by mu: a rank has left early
	status   int        // guarded by mu
	warnings []string   // guarded by mu
	detached int        // guarded by mu
	slots    [][]byte
	notes    map[[2]int][]byte // by rank and turn
	ranks    []*Rank
}

// Rank is the world of one rank.
type Rank struct {
	*Job
	pace.Free
	rank       int
	transport  shmem.Transport
	heap, data []byte
	private    []any
	Barriers   int // calls of Barrier
}

var (
	_ shmem.World     = (*Rank)(nil)
	_ shmem.AddrNamer = (*Rank)(nil)
)

// Run runs body as each of n ranks and waits for them. A rank that fails the test or calls Exit takes the others with it: they leave
// their next barrier or wait for good.
func Run(t testing.TB, n int, opts Options, body func(p *shmem.PE, r *Rank)) *Job {
	t.Helper()
	if opts.HeapBytes == 0 {
		opts.HeapBytes = 1 << 20
	}
	if opts.ActiveSets == 0 {
		opts.ActiveSets = 8
	}
	j := &Job{T: t, opts: opts, size: n, slots: make([][]byte, n), notes: map[[2]int][]byte{}}
	j.changed = sync.NewCond(&j.mu)
	for i := range n {
		j.ranks = append(j.ranks, &Rank{Job: j, rank: i, data: aligned(DataBytes, 1<<12)})
	}
	var all sync.WaitGroup
	for _, r := range j.ranks {
		all.Add(1)
		go func() {
			defer all.Done()
			done := false
			defer func() {
				if !done {
					j.kill(0)
				}
			}()
			body(shmem.New(r, opts.Options), r)
			done = true
		}()
	}
	all.Wait()
	return j
}

// Status is the last status that a rank gave to Exit.
func (j *Job) Status() int { return j.status }

// Warnings are the lines that ranks gave to Warn.
func (j *Job) Warnings() []string { return j.warnings }

// Detached counts the calls of Detach.
func (j *Job) Detached() int { return j.detached }

func (j *Job) kill(status int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.dead = true
	j.status = max(j.status, status)
	j.changed.Broadcast()
}

// Rank is this rank's number.
func (r *Rank) Rank() int { return r.rank }

// Size is the number of ranks.
func (r *Rank) Size() int { return r.size }

// Attach makes the heap anew.
func (r *Rank) Attach(bytes, control uint64) (shmem.Segments, error) {
	if r.opts.Attach != nil {
		if err := r.opts.Attach(bytes); err != nil {
			return shmem.Segments{}, err
		}
	}
	if r.heap == nil {
		r.heap = aligned(bytes+control, HeapAlign)
	}
	require.Equal(r.T, make([]byte, control), r.heap[bytes:], "control memory is left as it was found")
	for i := range r.heap[:min(bytes, 1<<16)] {
		r.heap[i] = 0xA5 // memory is not zeroed for the program
	}
	if r.opts.Transport != nil {
		r.transport = r.opts.Transport(r)
	} else {
		r.transport = r.Windows()
	}
	r.Barrier()
	return shmem.Segments{
		Heap:      shmem.Segment{Base: memory.Address(r.heap), Len: bytes},
		Data:      shmem.Segment{Base: memory.Address(r.data), Len: DataBytes},
		HeapAlign: HeapAlign,
		Control:   control,
	}, nil
}

// Windows is a window transport over the job's memory.
func (r *Rank) Windows() shmem.Transport {
	return window.New(window.Config{Base: r.Base, Notify: func(int) { r.Poke() }})
}

// Base is the address of a segment of any rank.
func (r *Rank) Base(seg shmem.Seg, pe int) uintptr {
	if seg == shmem.Heap {
		return memory.Address(r.ranks[pe].heap)
	}
	return memory.Address(r.ranks[pe].data)
}

// Bytes is the memory of a segment of this rank.
func (r *Rank) Bytes(seg shmem.Seg) []byte {
	if seg == shmem.Heap {
		return r.heap
	}
	return r.data
}

// Data is the address of a byte in this rank's data segment: the same variable on every rank.
func (r *Rank) Data(off uint64) uintptr { return memory.Address(r.data) + uintptr(off) }

// Detach keeps the memory.
func (r *Rank) Detach() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.detached++
}

// Transport is what Attach made.
func (r *Rank) Transport() shmem.Transport { return r.transport }

// Barrier waits for all ranks.
func (r *Rank) Barrier() {
	r.mu.Lock()
	r.Barriers++
	r.arrived++
	target := (r.arrived + uint64(r.size) - 1) / uint64(r.size) * uint64(r.size)
	r.changed.Broadcast()
	r.mu.Unlock()
	r.Wait("", func() bool {
		r.transport.Progress()
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.arrived >= target
	})
}

// Wait blocks until cond holds; it looks again after every Poke.
func (r *Rank) Wait(_ string, cond func() bool) {
	for {
		r.mu.Lock()
		gen, arrived := r.gen, r.arrived
		r.mu.Unlock()
		if cond() {
			return
		}
		r.mu.Lock()
		for gen == r.gen && arrived == r.arrived && !r.dead {
			r.changed.Wait()
		}
		dead := r.dead
		r.mu.Unlock()
		if dead && !cond() {
			runtime.Goexit()
		}
	}
}

// Poke says that memory of some rank has changed.
func (j *Job) Poke() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.gen++
	j.changed.Broadcast()
}

// Exchange gives all ranks everyone's bytes; for tests.
func (r *Rank) Exchange(mine []byte) [][]byte {
	r.mu.Lock()
	r.slots[r.rank] = append([]byte(nil), mine...)
	r.mu.Unlock()
	r.Barrier()
	r.mu.Lock()
	all := append([][]byte(nil), r.slots...)
	r.mu.Unlock()
	r.Barrier()
	return all
}

// Publish leaves a note under a turn.
func (r *Rank) Publish(turn int, mine []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notes[[2]int{r.rank, turn}] = append([]byte(nil), mine...)
}

// Published answers rank's note.
func (r *Rank) Published(rank, turn int) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.notes[[2]int{rank, turn}]
}

// Exit ends the job; it does not return.
func (r *Rank) Exit(status int) {
	r.kill(status)
	runtime.Goexit()
}

// Warn records the line.
func (r *Rank) Warn(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.warnings = append(r.warnings, line)
}

// NameAddr asks the test.
func (r *Rank) NameAddr(addr uintptr) string {
	if r.opts.Name == nil {
		return ""
	}
	return r.opts.Name(r, addr)
}
