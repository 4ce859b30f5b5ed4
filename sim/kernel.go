package sim

// Actor is what an event calls. arg is the number that the event was made with.
type Actor interface {
	Act(k *Kernel, arg uint64)
}

// Kernel is virtual time and what is to happen in it. The zero value stands at time 0 and has no events. It is not safe for concurrent use.
type Kernel struct {
	now   Time
	seq   uint64
	done  uint64
	queue queue
}

// Now is the present.
func (k *Kernel) Now() Time { return k.now }

// Events is how many events have run so far.
func (k *Kernel) Events() uint64 { return k.done }

// Pending is how many events are to come.
func (k *Kernel) Pending() int { return k.queue.size }

// refuse says why At cannot be done.
func (k *Kernel) refuse(t Time) {
	if t < k.now {
		panic("sim: an event at " + t.String() + ", in the past of " + k.now.String())
	}
	panic("sim: too many events")
}

// After has a act d from now.
func (k *Kernel) After(d Time, a Actor, arg uint64) { k.At(k.now+d, a, arg) }

// Next is the time of the next event; false if there is none.
func (k *Kernel) Next() (Time, bool) {
	if k.queue.size == 0 {
		return Never, false
	}
	return k.queue.next(k.now), true
}

// Step goes to the time of the next event and runs it; false if there is none.
func (k *Kernel) Step() bool {
	if k.queue.size == 0 {
		return false
	}
	s := k.queue.take(k.now)
	k.now = s.at
	k.done++
	s.actor.Act(k, s.arg)
	return true
}

// Run is up to n Steps, until *over: it answers how many there were. Fewer, and not over: there is no event.
func (k *Kernel) Run(n int, over *bool) (steps int) {
	q := &k.queue
	for steps < n && !*over && q.size > 0 {
		s := q.take(k.now)
		k.now = s.at
		k.done++
		steps++
		s.actor.Act(k, s.arg)
	}
	return steps
}

// Advance moves the present to t. No event may be due before t.
func (k *Kernel) Advance(t Time) {
	if t < k.now || k.queue.size > 0 && k.queue.next(k.now) < t {
		panic("sim: from " + k.now.String() + " to " + t.String() + " is not a way to go: events lie between")
	}
	k.now = t
}
