package siscitest

import (
	"slices"

	"gasnetgo/internal/memory"
)

const gathered = 64 // bytes that a packet of stores has at most, and a multiple of which begins the next one

// begin begins stores to a map, in the packets in which an adapter gathers them.
func (r *Ring) begin(at uintptr, m mapping, offset uint64, from []byte) {
	for len(from) > 0 {
		n := min(gathered-offset%gathered, uint64(len(from)))
		s := Store{From: m.node, To: number(m.Node), Map: at, Key: m.Key, Offset: offset, Bytes: slices.Clone(from[:n])}
		offset, from = offset+n, from[n:]
		switch {
		case r.Drop != nil && r.Drop(s):
		case r.Lose != nil && r.Lose(s):
			r.Nodes[m.node].lost[at] = true
		default:
			r.stores = append(r.stores, s)
		}
	}
}

// mapped is the map that an address is in, and where it begins.
func (r *Ring) mapped(at uintptr) (begin uintptr, m mapping, ok bool) {
	begin = at &^ (mapBytes - 1)
	m, ok = r.maps[begin]
	return begin, m, ok
}

// Maps of other nodes' segments begin at multiples of mapBytes above firstMap, where no memory is.
const (
	mapBytes = 1 << 32
	firstMap = 1 << 60
)

// Store begins stores, or makes them at once in a segment of this node.
func (m *machine) Store(at uintptr, from []byte) {
	m.yield()
	m.Counts.Stores++
	m.Counts.Bytes += uint64(len(from))
	if begin, to, ok := m.ring.mapped(at); ok {
		m.ring.begin(begin, to, to.Offset+uint64(at-begin), from)
		return
	}
	copy(memory.Bytes(at, len(from)), from)
}

func (m *machine) Flush(uintptr) { m.yield() }

// Drain has the stores to a map arrive, in an order that the machine allows.
func (m *machine) Drain(at uintptr) (lost bool) {
	m.yield()
	m.Counts.Checks++
	mine := func(s Store) bool { return s.From == m.number && s.Map == at }
	for slices.ContainsFunc(m.ring.stores, mine) {
		if i := m.ring.random.IntN(len(m.ring.stores)); mine(m.ring.stores[i]) {
			m.ring.store(i)
		}
	}
	lost = m.lost[at]
	delete(m.lost, at)
	return lost
}

func (m *machine) Load(at uintptr) byte {
	m.yield()
	m.Counts.Loads++
	return *memory.At[byte](at)
}

func (m *machine) Swap(at uintptr, value byte) byte {
	m.yield()
	m.Counts.Loads++
	b := memory.At[byte](at)
	old := *b
	*b = value
	return old
}

func (m *machine) Ordered() bool { return m.ring.ordered }

func (m *machine) Fail(err error) { panic(err) }
