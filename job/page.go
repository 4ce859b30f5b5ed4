package job

import (
	"strings"
	"sync/atomic"
)

// FileBytes is the length of a job's memory file. The file is sparse: only touched pages take memory.
const FileBytes = 1 << 46

// MaxRanks is how many ranks a job can have: as many as Page has states for. Page has them by rank in the job.
const MaxRanks = 3072

// Magic is the first word of every job's memory file: "GASNETGO" in a little-endian reader's memory.
const Magic = 0x4f4754454e534147

// PageVersion changes with the layout or the content of Page.
const PageVersion = 2

const lineBytes = 512

// Page is the first page of the memory file, mapped by every rank and by the process that started them. C mirrors this layout: offsets are in the comments, and
// page_unsafe.go asserts them. All ranks may read all of it at any time; the comment of a field says which process may write it.
type Page struct {
	Magic         uint64               // 0: Magic; written by the creator before another process sees the file
	Version       uint32               // 8: PageVersion
	Size          uint32               // 12: number of ranks of the job
	Exit          uint32               // 16: futex; 0 while the job runs, else 1<<31 | cause<<8 | status; stored once, by End, and once more by Worsen
	ExitRank      int32                // 20: rank of the job that ended the job, or -1 for the launcher; valid once Exit is set
	LauncherPID   int32                // 24: process that started the ranks, 0 under a foreign launcher
	claim         uint32               // 28: 0 until a process is about to end the job; the process that swaps it to 1 may write ExitRank and line; the one that swaps it to 2 worsens the status
	ID            [16]byte             // 32: random, names the job
	LauncherStart uint64               // 48: start time of that process in clock ticks, to detect a reused pid
	_             [8]byte              // 56
	line          [lineBytes]byte      // 64: one line on why the job ended, NUL-terminated; valid once Exit is set
	_             [448]byte            // 576
	states        [MaxRanks / 4]uint32 // 1024: one byte per rank, byte r in memory is rank r; a State
}

// State is where a rank is in its life, as the others and the launcher see it.
type State uint8

// The states. A rank that leaves with status 0 while Active has let the others down, and that ends the job.
const (
	Absent   State = iota // has not attached
	Attached              // Attach succeeded, no API initialised
	Active                // inside an API's init..finalize; set by Mark
	Idle                  // all APIs finalised; set by Mark
	Gone                  // has left; set by Close, or by the process that reaped it
	Missed                // the process ended without attaching; set by the process that reaped it
)

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

const exitSet = 1 << 31

func exitWord(cause Cause, status int) uint32 {
	return exitSet | uint32(cause)<<8 | uint32(status)&0xff
}

// End ends the job for all ranks: stores the exit word and wakes all processes that sleep on it. Only the first call of all processes has an effect; it returns
// true. It does not block and does not print. line is cut to fit, and to one line.
func (p *Page) End(cause Cause, rank, status int, line string) bool {
	return p.end(cause, rank, status, line, func(string) {})
}

// end is End, but reports before waking the others: the supervisor may be one of those that leave then.
func (p *Page) end(cause Cause, rank, status int, line string, report func(string)) bool {
	if !atomic.CompareAndSwapUint32(&p.claim, 0, 1) {
		return false
	}
	atomic.StoreInt32(&p.ExitRank, int32(rank))
	copy(p.line[:lineBytes-1], strings.ReplaceAll(line, "\n", " "))
	if atomic.LoadUint32(&p.Exit) == 0 {
		report(line)
	}
	return p.store(exitWord(cause, status))
}

// endForSure is end for the supervisor: a rank that died between its claim and its store must not keep the job alive.
func (p *Page) endForSure(cause Cause, rank, status int, line string, report func(string)) {
	if !p.end(cause, rank, status, line, report) && p.store(exitWord(cause, status)) {
		report(line)
	}
}

// Worsen records that a rank failed after the job had ended with CauseLeft and status 0: the job then has this status, ended by that rank. Only the first such
// call of all processes has an effect; it returns true. status is 1..255. It does not block.
func (p *Page) Worsen(rank, status int) bool {
	fine := exitWord(CauseLeft, 0)
	if status&0xff == 0 || atomic.LoadUint32(&p.Exit) != fine || !atomic.CompareAndSwapUint32(&p.claim, 1, 2) {
		return false
	}
	atomic.StoreInt32(&p.ExitRank, int32(rank)) // before the status: a reader that sees the failure also sees the rank
	return atomic.CompareAndSwapUint32(&p.Exit, fine, exitWord(CauseLeft, status))
}

func (p *Page) store(word uint32) bool {
	if !atomic.CompareAndSwapUint32(&p.Exit, 0, word) {
		return false
	}
	futexWakeAll(&p.Exit)
	return true
}

// Ended returns how the job ended, and false while it runs. It does not block.
func (p *Page) Ended() (Ending, bool) {
	word := atomic.LoadUint32(&p.Exit)
	if word == 0 {
		return Ending{}, false
	}
	line := string(p.line[:])
	if i := strings.IndexByte(line, 0); i >= 0 {
		line = line[:i]
	}
	return Ending{Cause: Cause(word >> 8 & 0x7f), Rank: int(atomic.LoadInt32(&p.ExitRank)), Status: int(word & 0xff), Line: line}, true
}

// State answers where rank r is; Absent for a rank that does not exist.
func (p *Page) State(r int) State {
	if r < 0 || r >= MaxRanks {
		return Absent
	}
	return State(atomic.LoadUint32(&p.states[r/4]) >> (8 * (r % 4)))
}

// swapState sets rank r's state if accept likes the present one, which it answers either way.
func (p *Page) swapState(r int, to State, accept func(State) bool) (was State, done bool) {
	word, shift := &p.states[r/4], 8*(r%4)
	for {
		old := atomic.LoadUint32(word)
		was = State(old >> shift)
		if !accept(was) {
			return was, false
		}
		if atomic.CompareAndSwapUint32(word, old, old&^(0xff<<shift)|uint32(to)<<shift) {
			return was, true
		}
	}
}

func always(State) bool { return true }
