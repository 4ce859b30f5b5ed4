package job

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/internal/rankset"
)

// Spec says what a Supervisor starts and how.
type Spec struct {
	Path          string   // executable
	Args          []string // argv, with argv[0]
	Env           []string // environment of every rank; the three variables that make it a rank are added
	Dir           string   // working directory; empty: the caller's
	Size          int      // number of ranks of the job
	First         int      // lowest rank to start: 0, or 1 when the caller is rank 0 itself
	Count         int      // number of ranks to start here, consecutive from First on
	FD            int      // the job's memory file
	Control       Control  // of the job
	CPUs          []int    // the i-th rank that is started here is bound to CPUs[i%len]; empty: not bound
	Host          string   // this host's name, for the reports of a job that spans several; else empty
	SameAddresses bool     // code and statics lie at the same addresses on all ranks, where the kernel allows it

	Streams func(rank int) (in, out, err int) // descriptors for 0, 1 and 2, borrowed while the rank is being started
	Report  func(line string)                 // receives the one line on why the job ended early; nil: discarded
	Timeout time.Duration                     // ends the job; 0: never
	Grace   time.Duration                     // from the end of the job to SIGKILL; 0: half a second
}

// Outcome is how the supervised ranks ended.
type Outcome struct {
	Status int    // of the job: the worst of its ranks, or exactly the status that ended it
	Ending Ending // valid if Early
	Early  bool   // the exit word was set
	Joined bool   // one of them has called the library
}

// Supervisor starts ranks, waits for them, and ends the job for all when one of them dies.
type Supervisor struct {
	spec  Spec
	mu    sync.Mutex // guards ranks' pidfds against Signal
	ranks []child
	asked unix.Signal // last terminating signal that we passed on, guarded by mu
	done  chan struct{}
}

type child struct {
	rank, pid, pidfd int
	alive            bool
	status           int // valid when it left by itself
}

// Supervise starts the ranks and returns when all are started, or all started ones are gone. The error is the reason why rank First could not be started (an
// errno that errors.Is understands, for a program that cannot be executed).
//
// It occupies one OS thread as long as the ranks live, because the kernel kills them (PR_SET_PDEATHSIG) when the thread that started them ends; so no rank
// survives a launcher that was killed.
func Supervise(spec Spec) (*Supervisor, error) {
	if spec.Grace == 0 {
		spec.Grace = 500 * time.Millisecond
	}
	s := &Supervisor{spec: spec, done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread must live exactly as long as the ranks that it started
		defer close(s.done)
		err := s.start()
		started <- err
		if err == nil {
			s.loop()
		}
	}()
	err := <-started
	return s, err
}

// Wait blocks until all ranks have left and are reaped.
func (s *Supervisor) Wait() Outcome {
	<-s.done
	return s.judge()
}

// Signal passes a signal on to all ranks that are left. It does not block.
func (s *Supervisor) Signal(sig unix.Signal) {
	s.Expect(sig)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.signalLocked(sig)
}

// Expect says that the ranks get this signal from somewhere else, so that one that dies of it is not reported as a mishap. It does not
// block.
func (s *Supervisor) Expect(sig unix.Signal) {
	switch sig {
	case unix.SIGCONT, unix.SIGTSTP, unix.SIGSTOP, unix.SIGWINCH:
		return // these signals end no process
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = sig
}

func (s *Supervisor) signalLocked(sig unix.Signal) {
	for i := range s.ranks {
		if s.ranks[i].alive {
			_ = unix.PidfdSendSignal(s.ranks[i].pidfd, sig, nil, 0)
		}
	}
}

// GiveUp ends the job because ranks still run limit after a signal that asked them to end; the report names them. They get SIGKILL if they have not left Spec.Grace
// later. It does nothing if the job has ended. It does not block.
func (s *Supervisor) GiveUp(sig unix.Signal, limit time.Duration) {
	s.mu.Lock()
	var running []int
	for _, c := range s.ranks {
		if c.alive {
			running = append(running, c.rank)
		}
	}
	s.mu.Unlock()
	if len(running) > 0 {
		e := GivenUp(running, sig, limit)
		s.end(e.Cause, e.Rank, e.Status, e.Line)
	}
}

// GivenUp is the ending of a job whose ranks still run limit after a signal that asked them to end. running is not empty.
func GivenUp(running []int, sig unix.Signal, limit time.Duration) Ending {
	verb := "run"
	if len(running) == 1 {
		verb = "runs"
	}
	return Ending{CauseSignal, -1, 128 + int(unix.SIGKILL), fmt.Sprintf("%s: still %s %v after signal %d (%s); killing (%s gives more time)",
		rankset.Subject(running), verb, limit, sig, signalText(int(sig)), knob.TermTimeout)}
}

// loop waits for deaths and deadlines. It also checks the exit word four times a second, in case the rank that ended the job is stuck; everything else arrives
// as an event.
func (s *Supervisor) loop() {
	const look = 250 * time.Millisecond
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	for i := range s.ranks {
		if err == nil {
			event := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(i)}
			err = unix.EpollCtl(epoll, unix.EPOLL_CTL_ADD, s.ranks[i].pidfd, &event)
		}
	}
	if err != nil { // out of descriptors or memory: without events there is no supervising
		s.end(CausePanic, -1, 1, fmt.Sprintf("cannot watch the ranks: %v", err))
		s.Signal(unix.SIGKILL)
	} else {
		defer unix.Close(epoll)
	}
	left, begun := len(s.ranks), time.Now()
	var ended time.Time
	events := make([]unix.EpollEvent, 64)
	for left > 0 {
		n, _ := unix.EpollWait(epoll, events, int(s.nap(look, begun, ended)/time.Millisecond)+1)
		for _, e := range events[:max(n, 0)] {
			if s.reap(&s.ranks[e.Fd]) {
				left--
			}
		}
		now := time.Now()
		if s.spec.Timeout > 0 && now.Sub(begun) >= s.spec.Timeout {
			s.timeout()
		}
		if _, over := s.spec.Control.Ended(); over && ended.IsZero() {
			ended = now
		}
		if !ended.IsZero() && now.Sub(ended) >= s.grace() {
			s.mu.Lock()
			s.signalLocked(unix.SIGKILL)
			s.mu.Unlock()
		}
	}
}

// timeout ends the job because of its time limit, unless it is over, and reports where its ranks are. It claims the end before it asks them: the question interrupts
// what a rank sleeps in, and a program that then goes on and ends the job would be the reason.
func (s *Supervisor) timeout() {
	c := s.spec.Control
	if _, over := c.Ended(); over {
		return
	}
	line := fmt.Sprintf("the job took longer than %v; ending it", s.spec.Timeout)
	c.EndForSure(Ending{CauseTimeout, -1, 124, line}, func(line string) {
		where := ""
		if _, over := c.Ended(); !over { // over: ranks leave
			where = s.where()
			if _, over = c.Ended(); over { // by GiveUp, which has reported
				return
			}
		}
		if s.spec.Report != nil {
			s.spec.Report(line + where)
		}
	})
}

// ExitGrace is what ranks have in addition after shmem_global_exit, for the exit handlers of their programs.
const ExitGrace = 2500 * time.Millisecond

// grace is the time in which ranks must leave. It is doubled if they may still change the status, for busy machines.
func (s *Supervisor) grace() time.Duration {
	switch ending, _ := s.spec.Control.Ended(); ending.Cause {
	case CauseLeft:
		return 2 * s.spec.Grace
	case CauseGlobalExit:
		return s.spec.Grace + ExitGrace
	}
	return s.spec.Grace
}

// nap is the time until the next deadline.
func (s *Supervisor) nap(look time.Duration, begun, ended time.Time) time.Duration {
	d := look
	if s.spec.Timeout > 0 {
		d = min(d, time.Until(begun.Add(s.spec.Timeout)))
	}
	if !ended.IsZero() {
		if due := time.Until(ended.Add(s.grace())); due > 0 {
			d = min(d, due)
		}
	}
	return max(d, 0)
}

func (s *Supervisor) end(cause Cause, rank, status int, line string) {
	s.spec.Control.EndForSure(Ending{cause, rank, status, line}, func(line string) {
		if s.spec.Report != nil {
			s.spec.Report(line)
		}
	})
}
