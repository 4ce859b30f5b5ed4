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
	queue heap
	calls []call // what the events in the queue call, by slot
	free  uint32 // slot that nobody uses, plus 1; the slots behind it are linked by arg
}

// call is what an event does. The queue, which moves its entries all the time, has no pointers in it.
type call struct {
	actor Actor
	arg   uint64
}

// Now is the present.
func (k *Kernel) Now() Time { return k.now }

// Events is how many events have run so far.
func (k *Kernel) Events() uint64 { return k.done }

// Pending is how many events are to come.
func (k *Kernel) Pending() int { return len(k.queue) }

// At has a act at t, which is not in the past, after everything that has been asked for at t before.
func (k *Kernel) At(t Time, a Actor, arg uint64) {
	if t < k.now {
		panic("sim: an event at " + t.String() + ", in the past of " + k.now.String())
	}
	var slot uint32
	if k.free != 0 {
		slot = k.free - 1
		k.free = uint32(k.calls[slot].arg)
		k.calls[slot] = call{a, arg}
	} else {
		slot = uint32(len(k.calls))
		k.calls = append(k.calls, call{a, arg})
	}
	k.seq++
	k.queue.push(newEvent(t, k.seq, slot))
}

// After has a act d from now.
func (k *Kernel) After(d Time, a Actor, arg uint64) { k.At(k.now+d, a, arg) }

// Next is the time of the next event; false if there is none.
func (k *Kernel) Next() (Time, bool) {
	if len(k.queue) == 0 {
		return Never, false
	}
	return Time(k.queue[0].at), true
}

// Step goes to the time of the next event and runs it; false if there is none.
func (k *Kernel) Step() bool {
	if len(k.queue) == 0 {
		return false
	}
	e := k.queue.pop()
	c := &k.calls[e.slot()]
	actor, arg := c.actor, c.arg
	c.arg = uint64(k.free) // the actor stays until the slot is used again: nobody waits for its memory
	k.free = e.slot() + 1
	k.now = Time(e.at)
	k.done++
	actor.Act(k, arg)
	return true
}

// Advance moves the present to t. No event may be due before t.
func (k *Kernel) Advance(t Time) {
	if t < k.now || len(k.queue) > 0 && Time(k.queue[0].at) < t {
		panic("sim: from " + k.now.String() + " to " + t.String() + " is not a way to go: events lie between")
	}
	k.now = t
}
