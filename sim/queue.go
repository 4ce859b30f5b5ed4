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
	// What every event needs comes first.
	slots   []slot
	free    uint32   // slot that nobody uses, plus 1; the slots behind it are linked by next
	run     uint32   // slot, plus 1
	odd     bool     // there is something in soon or near, which may come before what is in run
	shift   uint8    // a bucket is 1<<shift ps; 0: nothing is known yet
	size    int32    // events
	seq     uint64   // that have been asked for, ever
	present uint64   // number of the bucket that run and near are about; it may be ahead of time
	mask    uint64   // buckets in the wheel, less one
	wheel   []list   // a power of two
	used    []uint64 // which lists are not empty
	lists   int      // how many are not empty
	loads   int      // buckets that have been present since the width was looked at
	look    uint64   // seq, when the width is to be looked at again

	soon  []uint32 // slots, from after on
	after int      // the first of soon
	near  heap
	far   heap
	late  int    // events that have come from far into the wheel since the width was looked at
	since uint64 // seq, when it was, and one more for each event that has been in soon

	patience  uint64 // events between two looks at it
	cancelled uint64

	ahead ahead
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
type list struct {
	first uint32
	last  uint32 // and mixed, if they are in no order
}

const mixed = 1 << 31

func (l *list) end() uint32 { return l.last &^ mixed }

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
	i := q.free
	if t <= k.now || i == 0 {
		return k.at(t, a, arg)
	}
	s := &q.slots[i-1]
	q.free = s.next
	q.size++
	q.seq++
	key := q.seq<<slotBits | uint64(i-1)
	s.at, s.key, s.actor, s.arg = t, key, a, arg
	b := uint64(t) >> (q.shift & 63)
	if b-q.present-1 < q.mask { // the usual case of place
		b &= q.mask
		if l := &q.wheel[b]; l.first == 0 {
			s.next = 0
			*l = list{i, i}
			q.used[b/64] |= 1 << (b & 63)
			q.lists++
			return EventID(key)
		}
	}
	q.place(i, s)
	return EventID(key)
}

// Cancel forgets an event if that is quickly done, and reports whether it was. If not, it happens, or has happened: whoever is called has to know that it is not wanted.
func (k *Kernel) Cancel(e EventID) bool {
	q := &k.queue
	i := uint32(e)&(1<<slotBits-1) + 1
	if e == 0 || q.slots[i-1].key != uint64(e) {
		return false
	}
	s := &q.slots[i-1]
	b := uint64(s.at) >> (q.shift & 63)
	if b-q.present-1 >= q.mask { // not in the wheel
		return false
	}
	b &= q.mask
	l := &q.wheel[b]
	before := uint32(0)
	for at, steps := l.first, 0; at != i; at = q.slots[at-1].next {
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
	if l.end() == i {
		l.last += before - i
	}
	if l.first == 0 {
		q.empty(b)
	}
	s.next, s.key = q.free, 0 // the actor stays until the slot is used again: nobody waits for its memory
	q.free = i
	q.size--
	q.cancelled++
	return true
}

// empty makes a list that has lost its last event, or is to, one that is not in use.
func (q *queue) empty(b uint64) {
	q.wheel[b] = list{}
	q.used[b/64] &^= 1 << (b & 63)
	q.lists--
}

const lastSeq = 1<<(64-slotBits) - 1

// at is At where it is not that simple: now, in the past, for ever, or there is no slot.
//
//go:noinline
func (k *Kernel) at(t Time, a Actor, arg uint64) EventID {
	if t < k.now {
		k.refuse(t)
	}
	q := &k.queue
	if q.free == 0 {
		q.grow()
	}
	if t > k.now {
		return k.At(t, a, arg)
	}
	i := q.free
	s := &q.slots[i-1]
	q.free = s.next
	q.size++
	q.seq++
	q.since++
	key := q.seq<<slotBits | uint64(i-1)
	s.at, s.key, s.actor, s.arg = t, key, a, arg
	q.soon = append(q.soon, i)
	q.odd = true
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
		q.look = q.seq + q.patience
		q.divide(firstBuckets)
	}
}

// divide makes an empty wheel.
func (q *queue) divide(buckets int) {
	q.wheel, q.mask = make([]list, buckets), uint64(buckets-1)
	q.used = make([]uint64, buckets/64)
	q.lists = 0
}

// place puts the event of a slot, plus 1, where it belongs.
func (q *queue) place(i uint32, s *slot) {
	b := uint64(s.at) >> (q.shift & 63)
	if b-q.present-1 >= q.mask {
		if int64(b-q.present) <= 0 {
			q.near.push(event{uint64(s.at), s.key})
			q.odd = true
		} else {
			q.far.push(event{uint64(s.at), s.key})
		}
		return
	}
	b &= q.mask
	l := &q.wheel[b]
	s.next = 0
	if l.first == 0 {
		*l = list{i, i}
		q.used[b/64] |= 1 << (b & 63)
		q.lists++
		return
	}
	last := &q.slots[l.end()-1]
	flag := l.last & mixed
	if s.at < last.at {
		if q.insert(l, i, s) {
			return
		}
		flag = mixed
	}
	last.next = i
	l.last = i | flag
}

// insert puts an event into a list in front of its end, unless it takes long to find where.
func (q *queue) insert(l *list, i uint32, s *slot) bool {
	at := &l.first
	for range mostSteps {
		o := &q.slots[*at-1]
		if s.at < o.at {
			s.next = *at
			*at = i
			return true
		}
		at = &o.next
	}
	return false
}

// first is the slot of the first event, plus 1, which is at the head of run then; 0: there is none.
//
//go:noinline
func (q *queue) first(now Time) uint32 {
	if q.run == 0 && !q.odd {
		if q.size == 0 {
			return 0
		}
		q.load()
	}
	if q.odd {
		q.choose(now)
	}
	return q.run
}

// choose moves the first event to the head of run, if it is in soon or near.
func (q *queue) choose(now Time) {
	i := uint32(0)
	switch {
	case q.after < len(q.soon) && !q.due(now):
		i = q.soon[q.after]
		if q.after++; q.after == len(q.soon) {
			q.soon, q.after = q.soon[:0], 0
		}
	case q.run == 0 || len(q.near) > 0 && (event{uint64(q.slots[q.run-1].at), q.slots[q.run-1].key}).before(q.near[0]) == 0:
		i = q.near.pop().slot() + 1
	default:
		return
	}
	q.slots[i-1].next = q.run
	q.run = i
	q.odd = q.after < len(q.soon) || len(q.near) > 0
}

// due reports whether there are events at the present time that were asked for before that.
func (q *queue) due(now Time) bool {
	return q.run != 0 && q.slots[q.run-1].at <= now || len(q.near) > 0 && Time(q.near[0].at) <= now
}

// load makes the next bucket that has events the present one. There is one.
func (q *queue) load() {
	if q.seq >= q.look {
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
	l := q.wheel[b]
	if l.first == 0 {
		return
	}
	q.loads++
	q.run = l.first
	q.empty(b)
	if l.last&mixed != 0 {
		q.sort()
	}
}

// approach moves what is within reach of the wheel now from far to where it belongs, and goes back to a bucket of which there is something in far.
func (q *queue) approach() {
	q.present = min(q.present, q.far[0].at>>(q.shift&63))
	for len(q.far) > 0 && q.far[0].at>>(q.shift&63)-q.present <= q.mask {
		q.late++
		i := q.far.pop().slot()
		q.place(i+1, &q.slots[i])
	}
}

// sort moves a list that is in no order to the heap.
func (q *queue) sort() {
	for i := q.run; i != 0; {
		s := &q.slots[i-1]
		q.near.push(event{uint64(s.at), s.key})
		i = s.next
	}
	q.run, q.odd = 0, true
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
	placed := int(q.seq - q.since)
	switch {
	case q.late > placed/8 && buckets < min(8*int(q.size), mostBuckets):
		buckets *= 2
	case q.late > placed/2 && shift < mostShift:
		shift++
	case 2*placed > 3*q.loads && shift > leastShift && q.late < placed/8:
		shift--
	}
	q.loads, q.late = 0, 0
	q.patience = min(2*q.patience, mostPeriod)
	q.since, q.look = q.seq, q.seq+q.patience
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
		q.place(e.slot()+1, &q.slots[e.slot()])
	}
}
