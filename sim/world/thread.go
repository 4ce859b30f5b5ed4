package world

import "gasnetgo/sim"

// team is the threads of a rank's program, the rank itself first.
type team struct {
	all    []*Rank
	number int32 // of the thread that was made last
}

// Thread adds a thread to a rank's program, from now on: body runs on a coroutine. It has the rank's number, a CPU of its own for what it spends, and shares the cores of its node with all that run
// there: see SetCores. Methods that block may be called on the rank, too, by code that runs for one of its threads: they block that thread. What wakes the rank wakes all its threads that wait. The
// thread ends when body returns, or when the rank ends.
func (w *World) Thread(r *Rank, body func(*Rank)) *Rank {
	r.share()
	mine := r.shared
	if mine.team == nil {
		mine.team = &team{all: []*Rank{r}}
	}
	mine.team.number++
	b := &detached{body: body}
	t := &Rank{world: w, id: r.id, node: r.node, cpu: sim.NewCPU(w.kernel), step: b, thread: mine.team.number, shared: &shared{cores: mine.cores, team: mine.team}}
	b.rank = t
	mine.team.all = append(mine.team.all, t)
	w.threads = append(w.threads, t)
	mine.cores.runners++
	t.schedule(w.kernel.Now())
	return t
}

// Threaded reports whether the rank's program has made threads.
func (r *Rank) Threaded() bool { return r.threaded() }

func (r *Rank) threaded() bool { return r.shared != nil && r.shared.team != nil }

// Number is the thread's in its rank, in the order in which they were made; 0 is the program's first.
func (r *Rank) Number() int { return int(r.thread) }

// Self is the thread of the rank's program whose code runs: the rank itself if it has no others.
func (r *Rank) Self() *Rank {
	if r.threaded() {
		if t := r.world.running; t != nil && t.shared != nil && t.shared.team == r.shared.team {
			return t
		}
	}
	return r
}

// WakeOthers is Wake for the other threads of a rank's program: the one whose code runs may have changed memory that they look at. It says nothing new to one whose code runs after it and before that
// one waits.
func (r *Rank) WakeOthers() {
	me := r.Self()
	for _, t := range r.shared.team.all {
		switch {
		case t == me:
		case t.waiting && !t.alone:
			t.nudge()
		default:
			t.missed = true
		}
	}
}

// nudge has a thread that waits look at what others have stored.
func (r *Rank) nudge() {
	r.missed = false
	r.wakeAt(r.Now())
	r.nudged = true
}

// Runs says that the thread's code runs from now on, and sees what others have stored.
func (r *Rank) Runs() { r.Self().missed = false }

// Nudged reports whether the thread whose code runs has been woken by WakeOthers only.
func (r *Rank) Nudged() bool { return r.Self().nudged }

// endTeam ends the threads of a rank that has ended. Their coroutines end with the world.
func (r *Rank) endTeam() {
	for _, t := range r.shared.team.all[1:] {
		if !t.ended {
			t.ended = true
			t.shared.cores.drop(t)
		}
	}
	r.shared.cores.drop(r)
}

// endThread ends one.
func (r *Rank) endThread() {
	r.shared.cores.drop(r)
	r.shared.cores.runners--
	for i, t := range r.shared.team.all {
		if t == r {
			r.shared.team.all = append(r.shared.team.all[:i:i], r.shared.team.all[i+1:]...)
			return
		}
	}
}

// Park blocks the thread that calls until Unpark, or until a time if that is not negative. An Unpark that has come since the last Park ends it at once. It reports whether there was one.
func (r *Rank) Park(why string, until sim.Time) bool {
	r = r.Self()
	r.begin(why, 0)
	for r.parked = true; !r.permit && (until < 0 || r.Now() < until); {
		if until >= 0 && !r.pending {
			r.schedule(until)
		}
		r.Sleep()
	}
	r.parked = false
	if r.pending { // the alarm that is not needed any more
		r.turn++
		r.pending = false
	}
	r.finish()
	permit := r.permit
	r.permit = false
	return permit
}

// Unpark has the thread's Park end, now or when it comes.
func (r *Rank) Unpark() {
	r.permit = true
	if r.parked && !r.ended {
		r.parked = false
		r.schedule(r.Now())
	}
}
