package hosts

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// streams gives every rank of a host its descriptors 0, 1 and 2: pipes, whose content travels to the root, and for all but rank 0 /dev/null as input.
type streams struct {
	out      *sender
	null     int
	borrowed []int      // ends of ranks that are being started
	readers  []*os.File // of the ranks' output
	copying  sync.WaitGroup
	over     atomic.Bool // the ranks are gone

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
	var ends [2]int
	if unix.Pipe2(ends[:], unix.O_CLOEXEC) != nil {
		return 2
	}
	_ = unix.SetNonblock(ends[0], true)
	s.borrowed = append(s.borrowed, ends[1])
	reader := os.NewFile(uintptr(ends[0]), fmt.Sprintf("output of rank %d", rank))
	s.readers = append(s.readers, reader)
	head := append(binary.LittleEndian.AppendUint32(nil, uint32(rank)), byte(fd))
	s.copying.Go(func() { s.copy(head, reader) })
	return ends[1]
}

const (
	lineWait = 50 * time.Millisecond // for the rest of a line: then it is sent as it is, since it may be a question
	longest  = 64 << 10              // bytes of a line that is sent in one piece

	drainTime = 200 * time.Millisecond // for output of descendants of ranks
)

// copy sends output in whole lines where it can, so that lines of several ranks do not mix.
func (s *streams) copy(head []byte, from *os.File) {
	var held []byte
	chunk := make([]byte, 32<<10)
	send := func(n int) {
		if n > 0 {
			_ = s.out.send(output, append(head[:5:5], held[:n]...))
			held = append(held[:0], held[n:]...)
		}
	}
	for {
		_ = from.SetReadDeadline(s.deadline(len(held) > 0))
		n, err := from.Read(chunk)
		held = append(held, chunk[:n]...)
		late := errors.Is(err, os.ErrDeadlineExceeded)
		switch {
		case err != nil && !late, late && s.over.Load():
			send(len(held))
			return
		case late, len(held) >= longest:
			send(len(held))
		default:
			send(bytes.LastIndexByte(held, '\n') + 1)
		}
	}
}

// deadline is until when the next output of a rank is waited for.
func (s *streams) deadline(partial bool) time.Time {
	switch {
	case s.over.Load():
		return time.Now().Add(drainTime)
	case partial:
		return time.Now().Add(lineWait)
	}
	return time.Time{}
}

// drain waits for the rest of the output when the ranks are gone. It is all in the pipes, unless something that they have started holds one.
func (s *streams) drain() {
	s.over.Store(true)
	for _, r := range s.readers {
		_ = r.SetReadDeadline(time.Now().Add(drainTime))
	}
	s.copying.Wait()
	for _, r := range s.readers {
		r.Close()
	}
}
