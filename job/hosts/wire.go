package hosts

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"gasnetgo/job"
)

// Two processes talk over the pipe: the launcher that the user has started, the root, and the launcher of a host, the agent. A message is a byte for its kind, four
// for its length, little-endian, and the content.

// kind of a message. The comments say which way it goes and what the content is.
type kind byte

const (
	hello     kind = 'H' // agent: greeting
	describe  kind = 'J' // root: task
	ready     kind = 'R' // agent: prepared
	start     kind = 'G' // root: empty; all hosts are ready
	input     kind = 'I' // root: standard input of rank 0; empty: its end
	consumed  kind = 'C' // agent: empty; an input has been passed on
	output    kind = 'O' // agent: the rank in 4 bytes, 1 or 2, and what it has printed there
	report    kind = 'L' // agent: the line on why the job ended
	ended     kind = 'E' // both: job.Ending
	states    kind = 'T' // both: pairs of a rank in 4 bytes and its state
	exchange  kind = 'X' // agent: the notes of its ranks; root: those of all ranks; each with its length in 2 bytes
	ask       kind = 'A' // root: empty; where are the ranks?
	places    kind = 'W' // agent: []string, one for each of its ranks
	signalled kind = 'S' // root: number of a signal, one byte
	finished  kind = 'D' // agent: result
	alive     kind = 'P' // both: empty
)

// mark precedes the messages of an agent: whatever a remote shell prints while it starts is in front of it.
const mark = "\x00gasnetgo host launcher 1\n"

// maxMessage bounds a message; the largest are exchanges.
const maxMessage = 8 << 20

// greeting is the content of hello.
type greeting struct {
	Version string // of the launcher
	Host    string // its name for itself
}

// task is what an agent has to do.
type task struct {
	Host        string // as the user calls it
	ID          [16]byte
	Size        int
	First       int
	Count       int
	Program     string
	Args        []string // with argv[0]
	Env         []string // K=V, set in addition to the environment of the agent
	Dir         string
	Bind        string
	DirRequired bool // the user asked for Dir
}

// result is how the ranks of a host have ended.
type result struct {
	job.Outcome
	Unused string // why none of them may have called the library: launcher.Unused
}

// prepared says that an agent is ready to start its ranks, or why not.
type prepared struct {
	Path   string
	Hash   string // of the program's file, in hexadecimal
	Err    string
	Status int
}

// message is one of them.
type message struct {
	kind kind
	body []byte
}

// into decodes a JSON content.
func (m message) into(v any) error {
	if err := json.Unmarshal(m.body, v); err != nil {
		return fmt.Errorf("a damaged message of kind %c: %w", m.kind, err)
	}
	return nil
}

// sender writes messages; any goroutine may use it.
type sender struct {
	mu  sync.Mutex
	to  io.Writer
	err error // the first; guarded by mu
}

func (s *sender) send(k kind, body []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	head := binary.LittleEndian.AppendUint32([]byte{byte(k)}, uint32(len(body)))
	_, s.err = s.to.Write(append(head, body...))
	return s.err
}

func (s *sender) sendJSON(k kind, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.send(k, body)
}

// receive reads a message. io.EOF is a pipe that has ended between two messages.
func receive(from io.Reader) (message, error) {
	var head [5]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return message{}, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > maxMessage {
		return message{}, fmt.Errorf("a message of %d bytes: something else writes to the pipe", n)
	}
	m := message{kind(head[0]), make([]byte, n)}
	_, err := io.ReadFull(from, m.body)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return m, err
}

// errNoMark is a peer that never says what it is.
var errNoMark = errors.New("no launcher of gasnetgo answers")

// skipToMark reads up to and with the mark, and returns what was in front of it, which a person may want to see.
func skipToMark(from io.ByteReader) (before []byte, err error) {
	const most = 64 << 10
	for len(before) < most {
		b, err := from.ReadByte()
		if err != nil {
			return before, err
		}
		before = append(before, b)
		if rest, ok := bytes.CutSuffix(before, []byte(mark)); ok {
			return rest, nil
		}
	}
	return before, errNoMark
}

// packNotes and unpackNotes convert contributions to an exchange.
func packNotes(notes [][]byte) []byte {
	var b []byte
	for _, n := range notes {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(n)))
		b = append(b, n...)
	}
	return b
}

func unpackNotes(b []byte, count int) ([][]byte, error) {
	notes := make([][]byte, count)
	for i := range notes {
		if len(b) < 2 {
			return nil, errors.New("an exchange ends too early")
		}
		n := int(binary.LittleEndian.Uint16(b))
		if n > job.MaxNote || len(b) < 2+n {
			return nil, errors.New("an exchange is damaged")
		}
		notes[i], b = b[2:2+n], b[2+n:]
	}
	if len(b) != 0 {
		return nil, errors.New("an exchange is too long")
	}
	return notes, nil
}

// change is a rank's new state.
type change struct {
	rank int
	to   job.State
}

func packStates(all []change) []byte {
	var b []byte
	for _, c := range all {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(c.rank)), byte(c.to))
	}
	return b
}

func unpackStates(b []byte, size int) ([]change, error) {
	var all []change
	for ; len(b) >= 5; b = b[5:] {
		c := change{int(binary.LittleEndian.Uint32(b)), job.State(b[4])}
		if c.rank < 0 || c.rank >= size || c.to > job.Departed {
			return nil, errors.New("states of ranks are damaged")
		}
		all = append(all, c)
	}
	if len(b) != 0 {
		return nil, errors.New("states of ranks are damaged")
	}
	return all, nil
}
