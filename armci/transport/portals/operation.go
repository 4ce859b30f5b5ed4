package portals

import (
	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/pace"
	"gasnetgo/portals/client"
)

// operation is one of armci: messages for which local memory is in use.
type operation struct {
	t    *Transport
	op   armci.Op
	n    int
	uses bool // messages have used local memory
}

// Begin and Finish count messages: client.Counter's.
func (f *operation) Begin() {
	f.n++
	f.uses = true
}

func (f *operation) Finish() {
	if f.n--; f.n == 0 {
		delete(f.t.operations, f.op)
	}
}

// begin makes an operation that lasts until end has been called and its messages are through. Needs the lock.
func (t *Transport) begin() *operation {
	t.begun++
	f := &operation{t: t, op: t.begun, n: 1}
	t.operations[f.op] = f
	return f
}

// end is the number of the operation; 0 if it has used no local memory. If it is over, the rank has yet to find that out, by polling.
func (f *operation) end() armci.Op {
	f.t.Host.Lock()
	defer f.t.Host.Unlock()
	f.Finish()
	if !f.uses {
		return 0
	}
	return f.op
}

// Done receives messages, and reports whether an operation is over.
func (t *Transport) Done(op armci.Op) bool {
	if op == 0 {
		return true
	}
	t.Progress()
	t.Host.Lock()
	defer t.Host.Unlock()
	_, under := t.operations[op]
	return !under
}

// holds is what one message holds until it is complete.
type holds struct {
	t         *Transport
	operation *operation   // in which it is counted, or nil
	fence     *peer        // whose unfenced it is counted in, or nil
	temp      client.Place // a descriptor of its own, if bound
	bound     bool

	piece *client.Count // pieces of messages, among which it is, or nil

	rank    int // with a slot
	slotted bool
	slot    uint32
	into    *armci.Runs // where the answer's payload goes, or nil
	from    uint64      // the place in their stream
	bytes   uint64
}

// Begin is client.Counter's.
func (h *holds) Begin() {
	if h.operation != nil {
		h.operation.Begin()
	}
	if h.fence != nil {
		h.fence.unfenced.Begin()
	}
	if h.piece != nil {
		h.piece.Begin()
	}
}

// Finish gives back what the message has held.
func (h *holds) Finish() {
	t := h.t
	if h.into != nil {
		request.Scatter(h.into, h.from, t.outMemory(h.rank, h.slot)[:h.bytes])
		t.World.Charge(pace.Copy, h.bytes)
	}
	if h.bound && !t.client.Unbind(h.temp) {
		t.stale = append(t.stale, h.temp)
	}
	if h.fence != nil {
		h.fence.unfenced.Finish()
	}
	if h.operation != nil {
		h.operation.Finish()
	}
	if h.piece != nil {
		h.piece.Finish()
	}
	if h.slotted {
		p := &t.peers[h.rank]
		p.free = append(p.free, h.slot)
		t.pump(h.rank, p)
	}
}
