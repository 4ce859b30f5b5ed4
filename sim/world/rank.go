package world

import "gasnetgo/sim"

// Rank is one rank and its clock. Spend, Poll, Wait and WaitUntil are for what runs on a coroutine, a body or what has been detached; those that say so for a
// step; the rest may be called by whatever runs on the kernel.
type Rank struct {
	world   *World
	cpu     *sim.CPU
	id      int32
	node    int32
	ended   bool
	waiting bool // for a Wake
	pending bool // a resumption is scheduled

	step Stepper    // called whenever the rank is resumed
	on   *coroutine // where it is in the middle of something; nil: its step goes on

	turn   uint64   // counts resumptions that have been scheduled; an older one is stale
	look   sim.Time // what it spends before it looks whether that was what it waits for
	why    string   // what it waits for
	since  sim.Time // when it began to wait
	idle   uint32   // polls in a row that found nothing
	polls  uint32   // and with the one that is being charged
	worked sim.Time // what it has spent, ever
	waited sim.Time // in Wait and WaitUntil, ever
}

// ID is the rank's number.
func (r *Rank) ID() int { return int(r.id) }

// Node is where it runs.
func (r *Rank) Node() int { return int(r.node) }

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
	if r.on == nil || r.proceed() {
		r.step.Step()
	}
}

// End says that the rank's step will not go on.
func (r *Rank) End() {
	if !r.ended {
		r.ended = true
		r.world.alive--
		if r.world.alive == 0 {
			r.world.over = true
			r.world.kernel.Stop()
		}
	}
}

// schedule resumes the rank at t, unless that is going to happen anyway.
func (r *Rank) schedule(t sim.Time) {
	r.turn++
	r.pending = true
	r.world.kernel.At(t, r, r.turn)
}

// Fetch implements sim.Fetcher for a resumption.
func (r *Rank) Fetch(step int, _ uint64) (more bool) {
	if step == 0 {
		r.cpu.FetchSets()
		return true
	}
	r.cpu.FetchTurn()
	return false
}

// Spend has the rank's CPU work for d. Other things happen meanwhile; interrupts make it longer.
func (r *Rank) Spend(d sim.Time) {
	if !r.Spends(d) {
		r.sleep()
	}
}

// Spends is Spend for a step: it reports whether d is over already. If not, the step returns, and is called again when it is.
func (r *Rank) Spends(d sim.Time) bool {
	if d <= 0 {
		return true
	}
	r.idle = 0
	r.worked += d
	k := r.world.kernel
	if at, some := k.Next(); (!some || at > k.Now()+d) && !r.cpu.Busy() {
		k.Advance(k.Now() + d) // nobody would notice the difference
		return true
	}
	r.turn++
	r.pending = true
	r.cpu.Spend(d, r, r.turn)
	return false
}

// Wait blocks until cond holds. It is looked at now and whenever somebody wakes the rank. why is for people.
func (r *Rank) Wait(why string, cond func() bool) { r.WaitLooking(why, 0, cond) }

// WaitLooking is Wait for a rank that spends look before it looks at cond again. It reports whether there has been such a look.
func (r *Rank) WaitLooking(why string, look sim.Time, cond func() bool) (looked bool) {
	r.begin(why, look)
	for ; !cond(); looked = true {
		r.waiting = true
		r.sleep()
	}
	r.finish()
	return looked
}

// WaitUntil is Wait with an end: it reports whether cond held by the time t.
func (r *Rank) WaitUntil(why string, t sim.Time, cond func() bool) bool {
	r.begin(why, 0)
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

// BeginWait is for a step that waits: it returns, and is called again when somebody has woken the rank and it has spent look. It then says StillWaits and returns
// again, or EndWait and goes on.
func (r *Rank) BeginWait(why string, look sim.Time) {
	r.begin(why, look)
	r.waiting = true
}

// SpendAndWait is BeginWait for a rank that spends d first. What wakes it before that is over it sees then, without another look.
func (r *Rank) SpendAndWait(why string, d, look sim.Time) {
	r.begin(why, look)
	r.waiting = true
	r.worked += d
	r.cpu.SpendAndWait(d)
}

// Await is the rest of a wait that has begun, on a coroutine: until cond holds, which is looked at whenever somebody has woken the rank.
func (r *Rank) Await(cond func() bool) {
	for r.sleep(); !cond(); r.sleep() {
		r.waiting = true
	}
	r.finish()
}

// StillWaits is said when what woke the rank was not what it waits for.
func (r *Rank) StillWaits() { r.waiting = true }

// EndWait is said when it was.
func (r *Rank) EndWait() { r.finish() }

func (r *Rank) begin(why string, look sim.Time) {
	r.why, r.since, r.look = why, r.Now(), look
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
func (r *Rank) Wake() { r.WakeAt(r.Now()) }

// WakeAt is Wake for a time to come.
func (r *Rank) WakeAt(t sim.Time) {
	r.idle = 0
	if !r.waiting {
		return
	}
	r.waiting = false
	if r.look <= 0 {
		r.schedule(t)
		return
	}
	r.turn++
	r.pending = true
	if r.cpu.Proceed(t, r.look, r, r.turn) {
		r.worked += r.look
	}
}

// pollAtLeast is what a fruitless poll costs at least, so that a program that polls on a machine without costs does not stand still in time.
const pollAtLeast = sim.Nanosecond

// Poll charges a look that found nothing: d, or more if the rank has looked in vain many times in a row and d is next to nothing. A program that polls
// for what somebody does much later gets there in a reasonable number of steps.
func (r *Rank) Poll(d sim.Time) {
	if !r.Polls(d) {
		r.sleep()
	}
	r.Polled()
}

// Polls is Poll for a step, as Spends is Spend. Polled follows when it is over.
func (r *Rank) Polls(d sim.Time) bool {
	r.polls = r.idle + 1
	if d < pollAtLeast {
		d = pollAtLeast << min(r.polls/64, 10)
	}
	return r.Spends(d)
}

// Polled ends what Polls has begun.
func (r *Rank) Polled() { r.idle = r.polls }
