package shmem

import (
	"fmt"
	"sync"
	"sync/atomic"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/heap"
)

// Options are what the environment decides. The zero value is usable.
type Options struct {
	HeapBytes uint64 // of the symmetric heap; rounded up to pages, 0 is 512 MiB
	Refused   error  // why the environment cannot be used, the same on all ranks: every Init fails with it

	Collectives Tuning
	Teams       Teams
	ActiveSets  int // most different active sets of a job; 0 is MostActiveSets

	// Combine, if there is one, makes out[i] = a[i] op b[i] for n elements: op is ReduceAnd.., num NumI8... out may be a or b. Go does it where there is
	// none, but has no long double.
	Combine func(op, num int32, out, a, b uintptr, n uint64)
}

const (
	defaultHeapBytes = 512 << 20
	heapPage         = 4096
	heapKnob         = "SHMEM_SYMMETRIC_SIZE"
)

// PE is one rank of an OpenSHMEM program. Its methods may be called by several threads at once once Init has returned; collective ones (and
// Init and Finalize) by one at a time, as OpenSHMEM demands.
type PE struct {
	world    World
	opts     Options
	me, pes  int
	attached atomic.Pointer[attached] // nil while the library is not initialised

	mu       sync.Mutex
	inits    int    // guarded by mu: Init calls without their Finalize
	ever     bool   // guarded by mu: there has been an Init
	startPEs bool   // guarded by mu: one of inits is a start_pes, whose Finalize is implied
	level    int32  // guarded by mu: thread level of the last first Init
	text     string // guarded by mu: see LastError
	warned   bool   // guarded by mu: see warnOnce
	turns    turns  // guarded by mu
	calls    uint64 // guarded by mu: of the allocator, those with a barrier
}

// attached is what there is between the first Init and the last Finalize.
type attached struct {
	seg       [segs]Segment
	heapAlign uint64
	heap      *heap.Heap // guarded by PE.mu
	guard     guarded    // guarded by PE.mu
	t         Transport
	strided   StridedMover   // nil if t has none
	direct    DirectMapper   // nil if t has none
	signals   SignalPutter   // nil if t has none
	arrival   ArrivalCounter // nil if t has none
	mirror    Mirror         // nil if the world has none
	observer  Observer       // nil if the world is none
	control   control
	teams     teams
	contexts  contexts
	tally     tally             // of the default context
	sets      map[uint64]*group // guarded by PE.mu: active sets that have been used
	unseen    atomic.Pointer[unseen]
	compared  atomic.Int32 // unseen, over the network
}

// New is a rank that has not called Init yet.
func New(w World, opts Options) *PE {
	if opts.ActiveSets == 0 {
		opts.ActiveSets = MostActiveSets
	}
	if opts.HeapBytes == 0 {
		opts.HeapBytes = defaultHeapBytes
	}
	return &PE{world: w, opts: opts, me: w.Rank(), pes: w.Size()}
}

// LastError is the text of what last went wrong without being the program's fault, such as an exhausted heap; empty if nothing has.
func (p *PE) LastError() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text
}

// note records what a NULL result does not say, and tells the user once per job: all ranks come to the same conclusion.
func (p *PE) note(text string) {
	p.mu.Lock()
	p.text = text
	p.mu.Unlock()
	if p.me == 0 {
		p.world.Warn(text)
	}
}

// warnOnce tells the user something about this rank, the first time only.
func (p *PE) warnOnce(text string) {
	p.mu.Lock()
	warned := p.warned
	p.warned = true
	p.mu.Unlock()
	if !warned {
		p.world.Warn(text)
	}
}

// up returns the attached state, or the fault of calling outside Init and Finalize.
func (p *PE) up() (*attached, error) {
	if a := p.attached.Load(); a != nil {
		return a, nil
	}
	return nil, p.notUp()
}

func (p *PE) notUp() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ever {
		return fault.New("", nil, "called after shmem_finalize")
	}
	return fault.New("", nil, "called before shmem_init")
}

// begin is how every operation towards a PE starts: on what, and to which rank.
func (p *PE) begin(ctx uintptr, pe int32) (a *attached, c Ctx, to int, err error) {
	if a, err = p.up(); err != nil {
		return nil, 0, 0, err
	}
	c, to, err = a.on(ctx, pe, p.pes)
	return a, c, to, err
}

func (p *PE) hasPE(pe int32) bool { return pe >= 0 && int(pe) < p.pes }

// find answers where [addr, addr+bytes) lies, if one segment holds it all.
func (a *attached) find(addr uintptr, bytes uint64) (Addr, bool) {
	for s := range a.seg {
		off := uint64(addr - a.seg[s].Base)
		if off < a.seg[s].Len && bytes <= a.seg[s].Len-off {
			return Addr{Seg(s), off}, true
		}
	}
	return Addr{}, false
}

// symmetric is find, or the fault that says what lies there instead. bytes is at least 1.
func (p *PE) symmetric(a *attached, arg string, addr uintptr, bytes uint64) (Addr, error) {
	if at, ok := a.find(addr, bytes); ok {
		return at, nil
	}
	return Addr{}, p.notSymmetric(a, arg, addr, bytes)
}

// element is symmetric for something that is operated on atomically.
func (p *PE) element(a *attached, arg string, addr uintptr, count, width uint64) (Addr, error) {
	bytes, ok := product(count, width)
	if !ok {
		return Addr{}, tooLong(arg, addr)
	}
	at, err := p.symmetric(a, arg, addr, bytes)
	if err == nil && uint64(addr)%width != 0 {
		err = fault.New(arg, fault.Addr(addr), "not at a multiple of %d bytes", width)
	}
	return at, err
}

func tooLong(arg string, addr uintptr) error {
	return fault.New(arg, fault.Addr(addr), "the length exceeds the address space")
}

func (p *PE) notSymmetric(a *attached, arg string, addr uintptr, bytes uint64) error {
	if addr == 0 {
		return fault.New(arg, fault.Addr(0), "NULL with a length of %d bytes", bytes)
	}
	for s, seg := range a.seg {
		if off := uint64(addr - seg.Base); off < seg.Len {
			return beyond(arg, addr, fmt.Sprintf("the %d bytes from there on reach %d beyond", bytes, bytes-(seg.Len-off)), Seg(s), seg)
		}
	}
	// Just behind a segment it is more likely an index that ran away than another object.
	if h := a.seg[Heap]; h.Len > 0 {
		if past := uint64(addr - h.Base - uintptr(h.Len)); addr > h.Base && past < h.Len {
			return beyond(arg, addr, fmt.Sprintf("%d bytes beyond", past), Heap, h)
		}
	}
	if n, ok := p.world.(AddrNamer); ok {
		if name := n.NameAddr(addr); name != "" {
			return fault.New(arg, fault.Addr(addr), "not symmetric: it is in %s", name)
		}
	}
	return fault.New(arg, fault.Addr(addr), "not symmetric: neither in the symmetric heap nor a global or static variable of the program"+
		" (perhaps on the stack, from malloc, or of a shared library)")
}

func beyond(arg string, addr uintptr, how string, s Seg, seg Segment) error {
	if s == Heap {
		return fault.New(arg, fault.Addr(addr), "not symmetric: %s the end of the symmetric heap of %d bytes", how, seg.Len).With(heapKnob)
	}
	return fault.New(arg, fault.Addr(addr), "not symmetric: %s the end of the program's global variables", how)
}

// local is the fault of a NULL that must point to memory of this rank.
func local(arg string, addr uintptr, bytes uint64) error {
	if addr == 0 {
		return fault.New(arg, fault.Addr(0), "NULL with a length of %d bytes", bytes)
	}
	if uint64(addr)+bytes < bytes {
		return tooLong(arg, addr)
	}
	return nil
}
