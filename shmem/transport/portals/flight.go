package portals

import "gasnetgo/shmem"

// flight is an operation that has been started and not been answered yet.
type flight struct {
	id      uint32 // its place in the table
	kind    kind
	ctx     shmem.Ctx
	seq     uint64 // flights of a rank in the order of their start
	sent    bool   // put: the memory is the program's again
	done    bool   // answered
	held    bool   // the thread that issued it still uses it
	blind   bool   // an atomic whose reply is discarded
	counted bool   // its target counts it as an arrival
	group   *int   // counts those operations of a group of which local memory is in use
	cell    uint64 // memory of an atomic's operand, and of the fetched value
	width   uint64 // bytes of the element in cell; 0: nothing is fetched to there
	into    []byte // where that goes, or nil
	local   []byte // of a put or get: Portals knows the address only, which does not keep a Go program's memory

	prev, next *flight // in its lane; next also in the table's free list
}

type kind uint8

const (
	aPut   kind = iota // ends with an acknowledgement
	aFetch             // ends with a reply, or with the agent's answer
)

// maxFlights is what an answer can name: see request.
const maxFlights = 1 << idBits

// table is all flights by id.
type table struct {
	all  []*flight
	free *flight
	seq  uint64
}

func (t *table) full() bool { return t.free == nil && len(t.all) == maxFlights }

// take starts a flight. The table is not full. Flights stay where they are: their cells are addressed.
func (t *table) take() *flight {
	f := t.free
	if f == nil {
		f = &flight{id: uint32(len(t.all))}
		t.all = append(t.all, f)
	} else {
		t.free = f.next
	}
	t.seq++
	*f = flight{id: f.id, seq: t.seq}
	return f
}

func (t *table) give(f *flight) {
	*f = flight{id: f.id, next: t.free}
	t.free = f
}

// at is the flight that the match bits of an event name, unless there is none.
func (t *table) at(bits uint64) *flight {
	id := bits & (maxFlights - 1)
	if id >= uint64(len(t.all)) || t.all[id].seq == 0 {
		return nil
	}
	return t.all[id]
}

// lane is the flights of one context, oldest first.
type lane struct{ first, last *flight }

func (t *Transport) lane(ctx shmem.Ctx) *lane {
	for int(ctx) >= len(t.lanes) {
		t.lanes = append(t.lanes, lane{})
	}
	return &t.lanes[ctx]
}

func (l *lane) add(f *flight) {
	f.prev = l.last
	if l.last == nil {
		l.first = f
	} else {
		l.last.next = f
	}
	l.last = f
}

func (l *lane) remove(f *flight) {
	if f.prev == nil {
		l.first = f.next
	} else {
		f.prev.next = f.next
	}
	if f.next == nil {
		l.last = f.prev
	} else {
		f.next.prev = f.prev
	}
	f.prev, f.next = nil, nil
}

// begin starts a flight towards pe once there is room for it, and holds it. Needs the lock, and may release it while it waits.
func (t *Transport) begin(ctx shmem.Ctx, k kind, pe int) (*flight, error) {
	id := t.ID(pe)
	t.Looks()
	t.Link.Serve() // acknowledgements, mostly: it is cheaper to take them in passing than to be called for each
	for t.failed == nil && (t.flights.full() || !t.Link.Ready(id)) {
		t.await("room for a message", func() bool { return !t.flights.full() && t.Link.Ready(id) })
	}
	if t.failed != nil {
		return nil, t.failed
	}
	f := t.flights.take()
	f.kind, f.ctx, f.counted, f.held = k, ctx&^shmem.Counted, ctx&shmem.Counted != 0, true
	t.lane(f.ctx).add(f)
	return f, nil
}

// land ends a flight.
func (t *Transport) land(f *flight) {
	f.done = true
	if f.blind {
		t.blind--
	}
	t.lane(f.ctx).remove(f)
	if f.kind == aFetch {
		f.settle()
	}
	if !f.held {
		t.flights.give(f)
	}
}

// settle says that the memory here is not in use any more.
func (f *flight) settle() {
	if f.group != nil {
		*f.group--
		f.group = nil
	}
}

// leave lets go of a flight that begin held.
func (t *Transport) leave(f *flight) {
	f.held = false
	if f.done {
		t.flights.give(f)
	}
}
