package sim

import "math/bits"

// Actor is what an event calls. arg is the number that the event was made with.
type Actor interface {
	Act(k *Kernel, arg uint64)
}

// Kernel is virtual time and what is to happen in it. The zero value stands at time 0 and has no events. It is not safe for concurrent use.
type Kernel struct {
	now   Time
	left  int // events that Run may still run
	queue queue
}

// Now is the present.
func (k *Kernel) Now() Time { return k.now }

// Events is how many events have run so far.
func (k *Kernel) Events() uint64 {
	return k.queue.seq - k.queue.cancelled - uint64(k.queue.size)
}

// Pending is how many events are to come.
func (k *Kernel) Pending() int { return int(k.queue.size) }

// refuse says why At cannot be done.
func (k *Kernel) refuse(t Time) {
	panic("sim: an event at " + t.String() + ", in the past of " + k.now.String())
}

// After has a act d from now.
func (k *Kernel) After(d Time, a Actor, arg uint64) { k.At(k.now+d, a, arg) }

// Next is the time of the next event; false if there is none.
func (k *Kernel) Next() (Time, bool) {
	q := &k.queue
	b, some := q.find(k.now)
	if !some {
		return Never, false
	}
	return q.slots[q.wheel[b&q.mask].first-1].at, true
}

// Step goes to the time of the next event and runs it; false if there is none.
func (k *Kernel) Step() bool { return k.Run(1) }

// Run is n Steps, or fewer if somebody says Stop; false if there are no events for so many.
//
//go:noinline
func (k *Kernel) Run(n int) bool {
	q := &k.queue
	if q.size == 0 {
		return false
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
		q.used[b/64] &^= (uint64(s.next) - 1) >> 63 << (b & 63) // if that was the last one
		s.next = q.free
		s.key = 0
		q.free = i
		q.size--
		k.now = s.at
		s.actor.Act(k, s.arg) // the slot stays as it is until At
	}
	return true
}

// Stop has Run come back after the event that runs.
func (k *Kernel) Stop() { k.left = 0 }

// Advance moves the present to t. No event may be due before t.
func (k *Kernel) Advance(t Time) {
	if next, some := k.Next(); t < k.now || some && next < t {
		panic("sim: from " + k.now.String() + " to " + t.String() + " is not a way to go: events lie between")
	}
	k.now = t
}
