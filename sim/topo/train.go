package topo

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
)

// train is consecutive packets of one message on their way. It fills less than two cache lines.
type train struct {
	tail    sim.Time // when the last byte is where the head is
	takes   sim.Time // on a link
	since   sim.Time // the head is here
	bytes   uint64   // of all packets
	payload uint64   // bytes
	arg     uint64
	next    *train // in a queue, or in the list of free ones
	node    int32  // where the head is
	dst     int32
	via     int32 // the buffer that it occupies: see buffer
	steps   int32 // left in its dimension
	dim     uint8
	dir     uint8
	channel uint8
}

// injected is the buffer of a train that has not left its node's router.
const injected = -1

// queue is trains in the order in which they have come.
type queue struct{ first, last *train }

func (q *queue) push(r *train) {
	r.next = nil
	if q.first == nil {
		q.first = r
	} else {
		q.last.next = r
	}
	q.last = r
}

func (q *queue) pop() *train {
	r := q.first
	q.first = r.next
	return r
}

// trains are made once, in blocks, and used again. They stay where they are as long as the network does, so that an address names one in the events of the kernel.
type trains struct {
	blocks [][]train
	spare  *train
}

const block = 256

func (l *trains) allocate() *train {
	if l.spare == nil {
		b := make([]train, block)
		for i := range b {
			b[i].next = l.spare
			l.spare = &b[i]
		}
		l.blocks = append(l.blocks, b)
	}
	r := l.spare
	l.spare = r.next
	prefetch.Lines2(l.spare)
	return r
}

func (l *trains) free(r *train) {
	r.next = l.spare
	l.spare = r
}
