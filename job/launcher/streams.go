package launcher

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// streams gives every rank its descriptors 0, 1 and 2. Rank 0 has our standard input, the others /dev/null. Output is ours, inherited; or,
// with labels, a pipe that is copied line by line.
type streams struct {
	null           int
	stdout, stderr *os.File
	tag            bool
	mu             sync.Mutex // makes lines whole
	borrowed       []int      // write ends to close after the start of the next rank
	readers        []*os.File // ours, one per pipe
	copying        sync.WaitGroup
}

func newStreams(c *Config) (*streams, error) {
	s := &streams{stdout: c.Stdout, stderr: c.Stderr, tag: c.Tag}
	if s.stdout == nil {
		s.stdout = os.Stdout
	}
	if s.stderr == nil {
		s.stderr = os.Stderr
	}
	var err error
	s.null, err = unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("/dev/null: %w", err)
	}
	return s, nil
}

// open is Spec.Streams: called on the starting thread, rank after rank.
func (s *streams) open(rank int) (in, out, errs int) {
	in = s.null
	if rank == 0 {
		in = 0
	}
	s.release()
	out, errs = int(s.stdout.Fd()), int(s.stderr.Fd())
	if s.tag {
		out, errs = s.pipe(rank, s.stdout, out), s.pipe(rank, s.stderr, errs)
	}
	return in, out, errs
}

// started is called when no rank will be started any more.
func (s *streams) started() {
	s.release()
	unix.Close(s.null)
}

func (s *streams) release() {
	for _, fd := range s.borrowed {
		unix.Close(fd)
	}
	s.borrowed = s.borrowed[:0]
}

// pipe makes a rank's labelled output and starts copying it; without descriptors left, the rank writes to plain directly.
func (s *streams) pipe(rank int, to *os.File, plain int) int {
	var ends [2]int
	if unix.Pipe2(ends[:], unix.O_CLOEXEC) != nil {
		return plain
	}
	_ = unix.SetNonblock(ends[0], true) // our end only: a pipe's two ends have flags of their own
	s.borrowed = append(s.borrowed, ends[1])
	reader := os.NewFile(uintptr(ends[0]), fmt.Sprintf("output of rank %d", rank))
	s.readers = append(s.readers, reader)
	s.copying.Add(1)
	go func() {
		defer s.copying.Done()
		s.label(fmt.Appendf(nil, "[%d] ", rank), reader, to)
	}()
	return ends[1]
}

// longest is where a line without end is cut: a rank that prints a gigabyte of dots must not take a gigabyte here.
const longest = 1 << 20

// label copies whole lines with a prefix. A last line without a newline is printed, too, with one.
func (s *streams) label(prefix []byte, from, to *os.File) {
	var held, lines []byte
	chunk := make([]byte, 32<<10)
	flush := func(final bool) {
		lines = lines[:0]
		for {
			i := bytes.IndexByte(held, '\n')
			if i < 0 {
				break
			}
			lines = append(append(lines, prefix...), held[:i+1]...)
			held = held[i+1:]
		}
		if len(held) >= longest || final && len(held) > 0 {
			lines = append(append(append(lines, prefix...), held...), '\n')
			held = nil
		}
		if len(lines) > 0 {
			s.mu.Lock()
			_, _ = to.Write(lines)
			s.mu.Unlock()
		}
	}
	for {
		n, err := from.Read(chunk)
		held = append(held, chunk[:n]...)
		flush(err != nil)
		if err != nil {
			return
		}
	}
}

// drain waits for the rest of the output. The ranks are gone, so it is all in the pipes already, unless something they started still holds
// one: that is waited for only briefly.
func (s *streams) drain() {
	for _, r := range s.readers {
		_ = r.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	}
	s.copying.Wait()
	for _, r := range s.readers {
		r.Close()
	}
}
