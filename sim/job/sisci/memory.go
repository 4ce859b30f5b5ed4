package sisci

import (
	"gasnetgo/internal/memory"
	"gasnetgo/sim/sci"
	"gasnetgo/sisci"
)

// All ranks are in one process, so memory of a segment is at an address, and its key says where that is: the rank, and a number. Key 0 is memory of a program, at its address.

const (
	rankShift = 32 // of a key
	page      = 4096
	mostBytes = 1 << 40
)

// extent is memory of a segment.
type extent struct {
	at      uintptr
	bytes   uint64 // whole pages of an allocation
	program bool   // the memory is the program's
	polled  bool   // it is a program's segment, whose polls are seen once other nodes can connect with it
	watched bool   // they are
}

// window is a map of a segment of another node. No memory is at its addresses.
type window struct {
	to    sci.Place
	bytes uint64
	loads bool // it is not for stores
}

func pages(bytes uint64) uint64 { return (bytes + page - 1) &^ (page - 1) }

// Allocate is sisci.Memory's.
func (w *world) Allocate(bytes uint64) (uint64, sisci.Code) {
	if most := w.api.net.Driver.Segment; bytes > mostBytes || most > 0 && bytes > most {
		return 0, sisci.NoSpace
	}
	bytes = pages(bytes)
	if free := w.free[bytes]; len(free) > 0 {
		w.free[bytes] = free[:len(free)-1]
		return w.add(extent{at: free[len(free)-1], bytes: bytes, polled: true}), sisci.OK
	}
	at, err := w.job.Memory.Reserve(bytes, page)
	if err != nil {
		return 0, sisci.NoSpace
	}
	return w.add(extent{at: at, bytes: bytes, polled: true}), sisci.OK
}

// Register is sisci.Memory's, for a program: whole pages, where memory is.
func (w *world) Register(at uintptr, bytes uint64) (uint64, sisci.Code) {
	switch {
	case bytes%page != 0:
		return 0, sisci.SizeAlignment
	case at%page != 0 || !exists(at, bytes):
		return 0, sisci.IllegalAddress
	}
	return w.register(extent{at: at, bytes: bytes, program: true, polled: true})
}

func (w *world) register(e extent) (uint64, sisci.Code) {
	if most := w.api.net.Driver.Segment; most > 0 && e.bytes > most {
		return 0, sisci.HWNoSpace
	}
	return w.add(e), sisci.OK
}

// exists reports whether all pages can be read.
func exists(at uintptr, bytes uint64) (yes bool) {
	defer func() {
		if recover() != nil { // a fault
			yes = false
		}
	}()
	sum := byte(0)
	for off := uint64(0); off < bytes; off += page {
		sum |= *memory.At[byte](at + uintptr(off))
	}
	return sum|1 != 0
}

// sharing is the memory of a client in the library, which needs no pages of its own. Its polls are calls.
type sharing struct{ *world }

// Allocate is sisci.Memory's.
func (s sharing) Allocate(bytes uint64) (uint64, sisci.Code) {
	key, code := s.world.Allocate(bytes)
	if code == sisci.OK {
		e := s.segments[key]
		e.polled = false
		s.segments[key] = e
	}
	return key, code
}

// Register is sisci.Memory's.
func (s sharing) Register(at uintptr, bytes uint64) (uint64, sisci.Code) {
	return s.register(extent{at: at, bytes: bytes, program: true})
}

// Expose is sisci.Memory's. Polls of a program's segment are seen from now on.
func (w *world) Expose(key uint64) {
	e, ok := w.segments[key]
	if !ok || !e.polled || e.watched || w.job.Memory.Watch(w.rank.ID(), e.at, e.bytes) != nil {
		return // the program polls, and its time slices end that
	}
	e.watched = true
	w.segments[key] = e
}

func (w *world) add(e extent) uint64 {
	w.last++
	key := uint64(w.rank.ID())<<rankShift | w.last
	w.segments[key] = e
	return key
}

// Free is client.Machine's.
func (w *world) Free(key uint64) {
	e := w.segments[key]
	delete(w.segments, key)
	if e.watched {
		w.job.Memory.Unwatch(w.rank.ID(), e.at)
	}
	if !e.program && e.bytes > 0 {
		w.free[e.bytes] = append(w.free[e.bytes], e.at)
	}
}

// Map is sisci.Memory's. A map of an own segment is its memory; one of another node's is addresses without memory, of which the adapter has entries in its table.
func (w *world) Map(m sisci.Mapping) (uintptr, sisci.Code) {
	switch {
	case m.Fixed:
		return 0, sisci.NotSupported
	case m.Node == w.id():
		return w.segments[m.Key].at + uintptr(m.Offset), sisci.OK
	case !w.adapter.Reserve(m.Bytes):
		return 0, sisci.HWNoSpace
	}
	at, err := w.job.Memory.Hide(w.rank.ID(), m.Bytes)
	if err != nil {
		w.adapter.Release(m.Bytes)
		return 0, sisci.HWNoSpace
	}
	w.maps[at] = window{w.place(sisci.Place{Node: m.Node, Key: m.Key, Offset: m.Offset}), m.Bytes, m.ReadOnly}
	return at, sisci.OK
}

// Unmap is client.Machine's.
func (w *world) Unmap(at uintptr, bytes uint64) {
	m, ok := w.maps[at]
	if !ok {
		return // the memory itself
	}
	delete(w.maps, at)
	w.adapter.Release(m.bytes)
	w.job.Memory.Unhide(w.rank.ID(), at)
}

// mapped is where an address of a map is, and the map; false: it is in none.
func (w *world) mapped(at uintptr) (to sci.Place, m window, ok bool) {
	for begin, m := range w.maps {
		if at-begin < uintptr(m.bytes) {
			to = m.to
			to.Offset += uint64(at - begin)
			return to, m, true
		}
	}
	return to, m, false
}

// place is a place as the adapter knows it.
func (w *world) place(p sisci.Place) sci.Place {
	return sci.Place{Node: int32(w.job.Nodes[rankOf(p.Node)]), Key: p.Key, Offset: p.Offset}
}

// at is the address of memory of this node.
func (w *world) at(p sisci.Place) uintptr {
	if p.Key == 0 {
		return uintptr(p.Offset)
	}
	return w.segments[p.Key].at + uintptr(p.Offset)
}

var _ sci.Memory = (*Job)(nil)

// Write makes bytes visible in a segment, or in memory of a program. A segment that has been removed is not written to.
func (a *Job) Write(key, offset uint64, data []byte) {
	if key == 0 { // of a copy, whose end is reported
		copy(memory.Bytes(uintptr(offset), len(data)), data)
		return
	}
	w := a.worlds[key>>rankShift]
	e, ok := w.segments[key]
	if !ok || offset >= e.bytes {
		return
	}
	at, bytes := e.at+uintptr(offset), min(uint64(len(data)), e.bytes-offset)
	polled := !e.watched || w.job.Memory.Reach(w.rank.ID(), at, bytes)
	copy(memory.Bytes(at, bytes), data)
	if polled {
		w.wake()
	}
}

// Read reads bytes: 0 where there is no memory.
func (a *Job) Read(key, offset uint64, into []byte) {
	if key == 0 {
		copy(into, memory.Bytes(uintptr(offset), len(into)))
		return
	}
	w, n := a.worlds[key>>rankShift], uint64(0)
	if e, ok := w.segments[key]; ok && offset < e.bytes {
		at := e.at + uintptr(offset)
		if n = min(uint64(len(into)), e.bytes-offset); e.watched {
			w.job.Memory.Fetch(w.rank.ID(), at, into[:n])
		} else {
			copy(into, memory.Bytes(at, n))
		}
	}
	clear(into[n:])
}
