package seastar

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// A message has a record at each end, as on the machine. What travels is the lower pending with the message: it belongs to the sender until its header packet is
// on the wires, then to the target, and to the sender again when it is refused.

// transmission is the structures of a message at its sender: the upper pending, and what the TX DMA engine knows. The network keeps it as long as the sender has to
// do with the message; one that is refused gets another one when it is sent again.
type transmission struct { // two cache lines
	rest     fabric.Rest
	link     link   // in the sender's firmware and host, and in the list of transmissions
	pending  uint64 // the address of what travels
	bytes    uint64 // of payload
	injected uint64 // bytes that trains have taken over
	number   uint64 // of the operation
	to       int32  // the target's node
	trains   int16  // on their way: from when the TX DMA engine begins with one until the credit for it is back, if one comes
	limit    int16  // of trains on their way
	inline   bool   // the payload rides in the header packet, or there is none
	again    bool   // it has been refused: the payload has been read out of memory, and the host has been notified
	stalled  bool   // the limit is reached

	_ [8]byte // transmissions begin where cache lines do
}

// pending is the structures of a message at its target: the lower pending, and what the RX DMA engine knows.
type pending struct { // two cache lines
	m      *fabric.Message
	bytes  uint64 // of payload
	link   link   // in the target's firmware and host, and in the list of its source
	source *source
	sender uint64   // the address of the transmission, for credits
	accept uint64   // bytes to be deposited, the rest is thrown away; before the header packet is there: the only train, if it is announced
	there  sim.Time // when the only train arrives, if there is only one, or the header packet, if there is none

	deposited uint64   // bytes that the RX DMA engine has been given
	drained   uint64   // bytes that are gone from the network
	since     sim.Time // if it is accepted: when the RX DMA engine got the command to deposit it; before: when its header packet is there
	receiving uintptr  // operation of the host, for the prefetcher: pendings begin where cache lines do
	number    uint64   // of the operation
	refusals  int32
	from      int32 // the sender's node
	held      int16 // trains that have arrived and wait for the receive command
	limit     int16 // of trains on their way

	posted   kind // in the target's event queue
	inline   bool // it rides in the header packet, or there is none
	refused  bool
	accepted bool
	begun    bool // its header packet is at the target, or soon
}

// link is the place of a transmission or of a pending in a list. Each is in one list at most.
type link struct {
	next *link
	at   uint64 // its address; ofSender is set for a transmission
}

// ofSender marks the address of a transmission in lists in which there are pendings, too.
const ofSender = 1

// queue is a list by links: a ring, of which it knows the last one.
type queue struct{ last *link }

func (q *queue) push(l *link) {
	if q.last == nil {
		l.next = l
	} else {
		l.next = q.last.next
		q.last.next = l
	}
	q.last = l
}

// pop takes the first one of a list that has one, and returns its address.
func (q *queue) pop() uint64 {
	l := q.last.next
	if l == q.last {
		q.last = nil
	} else {
		q.last.next = l.next
	}
	return l.at
}

func (q *queue) empty() bool { return q.last == nil }

// pool is the records of the nodes of a slab. They are made once, in blocks, and used again: a transmission where it was made, a pending where it ended. They stay
// where they are as long as the network does, so that an address names one in the events of the kernel.
type pool struct {
	transmissions struct {
		blocks [][]transmission
		spare  *link
	}
	pendings struct {
		blocks [][]pending
		spare  *link
	}
}

const block = 256

func (l *pool) transmission() *transmission {
	s := &l.transmissions
	if s.spare == nil {
		b := make([]transmission, block)
		for i := range b {
			b[i].link = link{s.spare, address(&b[i]) | ofSender}
			s.spare = &b[i].link
		}
		s.blocks = append(s.blocks, b)
	}
	x := leaving(s.spare.at)
	s.spare = x.link.next
	x.injected, x.trains, x.stalled = 0, 0, false
	return x
}

func (l *pool) freeTransmission(x *transmission) {
	x.rest = fabric.Rest{}
	x.link.next = l.transmissions.spare
	l.transmissions.spare = &x.link
}

func (l *pool) pending() *pending {
	s := &l.pendings
	if s.spare == nil {
		b := make([]pending, block)
		for i := range b {
			b[i].link = link{s.spare, address(&b[i])}
			s.spare = &b[i].link
		}
		s.blocks = append(s.blocks, b)
	}
	p := at(s.spare.at)
	s.spare = p.link.next
	*p = pending{link: link{at: p.link.at}}
	return p
}

func (l *pool) freePending(p *pending) {
	p.m, p.source = nil, nil
	p.link.next = l.pendings.spare
	l.pendings.spare = &p.link
}
