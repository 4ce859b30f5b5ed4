package sim

import (
	"math"
	"math/bits"
	"slices"
)

// queue holds events in the order of time and, at the same time, of scheduling; those of AtFrom come behind the others, by their order. The place of an event depends on its distance:
//
//	soon    at the present time: first in, first out
//	wheel   in the present bucket of time or a later one within reach: a list for each, kept sorted while insertion is short
//	near    in the present bucket, if insertion there is long, or before it: a small heap
//	far     beyond the wheel: a heap
//
// Buckets are so short that most hold one event or none, so most events never enter a heap.
type queue struct {
	// Fields that every event needs come first.
	slots   []slot
	free    uint32   // first unused slot, plus 1; the unused slots are linked by next
	size    int32    // events
	present uint64   // number of the bucket of the last event taken, or of the next one; it may be ahead of time
	mask    uint64   // buckets in the wheel, less one
	wheel   []list   // a power of two
	used    []uint64 // which lists are not empty
	seq     uint64   // events scheduled so far: the sequence number
	alarm   uint64   // number of the bucket before which setAlarm's work is due: the first event of far, or the next wave of prefetching
	odd     bool     // soon or near is not empty: its first event may precede those of the wheel
	shift   uint8    // a bucket is 1<<shift ps; 0: not chosen yet

	soon  []uint32 // slots, from after on
	after int      // the first of soon
	near  heap
	far   heap
	room  []event // for sorting

	// Counters since the width of buckets was last checked.
	since uint64 // seq then, plus one for each event that has been in soon
	look  uint64 // value of seq at which to check again
	mixed uint64 // events that were in a bucket with one of another time
	late  uint64 // events moved from far into the wheel

	period    uint64 // events between two checks
	cancelled uint64 // events, ever

	ahead ahead
}

// slot is an event.
type slot struct {
	at    Time
	key   uint64 // see event; 0: free
	actor Actor
	arg   uint64
	next  uint32 // slot in the same list, plus 1

	born Time // when it has been scheduled

	_ [8]byte // pads to one cache line
}

// before reports whether s precedes o.
func (s *slot) before(o *slot) bool { return s.at < o.at || s.at == o.at && s.key < o.key }

// list is slots, plus 1.
type list struct {
	first uint32 // plus the bit mixed, if the list is not sorted
	last  uint32 // if there is a first
}

const mixed = 1 << 31

const (
	firstBuckets = 1 << 10
	mostBuckets  = 1 << 15
	firstShift   = 14      // 16 ns
	leastShift   = 6       // a sixteenth of one
	mostShift    = 34      // 17 ms
	leastPeriod  = 1 << 12 // events between two checks of the width
	mostPeriod   = 1 << 17
	mostSteps    = 8 // in a list, to find an event's position
)

// EventID names a scheduled event that has not run. The zero value is none.
type EventID uint64

// At schedules a at time t, which is not in the past. Events at the same time run in the order of At.
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
	s.at, s.key, s.actor, s.arg, s.born = t, key, a, arg, k.now
	b := uint64(t) >> (q.shift & 63)
	if b-q.present <= q.mask { // the usual place
		b &= q.mask
		if l := &q.wheel[b]; l.first == 0 {
			s.next = 0
			*l = list{i, i}
			q.used[b/64] |= 1 << (b & 63)
			return EventID(key)
		}
	}
	q.place(i, s)
	return EventID(key)
}

// Cancel removes the event if it is cheap to find, and reports whether it did. If not, the event runs, or has run: its actor must ignore it.
func (k *Kernel) Cancel(e EventID) bool {
	if k.shuffled != nil {
		return k.shuffled.cancel(e)
	}
	q := &k.queue
	i := uint32(e)&(1<<slotBits-1) + 1
	if e == 0 || q.slots[i-1].key != uint64(e) {
		return false
	}
	s := &q.slots[i-1]
	b := uint64(s.at) >> (q.shift & 63)
	if b-q.present > q.mask { // not in the wheel
		return false
	}
	b &= q.mask
	l := &q.wheel[b]
	before := uint32(0)
	for at, steps := l.first&^mixed, 0; at != i; at = q.slots[at-1].next {
		if steps == mostSteps || at == 0 {
			return false
		}
		before = at
		steps++
	}
	if before != 0 {
		q.slots[before-1].next = s.next
	} else if l.first = s.next | l.first&mixed; s.next == 0 {
		l.first = 0
		q.used[b/64] &^= 1 << (b & 63)
	}
	if l.last == i {
		l.last = before
	}
	s.next, s.key = q.free, 0 // the actor stays referenced until the slot is reused
	q.free = i
	q.size--
	q.cancelled++
	return true
}

const lastSeq = 1<<OrderBits - 1

// AtFrom is At for an effect that crosses from another node to that of the actor. Of the events at the same time, it runs behind those of At, and in the order of
// order, of OrderBits bits. So the order of a node's events depends neither on when the cause of an effect has been simulated nor on what happens on other nodes.
func (k *Kernel) AtFrom(t Time, a Actor, arg, order uint64) EventID {
	q := &k.queue
	if t < k.now {
		k.refuse(t)
	}
	if q.free == 0 {
		if k.shuffled != nil {
			return k.shuffled.schedule(t, a, arg, true, order&(1<<OrderBits-1))
		}
		q.grow()
	}
	i := q.free
	s := &q.slots[i-1]
	q.free = s.next
	q.size++
	q.seq++
	key := foreign | order<<slotBits&(foreign-1) | uint64(i-1)
	s.at, s.key, s.actor, s.arg, s.born = t, key, a, arg, k.now
	b := uint64(t) >> (q.shift & 63)
	if b-q.present <= q.mask { // the usual place
		b &= q.mask
		if l := &q.wheel[b]; l.first == 0 {
			s.next = 0
			*l = list{i, i}
			q.used[b/64] |= 1 << (b & 63)
			return EventID(key)
		}
	}
	q.place(i, s)
	return EventID(key)
}

// at is At for the rare cases: t is now, in the past, or Never, or there is no free slot.
//
//go:noinline
func (k *Kernel) at(t Time, a Actor, arg uint64) EventID {
	if t < k.now {
		k.refuse(t)
	}
	if k.shuffled != nil {
		return k.shuffled.schedule(t, a, arg, false, 0)
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
	s.at, s.key, s.actor, s.arg, s.born = t, key, a, arg, k.now
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
		q.shift, q.period = firstShift, leastPeriod
		q.look = q.seq + q.period
		q.divide(firstBuckets)
		q.setAlarm()
	}
}

// divide creates an empty wheel.
func (q *queue) divide(buckets int) {
	q.wheel, q.mask = make([]list, buckets), uint64(buckets-1)
	q.used = make([]uint64, buckets/64)
}

// place inserts the event of a slot, plus 1, where it belongs.
func (q *queue) place(i uint32, s *slot) {
	b := uint64(s.at) >> (q.shift & 63)
	if b-q.present > q.mask {
		if b < q.present {
			q.near.push(event{uint64(s.at), s.key})
			q.odd = true
			return
		}
		q.far.push(event{uint64(s.at), s.key})
		q.alarm = min(q.alarm, b)
		return
	}
	l := &q.wheel[b&q.mask]
	s.next = 0
	if l.first == 0 {
		q.begin(b&q.mask, i)
		return
	}
	last := &q.slots[l.last-1]
	if s.at != last.at { // shorter buckets do not part events at the same time
		q.mixed++
	}
	if s.before(last) {
		if q.insert(l, i, s) {
			return
		}
		if b == q.present {
			q.near.push(event{uint64(s.at), s.key})
			q.odd = true
			return
		}
		l.first |= mixed
	}
	q.slots[l.last-1].next = i
	l.last = i
}

// begin starts a list with one event.
func (q *queue) begin(b uint64, i uint32) {
	q.wheel[b] = list{i, i}
	q.used[b/64] |= 1 << (b & 63)
}

// insert inserts an event before the end of a sorted list and reports whether it did. It does not if its position takes long to find, or if the list is not sorted.
func (q *queue) insert(l *list, i uint32, s *slot) bool {
	if l.first&mixed != 0 {
		return false
	}
	at := &l.first
	for range mostSteps {
		o := &q.slots[*at-1]
		if s.before(o) {
			s.next = *at
			*at = i
			return true
		}
		at = &o.next
	}
	return false
}

// find is the bucket whose list begins with the first event then; false if there is none.
//
//go:noinline
func (q *queue) find(now Time) (b uint64, some bool) {
	for {
		switch {
		case q.odd && q.choose(now):
			return q.present, true
		case q.size == 0:
			return 0, false
		case int(q.size) == len(q.far):
			q.present = q.far[0].at >> (q.shift & 63)
			q.approach()
			continue
		}
		b = q.first()
		if len(q.far) > 0 && q.far[0].at>>(q.shift&63) <= b {
			q.approach()
			continue
		}
		if q.ahead.on && b >= q.ahead.again && b > q.present {
			q.lookAhead(b)
			q.setAlarm()
		}
		return b, true
	}
}

// first is the first bucket of the wheel that has events, in order. There is one.
func (q *queue) first() uint64 {
	for b := q.present; ; b = (b | 63) + 1 {
		if w := q.used[b&q.mask/64] >> (b & 63); w != 0 {
			b += uint64(bits.TrailingZeros64(w))
			if l := &q.wheel[b&q.mask]; l.first&mixed != 0 {
				q.sort(l)
			}
			return b
		}
	}
}

// choose moves the first event, if it is in soon or near, to the head of the present list, and reports whether it did.
func (q *queue) choose(now Time) bool {
	wheel := int(q.size) - len(q.far) - len(q.near) - len(q.soon) + q.after
	var first *slot
	if wheel > 0 {
		first = &q.slots[q.wheel[q.first()&q.mask].first-1]
	}
	i := uint32(0)
	switch {
	case q.after < len(q.soon) && q.soonest(now, first):
		i = q.soon[q.after]
		if q.after++; q.after == len(q.soon) {
			q.soon, q.after = q.soon[:0], 0
		}
	case len(q.near) > 0 && (first == nil || (event{uint64(first.at), first.key}).before(q.near[0]) == 0):
		i = q.near.pop().slot() + 1
	default:
		return false
	}
	q.odd = q.after < len(q.soon) || len(q.near) > 0
	b := q.present & q.mask // events outside this bucket come later
	if l := &q.wheel[b]; l.first != 0 {
		q.slots[i-1].next, l.first = l.first, i
		return true
	}
	q.slots[i-1].next = 0
	q.begin(b, i)
	return true
}

// soonest reports whether the first event of soon precedes that of the wheel, if there is one, and those of near.
func (q *queue) soonest(now Time, first *slot) bool {
	e := event{uint64(now), q.slots[q.soon[q.after]-1].key}
	return (first == nil || e.before(event{uint64(first.at), first.key}) != 0) && (len(q.near) == 0 || e.before(q.near[0]) != 0)
}

// approach moves events of far that are within reach of the wheel to their buckets.
func (q *queue) approach() {
	for len(q.far) > 0 && q.far[0].at>>(q.shift&63)-q.present <= q.mask {
		q.late++
		i := q.far.pop().slot()
		q.place(i+1, &q.slots[i])
	}
	q.setAlarm()
}

// setAlarm computes when something besides taking the next event is due.
func (q *queue) setAlarm() {
	q.alarm = math.MaxUint64
	if len(q.far) > 0 {
		q.alarm = q.far[0].at >> (q.shift & 63)
	}
	if q.ahead.on {
		q.alarm = min(q.alarm, q.ahead.again)
	}
}

// sort sorts an unsorted list.
func (q *queue) sort(l *list) {
	all := q.listed(q.room[:0], *l)
	q.room = all
	slices.SortFunc(all, event.compare)
	*l = list{}
	for i, e := range all {
		if i == 0 {
			l.first = e.slot() + 1
		} else {
			q.slots[l.last-1].next = e.slot() + 1
		}
		l.last = e.slot() + 1
		q.slots[e.slot()].next = 0
	}
}

// listed appends the events of a list.
func (q *queue) listed(all []event, l list) []event {
	for i := l.first &^ mixed; i != 0; i = q.slots[i-1].next {
		all = append(all, event{uint64(q.slots[i-1].at), q.slots[i-1].key})
	}
	return all
}

// adapt checks whether buckets should be shorter, because many hold several events, or longer or more, because the wheel does not reach far enough. Call it
// when soon and near are empty.
func (q *queue) adapt() {
	shift, buckets := q.shift, len(q.wheel)
	placed := q.seq - q.since
	switch {
	case q.late > placed/8 && buckets < min(64*int(q.size), mostBuckets):
		buckets *= 2
	case q.late > placed/2 && shift < mostShift:
		shift++
	case q.mixed > placed/3 && shift > leastShift && q.late < placed/8:
		shift--
	}
	q.mixed, q.late = 0, 0
	q.period = min(2*q.period, mostPeriod)
	q.since, q.look = q.seq, q.seq+q.period
	if shift == q.shift && buckets == len(q.wheel) {
		return
	}
	all := slices.Clone(q.far)
	for _, l := range q.wheel {
		all = q.listed(all, l)
	}
	slices.SortFunc(all, event.compare)
	q.divide(buckets)
	q.ahead.forget()
	q.far = q.far[:0]
	q.present = q.present << q.shift >> shift
	q.shift = shift
	for _, e := range all {
		q.place(e.slot()+1, &q.slots[e.slot()])
	}
	q.mixed = 0
	q.setAlarm()
}
