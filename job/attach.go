package job

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
)

// Options is what Attach may want from its caller; the zero value is right for a Go program.
type Options struct {
	// Lookup reads an environment variable; nil: os.LookupEnv. Inside a C program pass getenv: Go's copy of the environment is
	// as old as the process and misses the program's own setenv.
	Lookup func(name string) (string, bool)
	// Environ returns the whole environment, for ranks that this process starts itself; nil: os.Environ.
	Environ func() []string
	// Exe and Args are what this process starts its peers with; empty: this very executable and its command line.
	Exe  string
	Args []string
	// PMIx is libpmix, if the caller can load it; nil or an Init that fails: do without.
	PMIx PMIx
	// Warn receives one sentence without newline if the environment is inconsistent; nil: no warnings.
	Warn func(sentence string)
	// Report gets the one line on why the job ended early, if this process supervises it or has found a rank dead; nil: standard error.
	Report func(line string)
}

// Job is one process's place in its job.
type Job struct {
	Rank, Size int    // of this process in the job
	LocalFirst int    // lowest rank of the job on this host, whose ranks have consecutive numbers
	LocalSize  int    // number of ranks on this host: all of the job's, unless it spans several hosts
	FD         int    // the memory file, close-on-exec, owned by the Job; stays open until the process ends
	Launcher   string // the launcher's name, for messages: "gasnetgo run", "PMI-1", "alone", ...

	control   Control
	peers     *Supervisor // of the ranks this process started, else nil
	report    func(line string)
	mu        sync.Mutex    // one conversation with the launcher at a time
	foreign   exchange      // the launcher's exchange, else nil; guarded by mu
	outside   bool          // started by a foreign launcher, with an exchange or without
	holdsLife bool          // the others know as long as this process lives, see watch
	lifeline  lifeline      // to a launcher that is not our parent
	exchanges atomic.Uint32 // among hosts, that this rank has taken part in

	elsewhere atomic.Pointer[Elsewhere]
	follows   atomic.Bool // this rank has the job's status, but another one has ended the job
}

// Attach determines this process's rank and joins its job. Call it once per process. It blocks until this rank has the memory file of its job. Under a foreign
// launcher that needs all ranks: GASNETGO_RENDEZVOUS_TIMEOUT bounds it, but not the fence of a PMI or PMIx server, which waits as long as the launcher lets it.
//
// It tries in order: gasnetgo run's variables; a PMI server that responds; PMIx; srun's step variables; Flux's; GASNETGO_NPROCS, with which it starts its own
// peers, also in a step of one task, which may be an interactive shell; else the job has one rank. GASNETGO_LAUNCHER overrides that order. If the environment
// has a launcher's variables that cannot be used, Attach calls Options.Warn and makes a job of one rank, so that no process silently gets "rank 0 of 1".
func Attach(o Options) (*Job, error) {
	o = o.withDefaults()
	knobs := knob.Read(o.Lookup)
	found, err := detect(o.Lookup, knobs, fdIsSocket)
	if err != nil {
		return nil, err
	}
	if found.warning != "" {
		o.Warn(found.warning)
	}
	switch found.how {
	case byLauncher:
		return attachLaunched(o, found)
	case bySpawn:
		return attachSpawning(o, knobs, found)
	case byPMI, byPMIx, byVariables:
		return attachForeign(o, knobs, found)
	}
	return attachAlone()
}

func (o Options) withDefaults() Options {
	if o.Lookup == nil {
		o.Lookup = os.LookupEnv
	}
	if o.Environ == nil {
		o.Environ = os.Environ
	}
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	if o.Report == nil {
		o.Report = func(line string) { fmt.Fprintf(os.Stderr, "gasnetgo: %s\n", fault.Short(line)) }
	}
	return o
}

func attachAlone() (*Job, error) {
	file, err := NewFile(1)
	if err != nil {
		return nil, err
	}
	return (&Job{Rank: 0, Size: 1, FD: file.FD, Launcher: "alone", control: file}).join(unreported)
}

// join claims the rank, which only one process of a job can do. A job that has ended, or cannot continue because a rank is gone, is joined like any other:
// WaitEnd then ends this rank, without a line if the reason has been printed.
func (j *Job) join(report func(line string)) (*Job, error) {
	j.LocalFirst, j.LocalSize = 0, j.Size
	if f, ok := j.control.(*File); ok {
		j.LocalFirst, j.LocalSize = int(f.LocalFirst), int(f.LocalSize)
	}
	was, ok := j.control.Swap(j.Rank, Attached, func(s State) bool { return s == Absent })
	if !ok {
		return nil, fmt.Errorf("rank %d of this job was already taken by another process (it is %v): a job runs one program per rank, once",
			j.Rank, was)
	}
	for r := range j.Size { // all ranks of the job
		if j.control.State(r) == Missed { // it will never arrive at a barrier
			j.control.End(Ending{CauseExit, r, 1, fmt.Sprintf("rank %d exited without joining the others; ending the job", r)}, report)
			break
		}
	}
	return j, nil
}

// Mark publishes where this rank is in its life: Active when the first API is initialised, Idle when the last one is finalised. It
// does not block. Leaving with status 0 while Active ends the job with an error.
func (j *Job) Mark(s State) { j.control.Swap(j.Rank, s, always) }

// Detach says that the end of this process, whatever it is, does not end the job, unless another API has marked the rank. It does not block.
func (j *Job) Detach() {
	j.control.Swap(j.Rank, Detached, func(was State) bool { return was == Attached })
}

// State answers where a rank of the job is. It does not block.
func (j *Job) State(rank int) State { return j.control.State(rank) }

// End ends the job for all ranks, as Control.End does, and does not print. It does not end this process: the caller leaves by itself.
func (j *Job) End(cause Cause, status int, line string) bool {
	return j.control.End(Ending{cause, j.Rank, status, line}, unreported)
}

// EndFor ends the job on this host for the rank of another host that has ended it, as Control.End does, and does not print.
func (j *Job) EndFor(e Ending) bool { return j.control.End(e, unreported) }

// Worsen says that this rank has failed after the job has ended with CauseLeft and status 0; see Control.Worsen.
func (j *Job) Worsen(status int) bool {
	ending, _ := j.control.Ended()
	worse := j.control.Worsen(j.Rank, status)
	if worse && ending.Rank != j.Rank {
		j.follows.Store(true)
	}
	return worse
}

// Ended returns how the job ended, and false while it runs. It does not block.
func (j *Job) Ended() (Ending, bool) { return j.control.Ended() }

// WaitEnd blocks until the job ends, and returns how. Call it on a goroutine of its own: it keeps one OS thread, asleep in the kernel. It does not return while
// the job runs. Under a foreign launcher it also detects ranks that died.
//
// It calls woken, unless that is nil, whenever it wakes up, at the latest when a futex wake-up of WakeWord arrives.
func (j *Job) WaitEnd(woken func()) Ending {
	w := j.newWatch()
	defer w.close()
	bound := time.Second
	if !j.lifeline.held && len(w.peers) == 0 {
		bound = 0
	}
	for {
		w.look()
		if e, over := j.control.Ended(); over {
			return e
		}
		j.control.Wait(bound)
		if woken != nil {
			woken()
		}
		if _, over := j.control.Ended(); !over && j.lifeline.over() {
			j.End(CauseLauncherGone, 1, fmt.Sprintf("the launcher (pid %d) is gone; ending the job", j.lifeline.pid))
		}
	}
}

// Asked reports whether the launcher has asked where the ranks are.
func (j *Job) Asked() bool { return j.control.Asked() }

// Answer tells the launcher where this rank is; see Control.Answer.
func (j *Job) Answer(text string) error { return j.control.Answer(j.Rank, text) }

// WakeWord is the futex that WaitEnd sleeps on. Only wake-ups are for the caller; nil if there is none.
func (j *Job) WakeWord() *uint32 {
	if f, ok := j.control.(*File); ok {
		return &f.Page.Exit
	}
	return nil
}

// AbortForeign tells a foreign launcher to end the job with this status; without one it does nothing. It may block for a moment, and may
// not return, since the launcher kills.
func (j *Job) AbortForeign(status int, line string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.foreign == nil {
		return nil
	}
	return j.foreign.abort(status, line)
}

// Close leaves the job: takes leave of a foreign launcher and, in a process that started its own peers, blocks until they have left. The
// status is the worst of those peers, for this process to leave with if its own is 0. The memory file stays mapped and open. Any
// thread may call it, and more than once.
func (j *Job) Close() (status int, err error) {
	leaves(j.control, j.Rank, always)
	j.mu.Lock()
	if j.foreign != nil {
		err = j.foreign.finalize()
		j.foreign = nil
	}
	j.mu.Unlock()
	if j.peers != nil {
		status = j.peers.Wait().Status
	}
	return status, err
}

// String is for debugging output: "rank 1 of 4, started by gasnetgo run".
func (j *Job) String() string {
	return fmt.Sprintf("rank %d of %d, started by %s", j.Rank, j.Size, j.Launcher)
}
