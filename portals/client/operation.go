package client

// IDBits is the width of an operation's id: the lowest match bits of its target.
const IDBits = 16

// maxOperations is how many operations of a client can be in flight.
const maxOperations = 1 << IDBits

// Operation is the initiator's record of an operation. It is allocated by Start and freed when the operation is complete and the initiator has called
// Release, in any order.
type Operation struct {
	id       uint32 // its index in the table
	context  uint32
	seq      uint64 // operations of a client in the order of their start; 0: the record is free
	kind     kind
	sent     bool  // the local memory is the program's again
	replied  bool  // a request: its reply has arrived
	complete bool  // nothing is in flight
	retained bool  // by its initiator
	width    uint8 // bytes of the element in word; 0: there is none

	prev, next *Operation // in the list of its context; next also in the table's list of free records

	word       uint64  // memory of the element
	onSent     Counter // finished when local memory may be reused, or nil
	onComplete Counter // finished when the operation is complete, or nil
	into       []byte  // where a fetched element goes, or nil
	memory     []byte  // of a put or get: Portals has the address only, which does not keep memory of a Go program alive
}

// kind says which events complete an operation.
type kind uint8

const (
	aPut     kind = iota // SEND_END frees local memory, ACK completes
	aGet                 // REPLY_END frees local memory and completes
	aRequest             // SEND_END frees local memory, the client's Complete completes
	aMessage             // SEND_END frees local memory and completes
)

// Counter counts operations that are in flight: Finish is called once for each Begin, with the lock held.
type Counter interface {
	Begin()
	Finish()
}

// Count is a Counter that is 0 when no operation is in flight.
type Count int

// Begin adds an operation, Finish takes one away.
func (c *Count) Begin()  { *c++ }
func (c *Count) Finish() { *c-- }

// ID is the operation's number among those in flight, of IDBits bits.
func (o *Operation) ID() uint64 { return uint64(o.id) }

// Sent reports whether local memory of a put, request or message may be reused.
func (o *Operation) Sent() bool { return o.sent }

// Complete reports whether the operation is complete: an acknowledged put is in its target's memory, the reply of a get or request has arrived.
func (o *Operation) Complete() bool { return o.complete }

// CountSent counts the operation in c until its local memory may be reused. It is called before the operation is issued, as are the methods below.
func (o *Operation) CountSent(c Counter) {
	c.Begin()
	o.onSent = c
}

// CountComplete counts the operation in c until it is complete.
func (o *Operation) CountComplete(c Counter) {
	c.Begin()
	o.onComplete = c
}

// KeepAlive keeps memory of a Go program alive until the record is freed.
func (o *Operation) KeepAlive(memory []byte) { o.memory = memory }

// Fetch gives the operation an element of at most 8 bytes: Element is its memory. When a get or request completes, the element is copied to into, unless that is nil.
func (o *Operation) Fetch(width uint64, into []byte) { o.width, o.into = uint8(width), into }

// finishSent frees the local memory.
func (o *Operation) finishSent() {
	o.sent = true
	if o.onSent != nil {
		o.onSent.Finish()
		o.onSent = nil
	}
}

// table is all records by id. Records do not move: Portals has the addresses of their elements.
type table struct {
	all  []*Operation
	free *Operation
	seq  uint64
}

func (t *table) full() bool { return t.free == nil && len(t.all) == maxOperations }

// allocate returns a record. The table is not full.
func (t *table) allocate() *Operation {
	o := t.free
	if o == nil {
		o = &Operation{id: uint32(len(t.all))}
		t.all = append(t.all, o)
	} else {
		t.free = o.next
	}
	t.seq++
	*o = Operation{id: o.id, seq: t.seq}
	return o
}

func (t *table) release(o *Operation) {
	*o = Operation{id: o.id, next: t.free}
	t.free = o
}

// at is the operation that match bits name, or nil.
func (t *table) at(bits uint64) *Operation {
	id := bits & (maxOperations - 1)
	if id >= uint64(len(t.all)) || t.all[id].seq == 0 {
		return nil
	}
	return t.all[id]
}

// list is the operations of a context that are in flight, oldest first.
type list struct{ first, last *Operation }

func (l *list) add(o *Operation) {
	o.prev = l.last
	if l.last == nil {
		l.first = o
	} else {
		l.last.next = o
	}
	l.last = o
}

func (l *list) remove(o *Operation) {
	if o.prev == nil {
		l.first = o.next
	} else {
		o.prev.next = o.next
	}
	if o.next == nil {
		l.last = o.prev
	} else {
		o.next.prev = o.prev
	}
	o.prev, o.next = nil, nil
}
