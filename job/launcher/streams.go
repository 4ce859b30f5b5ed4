package launcher

import (
	"bytes"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// streams gives every rank its descriptors 0, 1 and 2. Rank 0 has our standard input, the others /dev/null. Output is ours, inherited; or,
// with labels, a pipe that is copied line by line.
type streams struct {
	null           int
	stdout, stderr *os.File
	tag            bool
	whole          sync.Mutex // lines
	borrowed       []int      // write ends to close after the start of the next rank
	Outputs                   // with labels
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
	prefix := fmt.Appendf(nil, "[%d] ", rank)
	o, end, err := NewOutput(rank, 0, func(held []byte, all bool) int { return s.label(prefix, to, held, all) })
	if err != nil {
		return plain
	}
	s.borrowed = append(s.borrowed, end)
	s.Start(o)
	return end
}

// longest is where a line without end is cut: a rank that prints a gigabyte of dots must not take a gigabyte here.
const longest = 1 << 20

// label writes the whole lines of held with a prefix, and returns how long they are. A last line without a newline is printed, too, with one.
func (s *streams) label(prefix []byte, to *os.File, held []byte, all bool) int {
	n := bytes.LastIndexByte(held, '\n') + 1
	if len(held)-n >= longest || all {
		n = len(held)
	}
	var lines []byte
	for line := range bytes.Lines(held[:n]) {
		lines = append(append(lines, prefix...), line...)
	}
	if len(lines) == 0 {
		return n
	}
	if lines[len(lines)-1] != '\n' {
		lines = append(lines, '\n')
	}
	s.whole.Lock()
	defer s.whole.Unlock()
	_, _ = to.Write(lines)
	return n
}
