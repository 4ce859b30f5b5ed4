package live

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/node"
	"gasnetgo/shmem"
)

// Hooks are what the C edge supplies. All are needed.
type Hooks struct {
	Version string // of the library

	// Print writes to the program's standard output, in order with what the program prints there.
	Print func(text string)

	// Lookup and Environ read the program's environment as it is now.
	Lookup  func(name string) (string, bool)
	Environ func() []string

	// PMIx loads libpmix, or is nil.
	PMIx job.PMIx

	// Reserved is how many bytes of addresses from base on the edge has set aside for the job's memory.
	Reserved func(base uintptr) uint64

	// Image is the main executable in memory.
	Image func() (*node.Image, error)

	// Attach maps the C data plane onto the node, once.
	Attach func(n *node.Node, spins int)

	// Windows tells the data plane where SHMEM's segments are; the zero value closes it. pes is 0 when every call is to go through Go.
	Windows func(w Windows, pes int)

	// Group tells the data plane what a handle of SHMEM's stands for: of a team by id + 1, or of a context by its number. A handle of 0 is gone.
	Group func(team bool, place int, g shmem.Group)

	// Threads tells the data plane whether several threads may be in SHMEM at once.
	Threads func(several bool)

	// Tune tells the data plane what the environment says about SHMEM's collectives.
	Tune func(t shmem.Tuning)

	// Counts reports whether the program refers to functions that tell SHMEM's counts of operations.
	Counts func() bool

	// Combine is shmem.Options.Combine.
	Combine func(op, num int32, out, a, b uintptr, n uint64)

	// Portals tells the data plane where the words are that say whether a look for events needs the library: one per event queue, by index
	// (handle<<32 | events), and one that is not 0 while there is work without mail. Empty when the interface is closed.
	Portals func(queues []uint64, todo *uint32)

	// GASNet is the data plane's part of that.
	GASNet GASNetPlane

	// Barrier is the data plane's barrier: blocks until every rank has called it as often.
	Barrier func()

	// Flush writes out what the program's stdio holds. It is bounded in time.
	Flush func()

	// Leave flushes and ends the process without running exit handlers. It does not return.
	Leave func(status int)
}

// Window is a symmetric segment: where this rank's program sees it, its length in bytes, where rank 0's part is mapped and how
// far apart parts are.
type Window struct {
	Base  uintptr
	Len   uint64
	Rank0 uintptr
	Step  uint64
}

// Windows are SHMEM's two symmetric segments.
type Windows struct{ Heap, Data Window }

// Session is this process's membership of a job. There is one per process.
type Session struct {
	Job   *job.Job
	Knobs *knob.Set
	hooks Hooks

	leaving atomic.Bool            // this process has ended the job and is on its way out by itself
	told    atomic.Pointer[func()] // what an API does when somebody else has ended the job

	mu   sync.Mutex
	node *node.Node // guarded by mu; nil until the first API needs it
}

// Join finds out which rank this process is and starts the watcher that ends the process when somebody ends the job. It blocks as
// job.Attach does.
func Join(h Hooks) (*Session, error) {
	j, err := job.Attach(job.Options{Lookup: h.Lookup, Environ: h.Environ, PMIx: h.PMIx, Warn: printLine, Report: printLine})
	if err != nil {
		return nil, err
	}
	s := &Session{Job: j, Knobs: knob.Read(h.Lookup), hooks: h}
	go func() {
		j.WaitEnd()
		if s.leaving.Load() {
			return
		}
		if tell := s.told.Load(); tell != nil {
			(*tell)()
		}
		s.leave()
	}()
	return s, nil
}

// Node maps the memory file, the first time it is called.
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
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		exe = "this program"
	}
	n, err := node.Open(node.Options{Rank: s.Job.Rank, Size: s.Job.Size, FD: s.Job.FD, Base: uintptr(base), Reserved: s.hooks.Reserved(uintptr(base)), MailboxBytes: mailbox, HugePages: huge, Program: exe})
	if err != nil {
		return nil, err
	}
	s.hooks.Attach(n, int(spins))
	s.node = n
	return n, nil
}

// Fail ends the job because of this rank: one line on stderr with rank and size in front, the same status everywhere. It does not return.
func (s *Session) Fail(cause job.Cause, status int, line string) {
	line = s.prefix() + line
	s.leaving.Store(true)
	// Whoever ends the job prints; a rank that comes second has nothing new to say.
	if s.Job.End(cause, status, line) {
		printLine(line)
	}
	s.leave()
}

// Exit ends the job for all ranks with status, quietly. It does not return.
func (s *Session) Exit(status int) {
	s.leaving.Store(true)
	s.Job.End(job.CauseGlobalExit, status, "")
	s.leave()
}

// Left ends the job for all ranks as Exit does, but with a status of 0 others may still bring one that is not. status is asked again when all can see that
// the job has ended, for who fails meanwhile looks whether it has. It does not return.
func (s *Session) Left(status func() int) {
	s.leaving.Store(true)
	s.Job.End(job.CauseLeft, status(), "")
	s.Job.Worsen(status())
	s.leave()
}

// leave is the way out once the job has ended, by whomever. It does not return.
func (s *Session) leave() {
	s.hooks.Flush() // before the launcher may lose patience
	s.hooks.Leave(s.Job.Leave())
}

// beforeLeaving has tell called when somebody else has ended the job, before this process goes. It must not take long.
func (s *Session) beforeLeaving(tell func()) { s.told.Store(&tell) }

// Warn prints one line with rank and size in front.
func (s *Session) Warn(line string) { printLine(s.prefix() + line) }

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

// printLine writes a whole line at once, so that lines of several ranks do not mix.
func printLine(line string) { fmt.Fprintf(os.Stderr, "gasnetgo: %s\n", line) }
