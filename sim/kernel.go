package sim

import "math/bits"

// Actor is called by an event. arg is the number that the event was scheduled with.
type Actor interface {
	Act(k *Kernel, arg uint64)
}

// Kernel is virtual time and the events to come. The zero value is at time 0 and has no events. It is not safe for concurrent use.
type Kernel struct {
	now   Time
	left  int    // events that Run may still execute
	order uint64 // key of the latest event of AtFrom
	then  Time   // when that ran
	queue queue
	watch func() // nil: there is none

	key  uint64 // of the event that runs,
	at0  Time   // its time,
	born Time   // and when it has been scheduled

	shuffled *shuffled // nil, except in tests
}

// Now is the present time.
func (k *Kernel) Now() Time { return k.now }

// Order is the order of the latest event of AtFrom at the present time, and 0 if there was none: those of lower orders have run.
func (k *Kernel) Order() uint64 {
	if k.then != k.now {
		return 0
	}
	return k.order &^ foreign >> slotBits
}

// Events is the number of events that have run.
func (k *Kernel) Events() uint64 {
	if s := k.shuffled; s != nil {
		return s.seq - uint64(len(s.events))
	}
	return k.queue.seq - k.queue.cancelled - uint64(k.queue.size)
}

// Pending is the number of events to come.
func (k *Kernel) Pending() int {
	if s := k.shuffled; s != nil {
		return len(s.events)
	}
	return int(k.queue.size)
}

// refuse panics because t is in the past.
func (k *Kernel) refuse(t Time) {
	panic("sim: an event at " + t.String() + ", in the past of " + k.now.String())
}

// After schedules a at d from now.
func (k *Kernel) After(d Time, a Actor, arg uint64) { k.At(k.now+d, a, arg) }

// Next is the time of the next event; false if there is none.
func (k *Kernel) Next() (Time, bool) {
	q := &k.queue
	b, some := q.find(k.now)
	if !some {
		if s := k.shuffled; s != nil && s.first() != nil {
			return s.first().at, true
		}
		return Never, false
	}
	return q.slots[q.wheel[b&q.mask].first-1].at, true
}

// Step advances to the next event and runs it; false if there is none.
func (k *Kernel) Step() bool { return k.Run(1) }

// Run is n Steps, or fewer after Stop; false if there are fewer events.
//
//go:noinline
func (k *Kernel) Run(n int) bool {
	q := &k.queue
	if q.size == 0 {
		return k.shuffled != nil && k.runShuffled(n)
	}
	if q.seq > lastSeq-1<<32 {
		panic("sim: too many events")
	}
	if q.seq >= q.look && !q.odd {
		q.adapt()
	}
	k.left = n
	for k.left > 0 {
		k.left--
		b := q.present
		w := q.used[b&q.mask/64] >> (b & 63)
		b += uint64(bits.TrailingZeros64(w))
		if w == 0 || b >= q.alarm || q.odd {
			var some bool
			if b, some = q.find(k.now); !some {
				return false
			}
		}
		q.present = b
		b &= q.mask
		l := &q.wheel[b]
		if l.first&mixed != 0 {
			q.sort(l)
		}
		i := l.first
		s := &q.slots[i-1]
		l.first = s.next
		q.used[b/64] &^= (uint64(s.next) - 1) >> 63 << (b & 63) // if that was the last one of the list
		s.next = q.free
		mask := uint64(int64(s.key) >> 63) // of foreign ones; a branch would be mispredicted
		k.order ^= (k.order ^ s.key) & mask
		k.then ^= (k.then ^ s.at) & Time(mask)
		k.key, k.at0, k.born = s.key, s.at, s.born
		s.key = 0
		q.free = i
		q.size--
		k.now = s.at
		s.actor.Act(k, s.arg) // the slot stays as it is until At
		k.Watch()
	}
	return true
}

// SetWatch has f be called after each event, and before each Advance, so that what it finds changed has changed at the present time. nil: it is not called any more.
func (k *Kernel) SetWatch(f func()) { k.watch = f }

// Watch calls the function of SetWatch. What advances the time within an event calls it before it looks for the next event.
func (k *Kernel) Watch() {
	if k.watch != nil {
		k.watch()
	}
}

// Stop makes Run return after the running event.
func (k *Kernel) Stop() { k.left = 0 }

// Advance sets the present time to t. No event may be due before t.
func (k *Kernel) Advance(t Time) {
	if next, some := k.Next(); t < k.now || some && next < t {
		panic("sim: from " + k.now.String() + " to " + t.String() + " is not a way to go: events lie between")
	}
	k.now = t
}
