package hosts

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/job/launcher"
)

// streams gives every rank of a host its descriptors 0, 1 and 2: pipes, whose content travels to the root, and for all but rank 0 /dev/null as input.
type streams struct {
	launcher.Outputs
	out      *sender
	null     int
	borrowed []int // ends of ranks that are being started

	stdin  int         // rank 0's, until it is started; -1: another host has rank 0
	chunks chan []byte // of input that has not been passed on; an empty one is the end
}

// inputsAhead is how many messages of input may be on their way.
const inputsAhead = 16

func newStreams(out *sender, hasRank0 bool) (*streams, error) {
	s := &streams{out: out, stdin: -1, chunks: make(chan []byte, inputsAhead+1)}
	var err error
	if s.null, err = unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
		return nil, fmt.Errorf("/dev/null: %w", err)
	}
	if !hasRank0 {
		return s, nil
	}
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		return nil, fmt.Errorf("a pipe for the input of rank 0: %w", err)
	}
	s.stdin = ends[0]
	go s.feed(os.NewFile(uintptr(ends[1]), "input of rank 0"))
	return s, nil
}

// input is a part of rank 0's; it does not block, since the root sends no more than inputsAhead.
func (s *streams) input(b []byte) {
	select {
	case s.chunks <- b:
	default:
	}
}

// feed passes input on to rank 0, which may read it late or not at all.
func (s *streams) feed(to *os.File) {
	defer to.Close()
	for b := range s.chunks {
		if len(b) == 0 {
			return
		}
		if _, err := to.Write(b); err != nil {
			return
		}
		_ = s.out.send(consumed, nil)
	}
}

// open is Spec.Streams.
func (s *streams) open(rank int) (in, out, errs int) {
	in = s.null
	if rank == 0 && s.stdin >= 0 {
		in = s.stdin
	}
	s.release()
	return in, s.pipe(rank, 1), s.pipe(rank, 2)
}

func (s *streams) started() {
	s.release()
	unix.Close(s.null)
	if s.stdin >= 0 {
		unix.Close(s.stdin)
	}
}

func (s *streams) release() {
	for _, fd := range s.borrowed {
		unix.Close(fd)
	}
	s.borrowed = s.borrowed[:0]
}

// pipe makes a rank's descriptor 1 or 2. Without descriptors left its output goes to this process's standard error, which the remote shell carries as well.
func (s *streams) pipe(rank, fd int) int {
	head := append(binary.LittleEndian.AppendUint32(nil, uint32(rank)), byte(fd))
	o, end, err := launcher.NewOutput(rank, lineWait, func(held []byte, all bool) int { return s.send(head, held, all) })
	if err != nil {
		return 2
	}
	s.borrowed = append(s.borrowed, end)
	s.Start(o)
	return end
}

const (
	lineWait = 50 * time.Millisecond // for the rest of a line: then it is sent as it is, since it may be a question
	longest  = 64 << 10              // bytes of a line that is sent in one piece
)

// send sends whole lines where it can, so that lines of several ranks do not mix.
func (s *streams) send(head, held []byte, all bool) int {
	n := bytes.LastIndexByte(held, '\n') + 1
	if all || len(held) >= longest {
		n = len(held)
	}
	if n > 0 {
		_ = s.out.send(output, append(head[:5:5], held[:n]...))
	}
	return n
}
