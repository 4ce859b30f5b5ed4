package seastar

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// pending is a message in flight: the structures of both ends, upper and lower. The most used fields come first, arranged in cache lines.
type pending struct {
	m      *fabric.Message
	src    *Node
	dst    *Node
	bytes  uint64 // of payload
	rx     link   // in the target's firmware and host
	line   link   // in the list of transmissions, then in that of its source
	tx     link   // in the sender's firmware and host, when it has been sent
	source *source
	from   int32 // the nodes: what else they are may be far away
	to     int32
	accept uint64 // bytes to be deposited; the rest is thrown away

	posted  kind // in the target's event queue
	inline  bool // it rides in the header packet, or there is none
	refused bool

	sent, received bool // the ends are done with it
	accepted       bool
	stalled        bool // the limit is reached
	left           bool // the payload has been read out of memory once: a repetition does not again

	there     sim.Time // when the only train arrives, if there is only one, or the header packet, if there is none
	injected  uint64   // bytes that trains have taken over
	deposited uint64   // bytes that the RX DMA engine has been given
	drained   uint64   // bytes that are gone from the network
	trains    int16    // on their way: from when the TX DMA engine begins with one until the credit for it is back, if one comes
	limit     int16    // of trains on their way
	held      int16    // trains that have arrived and wait for the receive command
	begun     bool     // its header packet is at the target, or soon
	refusals  int32
	number    uint64 // of the operation

	acceptedAt sim.Time // when the RX DMA engine was told to deposit it, if accepted

	sending, receiving uintptr // operations of the hosts, for the prefetcher: pendings begin where cache lines do
}

// link is a pending's place in a list.
type link struct {
	next *link
	p    *pending
}

// queue is a list of pendings, by one of their links: a ring, of which it knows the last one.
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

// pop takes the first one of a list that has one.
func (q *queue) pop() *link {
	l := q.last.next
	if l == q.last {
		q.last = nil
	} else {
		q.last.next = l.next
	}
	return l
}

func (q *queue) empty() bool { return q.last == nil }

// pendings are made once, in blocks, and used again. They stay where they are as long as the network does, so that an address names one in the events of the kernel.
type pendings struct {
	blocks [][]pending
	spare  *link // by line
}

const block = 256

func (l *pendings) allocate() *pending {
	if l.spare == nil {
		b := make([]pending, block)
		for i := range b {
			b[i].line = link{l.spare, &b[i]}
			l.spare = &b[i].line
		}
		l.blocks = append(l.blocks, b)
	}
	p := l.spare.p
	l.spare = p.line.next
	*p = pending{line: link{p: p}, tx: link{p: p}, rx: link{p: p}}
	return p
}

func (l *pendings) free(p *pending) {
	p.m, p.src, p.dst, p.source = nil, nil, nil, nil
	p.line = link{l.spare, p}
	l.spare = &p.line
}
