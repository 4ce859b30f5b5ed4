package sisci

import (
	"errors"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/heap"
	"gasnetgo/internal/memory"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/sisci"
)

// The memory of all segments of a node is its part of one segment of the memory file. The key of a segment's memory is where it begins there. A map shows it once more, at an
// address of its own, so that a map ends when it is unmapped, and stores through a map for loads fault.
//
// Between hosts the whole part is registered with the network.
//
// Memory that all ranks share already, such as a segment of GASNet, has its address as the key, with the bit inPlace. Its maps are the memory itself.

const (
	segment   = "sisci"
	mostBytes = 1 << 43 // of all parts together
	inPlace   = 1 << 63 // of a key
)

// head is in the first page of a node's part.
type head struct {
	Up    uint32 // 1 from SCIInitialize on: a library answers here
	ID    uint32 // of the node
	Stamp uint32 // grows when what C remembers becomes invalid; never 0 once Up is set
}

// area is the memory of this host's nodes. Its process's lock guards it.
type area struct {
	node    *node.Node
	parts   *node.Segment
	heap    *heap.Heap        // of the own part
	adopted map[uint64]extent // memory of the program, by key
	pinned  bool              // the network may hold the pages of the part

	showing sync.RWMutex
	windows map[uintptr]node.LocalRank // whose memory the windows show, by address; showing guards it
}

type extent struct {
	at    uintptr
	bytes uint64
}

// registered is how many bytes a rank's segments may have in a job on several hosts, unless the user says: networks keep registered memory in place, used or not.
const registered = 1 << 30

// newArea makes it; most is the user's limit in bytes, or 0.
func newArea(n *node.Node, most uint64, pinned bool) (*area, error) {
	switch {
	case most > 0:
		most = pages(most) + node.Page // the head's
	case pinned:
		most = registered
	default:
		most = live.HostMemory()
	}
	bytes := min(most, mostBytes/uint64(n.Locals())) &^ (node.Page - 1)
	s, err := n.Segment(segment, bytes, 0)
	if err != nil {
		return nil, err
	}
	return &area{node: n, parts: s, heap: heap.New(bytes-node.Page, 0), adopted: map[uint64]extent{}, pinned: pinned, windows: map[uintptr]node.LocalRank{}}, nil
}

func (a *area) head(l node.LocalRank) *head { return memory.At[head](a.parts.Part(l)) }

func pages(bytes uint64) uint64 { return (bytes + node.Page - 1) &^ (node.Page - 1) }

// Allocate is sisci.Memory's. The first page of the part is the head's.
func (a *area) Allocate(bytes uint64) (uint64, sisci.Code) {
	if bytes > a.heap.Size() {
		return 0, sisci.NoSpace
	}
	off, ok := a.heap.Alloc(pages(bytes), node.Page)
	if !ok {
		return 0, sisci.NoSpace
	}
	return off + node.Page, sisci.OK
}

// Expose is sisci.Memory's. Processors see what others store.
func (a *area) Expose(uint64) {}

// Register is sisci.Memory's.
func (a *area) Register(at uintptr, bytes uint64) (uint64, sisci.Code) {
	switch {
	case bytes%node.Page != 0:
		return 0, sisci.SizeAlignment
	case at%node.Page != 0 || a.node.Linear(at, bytes) != 0: // other APIs share this memory already
		return 0, sisci.IllegalAddress
	}
	key, code := a.Allocate(bytes)
	if code != sisci.OK {
		return 0, code
	}
	if err := a.node.Adopt(a.parts, key, at, bytes); err != nil {
		a.release(key)
		if errors.Is(err, unix.EFAULT) {
			return 0, sisci.IllegalAddress
		}
		return 0, sisci.System
	}
	a.adopted[key] = extent{at, bytes}
	return key, sisci.OK
}

// sharing is the memory of a client in the library.
type sharing struct{ *world }

// Register is sisci.Memory's.
func (s sharing) Register(at uintptr, bytes uint64) (uint64, sisci.Code) {
	if linear := s.node.Linear(at, bytes); linear != 0 {
		return inPlace | uint64(linear), sisci.OK
	}
	return s.world.Register(at, bytes)
}

// Free frees the memory of a segment.
func (a *area) Free(key uint64) {
	if key&inPlace != 0 {
		return // its owner frees it
	}
	if e, ok := a.adopted[key]; ok {
		delete(a.adopted, key)
		if a.node.Restore(a.parts, key, e.at, e.bytes) != nil {
			return // the program goes on with the shared pages
		}
	}
	a.release(key)
}

func (a *area) release(key uint64) {
	off := key - node.Page
	bytes, _ := a.heap.SizeOf(off)
	if a.pinned { // pages that are discarded here would stay the network's
		clear(memory.Bytes(a.parts.Part(a.node.Me())+uintptr(key), bytes))
	} else {
		_ = a.node.DiscardPart(a.parts, key, bytes) // refusal only keeps the memory
	}
	a.heap.Release(off)
}

// show maps memory of a node's segment.
func (a *area) show(l node.LocalRank, m sisci.Mapping) (uintptr, sisci.Code) {
	if m.Key&inPlace != 0 {
		if m.Fixed || m.ReadOnly {
			return 0, sisci.NotSupported
		}
		return uintptr(m.Key&^inPlace + m.Offset), sisci.OK
	}
	at, code := a.opening(m, func(off, bytes uint64, want uintptr) (uintptr, error) {
		return a.node.Window(a.parts, l, off, bytes, want, m.ReadOnly)
	})
	if code == sisci.OK {
		a.showing.Lock()
		defer a.showing.Unlock()
		a.windows[at] = l
	}
	return at, code
}

// opening has open map whole pages for a map, from off in a part on, at want unless that is 0. It returns where the map begins.
func (a *area) opening(m sisci.Mapping, open func(off, bytes uint64, want uintptr) (uintptr, error)) (uintptr, sisci.Code) {
	within := m.Offset % node.Page
	var want uintptr
	if m.Fixed {
		if (m.At-uintptr(within))%node.Page != 0 {
			return 0, sisci.IllegalAddress
		}
		want = m.At - uintptr(within)
	}
	at, err := open(m.Key+m.Offset-within, pages(within+m.Bytes), want)
	switch {
	case err == nil:
		return at + uintptr(within), sisci.OK
	case errors.Is(err, unix.ENOMEM) && !m.Fixed:
		return 0, sisci.HWNoSpace
	case m.Fixed:
		return 0, sisci.IllegalAddress
	}
	return 0, sisci.System
}

// shown is the rank whose memory a window shows.
func (a *area) shown(at uintptr) (node.LocalRank, bool) {
	a.showing.RLock()
	defer a.showing.RUnlock()
	l, ok := a.windows[at]
	return l, ok
}

// Unmap ends a map of memory of this host.
func (a *area) Unmap(at uintptr, bytes uint64) {
	if _, ok := a.shown(at); !ok {
		return // the memory itself
	}
	a.showing.Lock()
	delete(a.windows, at)
	a.showing.Unlock()
	a.unmap(at, bytes)
}

func (a *area) unmap(at uintptr, bytes uint64) {
	within := uint64(at % node.Page)
	_ = a.node.CloseWindow(at-uintptr(within), pages(within+bytes)) // the kernel refuses only where it cannot split a mapping
}

func (a *area) stamp() uint32 { return atomic.LoadUint32(&a.head(a.node.Me()).Stamp) }

// Stale makes all invalid that C remembers.
func (a *area) Stale() {
	word := &a.head(a.node.Me()).Stamp
	if atomic.AddUint32(word, 1) == 0 {
		atomic.AddUint32(word, 1)
	}
}
