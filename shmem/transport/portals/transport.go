package portals

import (
	"cmp"
	"fmt"

	ptl "gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/window"
)

// Indices is how many portal indices a transport has for itself.
const Indices = 3

// Config is what a transport works with. Those up to Wait are needed.
type Config struct {
	// Host is the interface with its lock, Link its network. The transport sets Host.After. Segments are this rank's, as its program sees them.
	Host     *process.Host
	Link     process.Link
	Segments shmem.Segments

	// Index is the first of Indices portal indices, the same on all ranks. ID is what a rank goes by.
	Index uint32
	ID    func(pe int) ptl.ProcessID

	// Wait blocks the rank until cond holds: it looks at once, whenever After has been called, and from time to time. The host is not locked when cond is
	// called. why is for people.
	Wait func(why string, cond func() bool)

	// Events is how many events an event queue has room for: as many as can come between two calls of After. 0 is 1024, which is more than enough for a
	// link that takes some tens of messages at a time.
	Events uint64

	// Count says to count arrivals from the start. It costs two match entries and an event for each.
	Count bool

	// Looks, if there is one, is called when a thread of the program looks for messages without waiting.
	Looks func()

	// Settle, if there is one, is called after each operation of a strided series, with nothing locked. After other operations the call of the program
	// is over, and the world sees it return.
	Settle func()
}

// Transport is a shmem.Transport. It may be used by several threads at once.
type Transport struct {
	Config                     // Host's lock guards all of the rest
	own      *window.Transport // this rank's memory, for the agent
	ends     ends
	event    ptl.Event // taken last
	flights  table
	lanes    []lane // by context
	blind    int    // non-fetching atomics in flight
	arrivals arrivals
	failed   error // what went wrong first; all calls answer it from then on
}

var (
	_ shmem.Transport    = (*Transport)(nil)
	_ shmem.StridedMover = (*Transport)(nil)
)

// New sets the transport up. Peers may use it when all ranks have done so.
func New(c Config) (*Transport, error) {
	c.Segments.Heap.Len += c.Segments.Control
	for _, s := range []shmem.Segment{c.Segments.Heap, c.Segments.Data} {
		if s.Len > 1<<offsetBits {
			return nil, fmt.Errorf("a symmetric segment of %d bytes: SHMEM over Portals has at most %d", s.Len, uint64(1)<<offsetBits)
		}
	}
	c.Events = cmp.Or(c.Events, 1024)
	nothing := func() {}
	if c.Looks == nil {
		c.Looks = nothing
	}
	if c.Settle == nil {
		c.Settle = nothing
	}
	t := &Transport{Config: c}
	t.own = window.New(window.Config{Base: func(seg shmem.Seg, _ int) uintptr { return t.segment(seg).Base }})
	t.Host.Lock()
	defer t.Host.Unlock()
	if err := t.setUp(); err != nil {
		t.tearDown()
		return nil, err
	}
	t.Host.After = t.after
	return t, nil
}

// Close takes down what New has set up. Nothing is under way any more on any rank.
func (t *Transport) Close() {
	t.Host.Lock()
	defer t.Host.Unlock()
	t.Host.After = nil
	t.tearDown()
}

func (t *Transport) segment(seg shmem.Seg) shmem.Segment {
	if seg == shmem.Heap {
		return t.Segments.Heap
	}
	return t.Segments.Data
}

// Progress serves arrivals.
func (t *Transport) Progress() {
	t.Looks()
	t.Host.Lock()
	defer t.Host.Unlock()
	t.events()
	for t.Link.Serve() {
	}
}
