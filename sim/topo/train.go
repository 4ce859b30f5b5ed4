package topo

import (
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim"
)

// train is consecutive packets of one message on their way. It fills two cache lines.
type train struct {
	head
	takes   sim.Time // on a link
	since   sim.Time // the head is here; of a folded one: where origin is
	bytes   uint64   // of all packets
	payload uint64   // bytes
	arg     uint64
	next    *train // in a queue, or in a list
	dst     int32
	folded  int32  // hops that it makes in one event; 0: none
	origin  head   // before them
	last    int32  // the link of the last of them
	dead    bool   // another train has taken its place
	routed  bool   // its first folded hop was made when it was at that router
	awaited bool   // folded, and the node expects it
	use     uint64 // how often the train has been used or unfolded
	order   uint64 // who is first when two are somewhere at the same time
}

// head is where the head of a train is.
type head struct {
	tail    sim.Time // when the last byte is there
	node    int32
	via     int32 // the buffer that the train occupies: injected, or channels*link + channel
	steps   int32 // left in its dimension
	dim     uint8
	dir     uint8
	channel uint8
}

// injected is the buffer of a train that has not left its node's router.
const injected = -1

// queue is trains in the order in which they have come: a ring, of which it knows the last one.
type queue struct{ last *train }

func (q *queue) empty() bool { return q.last == nil }

// first is the first one of a queue that is not empty.
func (q *queue) first() *train { return q.last.next }

func (q *queue) push(r *train) {
	if q.last == nil {
		r.next = r
	} else {
		r.next = q.last.next
		q.last.next = r
	}
	q.last = r
}

// pop takes the first one of a queue that is not empty.
func (q *queue) pop() *train {
	r := q.last.next
	if r == q.last {
		q.last = nil
	} else {
		q.last.next = r.next
	}
	return r
}

// trains are made once, in blocks, and used again. They stay where they are as long as the network does, so that an address names one in the events of the kernel.
type trains struct {
	blocks [][]train
	spare  *train
}

const block = 256

// part is the trains of a slab: a train belongs to the slab in which its head is.
type part struct {
	trains
	gone queue // announced ones
}

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
	r.use++
	r.next = l.spare
	l.spare = r
}
