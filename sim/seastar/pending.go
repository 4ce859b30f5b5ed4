package seastar

import (
	"gasnetgo/sim"
	"gasnetgo/sim/nal"
)

// pending is a message under way: what the structures of both ends say about it, upper and lower.
type pending struct {
	id       uint32
	number   uint64 // of the message, in the order of transmit commands
	m        *nal.Message
	src, dst *Node
	source   *source // at dst
	bytes    uint64  // of payload
	inline   bool    // it rides in the header packet, or there is none

	// At the sender. A train is on its way from when the TX DMA engine begins with it until it is deposited.
	injected uint64   // bytes that trains have taken over
	trains   int      // on their way
	limit    int      // of trains on their way
	stalled  bool     // the limit is reached
	there    sim.Time // when the only train arrives, if there is only one
	left     bool     // the payload has been read out of memory once: a repetition does not again

	// At the target.
	accepted  bool
	accept    uint64 // bytes to be deposited; the rest is thrown away
	held      int    // trains that have arrived and wait for the receive command
	deposited uint64 // bytes that the RX DMA engine has been given
	drained   uint64 // bytes that are gone from the network
	refused   bool
	refusals  int

	sent, received bool // the ends are done with it
	next           *pending
}

// pendings are made once and used again. An id names one in the events of the kernel.
type pendings struct {
	all   []*pending
	spare *pending
}

func (l *pendings) take() *pending {
	p := l.spare
	if p == nil {
		p = &pending{id: uint32(len(l.all))}
		l.all = append(l.all, p)
		return p
	}
	l.spare = p.next
	*p = pending{id: p.id}
	return p
}

func (l *pendings) free(p *pending) {
	p.m, p.src, p.dst, p.source = nil, nil, nil, nil
	p.next = l.spare
	l.spare = p
}

// queue is a FIFO of pendings that keeps its memory.
type queue struct {
	ring        []*pending // a power of two
	first, size int
}

func (q *queue) push(p *pending) {
	if q.size == len(q.ring) {
		bigger := make([]*pending, max(4, 2*len(q.ring)))
		for i := range q.size {
			bigger[i] = q.ring[(q.first+i)&(len(q.ring)-1)]
		}
		q.ring, q.first = bigger, 0
	}
	q.ring[(q.first+q.size)&(len(q.ring)-1)] = p
	q.size++
}

func (q *queue) front() *pending {
	if q.size == 0 {
		return nil
	}
	return q.ring[q.first]
}

func (q *queue) pop() *pending {
	p := q.front()
	if p != nil {
		q.ring[q.first] = nil
		q.first = (q.first + 1) & (len(q.ring) - 1)
		q.size--
	}
	return p
}

// both gives a pending back when both ends are done with it.
func (n *Network) both(p *pending) {
	if p.sent && p.received {
		n.pendings.free(p)
	}
}

// event has a node act on a pending at a time.
func (n *Node) event(at sim.Time, what action, p *pending) {
	n.net.k.At(at, n, uint64(what)|uint64(p.id)<<8)
}
