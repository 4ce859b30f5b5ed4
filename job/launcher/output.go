package launcher

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Output copies what one rank writes to a descriptor. CatchUp makes the order of the rank's words and ours definite: what a rank has written before it died comes
// before the line that says so.
type Output struct {
	reader *os.File
	raw    syscall.RawConn
	put    func(held []byte, all bool) int
	wait   time.Duration
	over   atomic.Bool // the ranks are gone

	mu    sync.Mutex // held from a read to the write of what was read
	held  []byte     // read and not written
	chunk []byte
}

const drainTime = 200 * time.Millisecond // for output of descendants of ranks

// NewOutput makes a pipe for a rank, and returns the end that the rank writes to, which the caller closes. put writes some of held, or all of it, and returns how
// many bytes it has written; it may be called by several goroutines, one at a time. wait is how long the rest of a line is waited for until put is called with all;
// 0: until the end of the pipe.
func NewOutput(rank int, wait time.Duration, put func(held []byte, all bool) int) (o *Output, end int, err error) {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		return nil, 0, err
	}
	_ = unix.SetNonblock(ends[0], true) // our end only: a pipe's two ends have flags of their own
	o = &Output{put: put, wait: wait, chunk: make([]byte, 32<<10)}
	o.reader = os.NewFile(uintptr(ends[0]), fmt.Sprintf("output of rank %d", rank))
	if o.raw, err = o.reader.SyscallConn(); err != nil {
		o.reader.Close()
		unix.Close(ends[1])
		return nil, 0, err
	}
	return o, ends[1], nil
}

// Copy copies until all writers have closed the pipe, or, after Drain, until it has been empty for drainTime.
func (o *Output) Copy() {
	for {
		_ = o.reader.SetReadDeadline(o.deadline())
		ended := false
		err := o.raw.Read(func(fd uintptr) bool {
			o.mu.Lock()
			defer o.mu.Unlock()
			n, err := unix.Read(int(fd), o.chunk)
			for err == unix.EINTR {
				n, err = unix.Read(int(fd), o.chunk)
			}
			if err == unix.EAGAIN {
				return false
			}
			ended = n <= 0
			o.write(o.chunk[:max(n, 0)], false)
			return true
		})
		late := errors.Is(err, os.ErrDeadlineExceeded)
		if late || ended || err != nil {
			o.mu.Lock()
			o.write(nil, true)
			o.mu.Unlock()
		}
		if ended || err != nil && !late || late && o.over.Load() {
			return
		}
	}
}

// write has o.mu.
func (o *Output) write(more []byte, all bool) {
	o.held = append(o.held, more...)
	if len(o.held) > 0 {
		o.held = append(o.held[:0], o.held[o.put(o.held, all):]...)
	}
}

// CatchUp copies what is in the pipe now.
func (o *Output) CatchUp() {
	_ = o.raw.Control(func(fd uintptr) {
		o.mu.Lock()
		defer o.mu.Unlock()
		there, err := unix.IoctlGetInt(int(fd), unix.TIOCINQ)
		for err == nil && there > 0 {
			var n int
			if n, err = unix.Read(int(fd), o.chunk[:min(there, len(o.chunk))]); n <= 0 {
				return
			}
			there -= n
			o.write(o.chunk[:n], false)
		}
	})
}

// deadline is until when the next output is waited for.
func (o *Output) deadline() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.over.Load():
		return time.Now().Add(drainTime)
	case o.wait > 0 && len(o.held) > 0:
		return time.Now().Add(o.wait)
	}
	return time.Time{}
}

// Outputs is those of all ranks of a host.
type Outputs struct {
	mu      sync.Mutex
	all     []*Output
	copying sync.WaitGroup
}

// Start has o copied until Drain.
func (s *Outputs) Start(o *Output) {
	s.mu.Lock()
	s.all = append(s.all, o)
	s.mu.Unlock()
	s.copying.Go(o.Copy)
}

// CatchUp copies what all ranks have written so far.
func (s *Outputs) CatchUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.all {
		o.CatchUp()
	}
}

// Drain waits for the rest of the output when the ranks are gone. It is all in the pipes, unless something that they have started holds one: that is waited for
// only briefly.
func (s *Outputs) Drain() {
	for _, o := range s.all {
		o.over.Store(true)
		_ = o.reader.SetReadDeadline(time.Now().Add(drainTime))
	}
	s.copying.Wait()
	for _, o := range s.all {
		o.reader.Close()
	}
}
