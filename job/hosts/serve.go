package hosts

import (
	"fmt"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/job"
)

// serve is the life of the root while there are ranks; it returns the status of the job.
func (r *root) serve(signals <-chan os.Signal) int {
	go r.forwardInput()
	check := time.NewTicker(100 * time.Millisecond)
	defer check.Stop()
	limit := r.limit()
	var overdue <-chan time.Time
	insisted := 0
	var endedAt time.Time
	for left := len(r.links); left > 0; {
		select {
		case e := <-r.events:
			if r.handle(e) {
				left--
			}
		case <-check.C:
			for _, l := range r.links {
				if quiet := l.silent(); !l.over && r.tooLong(quiet, silence) {
					left--
					r.lost(l, fmt.Sprintf("has not answered for %v", quiet.Truncate(100*time.Millisecond)))
				}
			}
			if r.ending != nil && !r.asking && endedAt.IsZero() {
				endedAt = time.Now()
			}
			if !endedAt.IsZero() && r.tooLong(time.Since(endedAt), endTime) {
				for _, l := range r.links {
					if !l.over {
						left--
						r.lost(l, "does not end its ranks")
					}
				}
			}
		case <-limit:
			r.timeout()
		case <-overdue:
			r.giveUp()
		case got := <-signals:
			sig, _ := got.(unix.Signal)
			if sig == unix.SIGTERM && r.c.Term > 0 && overdue == nil {
				overdue = time.After(r.c.Term)
			}
			if sig == unix.SIGINT || sig == unix.SIGTERM {
				if insisted++; insisted >= 3 {
					sig = unix.SIGKILL
				}
			}
			for _, l := range r.links {
				_ = l.out.send(signalled, []byte{byte(sig)})
			}
			if sig == unix.SIGTSTP {
				_ = unix.Kill(unix.Getpid(), unix.SIGSTOP)
			}
		}
	}
	r.timedOut(true)
	return r.judge()
}

// failed reports whether the job has ended because of a failure. Then a silent host is not waited for: its launcher ends its ranks when its pipe ends.
func (r *root) failed() bool { return r.ending != nil && r.ending.Status != 0 }

// tooLong reports whether a host has kept the root waiting for longer than limit. Where cores are scarce it may have starvedSilence, unless the job has failed anyway.
func (r *root) tooLong(waited, limit time.Duration) bool {
	return waited > limit && (waited > starvedSilence || r.failed() || !starved())
}

// endTime is for the hosts to end their ranks once the job has ended: their launchers kill after half a second, or a whole one.
const endTime = 5 * time.Second

// handle reacts to a message; it reports whether the host is done.
func (r *root) handle(e event) (done bool) {
	l := e.link
	if l.over {
		return false
	}
	if e.err != nil {
		r.lost(l, "")
		return true
	}
	switch e.m.kind {
	case report:
		if r.ending == nil || r.ending.Line == string(e.m.body) {
			r.say(string(e.m.body))
		}
	case ended:
		var was job.Ending
		if e.m.into(&was) == nil {
			r.end(was, l)
		}
	case states:
		l.learn(e.m.body)
		for _, other := range r.links {
			if other != l {
				_ = other.out.send(states, e.m.body)
			}
		}
	case exchange:
		l.notes = e.m.body
		r.complete()
	case consumed:
		select {
		case <-r.credit:
		default:
		}
	case places:
		_ = e.m.into(&l.places)
		l.answered = true
		r.timedOut(len(l.host.Name) == 0)
	case finished:
		l.over = true
		_ = e.m.into(&l.outcome)
		l.close()
		r.timedOut(false)
		return true
	}
	return false
}

// complete hands out an exchange once all hosts have contributed to it.
func (r *root) complete() {
	var all []byte
	for _, l := range r.links {
		if l.notes == nil {
			return
		}
		all = append(all, l.notes[4:]...)
	}
	all = slices.Concat(packRound(roundOf(r.links[0].notes)), all)
	for _, l := range r.links {
		l.notes = nil
		_ = l.out.send(exchange, all)
	}
}
