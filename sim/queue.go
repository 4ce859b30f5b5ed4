package sim

import (
	"cmp"
	"math/bits"
	"slices"
)

// queue is events in the order of time and, at the same time, of asking. Where an event waits depends on how far away it is:
//
//	soon    at the present time: first come, first served
//	run     in the present bucket of time: a list in order
//	near    the same, for those that were asked for when the bucket was present already, or lay there in no order: a heap, small
//	wheel   in one of the following buckets: a list for each, in order as long as that is no trouble
//	far     beyond the wheel: a heap
//
// Buckets are so short that most hold an event or none, so that most events are put into a list and taken from it and see no heap.
type queue struct {
	size  int
	slots []slot
	free  uint32 // slot that nobody uses, plus 1; the slots behind it are linked by next

	soon  []uint32 // slots, from after on
	after int      // the first of soon
	run   uint32   // slot, plus 1
	near  heap
	wheel []list   // a power of two
	mask  uint64   // one less
	used  []uint64 // which lists are not empty
	mixed []uint64 // which are in no order
	lists int      // how many are not empty
	far   heap

	shift   uint   // a bucket is 1<<shift ps; 0: nothing is known yet
	present uint64 // number of the bucket that run and near are about; it may be ahead of time

	ahead ahead

	loads, placed, late int // since the width was looked at: buckets, events that came into the wheel, those of them that were in far
	patience            int // events between two looks at it
}

// slot is an event.
type slot struct {
	at    Time
	key   uint64 // order of asking<<slotBits | slot; 0: free
	actor Actor
	arg   uint64
	next  uint32 // slot in the same list, plus 1

	_ [16]byte // one line of a cache
}

// list is slots, plus 1.
type list struct{ first, last uint32 }

const (
	firstBuckets = 1 << 10
	mostBuckets  = 1 << 15
	firstShift   = 14      // 16 ns
	leastShift   = 6       // a sixteenth of one
	mostShift    = 34      // 17 ms
	leastPeriod  = 1 << 12 // events between two looks at the width
	mostPeriod   = 1 << 17
	mostSteps    = 8 // in a list, to find an event's place
)

// EventID names an event that has been asked for and has not been yet. The zero value is none.
type EventID uint64

// At has a act at t, which is not in the past, after everything that has been asked for at t before.
func (k *Kernel) At(t Time, a Actor, arg uint64) EventID {
	q := &k.queue
	i := uint64(q.free) - 1
	if t <= k.now || i >= uint64(len(q.slots)) || k.seq >= lastSeq {
		return k.at(t, a, arg)
	}
	k.seq++
	s := &q.slots[i]
	q.free = s.next
	key := k.seq<<slotBits | i
	s.at, s.key, s.actor, s.arg = t, key, a, arg
	q.size++
	b := uint64(t) >> (q.shift & 63)
	if b-q.present-1 < q.mask { // the usual case of place
		b &= q.mask
		if l := &q.wheel[b]; l.first == 0 {
			s.next = 0
			*l = list{uint32(i) + 1, uint32(i) + 1}
			q.used[b/64] |= 1 << (b & 63)
			q.lists++
			q.placed++
			return EventID(key)
		}
	}
	q.place(uint32(i), s)
	return EventID(key)
}

// Cancel forgets an event if that is quickly done, and reports whether it was. If not, it happens, or has happened: whoever is called has to know that it is not wanted.
func (k *Kernel) Cancel(e EventID) bool {
	q := &k.queue
	i := uint32(e) & (1<<slotBits - 1)
	if e == 0 || q.slots[i].key != uint64(e) {
		return false
	}
	s := &q.slots[i]
	b := uint64(s.at) >> (q.shift & 63)
	if b-q.present-1 >= q.mask { // not in the wheel
		return false
	}
	b &= q.mask
	l := &q.wheel[b]
	before := uint32(0)
	for at, steps := l.first, 0; at != i+1; at = q.slots[at-1].next {
		if steps == mostSteps || at == 0 {
			return false
		}
		before = at
		steps++
	}
	if before == 0 {
		l.first = s.next
	} else {
		q.slots[before-1].next = s.next
	}
	if l.last == i+1 {
		l.last = before
	}
	if l.first == 0 {
		q.used[b/64] &^= 1 << (b & 63)
		q.mixed[b/64] &^= 1 << (b & 63)
		q.lists--
	}
	q.release(i)
	return true
}

const lastSeq = 1<<(64-slotBits) - 1

// at is At where it is not that simple: now, in the past, for ever, or there is no slot.
//
//go:noinline
func (k *Kernel) at(t Time, a Actor, arg uint64) EventID {
	if t < k.now || k.seq >= lastSeq {
		k.refuse(t)
	}
	q := &k.queue
	if q.free == 0 {
		q.grow()
	}
	if t > k.now {
		return k.At(t, a, arg)
	}
	k.seq++
	i := q.free - 1
	s := &q.slots[i]
	q.free = s.next
	key := k.seq<<slotBits | uint64(i)
	s.at, s.key, s.actor, s.arg = t, key, a, arg
	q.size++
	q.soon = append(q.soon, i)
	return EventID(key)
}

// grow makes a slot.
func (q *queue) grow() {
	i := len(q.slots)
	if i >= 1<<slotBits {
		panic("sim: too many events")
	}
	q.slots = append(q.slots, slot{})
	q.free = uint32(i) + 1
	if q.shift == 0 {
		q.shift, q.patience = firstShift, leastPeriod
		q.divide(firstBuckets)
	}
}

// divide makes an empty wheel.
func (q *queue) divide(buckets int) {
	q.wheel, q.mask = make([]list, buckets), uint64(buckets-1)
	q.used, q.mixed = make([]uint64, buckets/64), make([]uint64, buckets/64)
	q.lists = 0
}

// place puts an event where it belongs.
func (q *queue) place(i uint32, s *slot) {
	b := uint64(s.at) >> (q.shift & 63)
	if b-q.present-1 >= q.mask {
		if int64(b-q.present) <= 0 {
			q.near.push(event{uint64(s.at), s.key})
		} else {
			q.far.push(event{uint64(s.at), s.key})
		}
		return
	}
	q.placed++
	b &= q.mask
	l := &q.wheel[b]
	s.next = 0
	if l.first == 0 {
		*l = list{i + 1, i + 1}
		q.used[b/64] |= 1 << (b & 63)
		q.lists++
		return
	}
	last := &q.slots[l.last-1]
	if s.at < last.at && q.insert(l, i, s) {
		return
	}
	if s.at < last.at {
		q.mixed[b/64] |= 1 << (b & 63)
	}
	last.next = i + 1
	l.last = i + 1
}

// insert puts an event into a list in front of its end, unless it takes long to find where.
func (q *queue) insert(l *list, i uint32, s *slot) bool {
	at := &l.first
	for range mostSteps {
		o := &q.slots[*at-1]
		if s.at < o.at {
			s.next = *at
			*at = i + 1
			return true
		}
		at = &o.next
	}
	return false
}

// next is the time of the first event. There is one.
func (q *queue) next(now Time) Time {
	if q.after < len(q.soon) {
		return now
	}
	if q.run == 0 && len(q.near) == 0 {
		q.load()
	}
	switch {
	case q.run == 0:
		return Time(q.near[0].at)
	case len(q.near) == 0:
		return q.slots[q.run-1].at
	}
	return min(Time(q.near[0].at), q.slots[q.run-1].at)
}

// take removes the first event. There is one. It stays as it is until the next add.
func (q *queue) take(now Time) *slot {
	if q.after < len(q.soon) || len(q.near) > 0 {
		return q.pick(now)
	}
	if q.run == 0 {
		q.load()
		if q.run == 0 || len(q.near) > 0 {
			return q.pick(now)
		}
	}
	i := q.run - 1
	s := &q.slots[i]
	q.run = s.next
	s.next = q.free
	s.key = 0
	q.free = i + 1
	q.size--
	return s
}

// pick is take where there are several places to look at.
//
//go:noinline
func (q *queue) pick(now Time) *slot {
	if q.after < len(q.soon) && !q.due(now) {
		i := q.soon[q.after]
		if q.after++; q.after == len(q.soon) {
			q.soon, q.after = q.soon[:0], 0
		}
		return q.release(i)
	}
	if q.run == 0 && len(q.near) == 0 {
		q.load()
	}
	if q.run == 0 || len(q.near) > 0 && (event{uint64(q.slots[q.run-1].at), q.slots[q.run-1].key}).before(q.near[0]) == 0 {
		return q.release(q.near.pop().slot())
	}
	i := q.run - 1
	q.run = q.slots[i].next
	return q.release(i)
}

// release makes a slot one that nobody uses. The actor stays until it is used again: nobody waits for its memory.
func (q *queue) release(i uint32) *slot {
	s := &q.slots[i]
	s.next = q.free
	s.key = 0
	q.free = i + 1
	q.size--
	return s
}

// due reports whether there are events at the present time that were asked for before that.
func (q *queue) due(now Time) bool {
	return q.run != 0 && q.slots[q.run-1].at <= now || len(q.near) > 0 && Time(q.near[0].at) <= now
}

// load makes the next bucket that has events the present one. There is one.
func (q *queue) load() {
	if q.placed > q.patience {
		q.adapt()
	}
	if q.lists > 0 {
		q.present = q.filled()
	} else {
		q.present = q.far[0].at >> (q.shift & 63)
	}
	if len(q.far) > 0 {
		q.approach()
	}
	if q.ahead.on && q.present >= q.ahead.again {
		q.lookAhead()
	}
	b := q.present & q.mask
	l := &q.wheel[b]
	if l.first == 0 {
		return
	}
	q.loads++
	q.run = l.first
	*l = list{}
	q.used[b/64] &^= 1 << (b & 63)
	q.lists--
	if q.mixed[b/64]&(1<<(b&63)) != 0 {
		q.mixed[b/64] &^= 1 << (b & 63)
		q.sort()
	}
}

// approach moves what is within reach of the wheel now from far to where it belongs, and goes back to a bucket of which there is something in far.
func (q *queue) approach() {
	q.present = min(q.present, q.far[0].at>>(q.shift&63))
	for len(q.far) > 0 && q.far[0].at>>(q.shift&63)-q.present <= q.mask {
		q.late++
		i := q.far.pop().slot()
		q.place(i, &q.slots[i])
	}
}

// sort moves a list that is in no order to the heap.
func (q *queue) sort() {
	for i := q.run; i != 0; {
		s := &q.slots[i-1]
		q.near.push(event{uint64(s.at), s.key})
		i = s.next
	}
	q.run = 0
}

// filled is the number of the next bucket of the wheel that has events. There is one.
func (q *queue) filled() uint64 {
	for b := q.present + 1; ; b = (b | 63) + 1 {
		if w := q.used[b&q.mask/64] >> (b & 63); w != 0 {
			return b + uint64(bits.TrailingZeros64(w))
		}
	}
}

// adapt looks whether buckets should be shorter, because there are many events in one, or longer or more, because the wheel does not reach far enough.
func (q *queue) adapt() {
	shift, buckets := q.shift, len(q.wheel)
	switch {
	case q.late > q.placed/8 && buckets < min(8*q.size, mostBuckets):
		buckets *= 2
	case q.late > q.placed/2 && shift < mostShift:
		shift++
	case 2*q.placed > 3*q.loads && shift > leastShift && q.late < q.placed/8:
		shift--
	}
	q.loads, q.placed, q.late = 0, 0, 0
	q.patience = min(2*q.patience, mostPeriod)
	if shift == q.shift && buckets == len(q.wheel) {
		return
	}
	all := slices.Clone(q.far)
	for i := range q.wheel {
		for s := q.wheel[i].first; s != 0; s = q.slots[s-1].next {
			all = append(all, event{uint64(q.slots[s-1].at), q.slots[s-1].key})
		}
	}
	slices.SortFunc(all, func(e, f event) int { return cmp.Or(cmp.Compare(e.at, f.at), cmp.Compare(e.key, f.key)) })
	q.divide(buckets)
	q.ahead.forget()
	q.far = q.far[:0]
	// Nothing is in run or near: what is placed lies behind the end of the bucket that was present.
	q.present = ((q.present+1)<<q.shift - 1) >> shift
	q.shift = shift
	for _, e := range all {
		q.place(e.slot(), &q.slots[e.slot()])
	}
	q.placed = 0
}
