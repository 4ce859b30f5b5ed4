package hosts

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

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
	asking   bool          // it ends because of its time limit, when the hosts have said where their ranks are
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

// closeTime is for all connections together to end.
const closeTime = 2 * time.Second

// closeAll ends all connections, and waits until their remote shells are gone.
func (r *root) closeAll() {
	for _, l := range r.links {
		l.close()
	}
	late := time.After(closeTime)
	for _, l := range r.links {
		select {
		case <-l.exited:
		case <-late:
			late = closed() // the others have had the time as well
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
