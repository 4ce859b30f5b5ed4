package job

// WaitPolling blocks the rank, which polls for events meanwhile, until cond holds. What cond sends leaves before the rank sleeps. A poll that found something has been paid for then.
func (r *Rank) WaitPolling(why string, cond func() bool) {
	p := r.Port
	p.Settle()
	looked := r.WaitLooking(why, p.LookCost(), func() bool {
		for !cond() {
			if !p.Posted() {
				return false
			}
			p.Settle() // which takes time: more may have come
		}
		return true
	})
	if !looked {
		p.ChargeLooks(1)
	}
	p.ChargeTakes(1)
	p.Settle()
}

// Woken is a condition of a wait that holds when the rank has been woken once.
func Woken() func() bool {
	woken := true
	return func() bool {
		woken = !woken
		return woken
	}
}

// WaitChecking calls wait, which blocks the rank. Meanwhile Mismatches asks check whether it can end.
func (r *Rank) WaitChecking(check func() error, wait func()) {
	r.check = check
	wait()
	r.check = nil
}

// Mismatches calls say for each rank that waits for what cannot come, with the reason, until it answers false. It is for a job that nothing can happen in any more.
func (j *Job) Mismatches(say func(rank int, why error) bool) {
	for _, r := range j.Ranks {
		if r.check == nil {
			continue
		}
		if err := r.check(); err != nil && !say(r.ID(), err) {
			return
		}
	}
}

// Barrier is the job's. In a call that must not wait it is left to the caller of Try.
func (r *Rank) Barrier() {
	switch {
	case !r.trying:
		r.Port.Barrier()
	case r.outcome == Done:
		r.outcome = Meets
	}
}

// Outcome is how a call ended that must not wait.
type Outcome uint8

// Outcomes. Waits and Blocks leave no trace of the call.
const (
	Done   Outcome = iota
	Polls          // a poll without a result, with the frame's results: repeat the call when the poll has been spent
	Waits          // a poll without a result, and the rank has no timeout: repeat the call when the rank is woken
	Blocks         // repeat the call where it can wait
	Meets          // all that is left of it is a barrier
)

// Try has the rank's next call return at once. Tried ends that and answers what became of the call.
func (r *Rank) Try() { r.trying, r.outcome = true, Done }

// Tried is how the call ended.
func (r *Rank) Tried() Outcome {
	r.trying = false
	return r.outcome
}

// Trying reports whether the call in progress must not wait. Where it would, it calls Ends and returns.
func (r *Rank) Trying() bool { return r.trying }

// Ends says how the call in progress, which must not wait, ends.
func (r *Rank) Ends(o Outcome) { r.outcome = o }
