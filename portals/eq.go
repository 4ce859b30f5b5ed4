package portals

import (
	"iter"
	"math/bits"
	"sync/atomic"
)

// queue is an event queue: a ring that overwrites its oldest event when it is full. The ring is allocated as the queue fills.
type queue struct {
	ring []Event  // a power of two, at most limit
	born []uint64 // for each place in ring: which of all events of the interface it was
	head uint64   // of the oldest event
	tail uint64   // of the next one
	seq  uint32   // events posted, ever
	word *uint64  // of Config.Queues
	self Handle   // 0: freed
	lost bool     // events between the last one taken and the next
	view *QueueView

	coming uint32 // arrivals in progress whose end will post an event: see expectEnd
	limit  uint32 // of events in the queue
	moved  bool   // the ring, since NI.QueueMoved was last called
}

// firstRing is the number of events that a ring has at first. Few programs let more of them wait, however large their queues are.
const firstRing = 16

// EQAlloc makes a queue with room for at least count events; none of them is EQNone.
func (n *NI) EQAlloc(count uint64) (Handle, Code) {
	if count == 0 {
		return EQNone, OK
	}
	if count > maxEventsEQ || n.eqs.full() {
		return InvalidHandle, NoSpace
	}
	q, h := n.eqs.allocate()
	limit := max(2, 1<<bits.Len64(count-1))
	size := min(limit, firstRing)
	*q = queue{
		ring:  make([]Event, size),
		born:  make([]uint64, size),
		word:  &n.words[h.Index()],
		self:  h,
		limit: uint32(limit),
	}
	if i := int(h.Index()); i < len(n.views) {
		q.view = &n.views[i]
		*q.view = QueueView{Queue: h, Mask: uint64(len(q.ring) - 1), Ring: &q.ring[0]}
	}
	n.publish(q)
	return h, OK
}

// EQKeep reserves a queue for EQGet, even if it has a view.
func (n *NI) EQKeep(eq Handle) {
	if q := n.eqs.at(eq); q != nil && q.view != nil {
		q.catchUp()
		*q.view = QueueView{}
		q.view = nil
		n.publish(q)
	}
}

// catchUp accounts for events that were dequeued through a view.
func (q *queue) catchUp() {
	if q.view != nil {
		q.head = q.view.Head
	}
}

// EQFree ends a queue. Descriptors that name it go on without events.
func (n *NI) EQFree(eq Handle) Code {
	q := n.eqs.at(eq)
	if q == nil {
		return EQInvalid
	}
	n.EQKeep(eq)
	q.self, q.ring, q.born = 0, nil, nil
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
	q.catchUp()
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
		n.publish(q)
		return EQDropped
	}
	return OK
}

// EQFirst returns which of several queues has the event that was posted first, of those that EQGet would dequeue now. A program that reads one queue after
// another thus sees events in the order in which they happened, and no queue is starved by others. It stops at an invalid queue.
func (n *NI) EQFirst(eqs iter.Seq2[int32, Handle]) (first int32, code Code) {
	first, code = -1, EQEmpty
	var born uint64
	for i, eq := range eqs {
		q := n.eqs.at(eq)
		if q == nil {
			if first < 0 {
				code = EQInvalid
			}
			break
		}
		q.catchUp()
		if q.head == q.tail {
			continue
		}
		if b := q.born[q.head&uint64(len(q.ring)-1)]; first < 0 || b < born {
			first, born, code = i, b, OK
		}
	}
	return first, code
}

// EQPeek returns what EQGet would, and takes nothing.
func (n *NI) EQPeek(eq Handle, into *Event) Code {
	q := n.eqs.at(eq)
	if q == nil {
		return EQInvalid
	}
	q.catchUp()
	if q.head == q.tail {
		return EQEmpty
	}
	*into = *q.at(q.head)
	if q.lost {
		return EQDropped
	}
	return OK
}

// testEQ reports whether an update that depends on a queue is allowed: OK, EQInvalid, or MDNoUpdate if there are events in it, or if an arrival in progress
// will post an event there. So a program that found the queue empty and then updates knows that no message took the path that it is about to change, even with
// START disabled. MDNoUpdate is never returned for an event that may not come: programs wait without limit for the next one.
func (n *NI) testEQ(eq Handle) Code {
	if eq == EQNone {
		return OK
	}
	q := n.eqs.at(eq)
	if q == nil {
		return EQInvalid
	}
	q.catchUp()
	if q.head != q.tail || q.coming > 0 {
		return MDNoUpdate
	}
	return OK
}

func (q *queue) at(i uint64) *Event { return &q.ring[i&uint64(len(q.ring)-1)] }

// room is the place for the next event, which is number born of the interface's; publish makes it visible.
func (q *queue) room(born uint64) *Event {
	if q.view != nil {
		if q.catchUp(); q.head == q.tail {
			q.head, q.tail = 0, 0
		}
	}
	if q.tail-q.head == uint64(len(q.ring)) {
		if uint32(len(q.ring)) < q.limit {
			q.grow()
		} else {
			q.head++
			q.lost = true
		}
	}
	e := q.at(q.tail)
	q.born[q.tail&uint64(len(q.ring)-1)] = born
	q.tail++
	q.seq++
	e.Sequence = q.seq
	return e
}

// grow doubles the ring. The reader of a view finds the new one there.
func (q *queue) grow() {
	ring, born := make([]Event, 2*len(q.ring)), make([]uint64, 2*len(q.ring))
	was, is := uint64(len(q.ring)-1), uint64(len(ring)-1)
	for i := q.head; i != q.tail; i++ {
		ring[i&is], born[i&is] = q.ring[i&was], q.born[i&was]
	}
	q.ring, q.born, q.moved = ring, born, true
	if q.view != nil {
		q.view.Mask, q.view.Ring = is, &ring[0]
	}
}

// publish shows others how many events there are. An atomic store waits for all that has been stored before it, which is the event.
func (n *NI) publish(q *queue) {
	word := uint64(q.self)<<32 | (q.tail - q.head)
	if v := q.view; v != nil {
		v.Queue, v.Head, v.Count = q.self, q.head, uint32(word)
		if q.lost { // which is for the interface to tell
			v.Queue, v.Count = EQNone, 0
		}
		return
	}
	if n.alone {
		*q.word = word
	} else {
		atomic.StoreUint64(q.word, word)
	}
}
