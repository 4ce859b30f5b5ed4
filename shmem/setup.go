package shmem

import (
	"fmt"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Init initialises the library on this rank, or counts one more initialisation. provided is the thread level in force, which only the first Init decides.
// legacy is start_pes, which only has an effect the first time and whose finalize is implied. status is not 0 if requested is not a thread level, or if
// shmem_init_thread found an environment that cannot be parsed. The first Init is collective.
//
// Spec: OpenSHMEM 1.6, section 9.1 and 9.2
func (p *PE) Init(fn string, requested int32, legacy bool) (provided, status int32, err error) {
	if requested < ThreadSingle || requested > ThreadMultiple {
		p.note(fmt.Sprintf("%s: requested = %d: not a thread level (%d..%d)", fn, requested, ThreadSingle, ThreadMultiple))
		return 0, 1, nil
	}
	p.mu.Lock()
	if p.inits > 0 {
		if !legacy {
			p.inits++
		}
		provided = p.level
		p.mu.Unlock()
		return provided, 0, nil
	}
	p.mu.Unlock()

	if p.opts.Refused != nil {
		if fn != initWithStatus {
			return 0, 1, p.opts.Refused
		}
		p.note(fn + ": " + p.opts.Refused.Error())
		return 0, 1, nil
	}
	if err := p.attach(); err != nil {
		return 0, 1, err
	}
	p.mu.Lock()
	provided = requested
	p.inits, p.ever, p.startPEs, p.level = 1, true, legacy, provided
	p.mu.Unlock()
	if m, ok := p.world.(Mirror); ok {
		m.MirrorThreads(provided == ThreadMultiple)
	}
	return provided, 0, nil
}

// initWithStatus is the one name of Init that can tell its caller of a failure.
const initWithStatus = "shmem_init_thread"

// attach brings the world up. An error is the world's own wording.
func (p *PE) attach() error {
	bytes := (p.opts.HeapBytes + heapPage - 1) &^ (heapPage - 1)
	if bytes < p.opts.HeapBytes {
		return fault.New("", nil, "a symmetric heap of %d bytes exceeds the address space", p.opts.HeapBytes).With(heapKnob)
	}
	layout := layOut(bytes, p.pes, p.opts.ActiveSets)
	s, err := p.world.Attach(bytes, layout.bytes())
	if err != nil {
		return err
	}
	a := &attached{control: layout, seg: [segs]Segment{Heap: s.Heap, Data: s.Data}, heapAlign: s.HeapAlign, t: p.world.Transport()}
	a.heap = newHeap(s.Heap)
	a.guard = newGuarded(p.world, s.Heap)
	a.strided, _ = a.t.(StridedMover)
	a.direct, _ = a.t.(DirectMapper)
	a.signals, _ = a.t.(SignalPutter)
	a.arrival, _ = a.t.(ArrivalCounter)
	a.mirror, _ = p.world.(Mirror)
	a.observer, _ = p.world.(Observer)
	p.predefine(a)
	p.attached.Store(a)
	if _, ok := p.world.(Guard); !ok {
		p.world.Barrier()
		return nil
	}
	call := p.declare("guard", a.guard.zone(), 0)
	p.world.Barrier()
	return p.compare(call)
}

// Finalize undoes one Init. It is collective: each is a barrier, and the last one ends the library until the next Init. A Finalize without an Init has no
// effect except a warning on rank 0: some programs finalize again on exit.
//
// Spec: OpenSHMEM 1.6, section 9.1
func (p *PE) Finalize(fn string) error {
	a, err := p.up()
	if err != nil {
		p.mu.Lock()
		over := p.ever
		p.mu.Unlock()
		if !over {
			return err
		}
		p.note(fn + ": " + err.Error() + "; ignored")
		return nil
	}
	p.mu.Lock()
	last := p.inits == 1
	p.mu.Unlock()
	if last {
		if err := p.endContexts(a, func(*context) bool { return true }); err != nil {
			return err
		}
	}
	if err := a.quiet(ctxDefault, DefaultCtx); err != nil {
		return err
	}
	p.world.Barrier() // behind it members on other hosts leave: only those of this host can be compared with
	if err := p.compareLast(a); last && err != nil {
		return err
	}
	p.mu.Lock()
	p.inits--
	if last {
		p.startPEs = false
		a.guard.over()
	}
	p.mu.Unlock()
	if last {
		p.dissolve(a)
		p.attached.Store(nil)
		p.world.Detach()
	}
	return nil
}

// AtExit is for a rank that exits in good order: it does the finalizing that the program left out. start_pes implies that; otherwise
// rank 0 says that it is missing. Like Finalize it is collective.
func (p *PE) AtExit() error {
	p.mu.Lock()
	open, implied := p.inits, p.startPEs
	if open > 0 {
		p.inits = 1
	}
	p.mu.Unlock()
	if open == 0 {
		return nil
	}
	if p.me == 0 && !(implied && open == 1) {
		p.world.Warn(fmt.Sprintf("the program ended with shmem_finalize missing (%d of its shmem_init calls are open)", open))
	}
	return p.Finalize("exit")
}

// Query answers QueryInitialized and QueryThread at any time, QueryMyPE and QueryNPEs after the first Init, even when the library has been
// finalized.
func (p *PE) Query(_ string, what int32) (int32, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch what {
	case QueryInitialized:
		if p.inits > 0 {
			return 1, nil
		}
		return 0, nil
	case QueryThread:
		return p.level, nil
	}
	if !p.ever {
		return 0, fault.New("", nil, "called before shmem_init")
	}
	switch what {
	case QueryMyPE:
		return int32(p.me), nil
	case QueryNPEs:
		return int32(p.pes), nil
	}
	return 0, fault.New("what", what, "not a query")
}

// GlobalExit ends the job for all ranks, whatever they are doing. It may be called at any time.
func (p *PE) GlobalExit(_ string, status int32) error {
	p.world.Exit(int(status))
	return nil
}

// PEAccessible is 1 if pe is a rank.
func (p *PE) PEAccessible(_ string, pe int32) (int32, error) {
	if _, err := p.up(); err != nil {
		return 0, err
	}
	return flag(p.hasPE(pe)), nil
}

// AddrAccessible is 1 if pe is a rank and addr is symmetric.
func (p *PE) AddrAccessible(_ string, addr uintptr, pe int32) (int32, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	_, ok := a.find(addr, 1)
	return flag(ok && p.hasPE(pe)), nil
}

// Ptr is where the program can load and store pe's object at addr, or 0.
func (p *PE) Ptr(_ string, addr uintptr, pe int32) (uintptr, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	at, ok := a.find(addr, 1)
	switch {
	case !ok || !p.hasPE(pe):
		return 0, nil
	case int(pe) == p.me:
		return addr, nil
	case a.direct == nil:
		return 0, nil
	}
	if there, ok := a.direct.Direct(int(pe), at); ok {
		return there, nil
	}
	return 0, nil
}

// InfoName writes the vendor string and a NUL to buf, which has room for MaxNameLen bytes.
func (p *PE) InfoName(_ string, buf uintptr) error {
	if err := local("name", buf, MaxNameLen); err != nil {
		return err
	}
	copy(memory.Bytes(buf, uint64(len(VendorString)+1)), VendorString+"\x00")
	return nil
}

// InfoVersion writes the version of the specification to two ints.
func (p *PE) InfoVersion(_ string, major, minor uintptr) error {
	if err := local("major", major, 4); err != nil {
		return err
	}
	if err := local("minor", minor, 4); err != nil {
		return err
	}
	SetBits(memory.Bytes(major, 4), MajorVersion)
	SetBits(memory.Bytes(minor, 4), MinorVersion)
	return nil
}

func flag(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
