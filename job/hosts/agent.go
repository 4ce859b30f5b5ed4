package hosts

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/job/launcher"
)

const (
	beat     = 400 * time.Millisecond  // from one sign of life to the next
	silence  = 2200 * time.Millisecond // after which the other side of a pipe counts as dead: a job ends in less than 3 s
	look     = 30 * time.Millisecond   // between two comparisons of the ranks' states
	lastCall = 2 * time.Second         // for ranks to end when the root is gone
)

// agent is the launcher of one host.
type agent struct {
	out     *sender
	task    task
	path    string // of the program
	file    *job.File
	ranks   *job.Supervisor
	streams *streams

	known    map[int]job.State // states of the ranks of this host that the root knows
	notified sync.Once         // the root knows how the job has ended, or has said it
}

// Agent is the launcher of one host: it does what the root says on in, and answers on out. It blocks until all ranks of this host have ended, and returns the
// exit status of the process. When in ends, or is silent for long, it ends the job: nothing is left on this host.
func Agent(version string, in io.Reader, out io.Writer) int {
	if _, err := io.WriteString(out, mark); err != nil {
		return 1
	}
	a := &agent{out: &sender{to: out}, known: map[int]job.State{}}
	name, _ := os.Hostname()
	if a.out.sendJSON(hello, greeting{version, name}) != nil {
		return 1
	}
	from := newInbox(bufio.NewReader(in))
	m, ok := from.next()
	if !ok || m.kind != describe {
		return 1
	}
	p, err := a.prepare(m)
	if err != nil {
		p.Err, p.Status = words(err)
	}
	if a.out.sendJSON(ready, p) != nil || err != nil {
		return 1
	}
	stop := a.beats()
	defer stop()
	if m, ok = from.next(); !ok || m.kind != start {
		return 1
	}
	if err := a.start(p.Path); err != nil {
		line, status := words(err)
		a.file.End(job.Ending{Cause: job.CauseExit, Rank: -1, Status: status, Line: line}, func(line string) { _ = a.out.send(report, []byte(line)) })
		a.tellEnding()
		_ = a.out.sendJSON(finished, result{Outcome: job.Outcome{Status: status, Early: true}})
		return 1
	}
	a.path = p.Path
	return a.serve(from)
}

func (a *agent) result(o job.Outcome) result {
	r := result{Outcome: o}
	if !o.Joined {
		r.Unused = launcher.Unused(a.task.Program, a.path, o.Status)
	}
	return r
}

// words is an error as a line and a status.
func words(err error) (line string, status int) {
	var failed *launcher.Error
	if errors.As(err, &failed) {
		return failed.Line, failed.Status
	}
	return err.Error(), 1
}

// prepare checks that the program can be started, and makes the memory file.
func (a *agent) prepare(m message) (p prepared, err error) {
	if err := m.into(&a.task); err != nil {
		return p, err
	}
	t := &a.task
	if t.Dir != "" {
		if _, err := os.Stat(t.Dir); err == nil {
			err = os.Chdir(t.Dir)
			if err != nil {
				return p, fmt.Errorf("working directory: %w", err)
			}
		} else if t.DirRequired {
			return p, &launcher.Error{Line: fmt.Sprintf("--wdir %s: no such directory", t.Dir), Status: launcher.StatusNotExecutable}
		}
	}
	t.Env = launcher.Merge(os.Environ(), t.Env)
	if path, ok := launcher.LookupIn(t.Env)("PATH"); ok {
		_ = os.Setenv("PATH", path)
	}
	if p.Path, err = launcher.Find(t.Program, ""); err != nil {
		return p, err
	}
	if p.Hash, err = hashOf(p.Path); err != nil {
		return p, err
	}
	a.file, err = job.NewHostFile(t.Size, t.First, t.Count, t.ID)
	return p, err
}

// hashOf identifies the content of a file.
func hashOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (a *agent) start(path string) error {
	t := &a.task
	cpus, err := launcher.Binding(t.Bind)
	if err != nil {
		return err
	}
	addresses, err := knob.Read(launcher.LookupIn(t.Env)).Enum(knob.Addresses)
	if err != nil {
		return err
	}
	a.streams, err = newStreams(a.out, t.First == 0)
	if err != nil {
		return err
	}
	a.ranks, err = job.Supervise(job.Spec{Path: path, Args: t.Args, Env: t.Env, Size: t.Size, First: t.First, Count: t.Count, FD: a.file.FD, Control: a.file,
		Host: t.Host, CPUs: cpus, SameAddresses: addresses == "same", Streams: a.streams.open,
		Report: func(line string) {
			a.streams.CatchUp()
			_ = a.out.send(report, []byte(line))
		}})
	a.streams.started()
	if err != nil {
		return fmt.Errorf("cannot start %s: %w", path, err)
	}
	return nil
}

// serve is the life of the agent while it has ranks.
func (a *agent) serve(from *inbox) int {
	over := make(chan job.Outcome, 1)
	go func() { over <- a.ranks.Wait() }()
	done := make(chan struct{})
	defer close(done)
	go a.watchEnding(done)
	go a.watchExchanges(done)
	states := time.NewTicker(look)
	defer states.Stop()
	for {
		select {
		case m, open := <-from.messages:
			if !open {
				a.orphaned(over, "the launcher that started the job is gone; ending the job")
				return 1
			}
			a.obey(m)
		case <-states.C:
			a.sendStates()
			if quiet := from.quiet(); quiet > silence+lastCall && (quiet > starvedSilence || !starved()) {
				a.orphaned(over, "the launcher that started the job does not answer; ending the job")
				return 1
			}
		case outcome := <-over:
			a.streams.Drain()
			a.sendStates()
			if _, ended := a.file.Ended(); ended {
				a.tellEnding()
			}
			_ = a.out.sendJSON(finished, a.result(outcome))
			return 0
		}
	}
}

// orphaned ends the ranks of this host because the root is gone.
func (a *agent) orphaned(over <-chan job.Outcome, line string) {
	a.notified.Do(func() {})
	a.file.EndForSure(job.Ending{Cause: job.CauseLauncherGone, Rank: -1, Status: 1, Line: line}, func(string) {})
	select {
	case <-over:
	case <-time.After(lastCall):
		a.ranks.Signal(unix.SIGKILL)
		<-over
	}
}

// obey carries out what the root says. It does not block.
func (a *agent) obey(m message) {
	switch m.kind {
	case input:
		a.streams.input(m.body)
	case ended:
		var e job.Ending
		if m.into(&e) == nil {
			a.notified.Do(func() {})
			a.file.EndForSure(e, func(string) {})
		}
	case states:
		if all, err := unpackStates(m.body, a.task.Size); err == nil {
			a.learn(all)
		}
	case exchange:
		notes, err := unpackNotes(m.body[min(4, len(m.body)):], a.task.Size)
		if err == nil {
			err = a.file.Serve(roundOf(m.body), notes)
		}
		if err != nil {
			a.file.End(job.Ending{Cause: job.CausePanic, Rank: -1, Status: 1, Line: "an exchange among hosts: " + err.Error()}, func(line string) { _ = a.out.send(report, []byte(line)) })
		}
	case ask:
		go func() { _ = a.out.sendJSON(places, a.ranks.Where()) }()
	case signalled:
		if len(m.body) == 1 {
			a.ranks.Signal(unix.Signal(m.body[0]))
		}
	}
}

// learn stores states of ranks of other hosts. A rank that will never join ends the job, as a supervisor that reaps it does for the ranks of its own host.
func (a *agent) learn(all []change) {
	for _, c := range all {
		a.file.Swap(c.rank, c.to, func(job.State) bool { return true })
		if c.to != job.Missed || !a.anyJoined() {
			continue
		}
		line := fmt.Sprintf("rank %d exited without joining the others; ending the job", c.rank)
		a.file.End(job.Ending{Cause: job.CauseExit, Rank: c.rank, Status: 1, Line: line}, func(line string) { _ = a.out.send(report, []byte(line)) })
	}
}

func (a *agent) anyJoined() bool {
	for i := range a.task.Count {
		if s := a.file.State(a.task.First + i); s > job.Absent && s < job.Gone {
			return true
		}
	}
	return false
}

// sendStates tells the root which ranks of this host have a new state.
func (a *agent) sendStates() {
	var news []change
	for i := range a.task.Count {
		r := a.task.First + i
		if s := a.file.State(r); s != a.known[r] {
			a.known[r] = s
			news = append(news, change{r, s})
		}
	}
	if len(news) > 0 {
		_ = a.out.send(states, packStates(news))
	}
}

// tellEnding tells the root how the job has ended, unless the root knows.
func (a *agent) tellEnding() {
	a.notified.Do(func() {
		if e, over := a.file.Ended(); over {
			_ = a.out.sendJSON(ended, e)
		}
	})
}

// watchEnding tells the root when a rank of this host has ended the job.
func (a *agent) watchEnding(done <-chan struct{}) {
	for {
		a.file.Wait(time.Second)
		if _, over := a.file.Ended(); over {
			a.tellEnding()
			return
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

// watchExchanges sends the root what the ranks of this host contribute to exchanges.
func (a *agent) watchExchanges(done <-chan struct{}) {
	for had := uint32(0); ; {
		select {
		case <-done:
			return
		default:
		}
		wanted := a.file.WaitWanted(had, time.Second)
		if wanted == had {
			continue
		}
		had = wanted
		notes := make([][]byte, a.task.Count)
		for i := range notes {
			var err error
			if notes[i], err = a.file.Note(a.task.First + i); err != nil {
				a.file.End(job.Ending{Cause: job.CausePanic, Rank: -1, Status: 1, Line: err.Error()}, func(line string) { _ = a.out.send(report, []byte(line)) })
				return
			}
		}
		_ = a.out.send(exchange, slices.Concat(packRound(wanted), packNotes(notes)))
	}
}

// beats sends signs of life until the returned function is called.
func (a *agent) beats() (stop func()) { return beats(a.out) }

func beats(to *sender) (stop func()) {
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(beat):
				_ = to.send(alive, nil)
			}
		}
	}()
	return func() { close(done) }
}
