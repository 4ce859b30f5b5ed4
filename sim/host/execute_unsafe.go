package host

// #include <string.h>
// #include "host.h"
import "C"

import (
	"cmp"
	"encoding/binary"
	"maps"
	"runtime/debug"
	"slices"
	"unsafe"

	"gasnetgo/internal/memory"
	"gasnetgo/sim/host/x86"
)

// A loop of a program is executed here on a copy of its registers, with memory of its own in front of the rank's (spin). If it comes back to a state that it has been in, memory included, it only polls.
//
// A counter, a word of memory or a register that instructions add constants to and that nothing else in the loop needs, may differ. So may flags that such instructions set. How often a rank has counted when it waits depends on
// how long it ran before it was looked at.

// executor is a rank's program on a copy of its registers.
type executor struct {
	rank  *Rank
	mem   spin
	p     x86.Processor
	pages map[uint64]bool // whose code is the rank's own
	known []uint64        // addresses of functions
	extra int             // instructions that known functions stand for, beyond one for their calls
	from  [16]uint64      // memory that a register has been loaded from, and perhaps been added to since; 0: something else
}

// What has ended an execution.
type ended uint8

const (
	goesOn  ended = iota
	unknown       // an instruction
	calls         // another function
	again         // a counter has turned out to be none
)

func (x *executor) own(pc uint64) bool {
	own, seen := x.pages[pc>>12]
	if !seen {
		own = bool(C.ga_sim_own_code(x.rank.c, C.uint64_t(pc)))
		x.pages[pc>>12] = own
	}
	return own
}

// step executes an instruction, or a known function.
func (x *executor) step() ended {
	p := &x.p
	if !x.own(p.PC) {
		which := slices.Index(x.known, p.PC)
		switch {
		case which < 0:
			return calls
		case x.function(which):
			return goesOn
		case x.mem.conflict:
			return again
		}
		return unknown
	}
	code := memory.Bytes(uintptr(p.PC), min(15, 4096-p.PC%4096))
	move, isMove := p.Move(code)
	if isMove && x.counts(move) {
		return goesOn
	}
	ok := p.Step(code, &x.mem)
	if !ok && p.PC%4096 > 4096-15 && !x.mem.conflict && p.Needed < 0 {
		ok = p.Step(memory.Bytes(uintptr(p.PC), 15), &x.mem)
	}
	if ok {
		for r := range x.from {
			if p.Wrote>>r&1 != 0 {
				x.from[r] = 0
			}
		}
		if isMove && move.Load && x.mem.isCounter(move.At, move.Bytes) {
			x.from[move.Register] = move.At
		}
		return goesOn
	}
	switch {
	case x.mem.conflict:
		return again
	case p.Needed >= 0:
		x.needs(p.Needed)
		return again
	case p.Blind != 0 && x.mem.demoteLatest(): // perhaps it needs the flags
		return again
	}
	return unknown
}

// needs has what a register has counted in be no counter.
func (x *executor) needs(register int) {
	if at := x.from[register]; at != 0 {
		x.mem.demote(at)
		return
	}
	x.mem.none.registers[register], x.mem.none.some = true, true
	x.mem.conflict = true
}

// counts executes a move of a counter: a load of a word that has been added to, or a store of what has been loaded from there and added to. It returns false, and has done nothing, for others.
func (x *executor) counts(m x86.Move) bool {
	p := &x.p
	if !x.mem.isCounter(m.At, m.Bytes) {
		return false
	}
	w, hidden := x.mem.words[m.At], p.Hidden>>m.Register&1 != 0
	switch {
	case m.Load && (w == nil || !w.counter):
		return false
	case m.Load:
		v := uint64(w.value)
		if m.Bytes == 8 {
			high := x.mem.words[m.At+4]
			if high == nil || !high.counter {
				return false
			}
			v |= uint64(high.value) << 32
		}
		p.R[m.Register] = v
		p.Hidden |= 1 << m.Register
		x.from[m.Register] = m.At
	case !hidden || x.from[m.Register] != m.At:
		return false
	default:
		x.mem.added = m.At
		for i := 0; i < m.Bytes; i += 4 {
			x.mem.set(m.At+uint64(i), uint32(p.R[m.Register]>>(8*i)), true)
		}
		if x.mem.conflict {
			return false
		}
	}
	p.PC += uint64(m.Length)
	return true
}

// function does what memset, memcpy, memmove or memcmp does, and returns. Registers that it may change are 0 then.
func (x *executor) function(which int) bool {
	p := &x.p
	for _, r := range []int{2, 6, 7} {
		if p.Hidden>>r&1 != 0 {
			x.needs(r)
			return false
		}
	}
	n, ok := function(p, &x.mem, which)
	if !ok {
		return false
	}
	for _, r := range []int{0, 1, 2, 6, 7, 8, 9, 10, 11} {
		x.from[r] = 0
	}
	x.extra += n / 8
	return true
}

// function has a processor do what memset, memcpy, memmove or memcmp does with so many bytes of memory, and return. Registers that it may change are 0 then.
func function(p *x86.Processor, mem x86.Memory, which int) (bytes int, ok bool) {
	const most = 64 << 10
	to, n := p.R[7], p.R[2]
	if n > most {
		return 0, false
	}
	b := make([]byte, n)
	if which == 0 {
		for i := range b {
			b[i] = byte(p.R[6])
		}
	} else if !mem.Load(p.R[6], b) {
		return 0, false
	}
	result := to
	if which == 3 {
		a := make([]byte, n)
		if !mem.Load(to, a) {
			return 0, false
		}
		if n > 0 {
			result = uint64(uint32(C.memcmp(unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]), C.size_t(n))))
		} else {
			result = 0
		}
		b = nil
	}
	var back [8]byte
	if !mem.Store(to, b) || !mem.Load(p.R[4], back[:]) {
		return 0, false
	}
	p.PC, p.R[4] = binary.LittleEndian.Uint64(back[:]), p.R[4]+8
	for _, r := range []int{1, 2, 6, 7, 8, 9, 10, 11} {
		p.R[r] = 0
	}
	p.Hidden &^= 1<<0 | 1<<1 | 1<<2 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11
	p.R[0], p.Flags, p.Blind = result, 0, x86.CF|x86.PF|x86.AF|x86.ZF|x86.SF|x86.OF
	return int(n), true
}

// registers are all of a state, its instruction, and what is known of its flags.
type registers [18]uint64

// compare orders states: first those with the highest stack pointer, outside of functions, then by instruction.
func (a *registers) compare(b *registers) int {
	return cmp.Or(cmp.Compare(b[4], a[4]), cmp.Compare(a[16], b[16]), slices.Compare(a[:], b[:]))
}

// place is where a rank may wait.
type place struct {
	registers registers
	memory    []uint32
}

// state is all registers. Those that are hidden, and flags that are not known, are 0.
func (x *executor) state() (s registers) {
	for r := range x.p.R {
		if x.p.Hidden>>r&1 == 0 {
			s[r] = x.p.R[r]
		}
	}
	s[16], s[17] = x.p.PC, x.p.Flags&^x.p.Blind|x.p.Blind<<16|uint64(x.p.Hidden)<<32
	return s
}

// restarts is how often an execution is begun again, at most: each time something has turned out to be no counter.
const restarts = 256

// execute finds out whether a rank's program only polls, and if so brings it to the state in which it waits.
func (r *Rank) execute(s *C.struct_ga_sim_steps) {
	s.polls, s.unknown, s.longer = false, false, false
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil { // it is about to crash; nothing has been changed
			s.polls = false
		}
	}()
	for _, ahead := range []int{0, 1, 2, 4, 8, 16, 64} {
		none := &notCounters{words: map[uint64]bool{}}
		if r.attempt(s, ahead, none) != goesOn || bool(s.polls) || !none.some {
			return
		}
	}
}

// attempt is one, from so many instructions ahead of where the rank is.
func (r *Rank) attempt(s *C.struct_ga_sim_steps, ahead int, none *notCounters) (e ended) {
	s.longer = false
	for range restarts {
		x := &executor{rank: r, pages: map[uint64]bool{}, known: knownFunctions(), mem: spin{words: map[uint64]*word{}, none: none}}
		for i := range x.p.R {
			x.p.R[i] = uint64(s.steps[0].registers[i])
		}
		x.p.PC, x.p.Flags, x.p.FS = uint64(s.steps[0].pc), uint64(s.steps[0].flags), uint64(C.ga_sim_thread_pointer())
		none.all = true
		for range ahead {
			if e = x.step(); e != goesOn {
				s.unknown = e == unknown
				return e
			}
		}
		none.all = false
		for _, w := range x.mem.words {
			w.fresh = true
		}
		x.from = [16]uint64{}
		if e = x.find(s); e != again {
			return e
		}
	}
	return unknown
}

// find looks for an iteration, from one state to the same: by Brent's method, among the states at the first instruction.
func (x *executor) find(s *C.struct_ga_sim_steps) ended {
	const redZone = 128
	stack := x.rank.Stack()
	pc := x.p.PC
	reference, arrivals, next := x.state(), 0, 1
	period, extra := 0, 0
	for n := 1; ; n++ {
		if n > int(s.limit) {
			s.longer = true
			return goesOn
		}
		if e := x.step(); e != goesOn {
			s.unknown = e == unknown
			return e
		}
		period++
		if x.p.PC != pc {
			continue
		}
		if now := x.state(); now == reference && x.mem.same(stack, reference[4]-redZone) {
			break
		}
		if arrivals++; arrivals == next {
			reference, next, period, extra = x.state(), 2*next, 0, x.extra
			x.mem.remember()
		}
	}
	instructions := period + x.extra - extra
	return x.choose(s, stack, period, instructions)
}

// choose goes around once more, and then on to the state in which the rank waits: the first one in an order that does not depend on where the loop has been entered.
func (x *executor) choose(s *C.struct_ga_sim_steps, stack Range, period, instructions int) ended {
	const redZone = 128
	const threads = 64 << 10 // around the thread pointer is memory of the thread, which others have while they run
	x.mem.loads = map[uint64]bool{}
	words := slices.Sorted(maps.Keys(x.mem.words))
	var best []place
	for range period {
		if now := x.state(); x.own(now[16]) {
			order := -1
			if len(best) > 0 {
				order = now.compare(&best[0].registers)
			}
			if order < 0 {
				best = best[:0]
			}
			if order <= 0 {
				best = append(best, place{now, x.mem.at(words, stack, now[4]-redZone)})
			}
		}
		if e := x.step(); e != goesOn {
			s.unknown = e == unknown
			return e
		}
	}
	if len(best) == 0 {
		return unknown
	}
	chosen := best[0]
	for _, b := range best {
		if slices.Compare(b.memory, chosen.memory) < 0 {
			chosen = b
		}
	}
	for x.state() != chosen.registers || !slices.Equal(x.mem.at(words, stack, chosen.registers[4]-redZone), chosen.memory) {
		if e := x.step(); e != goesOn {
			s.unknown = e == unknown
			return e
		}
	}
	dead := Range{stack.At, chosen.registers[4] - redZone - stack.At}
	var loads []Range
	for at := range x.mem.loads {
		if w := x.mem.words[at]; (w == nil || !w.counter) && at-dead.At >= dead.Bytes && at-x.p.FS+threads >= 2*threads {
			loads = append(loads, Range{at, 4})
		}
	}
	slices.SortFunc(loads, func(a, b Range) int { return cmp.Compare(a.At, b.At) })
	if !fill(s.loads[:], &s.nloads, loads) {
		return unknown
	}
	for at, w := range x.mem.words {
		if at-dead.At >= dead.Bytes && real(at) != w.value {
			*memory.At[uint32](uintptr(at)) = w.value
		}
	}
	to := (*registers)(unsafe.Pointer(&s.steps[1]))
	copy(to[:], x.p.R[:])
	to[16], to[17] = x.p.PC, x.p.Flags
	s.count, s.polls = C.uint32_t(instructions), true
	return goesOn
}
