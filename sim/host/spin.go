package host

import (
	"encoding/binary"

	"gasnetgo/internal/memory"
)

// word is four bytes of memory that a loop has stored to or counted in.
type word struct {
	value, before uint32 // before: when the reference state was there
	counter       bool
	fresh         bool // it is not known yet whether it is a counter
}

// spin is the memory of a loop.
type spin struct {
	words    map[uint64]*word // by address, in words
	loads    map[uint64]bool  // words that are loaded; nil: this is not recorded
	none     *notCounters
	added    uint64 // address of the latest Add; 0: it was one to a register,
	register byte   // this
	conflict bool   // a counter has turned out to be none: begin again
}

// notCounters are places to which constants are added and which are no counters.
type notCounters struct {
	words     map[uint64]bool
	registers [16]bool
	all       bool // nothing is one
	some      bool // there are such places: the loop may have been entered between a load of a counter and its store
}

// real is what the rank has at the address of a word.
func real(at uint64) uint32 { return *memory.At[uint32](uintptr(at)) }

// get is what the loop has there.
func (m *spin) get(at uint64) uint32 {
	if w := m.words[at]; w != nil {
		if w.counter {
			m.demote(at)
		}
		return w.value
	}
	return real(at)
}

// demote has a word be no counter any more.
func (m *spin) demote(at uint64) {
	m.none.words[at], m.none.some = true, true
	m.conflict = true
}

// demoteLatest has what a constant was added to last be no counter any more. It returns false if it was none.
func (m *spin) demoteLatest() bool {
	if m.added != 0 {
		if m.none.words[m.added] {
			return false
		}
		m.demote(m.added)
		return true
	}
	was := m.none.registers[m.register]
	m.none.registers[m.register], m.none.some = true, true
	return !was
}

// Counts is x86.Memory's: a counter, unless it has turned out to be none.
func (m *spin) Counts(register byte) bool {
	if m.none.all || m.none.registers[register] {
		return false
	}
	m.added, m.register = 0, register
	return true
}

func (m *spin) isCounter(at uint64, n int) bool {
	return !m.none.all && n >= 4 && at&3 == 0 && !m.none.words[at]
}

func (m *spin) set(at uint64, v uint32, counter bool) {
	w := m.words[at]
	if w == nil {
		w = &word{before: real(at), counter: counter}
		m.words[at] = w
	} else if w.fresh {
		w.counter, w.fresh = counter, false
	} else if w.counter != counter {
		m.demote(at)
	}
	w.value = v
}

// Load is x86.Memory's.
func (m *spin) Load(at uint64, to []byte) bool {
	var b [4]byte
	for i := 0; i < len(to); {
		from := at + uint64(i)
		w := from &^ 3
		if m.loads != nil {
			m.loads[w] = true
		}
		binary.LittleEndian.PutUint32(b[:], m.get(w))
		i += copy(to[i:], b[from-w:])
	}
	return !m.conflict
}

// Store is x86.Memory's.
func (m *spin) Store(at uint64, from []byte) bool {
	var b [4]byte
	for i := 0; i < len(from); {
		to := at + uint64(i)
		w := to &^ 3
		if to != w || len(from)-i < 4 {
			binary.LittleEndian.PutUint32(b[:], m.get(w))
		}
		i += copy(b[to-w:], from[i:])
		m.set(w, binary.LittleEndian.Uint32(b[:]), false)
	}
	return !m.conflict
}

// Add is x86.Memory's: a counter, unless it has turned out to be none.
func (m *spin) Add(at uint64, n int, by uint64) (was uint64, blind, ok bool) {
	var b [8]byte
	if !m.isCounter(at, n) {
		if !m.Load(at, b[:n]) {
			return 0, false, false
		}
		was = binary.LittleEndian.Uint64(b[:])
		binary.LittleEndian.PutUint64(b[:], was+by)
		return was, false, m.Store(at, b[:n])
	}
	m.added = at
	for i := 0; i < n; i += 4 {
		w := m.words[at+uint64(i)]
		v := real(at + uint64(i))
		if w != nil {
			v = w.value
		}
		binary.LittleEndian.PutUint32(b[i:], v)
	}
	was = binary.LittleEndian.Uint64(b[:])
	binary.LittleEndian.PutUint64(b[:], was+by)
	for i := 0; i < n; i += 4 {
		m.set(at+uint64(i), binary.LittleEndian.Uint32(b[i:]), true)
	}
	return was, true, !m.conflict
}

// remember makes this the reference state.
func (m *spin) remember() {
	for _, w := range m.words {
		w.before = w.value
	}
}

// same reports whether all memory is as in the reference state, but for counters and what is below an address on the stack.
func (m *spin) same(stack Range, end uint64) bool {
	for at, w := range m.words {
		if w.value != w.before && !w.counter && at-stack.At >= end-stack.At {
			return false
		}
	}
	return true
}

// at is the memory of these words: not that of counters, nor what is below an address on the stack.
func (m *spin) at(words []uint64, stack Range, end uint64) []uint32 {
	all := make([]uint32, 0, len(words))
	for _, at := range words {
		if w := m.words[at]; !w.counter && at-stack.At >= end-stack.At {
			all = append(all, w.value)
		}
	}
	return all
}
