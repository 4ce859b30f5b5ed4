package job

import (
	"strings"
	"time"
)

// Control is what the processes of a job share about its course: where each rank is, how the job ended, and which processes still live. Ranks are numbered as in
// the job. All methods may be called by any process and any goroutine at any time.
//
// File is the one for a job of one host.
type Control interface {
	// State answers where a rank is; Absent for a rank that does not exist. It does not block.
	State(rank int) State

	// Swap sets a rank's state if accept likes the present one, which it answers either way. It does not block.
	Swap(rank int, to State, accept func(State) bool) (was State, done bool)

	// End ends the job for all ranks and wakes all processes that are in Wait. Only the first call of all processes has an effect; it returns true, and has called
	// report with e's line before it woke the others: the supervisor may be one of those that leave then. While report runs, the job runs and no other End has an effect.
	// End itself does not block. The line is cut to fit, and to one line.
	End(e Ending, report func(line string)) bool

	// EndForSure is End for the supervisor: it also ends a job of which a rank has died inside End, so that a dead rank cannot keep the job alive.
	EndForSure(e Ending, report func(line string)) bool

	// Worsen records that a rank failed after the job had ended with CauseLeft and status 0: the job then has this status, ended by that rank. Only the first such
	// call of all processes has an effect; it returns true. status is 1..255. It does not block.
	Worsen(rank, status int) bool

	// Ended returns how the job ended, and false while it runs. It does not block.
	Ended() (Ending, bool)

	// Ask asks all ranks where they are, for a report, and wakes all processes that are in Wait. It does not block.
	Ask()

	// Asked reports whether Ask was called.
	Asked() bool

	// Answer stores where a rank is: a line with the call that it is in, a line with the call's arguments, and a line for each function that led there. The text is cut
	// to fit.
	Answer(rank int, text string) error

	// Answered returns what a rank has answered, and false before that.
	Answered(rank int) (string, bool)

	// Wait blocks until the job has ended, at most for bound; 0: without bound. It may return early.
	Wait(bound time.Duration)

	// HoldLife announces that this process is a rank, for as long as it lives. It reports false if that cannot be announced here.
	HoldLife(rank int) bool

	// Life observes the process that has announced a rank with HoldLife. The caller closes it.
	Life(rank int) Life

	// OthersOver reports whether no other process lives that has announced a rank. An error means that this cannot be known.
	OthersOver() (bool, error)
}

// Life observes one rank's process. It is for one goroutine.
type Life interface {
	// Over reports whether the process is over. It does not block.
	Over() bool

	// PID is the process's, or 0 while it is not known here.
	PID() int

	Close()
}

// State is where a rank is in its life, as the others and the launcher see it.
type State uint8

// The states, of which those from Gone on are ends. A rank that leaves with status 0 while Active has let the others down, and that ends the job.
const (
	Absent   State = iota // has not attached
	Attached              // Attach succeeded, no API initialised
	Active                // inside an API's init..finalize; set by Mark
	Idle                  // all APIs finalised; set by Mark
	Detached              // as Attached, but however its process ends, the job goes on: its API tells the others. Set by Detach
	Gone                  // has left; set by Close, or by the process that reaped it
	Missed                // the process ended without attaching; set by the process that reaped it
	Departed              // has left, and was Detached; set as Gone is
)

// String is the state in words.
func (s State) String() string {
	words := [...]string{"absent", "attached", "active", "idle", "detached", "gone", "missed", "departed"}
	if int(s) < len(words) {
		return words[s]
	}
	return "unknown"
}

// ended is the state of a rank whose process has left.
func (s State) ended() State {
	if s == Detached || s == Departed {
		return Departed
	}
	return Gone
}

// leaves makes a rank's state that of one that has left, if accept likes the present one, which it answers either way.
func leaves(c Control, rank int, accept func(State) bool) (was State, done bool) {
	for {
		was = c.State(rank)
		if !accept(was) {
			return was, false
		}
		if _, done = c.Swap(rank, was.ended(), func(now State) bool { return now == was }); done {
			return was, true
		}
	}
}

// Cause is why a job ended before its time.
type Cause uint8

// The causes; 0 is never stored.
const (
	CauseGlobalExit   Cause = iota + 1 // a rank called shmem_global_exit; the status is exactly its argument
	CauseSignal                        // a rank was killed by a signal; the status is 128 + signal
	CauseExit                          // a rank left with a non-zero status, or in the middle of the job
	CauseAbort                         // an API ended the job: wrong call, failed check, abort
	CausePanic                         // a bug inside the library
	CauseTimeout                       // the launcher's time limit
	CauseLauncherGone                  // the process that started the ranks is gone
	CauseLeft                          // ranks have left as GASNet's do; a status of 0 gives way to that of a rank that fails while it goes: Worsen
)

// String is the cause in words for debugging output.
func (c Cause) String() string {
	words := [...]string{"running", "global exit", "signal", "exit status", "abort", "internal error", "timeout", "launcher gone", "left"}
	if int(c) < len(words) {
		return words[c]
	}
	return "unknown"
}

// Ending says how a job ended.
type Ending struct {
	Cause  Cause
	Rank   int    // the rank that ended it, -1 for the launcher
	Status int    // 0..255
	Line   string // one line for people, without newline; may be empty
}

// maxLine is the longest line of an Ending in bytes.
const maxLine = 511

// stored is e as a Control keeps it.
func (e Ending) stored() Ending {
	e.Status &= 0xff
	e.Line = strings.ReplaceAll(e.Line, "\n", " ")
	e.Line = e.Line[:min(len(e.Line), maxLine)]
	return e
}

// worsens reports whether a rank's status replaces that of a job that has ended with e.
func (e Ending) worsens(status int) bool {
	return status&0xff != 0 && e.Cause == CauseLeft && e.Status == 0
}

// always accepts every state.
func always(State) bool { return true }

// unreported is for an End whose caller prints the line, if it has one.
func unreported(string) {}
