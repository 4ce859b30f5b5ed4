package hosts

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/job/launcher"
)

// Config is what the user asked for.
type Config struct {
	launcher.Config
	Hosts   []Host
	Remote  []string      // command that starts a command on a host: it is called with the host's name, the command and its arguments
	Agent   []string      // command that runs Agent, on each host
	Version string        // of this launcher
	Connect time.Duration // for the launchers of all hosts to answer; 0: connectTime
}

// root is the launcher that the user has started. Its fields belong to the goroutine of Run, but for those of links.
type root struct {
	c              Config
	links          []*link
	events         chan event
	stdout, stderr *os.File
	printing       sync.Mutex // whole messages of ranks

	began    time.Time
	starters chan func()   // what has to be done on the thread that outlives all remote shells
	ending   *job.Ending   // how the job ended; nil while it runs
	reported bool          // the line about it has been printed
	status   int           // the worst of the hosts
	credit   chan struct{} // inputs that may be sent
}

// event is what a link's reader has seen.
type event struct {
	link *link
	m    message
	err  error // the end of the pipe
}

// Run starts the job, blocks until it is over on all hosts, and returns its status. An error is a *launcher.Error: the job did not start.
func Run(c Config) (int, error) {
	r := &root{c: c, events: make(chan event, 64), stdout: c.Stdout, stderr: c.Stderr, credit: make(chan struct{}, inputsAhead), began: time.Now(), starters: make(chan func())}
	if r.c.Connect == 0 {
		r.c.Connect = connectTime
	}
	go r.startOnOneThread()
	defer close(r.starters)
	if r.stdout == nil {
		r.stdout = os.Stdout
	}
	if r.stderr == nil {
		r.stderr = os.Stderr
	}
	signals := launcher.Catch()
	defer signal.Stop(signals)
	defer r.closeAll()
	if err := r.connect(signals); err != nil {
		return 0, err
	}
	status := r.serve(signals)
	r.noteUnused()
	return status, nil
}

// noteUnused says why no rank of any host may have called the library.
func (r *root) noteUnused() {
	for _, l := range r.links {
		if l.outcome.Unused == "" {
			return
		}
	}
	if line := r.links[0].outcome.Unused; !r.c.Quiet {
		r.printing.Lock()
		defer r.printing.Unlock()
		_, _ = io.WriteString(r.stderr, "gasnetgo: "+printable(line)+"\n")
	}
}

func failure(status int, format string, args ...any) *launcher.Error {
	return &launcher.Error{Line: fmt.Sprintf(format, args...), Status: status}
}

// connect starts the launchers of all hosts, checks that they have the same program and the same version of gasnetgo, and has them start their ranks.
func (r *root) connect(signals <-chan os.Signal) error {
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return failure(1, "no random numbers for the job's name: %v", err)
	}
	dir, required := r.c.Dir, r.c.Dir != ""
	if dir == "" {
		dir, _ = os.Getwd()
	} else if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	first := 0
	for _, h := range r.c.Hosts {
		l, err := r.open(h, first)
		if err != nil {
			return failure(launcher.StatusNotExecutable, "host %s: %v", h.Name, err)
		}
		r.links = append(r.links, l)
		first += h.Ranks
	}
	for _, l := range r.links {
		t := task{Host: l.host.Name, ID: id, Size: first, First: l.first, Count: l.host.Ranks, Program: r.c.Program,
			Args: append([]string{r.c.Program}, r.c.Args...), Env: r.c.Env, Dir: dir, DirRequired: required, Bind: r.c.Bind}
		_ = l.out.sendJSON(describe, t)
	}
	late, limit := time.After(r.c.Connect), r.limit()
	for left := len(r.links); left > 0; {
		select {
		case <-late:
			return failure(1, "%s", r.mute(fmt.Sprintf("has not answered for %v (%s)", r.c.Connect, knob.RendezvousTimeout)))
		case <-limit:
			return failure(launcher.StatusTimeout, "the job took longer than %v, and has not started; ending it: %s", r.c.Timeout, r.mute("has not answered"))
		case e := <-r.events:
			if e.err != nil {
				return failure(1, "%s", e.link.gone("could not be reached"))
			}
			isReady, err := r.greeted(e)
			if err != nil {
				return err
			}
			if isReady {
				left--
			}
		case got := <-signals:
			sig, _ := got.(unix.Signal)
			return failure(128+int(sig), "interrupted before the job started")
		}
	}
	if err := r.sameProgram(); err != nil {
		return err
	}
	for _, l := range r.links {
		_ = l.out.send(start, nil)
	}
	return nil
}

// connectTime is for the remote shell to connect and the launcher of a host to start, unless the configuration says.
const connectTime = 30 * time.Second

// limit is when the job has taken as long as it may, which counts from Run on; nil: never.
func (r *root) limit() <-chan time.Time {
	if r.c.Timeout <= 0 {
		return nil
	}
	return time.After(time.Until(r.began.Add(r.c.Timeout)))
}

// mute words that the first host of those that are not ready has not answered, ends the connections to all of them, which need no patience, and counts the others.
func (r *root) mute(why string) (line string) {
	more := 0
	for _, l := range r.links {
		switch {
		case l.prepared.Hash != "":
			continue
		case line == "":
			line = l.gone(why)
		default:
			more++
		}
		l.kill()
	}
	if more > 0 {
		line += fmt.Sprintf("; and %d more", more)
	}
	return line
}

// startOnOneThread starts the remote shells. The kernel ends them when the thread that has started them is gone, so it stays until Run returns, or the process is
// killed.
func (r *root) startOnOneThread() {
	runtime.LockOSThread() // and never unlock: the thread ends with this goroutine, after all remote shells
	for f := range r.starters {
		f()
	}
}

// greeted takes note of what an agent says before there are ranks; it reports whether the agent is ready.
func (r *root) greeted(e event) (bool, error) {
	name := e.link.host.Name
	switch e.m.kind {
	case hello:
		var g greeting
		if err := e.m.into(&g); err != nil {
			return false, failure(1, "host %s: %v", name, err)
		}
		if g.Version != r.c.Version {
			return false, failure(1, "host %s has gasnetgo %s, and this is gasnetgo %s; install the same version on all hosts", name, printable(g.Version), r.c.Version)
		}
	case ready:
		if err := e.m.into(&e.link.prepared); err != nil {
			return false, failure(1, "host %s: %v", name, err)
		}
		if p := e.link.prepared; p.Err != "" {
			return false, failure(p.Status, "host %s: %s", name, printable(p.Err))
		}
		return true, nil
	}
	return false, nil
}

// sameProgram compares the files that the hosts are about to run.
func (r *root) sameProgram() error {
	a := r.links[0]
	for _, b := range r.links[1:] {
		if a.prepared.Hash != b.prepared.Hash {
			return failure(1, "%s is another program on host %s (%s, sha256 %.16s...) than on host %s (%s, sha256 %.16s...); copy it, or run it from a folder that the hosts share",
				r.c.Program, b.host.Name, printable(b.prepared.Path), printable(b.prepared.Hash), a.host.Name, printable(a.prepared.Path), printable(a.prepared.Hash))
		}
	}
	return nil
}

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
				if quiet := l.silent(); !l.over && quiet > silence && (quiet > starvedSilence || r.failed() || !starved()) {
					left--
					r.lost(l, fmt.Sprintf("has not answered for %v", quiet.Truncate(100*time.Millisecond)))
				}
			}
			if r.ending != nil && endedAt.IsZero() {
				endedAt = time.Now()
			}
			if !endedAt.IsZero() && time.Since(endedAt) > endTime {
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
	return r.judge()
}

// failed reports whether the job has ended because of a failure. Then a silent host is not waited for: its launcher ends its ranks when its pipe ends.
func (r *root) failed() bool { return r.ending != nil && r.ending.Status != 0 }

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
		return true
	}
	return false
}

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
	for _, l := range r.links {
		if l != where && !l.over {
			_ = l.out.sendJSON(ended, e)
		}
	}
}

// lost ends the job because a host is gone.
func (r *root) lost(l *link, why string) {
	l.over = true
	line := l.gone(why) + "; ending the job"
	first := r.ending == nil
	l.kill()
	if first {
		r.end(job.Ending{Cause: job.CauseExit, Rank: l.first, Status: 1, Line: line}, l)
		r.say(line)
	}
	r.status = max(r.status, 1)
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

// timeout asks all hosts where their ranks are.
func (r *root) timeout() {
	if r.ending != nil {
		return
	}
	for _, l := range r.links {
		_ = l.out.send(ask, nil)
	}
	time.AfterFunc(silence, func() { r.events <- event{link: &link{host: Host{}}, m: message{kind: places}} })
}

// timedOut ends the job because of its time limit when all hosts have answered, or will not.
func (r *root) timedOut(late bool) {
	var answers []string
	for _, l := range r.links {
		if !l.answered && !late {
			return
		}
		answers = append(answers, append(l.places, make([]string, max(l.host.Ranks-len(l.places), 0))...)...)
	}
	if r.ending != nil {
		return
	}
	line := fmt.Sprintf("the job took longer than %v; ending it", r.c.Timeout)
	r.say(line + job.Places(0, answers))
	r.end(job.Ending{Cause: job.CauseTimeout, Rank: -1, Status: launcher.StatusTimeout, Line: line}, nil)
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

// forwardInput sends this process's standard input to rank 0.
func (r *root) forwardInput() {
	buffer := make([]byte, 16<<10)
	to := r.links[0].out
	for {
		n, err := os.Stdin.Read(buffer)
		if n > 0 {
			r.credit <- struct{}{}
			if to.send(input, buffer[:n]) != nil {
				return
			}
		}
		if err != nil {
			r.credit <- struct{}{}
			_ = to.send(input, nil)
			return
		}
	}
}

// print writes what a rank has printed. It may block as long as the reader of our output does.
func (r *root) print(b []byte) {
	if len(b) < 5 {
		return
	}
	to, text := r.stdout, b[5:]
	if b[4] == 2 {
		to = r.stderr
	}
	if r.c.Tag {
		text = tagged(fmt.Sprintf("[%d] ", int(b[0])|int(b[1])<<8|int(b[2])<<16), string(text))
	}
	r.printing.Lock()
	defer r.printing.Unlock()
	_, _ = to.Write(text)
}

// tagged begins every line with tag. Text that is not a whole line becomes one.
func tagged(tag, text string) []byte {
	var b []byte
	for line := range strings.Lines(text) {
		b = append(append(b, tag...), line...)
	}
	if len(b) > 0 && b[len(b)-1] != '\n' {
		b = append(b, '\n')
	}
	return b
}

func (r *root) closeAll() {
	for _, l := range r.links {
		l.close()
	}
	patience := time.After(2 * time.Second) // of all together
	for _, l := range r.links {
		select {
		case <-l.exited:
		case <-patience:
			patience = closed() // the others have had it as well
			l.kill()
		}
	}
	for _, l := range r.links {
		l.wait()
	}
}

// closed is a time that has come.
func closed() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}
