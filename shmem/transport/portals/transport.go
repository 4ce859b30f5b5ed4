package portals

import (
	"fmt"

	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/portals/process"
	"gasnetgo/shmem"
	"gasnetgo/shmem/transport/window"
)

// Indices is how many portal indices a transport has for itself.
const Indices = process.SHMEMIndices

// Config is what a transport works with. Those up to Wait are needed.
type Config struct {
	// Host is the interface with its lock, Link its network. The transport adds a hook to the host. Segments are this rank's, as its program sees them.
	Host     *process.Host
	Link     process.Link
	Segments shmem.Segments

	// Index is the first of Indices portal indices, the same on all ranks. ID is the process id of a rank.
	Index uint32
	ID    func(pe int) ptl.ProcessID

	// Wait, Events and Polls are those of client.Config.
	Wait   func(why string, cond func() bool)
	Events uint64
	Polls  func()

	// Count says to count arrivals from the start. It costs two match entries and an event for each.
	Count bool

	// Settle, if there is one, is called after each operation of a strided series, with nothing locked. After other operations the call of the program
	// is over, and the world sees it return.
	Settle func()
}

// Transport is a shmem.Transport. It may be used by several threads at once.
type Transport struct {
	client    *client.Client
	own       *window.Transport // this rank's memory, for the responder
	arrivals  arrivals          // guarded by Host's lock, as is the rest
	blind     client.Count      // atomics in flight whose old value is discarded
	endpoints endpoints
	Config
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
	if c.Settle == nil {
		c.Settle = func() {}
	}
	t := &Transport{Config: c}
	t.own = window.New(window.Config{Base: func(seg shmem.Seg, _ int) uintptr { return t.segment(seg).Base }})
	t.client = client.New(client.Config{Name: "SHMEM", Host: c.Host, Link: c.Link, Index: c.Index, Events: c.Events, Wait: c.Wait, Polls: c.Polls})
	if err := t.client.Open(t.create); err != nil {
		return nil, err
	}
	return t, nil
}

// Close frees what New has created. No operation of any rank is in flight.
func (t *Transport) Close() { t.client.Close() }

func (t *Transport) segment(seg shmem.Seg) shmem.Segment {
	if seg == shmem.Heap {
		return t.Segments.Heap
	}
	return t.Segments.Data
}

// start allocates the record of an operation to pe, once there is space for it.
func (t *Transport) start(ctx shmem.Ctx, pe int) (*client.Operation, error) {
	return t.client.Start(uint32(ctx&^shmem.Counted), t.ID(pe))
}

// Quiet waits until all operations of the context that have been started are complete: puts acknowledged, gets and atomics replied to. An acknowledged put is
// in its target's memory.
func (t *Transport) Quiet(ctx shmem.Ctx) error { return t.drained("shmem_quiet", ctx) }

// Fence is Quiet: payloads of different lengths may overtake each other on their way into memory, and an acknowledgement is all that Portals says about that.
func (t *Transport) Fence(ctx shmem.Ctx) error { return t.drained("shmem_fence", ctx) }

func (t *Transport) drained(why string, ctx shmem.Ctx) error {
	t.Host.Lock()
	defer t.Host.Unlock()
	return t.client.Quiet(why, uint32(ctx))
}

// Progress serves arrivals.
func (t *Transport) Progress() { t.client.Progress() }
