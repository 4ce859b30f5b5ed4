package world

import "gasnetgo/sim"

// Rank is one rank and its clock. Spend, Poll, Wait and WaitUntil may only be called on a coroutine (a body, or detached work); methods documented so are for a
// step; the others may be called anywhere on the kernel's thread.
type Rank struct {
	world   *World
	cpu     *sim.CPU
	id      int32
	node    int32
	thread  int32 // its number in the team; 0: the program's first, or a thread of a library
	ended   bool
	waiting bool // for a Wake
	pending bool // a resumption is scheduled
	beside  bool // it is a thread of the library on another rank's CPU
	parked  bool // it is in Park
	permit  bool // Unpark has been called since
	nudged  bool // WakeOthers has woken it last
	missed  bool // WakeOthers could not wake it, since its program has run
	alone   bool // WakeOthers is not to wake it

	step Stepper    // called whenever the rank is resumed
	on   *coroutine // where it is in the middle of something; nil: its step continues

	turn   uint64   // counts resumptions that have been scheduled; an older one is stale
	look   sim.Time // spent before it checks whether its wait has ended
	why    string   // the reason of its wait
	since  sim.Time // when it began to wait
	worked sim.Time // total time spent
	waited sim.Time // in Wait and WaitUntil, ever

	shared *shared // what it has on a node with threads; nil: a core of its own
}

// ID is the rank's number.
func (r *Rank) ID() int { return int(r.id) }

// Node is where it runs.
func (r *Rank) Node() int { return int(r.node) }

// NodeOf implements sim.Placed.
func (r *Rank) NodeOf(uint64) int { return int(r.node) }

// CPU is the rank's CPU.
func (r *Rank) CPU() *sim.CPU { return r.cpu }

// Now is the time.
func (r *Rank) Now() sim.Time { return r.world.kernel.Now() }

// Worked is how much CPU time the rank has spent so far, without interrupts.
func (r *Rank) Worked() sim.Time { return r.worked }

// Waited is the total time waited, without the present wait.
func (r *Rank) Waited() sim.Time { return r.waited }

// World is the rank's.
func (r *Rank) World() *World { return r.world }

// Beside reports whether it is a thread of a library: see World.Beside.
func (r *Rank) Beside() bool { return r.beside }

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
	if r.shared != nil {
		r.rests()
	}
}

// End says that the rank's step will not go on.
func (r *Rank) End() {
	if !r.ended {
		r.ended = true
		if r.beside {
			return
		}
		if r.thread > 0 {
			r.endThread()
			return
		}
		if r.threaded() {
			r.endTeam()
		}
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

// Prefetch implements sim.Prefetcher for a resumption.
func (r *Rank) Prefetch(step int, _ uint64) (more bool) {
	if step == 0 {
		r.cpu.PrefetchForTurn()
		return true
	}
	r.cpu.Plan().FetchTurn()
	return false
}

// Spend has the rank's CPU work for d. Other things happen meanwhile; interrupts make it longer.
func (r *Rank) Spend(d sim.Time) {
	if !r.TrySpend(d) {
		r.Sleep()
	}
}

// TrySpend is Spend for a step: it reports whether d is over already. If not, the step returns, and is called again when it is.
func (r *Rank) TrySpend(d sim.Time) (over bool) {
	if d <= 0 {
		return true
	}
	if r.shared != nil {
		return r.Self().spendShared(d)
	}
	r.worked += d
	k := r.world.kernel
	k.Watch()
	if at, some := k.Next(); (!some || at > k.Now()+d) && !r.cpu.Busy() {
		k.Advance(k.Now() + d) // no event lies between
		return true
	}
	r.turn++
	r.pending = true
	if r.beside {
		r.cpu.Share() // a thread of the library lets the program have its turn
		r.cpu.Interrupt(d, (*interrupted)(r), r.turn)
	} else {
		r.cpu.Spend(d, r, r.turn)
	}
	return false
}

// SpendRounds is TrySpend of costs[at], and then of the costs behind it, in turn, as long as nothing happens to the rank's CPU: see sim.CPU. The step is called at the end of the one that is interrupted so. The caller passes
// to Works what the rank has begun to spend until then, but for the first.
func (r *Rank) SpendRounds(costs []sim.Time, at int, who sim.Rounder) (over bool) {
	if r.shared != nil {
		return r.TrySpend(costs[at])
	}
	r.worked += costs[at]
	r.turn++
	r.pending = true
	r.cpu.SpendRounds(costs, at, r, r.turn, who)
	return false
}

// Works adds to the time that the rank has spent.
func (r *Rank) Works(d sim.Time) { r.worked += d }

// interrupted is a thread of the library at the end of its work on the CPU.
type interrupted Rank

// Act gives the CPU back, and resumes the thread.
func (i *interrupted) Act(k *sim.Kernel, turn uint64) {
	i.cpu.Leave(0)
	(*Rank)(i).Act(k, turn)
}

// Wait blocks until cond holds. cond is checked now and after each Wake. why is for reports.
func (r *Rank) Wait(why string, cond func() bool) { r.WaitLooking(why, 0, cond) }

// WaitLooking is Wait for a rank that spends look before it looks at cond again. It reports whether there has been such a look.
func (r *Rank) WaitLooking(why string, look sim.Time, cond func() bool) (looked bool) {
	r = r.Self()
	r.begin(why, look)
	if r.EndWait(cond()) {
		return false
	}
	r.Await(cond)
	return true
}

// WaitUntil is Wait with an end: it reports whether cond held by the time t.
func (r *Rank) WaitUntil(why string, t sim.Time, cond func() bool) bool {
	r = r.Self()
	r.begin(why, 0)
	for !r.EndWait(cond()) {
		if r.Now() >= t {
			r.finish()
			return false
		}
		if !r.pending {
			r.schedule(t)
		}
		r.Sleep()
	}
	if r.pending { // the alarm that is not needed any more
		r.turn++
		r.pending = false
	}
	return true
}

// BeginWait begins a wait, for a step or a coroutine: the rank is resumed when it has been woken and has spent look. EndWait is called then.
func (r *Rank) BeginWait(why string, look sim.Time) {
	r = r.Self()
	r.begin(why, look)
	r.waiting = true
}

// SpendAndWait is BeginWait for a rank that spends d first. What wakes it before that is over it sees then, without another look.
func (r *Rank) SpendAndWait(why string, d, look sim.Time) {
	r = r.Self()
	r.begin(why, look)
	if r.shared != nil { // it looks once at the end of d, whether it has been woken or not
		r.waiting = r.TrySpend(d)
		return
	}
	r.waiting = true
	r.worked += d
	r.cpu.SpendAndWait(d)
}

// EndWait ends a wait if what the rank waits for has happened, and returns that. If not, the wait continues: the rank is resumed, and EndWait called, once more.
func (r *Rank) EndWait(happened bool) bool {
	r = r.Self()
	if happened {
		r.finish()
		return true
	}
	r.waiting = true
	if r.missed && !r.alone {
		r.nudge()
	}
	return false
}

// Await is the rest of a wait that has begun, on a coroutine: until cond holds, which is looked at whenever the rank has been woken.
func (r *Rank) Await(cond func() bool) {
	r = r.Self()
	for r.Sleep(); !r.EndWait(cond()); {
		r.Sleep()
	}
}

func (r *Rank) begin(why string, look sim.Time) {
	r.why, r.since, r.look = why, r.Now(), look
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

// Wake makes a waiting rank check its condition again, at this time, after the events that are due before.
func (r *Rank) Wake() { r.WakeAt(r.Now()) }

// WakeAlone is Wake for this thread, and for no other one of its rank.
func (r *Rank) WakeAlone() { r.wakeAt(r.Now()) }

// WaitAlone is Wait for what WakeAlone tells, inside of another wait or before it: that one looks again if other threads have stored meanwhile.
func (r *Rank) WaitAlone(why string, cond func() bool) {
	r = r.Self()
	r.alone = true
	r.Wait(why, cond)
	r.alone = false
}

// WakeAt is Wake for a time to come.
func (r *Rank) WakeAt(t sim.Time) {
	if r.threaded() {
		for _, one := range r.shared.team.all {
			one.wakeAt(t)
		}
		return
	}
	r.wakeAt(t)
}

func (r *Rank) wakeAt(t sim.Time) {
	if !r.waiting {
		return
	}
	r.waiting, r.nudged = false, false
	if r.look <= 0 {
		r.schedule(t)
		return
	}
	r.turn++
	r.pending = true
	if r.shared != nil && !r.cpu.Quiet() {
		r.world.kernel.At(t, (*looking)(r), r.turn)
		return
	}
	if r.cpu.Proceed(t, r.look, r, r.turn) {
		r.worked += r.look
	}
}
