package run

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/sim/host"
)

// watch looks after ranks that do not call the library. It runs beside the ranks' thread.
func (s *simulation) watch(over chan struct{}) {
	period := watchPeriod(s.spec.Silence, s.spec.Spin)
	if period == 0 {
		return
	}
	tick := time.NewTicker(period)
	defer tick.Stop()
	w := watcher{s: s, spin: s.spec.Spin > 0}
	for {
		select {
		case <-over:
			return
		case now := <-tick.C:
			w.look(now)
		}
	}
}

// watchPeriod is how often to look: a hundred times a second, as the beginning of a turn is known to that, or more often for the shortest limits; 0: there is nothing to look for.
func watchPeriod(limits ...time.Duration) (period time.Duration) {
	for _, d := range limits {
		if d > 0 && (period == 0 || d/8 < period) {
			period = min(d/8, 10*time.Millisecond)
		}
	}
	if slices.Max(limits) > 0 {
		period = max(period, time.Millisecond)
	}
	return period
}

// watcher is what watch knows of the turn that it saw last.
type watcher struct {
	s        *simulation
	turn     uint64
	since    time.Time
	cpu      int64 // of the ranks' thread at that time
	reported bool  // the rank has been named
	spin     bool  // a spin is to be interrupted
}

// look is one look.
func (w *watcher) look(now time.Time) {
	rank, turn := host.Running()
	if turn != w.turn || w.since.IsZero() {
		w.turn, w.since, w.cpu, w.reported = turn, now, host.CPU(), false
		return
	}
	if rank < 0 {
		return
	}
	limit := w.s.spec.Spin
	if cpu := time.Duration(host.CPU() - w.cpu); w.spin && cpu >= limit {
		w.spin = false
		w.s.slice(rank, trip{turn, w.cpu})
	}
	if silence := w.s.spec.Silence; silence > 0 && now.Sub(w.since) >= silence && !w.reported {
		w.reported = true
		advice := "a spin that counts does not end in virtual time: have the program call the library while it waits (shmem_wait_until, PtlEQWait, sched_yield)"
		switch {
		case w.spin:
			advice = fmt.Sprintf("after %v of CPU time computing will take virtual time (--spin)", limit)
		case w.s.sliced.Load():
			advice = "no rank has made a call since then, and the job may never end"
		}
		w.s.say(rank, fmt.Sprintf("has run %v without a library call%s; %s", silence, w.s.peek(rank), advice))
	}
}

// slice has computing take time from now on, that of the turn that goes on from its beginning, and interrupts the rank that computes.
func (s *simulation) slice(rank int, t trip) {
	if !s.takesTime() {
		s.tripped.Store(&t)
	}
	s.sliced.Store(true) // the turn may end any time
	where := s.peek(rank)
	if err := host.Slice(); err != nil {
		s.sliced.Store(false)
		s.tripped.Store(nil)
		s.say(rank, fmt.Sprintf("has computed for %v without a library call%s; a spin does not end in virtual time, and cannot be interrupted here (%v)", s.spec.Spin, where, err))
		return
	}
	if s.takesTime() {
		equal := ""
		if s.spec.Counted {
			equal = "; runs are equal all the same, unless a rank polls memory that others write"
		}
		s.say(rank, fmt.Sprintf("has computed for %v without a library call%s: ranks that compute are interrupted from now on (--spin)%s", s.spec.Spin, where, equal))
		return
	}
	s.say(rank, fmt.Sprintf("has computed for %v without a library call%s: this and what ranks compute from now on takes virtual time, %v of the CPU time on this host, and times differ from run to run (--spin 0: it never does)",
		s.spec.Spin, where, inPercent(s.spec.SpinScale)))
}

func inPercent(scale float64) string { return strconv.FormatFloat(100*scale, 'g', 4, 64) + " %" }

// A signal that comes between two turns finds no rank: it is sent again.
const (
	peekTime  = time.Second
	peekAgain = 10 * time.Millisecond
)

// peek is where a rank runs, for people.
func (s *simulation) peek(rank int) string {
	s.ranks[rank].Peeked() // of a signal that came too late for an earlier peek
	var places []host.Place
	for end := time.Now().Add(peekTime); places == nil && time.Now().Before(end); {
		host.Peek()
		for again := time.Now().Add(peekAgain); places == nil && time.Now().Before(again); time.Sleep(time.Millisecond) {
			places = s.ranks[rank].Peeked()
		}
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
