package shmem

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Wait implements the wait_until and test routines on nelems elements at ivars. An element whose entry in status (an array of int, or NULL) is not 0 is
// ignored. Each is compared with value, or with its own entry of values if that is not NULL.
//
//	WaitUntilOne   blocks; answers the value that satisfied the condition (nelems and status do not count)
//	WaitUntilAll   blocks until each has satisfied it; 0
//	WaitUntilAny   blocks; the index of one that does, by turns; 2^64-1 if none takes part
//	WaitUntilSome  blocks; how many do, their indices in indices (an array of size_t); 0 if none takes part
//	WaitTestOne, WaitTestAll   1 or 0; All is 1 if none takes part
//	WaitTestAny, WaitTestSome  as the blocking ones, without blocking: 2^64-1 and 0 if none satisfies the condition
//
// Spec: OpenSHMEM 1.6, section 9.11
func (p *PE) Wait(_ string, mode, typ, cmp int32, ivars uintptr, nelems uint64, indices, status uintptr, value uint64, values uintptr) (uint64, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	e, err := p.elements(a, mode, typ, cmp, ivars, nelems, indices, status, value, values)
	if err != nil {
		return 0, err
	}
	switch mode {
	case WaitTestOne:
		p.look(a)
		return uint64(flag(e.satisfied(0))), nil
	case WaitTestAll:
		p.look(a)
		_, all := e.all(0)
		return uint64(flag(all)), nil
	case WaitTestAny:
		p.look(a)
		return p.any(e), nil
	case WaitTestSome:
		p.look(a)
		return e.some(indices), nil
	}
	if mode != WaitUntilOne && e.empty() {
		if mode == WaitUntilAny {
			return noElement, nil
		}
		return 0, nil
	}
	return p.waitUntil(a, mode, e, indices), nil
}

// noElement is the result of WaitUntilAny and WaitTestAny for no element: SIZE_MAX.
const noElement = ^uint64(0)

// awaited is what a PE waits for, in reports and traces.
const awaited = "shmem_wait_until"

// look is what comes before a look at memory by a call that does not wait.
func (p *PE) look(a *attached) {
	p.world.Idle(1)
	a.t.Progress()
}

func (p *PE) waitUntil(a *attached, mode int32, e elements, indices uintptr) (result uint64) {
	next := uint64(0)
	p.world.Wait(awaited, func() (done bool) {
		a.t.Progress()
		switch mode {
		case WaitUntilOne:
			result = e.load(0)
			return e.compare(0, result)
		case WaitUntilAll:
			next, done = e.all(next)
			return done
		case WaitUntilAny:
			result = p.any(e)
			return result != noElement
		default:
			result = e.some(indices)
			return result != 0
		}
	})
	if mode == WaitUntilAll {
		return 0
	}
	return result
}

// missing is how the C edge passes NULL for an array that the call cannot do without.
const missing = ^uintptr(0)

// elements is the array that a wait is about.
type elements struct {
	ivars, status, values uintptr
	n, width, value       uint64
	typ, cmp              int32
}

func (p *PE) elements(a *attached, mode, typ, cmp int32, ivars uintptr, n uint64, indices, status uintptr, value uint64, values uintptr) (elements, error) {
	e := elements{ivars: ivars, n: n, value: value, typ: typ, cmp: cmp}
	if mode < WaitUntilOne || mode > WaitTestSome {
		return e, fault.New("mode", mode, "not a way of waiting of this library")
	}
	if err := checkType(typ); err != nil {
		return e, err
	}
	if err := checkCmp(cmp); err != nil {
		return e, err
	}
	e.width = TypeBytes(typ)
	if mode == WaitUntilOne || mode == WaitTestOne {
		e.n = 1
		_, err := p.element(a, "ivar", ivars, 1, e.width)
		return e, err
	}
	if n == 0 {
		return e, nil
	}
	if values == missing {
		return e, fault.New("cmp_values", fault.Addr(0), "NULL for %d elements", n)
	}
	e.status, e.values = status, values
	if _, err := p.element(a, "ivars", ivars, n, e.width); err != nil {
		return e, err
	}
	if indices == 0 && (mode == WaitUntilSome || mode == WaitTestSome) {
		return e, fault.New("indices", fault.Addr(0), "NULL for %d elements", n)
	}
	return e, nil
}

func checkCmp(cmp int32) error {
	if cmp < CmpEQ || cmp > CmpLE {
		return fault.New("cmp", cmp, "not a comparison (SHMEM_CMP_EQ is %d, .. SHMEM_CMP_LE is %d)", CmpEQ, CmpLE)
	}
	return nil
}

func (e elements) load(i uint64) uint64 { return loadBits(e.ivars+uintptr(i*e.width), e.width) }

func (e elements) masked(i uint64) bool {
	return e.status != 0 && Bits(memory.Bytes(e.status+uintptr(4*i), 4)) != 0
}

func (e elements) compare(i, v uint64) bool {
	value := e.value
	if e.values != 0 {
		value = Bits(memory.Bytes(e.values+uintptr(i*e.width), e.width))
	}
	return holds(e.cmp, e.typ, v, value)
}

func (e elements) satisfied(i uint64) bool { return e.compare(i, e.load(i)) }

// empty is true if no element takes part.
func (e elements) empty() bool {
	for i := range e.n {
		if !e.masked(i) {
			return false
		}
	}
	return true
}

// all is true if no element from i on fails the condition; next is the one that does.
func (e elements) all(i uint64) (next uint64, done bool) {
	for ; i < e.n; i++ {
		if !e.masked(i) && !e.satisfied(i) {
			return i, false
		}
	}
	return i, true
}

// some writes the indices of all elements that satisfy the condition and answers how many.
func (e elements) some(indices uintptr) (found uint64) {
	for i := range e.n {
		if !e.masked(i) && e.satisfied(i) {
			SetBits(memory.Bytes(indices+uintptr(8*found), 8), i)
			found++
		}
	}
	return found
}

// any is the index of an element that satisfies the condition, searching from behind the last result, or noElement.
func (p *PE) any(e elements) uint64 {
	if e.n == 0 {
		return noElement
	}
	p.mu.Lock()
	start := p.turns.start(e.ivars) % e.n
	p.mu.Unlock()
	for k := range e.n {
		i := start + k
		if i >= e.n {
			i -= e.n
		}
		if !e.masked(i) && e.satisfied(i) {
			p.mu.Lock()
			p.turns.answered(e.ivars, i)
			p.mu.Unlock()
			return i
		}
	}
	return noElement
}

// turns remembers, for the arrays that were waited on last, which index was answered, so that each one gets its turn. An array that is not
// remembered starts anywhere.
type turns struct {
	last [16]struct {
		ivars uintptr
		next  uint64
	}
	random uint64
}

func (t *turns) slot(ivars uintptr) int { return int(ivars>>3^ivars>>7^ivars>>12) % len(t.last) }

func (t *turns) start(ivars uintptr) uint64 {
	if s := &t.last[t.slot(ivars)]; s.ivars == ivars {
		return s.next
	}
	if t.random == 0 {
		return 0
	}
	return t.random >> 1
}

func (t *turns) answered(ivars uintptr, i uint64) {
	s := &t.last[t.slot(ivars)]
	s.ivars, s.next = ivars, i+1
	// xorshift: arrays that keep displacing each other still see every start in time.
	t.random = max(t.random, 1)
	t.random ^= t.random << 13
	t.random ^= t.random >> 7
	t.random ^= t.random << 17
}
