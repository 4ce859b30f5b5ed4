package job

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// si_code values of a child's end.
const (
	cldExited = 1
	cldKilled = 2
	cldDumped = 3
)

// reap collects one rank if it is over, and ends the job if that was not a proper way to leave. It returns whether the rank is gone.
func (s *Supervisor) reap(c *child) bool {
	code, status, err := waitPidfd(c.pidfd)
	if err == nil && code == 0 {
		return false
	}
	s.mu.Lock()
	c.alive = false
	unix.Close(c.pidfd)
	asked := s.asked
	s.mu.Unlock()
	if err != nil {
		// ECHILD: the program itself waited for all its children and got this one's status; all that is known is that it is gone.
		code, status = cldExited, 0
	}
	s.ended(c, code, status, asked)
	return true
}

// ended judges the end of a rank's process: code is one of the si_codes, status its status or signal, and asked the last signal that the ranks were sent.
func (s *Supervisor) ended(c *child, code, status int, asked unix.Signal) {
	control := s.spec.Control
	was, joined := leaves(control, c.rank, func(was State) bool { return was != Absent })
	if !joined {
		// A rank that joins from now on ends the job because of this death, but does not know its cause: report it here first.
		missed := func() { control.Swap(c.rank, Missed, func(was State) bool { return was == Absent }) }
		if code == cldExited && status == 0 {
			missed()
		} else {
			defer missed()
		}
	}
	_, over := control.Ended()
	switch {
	case code == cldExited:
		c.status = status
		if over {
			control.Worsen(c.rank, status)
		} else {
			s.left(c, was)
		}
	case over: // it was in our way, or died of the ending
		if crash(status) {
			control.Worsen(c.rank, 128+status)
		}
	case asked != 0 && status == int(asked):
		s.end(CauseSignal, c.rank, 128+status, fmt.Sprintf("the job was ended by signal %d (%s)", status, signalText(status)))
	default:
		core := ""
		if code == cldDumped {
			core = ", core dumped"
		}
		line := fmt.Sprintf("%s was killed by signal %d (%s%s)", s.name(c), status, signalText(status), core)
		if detached(was) {
			c.status = 128 + status
			s.goesOn(line)
			return
		}
		s.end(CauseSignal, c.rank, 128+status, line+"; ending the job")
	}
}

func detached(s State) bool { return s == Detached || s == Departed }

// goesOn reports a death that does not end the job.
func (s *Supervisor) goesOn(line string) {
	if s.spec.Report != nil {
		s.spec.Report(line + "; the others go on")
	}
}

// crash distinguishes signals of a program's own faults from those by which it is killed.
func crash(sig int) bool {
	switch unix.Signal(sig) {
	case unix.SIGILL, unix.SIGTRAP, unix.SIGABRT, unix.SIGBUS, unix.SIGFPE, unix.SIGSEGV, unix.SIGSYS:
		return true
	}
	return false
}

// left judges a rank that exited by itself while the job was running.
func (s *Supervisor) left(c *child, was State) {
	switch {
	case c.status != 0 && detached(was):
		s.goesOn(fmt.Sprintf("%s exited with status %d", s.name(c), c.status))
	case c.status != 0:
		s.end(CauseExit, c.rank, c.status,
			fmt.Sprintf("%s exited with status %d; ending the job", s.name(c), c.status))
	case was == Active:
		s.end(CauseExit, c.rank, 1,
			fmt.Sprintf("%s exited with status 0 without finalizing; ending the job", s.name(c)))
	case was == Absent && s.anyActive():
		s.end(CauseExit, c.rank, 1,
			fmt.Sprintf("%s exited without joining the others; ending the job", s.name(c)))
	}
}

// name is a rank with its process, and its host if there are several.
func (s *Supervisor) name(c *child) string {
	if s.spec.Host != "" {
		return fmt.Sprintf("rank %d (pid %d on host %s)", c.rank, c.pid, s.spec.Host)
	}
	return fmt.Sprintf("rank %d (pid %d)", c.rank, c.pid)
}

func (s *Supervisor) anyActive() bool {
	for r := range s.spec.Size { // all ranks of the job
		if s.spec.Control.State(r) == Active {
			return true
		}
	}
	return false
}

// joined reports whether a rank that was started here has joined the job.
func (s *Supervisor) joined() bool {
	for _, c := range s.ranks {
		if state := s.spec.Control.State(c.rank); state != Absent && state != Missed {
			return true
		}
	}
	return false
}

// judge computes the status of the job when all ranks are gone. This process may have a status, too, and worsen it as it leaves.
func (s *Supervisor) judge() Outcome {
	ending, early := s.spec.Control.Ended()
	out := Outcome{Ending: ending, Early: early, Status: ending.Status, Joined: s.joined()}
	if early && (ending.Cause == CauseGlobalExit || ending.Cause == CauseTimeout || ending.Cause == CauseLeft) {
		return out
	}
	for _, c := range s.ranks {
		out.Status = max(out.Status, c.status)
	}
	if early && out.Status == 0 {
		out.Status = 1 // ended before its time is never a success, except when a rank asked for just that
	}
	return out
}

func signalText(sig int) string {
	words := map[unix.Signal]string{
		unix.SIGHUP: "hangup", unix.SIGINT: "interrupt", unix.SIGQUIT: "quit", unix.SIGILL: "illegal instruction",
		unix.SIGTRAP: "trap", unix.SIGABRT: "abort", unix.SIGBUS: "bus error", unix.SIGFPE: "arithmetic error", unix.SIGKILL: "killed",
		unix.SIGUSR1: "user signal 1", unix.SIGSEGV: "segmentation fault", unix.SIGUSR2: "user signal 2", unix.SIGPIPE: "broken pipe",
		unix.SIGALRM: "alarm clock", unix.SIGTERM: "terminated", unix.SIGXCPU: "CPU time limit", unix.SIGXFSZ: "file size limit",
		unix.SIGSYS: "bad system call",
	}
	if text, ok := words[unix.Signal(sig)]; ok {
		return text
	}
	if name := unix.SignalName(unix.Signal(sig)); name != "" {
		return name
	}
	return "unnamed"
}
