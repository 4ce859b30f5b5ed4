package host

import (
	"encoding/binary"
	"slices"
)

// words are those of a rehearsal, in the order of their first use. There is one for all ranks of an image.
type words struct {
	all   []rehearsed
	index [4 * mostWords]uint16 // by address: the place in all, plus 1
	order []uint64
	over  bool
	spare rehearsed
}

// mostWords is how many a turn uses at most.
const mostWords = 2048

// rehearsed is the table, without words.
func (m *Image) rehearsed() *words {
	if m.words == nil {
		m.words, m.known = &words{all: make([]rehearsed, 0, mostWords)}, knownFunctions()
	}
	w := m.words
	if len(w.all) > 0 || w.over {
		w.all, w.over = w.all[:0], false
		clear(w.index[:])
	}
	return w
}

// place is where the word is in the index, or where it belongs.
func (t *words) place(at uint64) int {
	for i := int(at * 0x9e3779b97f4a7c15 >> 51); ; i++ {
		i %= len(t.index)
		if n := t.index[i]; n == 0 || t.all[n-1].at == at {
			return i
		}
	}
}

// find is a word, or nil.
func (t *words) find(at uint64) *rehearsed {
	if n := t.index[t.place(at)]; n > 0 {
		return &t.all[n-1]
	}
	return nil
}

// add is a new word, which is not there.
func (t *words) add(at uint64) *rehearsed {
	if len(t.all) == mostWords {
		t.over = true
		t.spare = rehearsed{at: at}
		return &t.spare
	}
	i := t.place(at)
	t.all = append(t.all, rehearsed{at: at})
	t.index[i] = uint16(len(t.all))
	return &t.all[len(t.all)-1]
}

// sorted are the addresses of all, less one of them, in order.
func (t *words) sorted(begin uint64) []uint64 {
	t.order = t.order[:0]
	for i := range t.all {
		t.order = append(t.order, t.all[i].at-begin)
	}
	slices.Sort(t.order)
	return t.order
}

// full reports whether there have been more.
func (t *words) full() bool { return t.over }

// rehearsed is a word of memory.
type rehearsed struct {
	at           uint64
	value, was   uint32
	read, stored bool
	unknown      bool
	moved        uint64 // the word of which this is the content at the beginning, which nothing has needed; 0: none
}

func (e *rehearsal) load(at uint64) uint64 {
	var b [8]byte
	e.failed = !e.Load(at, b[:]) || e.failed
	return binary.LittleEndian.Uint64(b[:])
}

func (e *rehearsal) store(at, v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	e.failed = !e.Store(at, b[:]) || e.failed
}

// word is one that is loaded.
func (e *rehearsal) word(at uint64) uint32 {
	w := e.words.find(at)
	switch {
	case w == nil:
		v := real(at)
		w = e.words.add(at)
		w.value, w.was, w.read = v, v, true
	case w.unknown:
		e.failed = true
	case w.moved != 0:
		e.need(w.moved)
	}
	return w.value
}

// private reports whether memory is the rank's thread-local variables, which are elsewhere while others run.
func (e *rehearsal) private(at uint64, n int) bool {
	const most = 64 << 10
	return e.p.FS-at-1 < most || e.p.FS-(at+uint64(n))-1 < most
}

// Load is x86.Memory's.
func (e *rehearsal) Load(at uint64, to []byte) bool {
	if e.private(at, len(to)) {
		return false
	}
	var b [4]byte
	for i := 0; i < len(to); {
		from := at + uint64(i)
		binary.LittleEndian.PutUint32(b[:], e.word(from&^3))
		i += copy(to[i:], b[from&3:])
	}
	return !e.failed
}

// Store is x86.Memory's.
func (e *rehearsal) Store(at uint64, from []byte) bool {
	if e.private(at, len(from)) {
		return false
	}
	var b [4]byte
	for i := 0; i < len(from); {
		to := at + uint64(i)
		w := to &^ 3
		if to != w || len(from)-i < 4 {
			binary.LittleEndian.PutUint32(b[:], e.word(w))
		}
		i += copy(b[to-w:], from[i:])
		known := e.words.find(w)
		if known == nil {
			known = e.words.add(w)
		}
		e.undone = append(e.undone, restored{w, *known})
		known.value, known.stored, known.moved, known.unknown = binary.LittleEndian.Uint32(b[:]), true, 0, false
	}
	return !e.failed
}

// Add is x86.Memory's: nothing is a counter.
func (e *rehearsal) Add(at uint64, n int, by uint64) (was uint64, blind, ok bool) {
	var b [8]byte
	if !e.Load(at, b[:n]) {
		return 0, false, false
	}
	was = binary.LittleEndian.Uint64(b[:])
	binary.LittleEndian.PutUint64(b[:], was+by)
	return was, false, e.Store(at, b[:n])
}

// Counts is x86.Memory's.
func (e *rehearsal) Counts(byte) bool { return false }
