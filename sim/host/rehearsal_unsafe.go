package host

// #include "host.h"
import "C"

import (
	"runtime/debug"
	"slices"
	"unsafe"

	"gasnetgo/internal/memory"
	"gasnetgo/sim/host/x86"
)

// turn executes what the rank does when it is resumed. nil: it does what is not known, or more than calling the library again.
func (r *Rank) turn() (t *turn) {
	if !bool(C.ga_sim_repeatable(r.c)) {
		return nil
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil { // it is about to crash; nothing has been changed
			t = nil
		}
	}()
	e := newRehearsal(r)
	if !e.run() {
		return nil
	}
	return e.turn()
}

// rehearsal is the execution of a turn on a copy of the registers, with memory of its own in front of the rank's.
//
// Functions save registers that they do not know anything of, and restore them. What is only moved so, from the stack to registers and back, is no part of what the turn depends on: hidden registers of the
// processor have it, until an instruction needs one of them.
type rehearsal struct {
	rank   *Rank
	p      x86.Processor
	at     C.struct_ga_sim_turn
	words  *words
	pages  map[uint64]bool // whose code is executed
	known  []uint64
	moved  [16]uint64 // where hidden registers are from; 0: what they have is not known
	failed bool
	undone []restored // stores of the latest instruction
}

// restored is a word before a store.
type restored struct {
	at  uint64
	was rehearsed
}

func newRehearsal(r *Rank) *rehearsal {
	k := r.repeats
	if k.rehearsal == nil {
		k.rehearsal = &rehearsal{rank: r, pages: map[uint64]bool{}}
	}
	e := k.rehearsal
	*e = rehearsal{rank: r, words: r.image.rehearsed(), pages: e.pages, known: r.image.known, undone: e.undone[:0]}
	C.ga_sim_turn_of(r.c, &e.at)
	for _, g := range []struct { // what the scheduler stores before each turn
		at    C.uint64_t
		value uint64
		bytes int
	}{{e.at.now, uint64(uintptr(unsafe.Pointer(r.c))), 8}, {e.at.scheduler, 0, 8}, {e.at.event, 0, 4}} {
		for i := 0; i < g.bytes; i += 4 {
			e.words.add(uint64(g.at) + uint64(i)).value = uint32(g.value >> (8 * i))
		}
	}
	return e
}

func knownFunctions() (all []uint64) {
	for i := C.int(0); C.ga_sim_known_function(i) != nil; i++ {
		all = append(all, uint64(uintptr(C.ga_sim_known_function(i))))
	}
	return all
}

// What ga_sim_switch leaves on a stack: the control words, six registers, and where to go on.
var switched = [...]byte{15, 14, 13, 12, 3, 5}

const switchedBytes = uint64(8 * (2 + len(switched)))

// notPreserved are the registers that a call may change.
const notPreserved = 1<<0 | 1<<1 | 1<<2 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11

// run executes the turn, from the switch to the rank to the switch back.
func (e *rehearsal) run() bool {
	p := &e.p
	sp := uint64(e.at.stack)
	control := e.load(sp)
	for i, r := range switched {
		e.pop(r, sp+8*uint64(i+1))
	}
	p.PC = e.load(sp + switchedBytes - 8)
	p.R[4] = sp + switchedBytes
	p.FS = uint64(C.ga_sim_thread_pointer())
	p.Hidden |= notPreserved
	p.Blind = x86.CF | x86.PF | x86.AF | x86.ZF | x86.SF | x86.OF
	p.Vectors, p.HiddenX = true, 1<<16-1
	for range longestTurn {
		if p.PC == uint64(e.at.leave) {
			return e.leave(control)
		}
		if !e.step() || e.failed {
			return false
		}
	}
	return false
}

func (e *rehearsal) step() bool {
	p := &e.p
	if !e.executes(p.PC) {
		return e.call(slices.Index(e.known, p.PC))
	}
	code := memory.Bytes(uintptr(p.PC), min(15, 4096-p.PC%4096))
	if e.moves(code) {
		return true
	}
	for e.undone = e.undone[:0]; !p.Step(code, e); e.undone = e.undone[:0] {
		for _, r := range slices.Backward(e.undone) {
			*e.words.find(r.at) = r.was
		}
		switch r := p.Needed; {
		case r >= 0 && e.moved[r] != 0:
			e.need(e.moved[r])
			e.need(e.moved[r] + 4)
			p.Hidden &^= 1 << r
			e.moved[r] = 0
		case r < 0 && len(code) < 15: // it may go on in the next page
			code = memory.Bytes(uintptr(p.PC), 15)
		default:
			return false
		}
	}
	return true
}

// call is one of a known function.
func (e *rehearsal) call(which int) bool {
	p := &e.p
	if which < 0 || p.Hidden&(1<<2|1<<6|1<<7) != 0 {
		return false
	}
	_, ok := function(p, e, which)
	p.HiddenX = 1<<16 - 1
	return ok
}

// moves executes push and pop of registers that stay hidden.
func (e *rehearsal) moves(code []byte) bool {
	p := &e.p
	b, n := byte(0), uint64(1)
	if len(code) > 1 && code[0] == 0x41 {
		b, n, code = 8, 2, code[1:]
	}
	r := code[0]&7 | b
	switch code[0] & 0xf8 {
	case 0x50:
		if r == 4 || p.Hidden>>r&1 == 0 {
			return false
		}
		p.R[4] -= 8
		e.push(r, p.R[4])
	case 0x58:
		if r == 4 || !e.pop(r, p.R[4]) {
			return false
		}
		p.R[4] += 8
	default:
		return false
	}
	p.PC += n
	return true
}

// push stores a register that may be hidden.
func (e *rehearsal) push(r byte, at uint64) {
	if e.p.Hidden>>r&1 == 0 {
		e.store(at, e.p.R[r])
		return
	}
	for i := uint64(0); i < 8; i += 4 {
		w := e.words.find(at + i)
		if w == nil {
			w = e.words.add(at + i)
		}
		w.value, w.stored, w.moved, w.unknown = uint32(e.p.R[r]>>(8*i)), true, 0, e.moved[r] == 0
		if !w.unknown {
			w.moved = e.moved[r] + i
		}
	}
}

// pop loads a register and hides it, if nothing has needed what is in memory.
func (e *rehearsal) pop(r byte, at uint64) bool {
	for _, at := range [...]uint64{at, at + 4} {
		if e.words.find(at) == nil {
			v, w := real(at), e.words.add(at)
			w.value, w.was, w.moved = v, v, at
		}
	}
	low, high := e.words.find(at), e.words.find(at+4)
	if low == nil || high == nil {
		return false
	}
	if low.moved == 0 || high.moved != low.moved+4 || low.unknown || high.unknown {
		return false
	}
	e.p.R[r] = uint64(high.value)<<32 | uint64(low.value)
	e.p.Hidden |= 1 << r
	e.moved[r] = low.moved
	return true
}

// need makes a word's content at the beginning something that the turn depends on.
func (e *rehearsal) need(at uint64) { e.words.find(at).read = true }

// executes reports whether code is the rank's own, or the library's.
func (e *rehearsal) executes(pc uint64) bool {
	own, seen := e.pages[pc>>12]
	if !seen {
		own = pc-uint64(e.at.text) < uint64(e.at.text_bytes) || bool(C.ga_sim_own_code(e.rank.c, C.uint64_t(pc)))
		e.pages[pc>>12] = own
	}
	return own
}

// leave is ga_sim_switch, back to the scheduler.
func (e *rehearsal) leave(control uint64) bool {
	p := &e.p
	if p.Hidden>>7&1 != 0 || p.R[7] != uint64(e.at.stack_at) {
		return false
	}
	sp := p.R[4] + 8 - switchedBytes
	e.store(sp, control)
	for i, r := range switched {
		e.push(r, sp+8*uint64(i+1))
	}
	e.store(uint64(e.at.stack_at), sp)
	return e.repeatable() && !e.failed && !e.words.full()
}

// repeatable reports whether the turn ends with a call, or with a request that calls may be repeated with.
func (e *rehearsal) repeatable() bool {
	switch Kind(e.words.find(uint64(e.at.event)).value) {
	case Frame:
		return true
	case Request:
		frame := e.load(uint64(e.at.frame))
		return Op(e.word(frame)) == Yield
	}
	return false
}

// turn is what has been executed; nil: it leaves what is not known.
func (e *rehearsal) turn() *turn {
	begin, end := uint64(e.at.stack), e.load(uint64(e.at.stack_at))
	stack := e.rank.Stack()
	dead := func(at uint64) bool { return at-stack.At < end-stack.At }
	if e.words.full() {
		return nil
	}
	for i := range e.words.all {
		w := &e.words.all[i]
		at := w.at
		switch {
		case !w.stored || dead(at):
		case w.unknown:
			return nil
		case w.moved != 0 && w.moved != at:
			e.need(w.moved)
		}
	}
	t := &turn{}
	for _, from := range e.words.sorted(begin) { // those on the stack first: they tell most states apart
		at := from + begin
		w := e.words.find(at)
		if w.read {
			t.reads = addWord(t.reads, at)
			t.was = append(t.was, w.was)
		}
		if w.stored && w.moved != at && !dead(at) && (!w.read || w.value != w.was) {
			t.writes = addWord(t.writes, at)
			t.values = append(t.values, w.value)
		}
	}
	return t
}

// addWord adds a word to spans, the last of which may end there.
func addWord(all []span, at uint64) []span {
	if n := len(all); n > 0 && all[n-1].at+4*uintptr(all[n-1].n) == uintptr(at) {
		all[n-1].n++
		return all
	}
	return append(all, span{uintptr(at), 1})
}
