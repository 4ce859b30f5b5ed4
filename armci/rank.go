package armci

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/heap"
)

// Options are how a rank is made.
type Options struct {
	Refused error // the environment is wrong: Init reports it
}

// Rank is one process. Several threads may call it.
type Rank struct {
	world   World
	options Options

	mu     sync.Mutex
	inits  atomic.Int32 // calls of Init without one of Finalize: one thread changes it, all threads read it
	memory Memory       // from the first Init on, as are those that follow
	moves  Transport    //
	layout Control
	arena  *heap.Heap         // guarded by mu
	blocks map[uintptr]uint64 // guarded by mu: pages of allocations, by address
	holes  holes              // guarded by mu
	mail   mailbox            // guarded by mu

	me     int   // process number
	ranks  []int // rank in the job of each process
	groups groups
	locks  *MutexSet             // of ARMCI_Create_mutexes; nil: none
	sets   map[uintptr]*MutexSet // guarded by mu: of ARMCIX_Create_mutexes_hdl
	held   map[heldMutex]bool    // guarded by mu: of a transport that is a Locker
	heard  []uint64              // notifications waited for, by process

	nextOp   int32          // guarded by mu
	pending  map[int32][]Op // guarded by mu: by the number in a handle; 0: those without one, by implicit
	implicit []pendingOp    // guarded by mu
}

// New is a rank that is not initialised.
func New(w World, o Options) *Rank {
	return &Rank{world: w, options: o, layout: ControlOf(w.Size()), blocks: map[uintptr]uint64{}, sets: map[uintptr]*MutexSet{}, held: map[heldMutex]bool{},
		pending: map[int32][]Op{}}
}

// Init is ARMCI_Init and its like. ranks are the ranks in the job of the processes, n int32 at an address; none: all of the job.
func (r *Rank) Init(fn string, ranks uintptr, n int32) (int32, error) {
	if r.options.Refused != nil {
		return 0, r.options.Refused
	}
	if r.inits.Add(1) > 1 {
		return 0, nil
	}
	if err := r.attach(); err != nil {
		return 0, err
	}
	r.ranks, r.me = nil, -1
	if n > 0 {
		for _, j := range int32s(ranks, n) {
			r.ranks = append(r.ranks, int(j))
		}
	} else {
		for j := range r.world.Size() {
			r.ranks = append(r.ranks, j)
		}
	}
	for p, j := range r.ranks {
		if j == r.world.Rank() {
			r.me = p
		}
	}
	if r.me < 0 {
		return 0, fault.New("comm", nil, "this process is not in it")
	}
	r.heard = make([]uint64, len(r.ranks))
	for p, j := range r.ranks {
		r.heard[p] = r.word(r.layout.Notified(j))
	}
	if err := r.groups.start(r); err != nil {
		return 0, err
	}
	r.world.Open(r.ranks)
	return 0, nil
}

// attach gets memory, once.
func (r *Rank) attach() error {
	if r.moves != nil {
		return nil
	}
	m, err := r.world.Attach(r.layout.Bytes())
	if err != nil {
		return err
	}
	r.memory, r.moves = m, r.world.Transport()
	r.arena = heap.New(m.Bytes, uint64(m.Arena))
	return nil
}

// Finalize is ARMCI_Finalize.
func (r *Rank) Finalize(string) error {
	if r.inits.Load() == 0 {
		return nil
	}
	if r.inits.Add(-1) > 0 {
		return nil
	}
	r.fenceAll()
	r.settling(r.groups.world())
	if err := r.barrier(r.groups.world()); err != nil {
		return err
	}
	r.settled(r.groups.world())
	r.world.Close()
	r.world.Mutexes(nil)
	r.locks = nil
	clear(r.sets)
	clear(r.held)
	r.groups.end(r)
	r.mu.Lock()
	defer r.mu.Unlock()
	for at := range r.blocks {
		r.release(at)
	}
	return nil
}

// Query is a number: QueryInitialized, QueryMe, QuerySize.
func (r *Rank) Query(fn string, what int32) (int32, error) {
	if what == QueryInitialized {
		return min(r.inits.Load(), 1), nil
	}
	if r.inits.Load() == 0 { // the message layer answers before ARMCI_Init
		if what == QueryMe {
			return int32(r.world.Rank()), nil
		}
		return int32(r.world.Size()), nil
	}
	if what == QueryMe {
		return int32(r.me), nil
	}
	return int32(len(r.ranks)), nil
}

// Anyone stands for any process, or all; other negative numbers are mistakes. Wrong is the code of a mistake that the C side has found, and worded.
const (
	Anyone = math.MinInt32
	Wrong  = math.MinInt32
)

// Fatal is ARMCI_Error and armci_msg_abort: text is a C string, or NULL.
func (r *Rank) Fatal(fn string, text uintptr, code int32) error {
	line := fmt.Sprintf("%s: code %d", fn, code)
	switch {
	case text != 0 && code == Wrong:
		line, code = fmt.Sprintf("%s: %s", fn, cString(text)), 1
	case text != 0:
		line = fmt.Sprintf("%s: %s: code %d", fn, cString(text), code)
	}
	status := int(code) & 0xff
	if status == 0 {
		status = 1
	}
	r.world.Fail(status, line)
	return nil
}

// started is an error before Init.
func (r *Rank) started() error {
	if r.inits.Load() == 0 {
		return fault.New("", nil, "called before ARMCI_Init")
	}
	return nil
}

// process is an error about a process that there is not.
func (r *Rank) process(arg string, proc int32) error {
	if proc < 0 || int(proc) >= len(r.ranks) {
		return fault.New(arg, proc, "not in 0..%d", len(r.ranks)-1)
	}
	return nil
}
