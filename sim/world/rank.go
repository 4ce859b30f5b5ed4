package world

import "gasnetgo/sim"

// Rank is one rank: a coroutine and its clock. Spend, Wait and WaitUntil are for the rank's own body; the rest may be called by whatever runs on the kernel.
type Rank struct {
	world *World
	id    int
	node  int
	cpu   *sim.CPU
	ended bool

	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool

	turn    uint64   // counts resumptions that have been scheduled; an older one is stale
	waiting bool     // for a Wake
	pending bool     // a resumption is scheduled
	why     string   // what it waits for
	since   sim.Time // when it began to wait
	idle    uint32   // polls in a row that found nothing
	worked  sim.Time // what it has spent, ever
	waited  sim.Time // in Wait and WaitUntil, ever
}

// ID is the rank's number.
func (r *Rank) ID() int { return r.id }

// Node is where it runs.
func (r *Rank) Node() int { return r.node }

// CPU is what it runs on.
func (r *Rank) CPU() *sim.CPU { return r.cpu }

// Now is the time.
func (r *Rank) Now() sim.Time { return r.world.kernel.Now() }

// Worked is how much CPU time the rank has spent so far, without interrupts.
func (r *Rank) Worked() sim.Time { return r.worked }

// Waited is how long the rank has waited so far, without what it waits now.
func (r *Rank) Waited() sim.Time { return r.waited }

// World is the rank's.
func (r *Rank) World() *World { return r.world }

// Ended reports whether the body has returned.
func (r *Rank) Ended() bool { return r.ended }

// Act resumes the rank: an event that schedule made, or the end of a Spend.
func (r *Rank) Act(_ *sim.Kernel, turn uint64) {
	if r.ended || turn != r.turn {
		return
	}
	r.pending = false
	if _, more := r.next(); !more {
		r.ended = true
		r.world.alive--
	}
}

// schedule resumes the rank at t, unless that is going to happen anyway.
func (r *Rank) schedule(t sim.Time) {
	r.turn++
	r.pending = true
	r.world.kernel.At(t, r, r.turn)
}

// sleep gives the thread away until the rank is resumed.
func (r *Rank) sleep() {
	if !r.yield(struct{}{}) {
		panic(stopped{})
	}
}

// stopped unwinds a coroutine that is abandoned.
type stopped struct{}

// Spend has the rank's CPU work for d. Other things happen meanwhile; interrupts make it longer.
func (r *Rank) Spend(d sim.Time) {
	if d <= 0 {
		return
	}
	r.idle = 0
	r.worked += d
	k := r.world.kernel
	if at, some := k.Next(); (!some || at > k.Now()+d) && !r.cpu.Busy() {
		k.Advance(k.Now() + d) // nobody would notice the difference
		return
	}
	r.turn++
	r.pending = true
	r.cpu.Spend(d, r, r.turn)
	r.sleep()
}

// Wait blocks until cond holds. It is looked at now and whenever somebody Wakes the rank. why is for people.
func (r *Rank) Wait(why string, cond func() bool) {
	r.begin(why)
	for !cond() {
		r.waiting = true
		r.sleep()
	}
	r.finish()
}

// WaitUntil is Wait with an end: it reports whether cond held by the time t.
func (r *Rank) WaitUntil(why string, t sim.Time, cond func() bool) bool {
	r.begin(why)
	for !cond() {
		if r.Now() >= t {
			r.finish()
			return false
		}
		r.waiting = true
		if !r.pending {
			r.schedule(t)
		}
		r.sleep()
	}
	if r.pending { // the alarm that is not needed any more
		r.turn++
		r.pending = false
	}
	r.finish()
	return true
}

func (r *Rank) begin(why string) {
	r.why, r.since = why, r.Now()
	r.idle = 0
}

func (r *Rank) finish() {
	r.waiting = false
	if now := r.Now(); now > r.since {
		r.waited += now - r.since
		if r.world.Observe != nil {
			r.world.Observe(r, r.why, r.since, now)
		}
	}
	r.why = ""
}

// Wake has a rank that waits look at its condition again, at this time, after what is due before.
func (r *Rank) Wake() {
	r.idle = 0
	if r.waiting {
		r.waiting = false
		r.schedule(r.Now())
	}
}

// pollAtLeast is what a fruitless poll costs at least, so that a program that polls on a machine without costs does not stand still in time.
const pollAtLeast = sim.Nanosecond

// Poll charges a look that found nothing: d, or more if the rank has looked in vain many times in a row and d is next to nothing. A program that polls
// for what somebody does much later gets there in a reasonable number of steps.
func (r *Rank) Poll(d sim.Time) {
	idle := r.idle + 1
	if d < pollAtLeast {
		d = pollAtLeast << min(idle/64, 10)
	}
	r.Spend(d)
	r.idle = idle
}
