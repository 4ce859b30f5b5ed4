package job

import (
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// MaxRanks is how many ranks a job can have: as many as Page has states for. Page has them by rank in the job.
const MaxRanks = 3072

// Magic is the first word of every job's memory file: "GASNETGO" in a little-endian reader's memory.
const Magic = 0x4f4754454e534147

// PageVersion changes with the layout or the content of Page.
const PageVersion = 5

const lineBytes = maxLine + 1

// Page is the first page of the memory file, mapped by every rank and by the process that started them: the part of File that is in shared memory. Offsets are in
// the comments, and page_unsafe.go asserts them. All ranks may read all of it at any time; the comment of a field says which process may write it.
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
	asked         uint32               // 576: 1 once the launcher has asked the ranks where they are
	LocalFirst    uint32               // 580: lowest rank of the job on this host; written by the creator, as is the next
	LocalSize     uint32               // 584: number of ranks on this host
	_             [52]byte             // 588
	wanted        uint32               // 640: exchanges among hosts that this host's ranks have asked for, ever; futex: hosts.go
	_             [60]byte             // 644
	served        uint32               // 704: of those, how many are complete; futex
	_             [316]byte            // 708
	states        [MaxRanks / 4]uint32 // 1024: one byte per rank, byte r in memory is rank r; a State
}

const exitSet = 1 << 31

func exitWord(cause Cause, status int) uint32 {
	return exitSet | uint32(cause)<<8 | uint32(status)&0xff
}

// End is Control's: it stores the exit word.
func (p *Page) End(e Ending, report func(line string)) bool {
	e = e.stored()
	if !atomic.CompareAndSwapUint32(&p.claim, 0, 1) {
		return false
	}
	atomic.StoreInt32(&p.ExitRank, int32(e.Rank))
	copy(p.line[:maxLine], e.Line)
	if atomic.LoadUint32(&p.Exit) == 0 {
		report(e.Line)
	}
	return p.store(exitWord(e.Cause, e.Status))
}

// claimTime is how long a process that has claimed the end of the job may take to store it: it writes a line. A supervisor whose time limit is over takes up to askTime,
// in which only its own GiveUp can end the job.
const claimTime = time.Second

// EndForSure is Control's: a rank may have died between its claim and its store. It blocks for claimTime then.
func (p *Page) EndForSure(e Ending, report func(line string)) bool {
	if p.End(e, report) {
		return true
	}
	for end := time.Now().Add(claimTime); atomic.LoadUint32(&p.Exit) == 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if !p.store(exitWord(e.Cause, e.Status)) {
		return false
	}
	report(e.Line)
	return true
}

// Worsen is Control's.
func (p *Page) Worsen(rank, status int) bool {
	fine := exitWord(CauseLeft, 0)
	if ending, over := p.Ended(); !over || !ending.worsens(status) || !atomic.CompareAndSwapUint32(&p.claim, 1, 2) {
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

// Ended is Control's.
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

// Ask is Control's.
func (p *Page) Ask() {
	atomic.StoreUint32(&p.asked, 1)
	futexWakeAll(&p.Exit)
}

// Asked is Control's.
func (p *Page) Asked() bool { return atomic.LoadUint32(&p.asked) != 0 }

// Wait is Control's: it keeps one OS thread, asleep in the kernel.
func (p *Page) Wait(bound time.Duration) {
	var limit *unix.Timespec
	if bound > 0 {
		ts := unix.NsecToTimespec(int64(bound))
		limit = &ts
	}
	futexWait(&p.Exit, 0, limit)
}

// State is Control's.
func (p *Page) State(r int) State {
	if r < 0 || r >= MaxRanks {
		return Absent
	}
	return State(atomic.LoadUint32(&p.states[r/4]) >> (8 * (r % 4)))
}

// Swap is Control's.
func (p *Page) Swap(r int, to State, accept func(State) bool) (was State, done bool) {
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
