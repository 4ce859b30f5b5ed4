package sim

import "math/bits"

// queue is events in the order of time and, at the same time, of asking. Where an event waits depends on how far away it is:
//
//	soon    at the present time: first come, first served
//	near    in the present bucket of time: a heap, small
//	wheel   in one of the following buckets: a list for each, in no order but that of asking
//	far     beyond the wheel: a heap
//
// An event moves at most twice, and most often from a list to a heap of a few: a heap of all of them costs several times as much when there are thousands.
// With many events, caches hold little of what the next ones work on. The beginning of actors is fetched when their events move to near, and what they say
// they will work on while the event before theirs runs.
type queue struct {
	size  int
	slots []slot
	free  uint32 // slot that nobody uses, plus 1; the slots behind it are linked by next

	soon  []uint32 // slots, from soonAt on
	after int      // the first of soon
	near  heap
	wheel [buckets]list
	used  [buckets / 64]uint64 // which lists are not empty
	lists int                  // how many are not
	far   heap

	shift   uint   // a bucket is 1<<shift ps; 0: nothing is known yet
	present uint64 // number of the bucket that near is about; it may be ahead of time

	loads, loaded, late int // since the width was looked at: buckets, events in them, events that were in far
	patience            int // events between two looks at it
}

// slot is an event.
type slot struct {
	at    Time
	key   uint64 // order of asking<<slotBits | slot
	actor Actor
	arg   uint64
	next  uint32 // slot in the same list, plus 1
}

// list is slots, plus 1.
type list struct{ first, last uint32 }

const (
	many = 256 // events, from which on it is worth while to fetch what they work on

	buckets     = 1 << 11
	firstShift  = 14      // 16 ns
	leastShift  = 8       // a quarter of one
	mostShift   = 34      // 17 ms
	leastPeriod = 1 << 12 // events between two looks at the width
	mostPeriod  = 1 << 17
)

// add enters an event; now says that it is at the present time.
func (q *queue) add(t Time, seq uint64, a Actor, arg uint64, now bool) {
	var i uint32
	if q.free != 0 {
		i = q.free - 1
		q.free = q.slots[i].next
	} else {
		i = uint32(len(q.slots))
		q.slots = append(q.slots, slot{})
		if q.shift == 0 {
			q.shift, q.patience = firstShift, leastPeriod
		}
	}
	s := &q.slots[i]
	e := newEvent(t, seq, i)
	s.at, s.key, s.actor, s.arg = t, e.key, a, arg
	q.size++
	if now {
		q.soon = append(q.soon, i)
		return
	}
	q.place(e)
}

// place puts an event where it belongs.
func (q *queue) place(e event) {
	b := e.at >> q.shift
	switch {
	case b <= q.present:
		q.near.push(e)
	case b-q.present < buckets:
		i := e.slot()
		l := &q.wheel[b%buckets]
		q.slots[i].next = 0
		if l.first == 0 {
			l.first = i + 1
			q.used[b%buckets/64] |= 1 << (b % 64)
			q.lists++
		} else {
			q.slots[l.last-1].next = i + 1
		}
		l.last = i + 1
	default:
		q.far.push(e)
	}
}

// next is the time of the first event. There is one.
func (q *queue) next(now Time) Time {
	if q.after < len(q.soon) {
		return now
	}
	if len(q.near) == 0 {
		q.load()
	}
	return Time(q.near[0].at)
}

// take removes the first event. There is one. It stays as it is until the next add.
func (q *queue) take(now Time) *slot {
	var i uint32
	if q.after < len(q.soon) && (len(q.near) == 0 || Time(q.near[0].at) > now) { // what is in near at this time was asked for earlier
		i = q.soon[q.after]
		if q.after++; q.after == len(q.soon) {
			q.soon, q.after = q.soon[:0], 0
		}
	} else {
		if len(q.near) == 0 {
			q.load()
		}
		i = q.near.pop().slot()
		if len(q.near) > 0 && q.size >= many {
			n := &q.slots[q.near[0].slot()]
			if f, ok := n.actor.(Fetcher); ok {
				f.Fetch(n.arg)
			}
		}
	}
	s := &q.slots[i]
	s.next = q.free // the actor stays until the slot is used again: nobody waits for its memory
	q.free = i + 1
	q.size--
	return s
}

// load makes the next bucket that has events the present one. There is one.
func (q *queue) load() {
	if q.loaded+q.late > q.patience {
		q.adapt()
	}
	q.present = q.following()
	for len(q.far) > 0 && q.far[0].at>>q.shift-q.present < buckets { // of no bucket before the present one
		q.late++
		q.place(q.far.pop())
	}
	l := &q.wheel[q.present%buckets]
	if l.first == 0 {
		return
	}
	q.loads++
	for i := l.first; i != 0; {
		s := &q.slots[i-1]
		q.near.push(event{uint64(s.at), s.key})
		q.loaded++
		if q.size >= many {
			fetchActor(s.actor)
		}
		i = s.next
	}
	*l = list{}
	q.used[q.present%buckets/64] &^= 1 << (q.present % 64)
	q.lists--
}

// following is the number of the next bucket that has events.
func (q *queue) following() uint64 {
	if q.lists == 0 {
		return q.far[0].at >> q.shift
	}
	b := q.present + 1
	for {
		if w := q.used[b%buckets/64] >> (b % 64); w != 0 {
			b += uint64(bits.TrailingZeros64(w))
			break
		}
		b = (b | 63) + 1
	}
	if len(q.far) > 0 {
		b = min(b, q.far[0].at>>q.shift)
	}
	return b
}

// adapt looks whether buckets should be shorter, because there are many events in one, or longer, because the wheel does not reach far enough.
func (q *queue) adapt() {
	shift := q.shift
	switch {
	case q.late > q.loaded/2 && shift < mostShift:
		shift++
	case q.loaded > 4*q.loads && shift > leastShift && q.late < q.loaded/8:
		shift--
	}
	q.loads, q.loaded, q.late = 0, 0, 0
	q.patience = min(2*q.patience, mostPeriod)
	if shift == q.shift {
		return
	}
	var all heap
	for i := range q.wheel {
		for s := q.wheel[i].first; s != 0; s = q.slots[s-1].next {
			all = append(all, event{uint64(q.slots[s-1].at), q.slots[s-1].key})
		}
	}
	all = append(all, q.far...)
	clear(q.wheel[:])
	clear(q.used[:])
	q.lists, q.far = 0, q.far[:0]
	// Nothing is in near: what is placed lies behind the end of the bucket that was present.
	q.present = ((q.present+1)<<q.shift - 1) >> shift
	q.shift = shift
	for _, e := range all {
		q.place(e)
	}
}
