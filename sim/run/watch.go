package run

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/sim/host"
)

// watch names a rank that never comes back while others wait. It runs beside the ranks' thread.
func (s *simulation) watch(over chan struct{}) {
	if s.spec.Silence <= 0 {
		return
	}
	tick := time.NewTicker(s.spec.Silence)
	defer tick.Stop()
	var reported, before uint64
	for {
		select {
		case <-over:
			return
		case <-tick.C:
		}
		rank, turns := host.Running()
		if turns == before && rank >= 0 && turns != reported {
			reported = turns
			s.say(rank, fmt.Sprintf("has run %v without a library call%s; a spin on memory does not end in virtual time: have the program call the library while it waits (shmem_wait_until, PtlEQWait, sched_yield)", s.spec.Silence, s.peek(rank)))
		}
		before = turns
	}
}

// peekTime is for a signal to get to the ranks' thread.
const peekTime = 100 * time.Millisecond

// peek is where a rank runs, for people.
func (s *simulation) peek(rank int) string {
	host.Peek()
	var places []host.Place
	for end := time.Now().Add(peekTime); places == nil && time.Now().Before(end); time.Sleep(time.Millisecond) {
		places = s.ranks[rank].Peeked()
	}
	text := ""
	for i, at := range places {
		if i == 0 {
			text = ", in " + at.Name()
		} else {
			text += " < " + at.Name()
		}
	}
	return text
}

// Interrupted jobs have a moment to say where their ranks are.
const (
	spinTime  = 200 * time.Millisecond // for the rank that runs to call the library; after that it is stopped where it is
	spinAgain = 20                     // times that it is tried
	oneSignal = time.Second            // what comes so soon after the first is the same: a terminal, or a kill of the group, and the launcher
)

// StopError: the job was ended from outside.
type StopError struct{ Signal syscall.Signal }

// Error names the signal.
func (e *StopError) Error() string { return "stopped by signal: " + e.Signal.String() }

// enders are the signals that end the job from outside, from now on.
func enders() chan os.Signal {
	signals := make(chan os.Signal, 16)
	for _, sig := range []os.Signal{unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT} {
		if !signal.Ignored(sig) {
			signal.Notify(signals, sig)
		}
	}
	return signals
}

// catch has the job end in good order when one of these signals comes. It runs beside the ranks' thread, and on until the process ends: the second of two signals that are one may come when
// the report is being written.
func (s *simulation) catch(signals chan os.Signal, over chan struct{}) {
	var first time.Time
	var again <-chan time.Time
	tries := 0
	for {
		select {
		case <-over:
			over, again = nil, nil
		case got := <-signals:
			number, _ := got.(syscall.Signal)
			switch {
			case first.IsZero() && over != nil:
				first = time.Now()
				s.stop.Store(&StopError{number})
				again = time.Tick(spinTime)
			case time.Since(first) > oneSignal: // twice, or there is no job any more: they mean it
				os.Exit(128 + int(number))
			}
		case <-again:
			if tries++; tries == spinAgain {
				again = nil
			}
			host.Stop()
		}
	}
}

// between serves requests from outside: end of the job, progress line, choice of prefetching. It is called on the ranks' thread.
func (s *simulation) between() {
	if e := s.stop.Load(); e != nil {
		s.job.World.Fail(e)
	}
	if s.progress != nil && s.progress.due.Load() {
		s.progress.show()
	}
	if s.tuner != nil {
		s.tuner.look(s.job.World.Kernel().Events())
	}
}
