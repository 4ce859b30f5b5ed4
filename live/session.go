package live

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/node"
)

// Hooks are what the C edge supplies. All are needed.
type Hooks struct {
	Version string // of the library

	// Lookup and Environ read the program's environment as it is now.
	Lookup  func(name string) (string, bool)
	Environ func() []string

	// Plugin is the path of the plugin for libfabric, which a job on several hosts needs.
	Plugin func() string

	// PMIx loads libpmix, or is nil.
	PMIx job.PMIx

	// Base is where the job's memory is to be mapped if the user's choice, or the default, is base: a sanitizer may forbid the default.
	Base func(base uintptr) uintptr

	// Reserved is how many bytes of addresses from base on the edge has set aside for the job's memory.
	Reserved func(base uintptr) uint64

	// Image is the main executable in memory.
	Image func() (*node.Image, error)

	// Attach maps the C data plane onto the node, once.
	Attach func(n *node.Node, spins int)

	// Barrier is the data plane's barrier: blocks until every rank has called it as often.
	Barrier func()

	// HoldSignals is called before a thread of the program sleeps in a call that may have held no signals until then.
	HoldSignals func()

	// SpansHosts says that the job is on several hosts; oversubscribed: its ranks outnumber the cores that they share, those of other hosts included.
	SpansHosts func(oversubscribed bool)

	// Flush writes out what the program's stdio holds. It is bounded in time.
	Flush func()

	// Watch has crashes of this process wake the waiters of a futex, and gives seconds to report one.
	Watch func(word *uint32, seconds int)

	// Crash is the crash of this process, or nil. It is called whenever the futex may have been woken.
	Crash func() *Crash

	// Reported lets the process that has crashed end.
	Reported func()

	// Where is where the main thread is. It may interrupt that thread, and is called once.
	Where func() Where

	// End runs the program's normal end with status on this thread, which is in a call: exit handlers, destructors, streams. It does not return.
	End func(status int)

	// EndMain has the main thread do that, if it waits where it can, and reports whether it does. It blocks for at most 0.1 s.
	EndMain func(status int) bool

	// Ended waits until that is over, for at most bound.
	Ended func(bound time.Duration)

	// Leave flushes and ends the process without running exit handlers. It does not return.
	Leave func(status int)
}

// Session is this process's membership of a job. There is one per process.
type Session struct {
	Job   *job.Job
	Knobs *knob.Set
	Hooks Hooks

	answered atomic.Bool // the launcher has asked where this process is

	leaving atomic.Bool // this process has ended the job and is on its way out by itself
	explain atomic.Pointer[func(uint64) string]
	notify  atomic.Pointer[func()] // called by an API when another rank has ended the job

	net *Network // nil until the first API needs it, and on one host

	mu   sync.Mutex
	node *node.Node // guarded by mu; nil until the first API needs it
}

// Join determines this process's rank and starts the watcher that ends the process when the job ends. It blocks as job.Attach does.
func Join(h Hooks) (*Session, error) {
	j, err := job.Attach(job.Options{Lookup: h.Lookup, Environ: h.Environ, PMIx: h.PMIx, Warn: PrintLine, Report: PrintLine})
	if err != nil {
		return nil, err
	}
	s := &Session{Job: j, Knobs: knob.Read(h.Lookup), Hooks: h}
	h.Watch(j.WakeWord(), s.reportTime())
	go func() {
		j.WaitEnd(s.woken)
		h.Watch(j.WakeWord(), 0) // a crash from now on has no report to wait for: the process is to end with its signal before the launcher ends its wait
		if s.leaving.Load() {
			return
		}
		if tell := s.notify.Load(); tell != nil {
			(*tell)()
		}
		if e, over := j.Ended(); over && e.Cause == job.CauseGlobalExit && h.EndMain(e.Status) {
			h.Ended(endTime)
		}
		s.leave()
	}()
	return s, nil
}

// Map maps this host's memory file, which C's barrier needs, the first time it is called.
func (s *Session) Map() error {
	_, err := s.Node()
	return err
}

// Node maps this host's memory file, the first time it is called.
func (s *Session) Node() (*node.Node, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.node != nil {
		return s.node, nil
	}
	base, err1 := s.Knobs.Address(knob.Base)
	mailbox, err2 := s.Knobs.Size(knob.Mailbox)
	huge, err3 := s.Knobs.Bool(knob.HugePages)
	spins, err4 := s.Knobs.Int(knob.Spin)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	base = uint64(s.Hooks.Base(uintptr(base)))
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		exe = "this program"
	}
	n, err := node.Open(node.Options{Rank: s.Job.Rank, Size: s.Job.Size, Host: s.host(), FD: s.Job.FD, Base: uintptr(base), Reserved: s.Hooks.Reserved(uintptr(base)), MailboxBytes: mailbox, HugePages: huge, Program: exe})
	if err != nil {
		return nil, err
	}
	s.Hooks.Attach(n, int(spins))
	s.node = n
	return n, nil
}

// Fail ends the job because of this rank: one line on stderr with rank and size in front, the same status everywhere. It does not return.
func (s *Session) Fail(cause job.Cause, status int, line string) {
	line = s.prefix() + line
	s.leaving.Store(true)
	// The rank that ends the job prints; a rank that comes second has nothing new to report.
	if s.Job.End(cause, status, line) {
		PrintLine(line)
	}
	s.leave()
}

// Exit ends the job for all ranks with status, quietly, and this process as its language wants it. It does not return.
func (s *Session) Exit(status int) {
	s.leaving.Store(true)
	s.Job.End(job.CauseGlobalExit, status, "")
	go func() { // exit handlers may wait for ranks that are over
		s.Hooks.Ended(endTime)
		s.leave()
	}()
	s.Hooks.End(status & 0xff)
}

// endTime is how long a program's exit handlers may take: less than job.ExitGrace.
const endTime = 2 * time.Second

// Left ends the job for all ranks as Exit does, but after a status of 0 a later non-zero status may replace it. status is evaluated again when all ranks can
// see that the job has ended, because a rank that fails meanwhile checks whether it has. all says that every rank of the job does this. It does not return.
func (s *Session) Left(all bool, status func() int) {
	s.leaving.Store(true)
	if all {
		s.Job.Reach(nil)
	}
	s.Job.End(job.CauseLeft, status(), "")
	s.Job.Worsen(status())
	s.leave()
}

// leave exits once the job has ended, whichever rank ended it. It does not return.
func (s *Session) leave() {
	s.Hooks.Flush() // before the launcher may end its wait
	s.Hooks.Leave(s.Job.Leave())
}

// Explain sets why, which says in a report why an address could not be accessed, or "". It is called while a thread of the program is anywhere, and must not wait for it.
func (s *Session) Explain(why func(address uint64) string) { s.explain.Store(&why) }

// BeforeLeaving sets tell, which is called when another rank has ended the job, before this process exits. It must not take long.
func (s *Session) BeforeLeaving(tell func()) { s.notify.Store(&tell) }

// Warn prints one line with rank and size in front.
func (s *Session) Warn(line string) { PrintLine(s.prefix() + line) }

// AtExit takes leave of the job as the process exits with status: it answers the status to leave with, which is worse than its own
// only when peers that this process started did worse. It blocks until those have left.
func (s *Session) AtExit(status int) int {
	s.mu.Lock()
	if s.node != nil {
		s.node.Leave()
	}
	s.mu.Unlock()
	worst, err := s.Job.Exit(status)
	if err != nil {
		s.Warn("leaving the launcher: " + err.Error())
	}
	return worst
}

func (s *Session) prefix() string { return fmt.Sprintf("rank %d of %d: ", s.Job.Rank, s.Job.Size) }

// PrintLine writes a whole line at once, so that lines of several ranks do not mix.
func PrintLine(line string) { fmt.Fprintf(os.Stderr, "gasnetgo: %s\n", fault.Short(line)) }
