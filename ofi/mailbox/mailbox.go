// Package mailbox brings records that come over a channel of an [ofi.Port] into mailboxes of this rank, so that whatever serves a mailbox on one host serves it here. Portals,
// LAPI and SISCI use it. What a mailbox is, is its owner's: this package calls a function that stores a record.
package mailbox

import (
	"fmt"

	"gasnetgo/ofi"
)

// Bridge keeps records that have come until a mailbox has space for them, in their order. Its methods need the port's lock, but for Poll and Waiting.
type Bridge struct {
	port *ofi.Port

	// put stores a record in a mailbox. It returns false if there is no space now, and an error if there will never be. It is called with the lock.
	put func(box int, record []byte) (stored bool, err error)

	early   [][]entry // by mailbox: records that have found no space
	failure error
}

type entry struct {
	from  int
	bytes []byte
}

// New makes the bridge to so many mailboxes. put stores a record in one; it must not block.
func New(p *ofi.Port, boxes int, put func(box int, record []byte) (stored bool, err error)) *Bridge {
	return &Bridge{port: p, put: put, early: make([][]entry, boxes)}
}

// Add adds a record of a peer for a mailbox, which Deliver stores. The record is the bridge's.
func (b *Bridge) Add(from, box int, record []byte) {
	b.early[box] = append(b.early[box], entry{from, record})
}

// Deliver stores records in a mailbox, as far as there is space, and returns their number.
func (b *Bridge) Deliver(box int) (stored int) {
	early := b.early[box]
	for ; stored < len(early); stored++ {
		ok, err := b.put(box, early[stored].bytes)
		if err != nil {
			b.Fail(ofi.BadMessage(early[stored].from, err))
		}
		if !ok {
			break
		}
		early[stored].bytes = nil
	}
	if b.early[box] = early[stored:]; len(b.early[box]) == 0 {
		b.early[box] = nil
	}
	return stored
}

// Poll polls the network, and delivers to a mailbox. It takes the lock.
func (b *Bridge) Poll(box int) (stored int) {
	b.port.Lock()
	defer b.port.Unlock()
	b.port.ProgressLocked()
	return b.Deliver(box)
}

// Waiting reports whether records wait for space in a mailbox. It takes the lock.
func (b *Bridge) Waiting(box int) bool {
	b.port.Lock()
	defer b.port.Unlock()
	return len(b.early[box]) > 0
}

// Fail notes a failure, the first of which counts.
func (b *Bridge) Fail(err error) {
	if b.failure == nil {
		b.failure = err
	}
}

// Failed is why not all records arrive: a damaged or impossible message, or nil.
func (b *Bridge) Failed() error { return b.failure }

// Parts reassembles records that are longer than a message. The parts of a record come one after the other.
type Parts struct {
	Most int // bytes of a record

	partial map[int][]byte // by peer: the beginning of a record of which more comes
}

// Add adds a part of a peer's record, and returns the record if it is complete, and nil otherwise. The part may change afterwards.
func (p *Parts) Add(from int, part []byte, more bool) (record []byte, err error) {
	record = append(p.partial[from], part...)
	switch {
	case len(record) > p.Most:
		return nil, fmt.Errorf("a record of more than %d bytes", p.Most)
	case len(record) == 0:
		return nil, fmt.Errorf("a record of no bytes")
	case !more:
		delete(p.partial, from)
		return record, nil
	case p.partial == nil:
		p.partial = map[int][]byte{}
	}
	p.partial[from] = record
	return nil, nil
}
