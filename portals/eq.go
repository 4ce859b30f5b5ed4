package portals

import (
	"math/bits"
	"sync/atomic"
)

// queue is an event queue: a ring that overwrites its oldest event when it is full.
type queue struct {
	ring []Event // a power of two
	head uint64  // of the oldest event
	tail uint64  // of the next one
	seq  uint32  // events posted, ever
	word *uint64 // of Config.Queues
	self Handle  // 0: freed
	lost bool    // events between the last one taken and the next
}

// EQAlloc makes a queue with room for at least count events; none of them is EQNone.
func (n *NI) EQAlloc(count uint64) (Handle, Code) {
	if count == 0 {
		return EQNone, OK
	}
	if count > maxEventsEQ || n.eqs.full() {
		return InvalidHandle, NoSpace
	}
	q, h := n.eqs.take()
	*q = queue{
		ring: make([]Event, max(2, 1<<bits.Len64(count-1))),
		word: &n.words[h.Index()],
		self: h,
	}
	n.publish(q)
	return h, OK
}

// EQFree ends a queue. Descriptors that name it go on without events.
func (n *NI) EQFree(eq Handle) Code {
	q := n.eqs.at(eq)
	if q == nil {
		return EQInvalid
	}
	q.self, q.ring = 0, nil
	atomic.StoreUint64(q.word, 0)
	n.eqs.drop(eq)
	return OK
}

// EQGet takes the oldest event. EQDropped is OK, but events before this one were lost.
func (n *NI) EQGet(eq Handle, into *Event) Code {
	q := n.eqs.at(eq)
	if q == nil {
		return EQInvalid
	}
	if q.head == q.tail {
		return EQEmpty
	}
	*into = *q.at(q.head)
	if q.head++; q.head == q.tail {
		q.head, q.tail = 0, 0 // a large queue that is never full stays in a small part of the cache
	}
	n.publish(q)
	if q.lost {
		q.lost = false
		return EQDropped
	}
	return OK
}

// EQPeek answers what EQGet would, and takes nothing.
func (n *NI) EQPeek(eq Handle, into *Event) Code {
	q := n.eqs.at(eq)
	switch {
	case q == nil:
		return EQInvalid
	case q.head == q.tail:
		return EQEmpty
	}
	*into = *q.at(q.head)
	if q.lost {
		return EQDropped
	}
	return OK
}

// testEQ says whether an update that depends on a queue may be done: OK, EQInvalid, or MDNoUpdate if there are events in it.
func (n *NI) testEQ(eq Handle) Code {
	if eq == EQNone {
		return OK
	}
	q := n.eqs.at(eq)
	switch {
	case q == nil:
		return EQInvalid
	case q.head != q.tail:
		return MDNoUpdate
	}
	return OK
}

func (q *queue) at(i uint64) *Event { return &q.ring[i&uint64(len(q.ring)-1)] }

// room is the place for the next event; publish makes it visible.
func (q *queue) room() *Event {
	e := q.at(q.tail)
	if q.tail-q.head == uint64(len(q.ring)) {
		q.head++
		q.lost = true
	}
	q.tail++
	q.seq++
	e.Sequence = q.seq
	return e
}

// publish shows others how many events there are. An atomic store waits for all that has been stored before it, which is the event.
func (n *NI) publish(q *queue) {
	word := uint64(q.self)<<32 | (q.tail - q.head)
	if n.alone {
		*q.word = word
	} else {
		atomic.StoreUint64(q.word, word)
	}
}
