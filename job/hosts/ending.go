package hosts

import (
	"fmt"
	"io"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/fault"
	"gasnetgo/job"
	"gasnetgo/job/launcher"
)

// say prints the line on why the job ended, once.
func (r *root) say(line string) {
	if !r.reported && !r.c.Quiet {
		r.printing.Lock()
		_, _ = io.WriteString(r.stderr, "gasnetgo: "+printable(fault.Short(line))+"\n")
		r.printing.Unlock()
	}
	r.reported = true
}

// end ends the job on all hosts but the one where it has ended already. Only the first ending counts.
func (r *root) end(e job.Ending, where *link) {
	if r.ending != nil {
		return
	}
	r.ending = &e
	r.publish(where)
}

// publish tells all hosts but one how the job has ended.
func (r *root) publish(but *link) {
	for _, l := range r.links {
		if l != but && !l.over {
			_ = l.out.sendJSON(ended, *r.ending)
		}
	}
}

// lost ends the job because a host is gone. Where all had ended well until then, the line says what makes the job fail.
func (r *root) lost(l *link, why string) {
	l.over = true
	line := l.gone(why)
	running, failed := r.ending == nil, r.failed()
	l.kill()
	switch {
	case running:
		line += "; ending the job"
		r.end(job.Ending{Cause: job.CauseExit, Rank: l.first, Status: 1, Line: line}, l)
		r.say(line)
	case !failed:
		r.say(line + " after the end of the job")
	}
	r.status = max(r.status, 1)
	r.timedOut(false)
}

// timeout ends the job because of its time limit, unless it is over, and asks all hosts where their ranks are. The hosts receive the end when they have answered, and no
// other ending counts meanwhile: the question interrupts what a rank sleeps in, and a program that then goes on may end the job.
func (r *root) timeout() {
	if r.ending != nil {
		return
	}
	line := fmt.Sprintf("the job took longer than %v; ending it", r.c.Timeout)
	r.ending, r.asking = &job.Ending{Cause: job.CauseTimeout, Rank: -1, Status: launcher.StatusTimeout, Line: line}, true
	for _, l := range r.links {
		_ = l.out.send(ask, nil)
	}
	time.AfterFunc(silence, func() { r.events <- event{link: &link{host: Host{}}, m: message{kind: places}} })
}

// timedOut reports the end of the job because of its time limit, and ends the ranks, when all hosts have answered, or will not.
func (r *root) timedOut(late bool) {
	if !r.asking {
		return
	}
	var answers []string
	for _, l := range r.links {
		if !l.answered && !l.over && !late {
			return
		}
		answers = append(answers, append(l.places, make([]string, max(l.host.Ranks-len(l.places), 0))...)...)
	}
	r.asking = false
	r.say(r.ending.Line + job.Places(0, answers))
	r.publish(nil)
}

// giveUp ends the job because ranks have not ended after SIGTERM.
func (r *root) giveUp() {
	if r.ending != nil {
		return
	}
	var running []int
	for _, l := range r.links {
		running = append(running, l.running()...)
	}
	e := job.GivenUp(running, unix.SIGTERM, r.c.Term)
	r.say(e.Line)
	r.end(e, nil)
}

// judge is the status of the job when all hosts are done.
func (r *root) judge() int {
	if e := r.ending; e != nil {
		switch {
		case e.Cause == job.CauseGlobalExit, e.Cause == job.CauseTimeout:
			return e.Status
		case e.Cause != job.CauseLeft:
			r.status = max(r.status, e.Status, 1)
		}
	}
	for _, l := range r.links {
		r.status = max(r.status, l.outcome.Status)
	}
	return r.status
}
