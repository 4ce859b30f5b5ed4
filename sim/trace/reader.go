package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"gasnetgo/sim"
)

// Event is a line of a trace. Read reuses it.
type Event struct {
	Kind  Kind
	Track Track
	Name  string // of the event, or of the group or track
	Begin sim.Time
	End   sim.Time // of the viewer, in whole nanoseconds; Begin if the event has no length
	Bytes uint64
	Flow  Flow
}

// Kind is what a line of a trace is about.
type Kind int

// Kinds of lines.
const (
	GroupName Kind = iota // Writer.Group; its TID is the PID
	TrackName             // Writer.Track
	SpanEvent             // Writer.Span
)

// ErrTrace is a text that Writer has not written.
var ErrTrace = errors.New("not a trace that gasnetgo run --trace writes")

// longestLine bounds the memory that a text without line ends can take.
const longestLine = 1 << 20

// Read reads what a Writer has written, uncompressed, and calls each for every event, in the order of the file. A trace that was cut off, as when a job was killed, has the events until then, and the error is
// io.ErrUnexpectedEOF. Read holds one line, and one copy of each name, in memory.
func Read(in io.Reader, each func(e *Event) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<16), longestLine)
	if !lines.Scan() || !bytes.HasPrefix(lines.Bytes(), []byte(`{"displayTimeUnit":"ns","traceEvents":[`)) {
		return errors.Join(ErrTrace, lines.Err())
	}
	s := scanner{names: map[string]string{}}
	var e Event
	for n := 2; lines.Scan(); n++ {
		line := lines.Bytes()
		if bytes.Equal(line, []byte("]}")) {
			return nil
		}
		s.line, s.failed = bytes.TrimSuffix(line, []byte(",")), false
		e = Event{}
		more := s.event(&e)
		if s.failed || len(s.line) > 0 {
			if !lines.Scan() { // the last line of a trace that was cut off
				break
			}
			return fmt.Errorf("%w: line %d", ErrTrace, n)
		}
		if !more {
			continue
		}
		if err := each(&e); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrTrace, err)
	}
	return io.ErrUnexpectedEOF
}

// scanner takes a line apart, from its begin.
type scanner struct {
	line   []byte
	failed bool
	names  map[string]string
}

// event reads a line; false: one that only sorts tracks.
func (s *scanner) event(e *Event) bool {
	span := s.accept(`{"ph":"X","pid":`)
	if !span {
		s.expect(`{"ph":"M","pid":`)
	}
	e.Track.PID = int(s.number())
	s.expect(`,"tid":`)
	e.Track.TID = int(s.number())
	if span {
		e.Kind = SpanEvent
		s.span(e)
		return true
	}
	s.expect(`,"name":`)
	switch what := s.text(); what {
	case "process_name", "thread_name":
		e.Kind = GroupName
		if what == "thread_name" {
			e.Kind = TrackName
		}
		s.expect(`,"args":{"name":`)
		e.Name = s.text()
		s.expect("}}")
		return true
	case "process_sort_index", "thread_sort_index":
		s.line = nil
	default:
		s.failed = true
	}
	return false
}

// span reads the rest of an event's line.
func (s *scanner) span(e *Event) {
	s.expect(`,"ts":`)
	e.Begin = s.microseconds()
	s.expect(`,"dur":`)
	e.End = e.Begin
	if d := s.microseconds(); d > 0 {
		begin := sim.Time(nanoseconds(e.Begin)) * sim.Nanosecond
		if d > math.MaxInt64-begin {
			s.failed = true
			return
		}
		e.End = begin + d
	}
	s.expect(`,"name":`)
	e.Name = s.text()
	if s.accept(`,"bind_id":"0x`) {
		e.Flow.ID = s.hex()
		s.expect(`"`)
		e.Flow.In = s.accept(`,"flow_in":true`)
		e.Flow.Out = s.accept(`,"flow_out":true`)
	}
	if s.accept(`,"args":{"bytes":`) {
		e.Bytes = s.number()
		s.expect("}")
	}
	s.expect("}")
}

func (s *scanner) accept(text string) bool {
	if len(s.line) < len(text) || string(s.line[:len(text)]) != text {
		return false
	}
	s.line = s.line[len(text):]
	return true
}

func (s *scanner) expect(text string) {
	if !s.accept(text) {
		s.failed, s.line = true, nil
	}
}

// number reads a whole number.
func (s *scanner) number() (n uint64) {
	i := 0
	for ; i < len(s.line) && s.line[i] >= '0' && s.line[i] <= '9'; i++ {
		n = n*10 + uint64(s.line[i]-'0')
	}
	s.take(i, 19)
	return n
}

// take removes a number of digits, of which there must be 1 to most.
func (s *scanner) take(digits, most int) {
	if digits == 0 || digits > most {
		s.failed, s.line = true, nil
		return
	}
	s.line = s.line[digits:]
}

func (s *scanner) hex() (n uint64) {
	i := 0
	for ; i < len(s.line); i++ {
		digit := strings.IndexByte("0123456789abcdef", s.line[i])
		if digit < 0 {
			break
		}
		n = n<<4 | uint64(digit)
	}
	s.take(i, 16)
	return n
}

// microseconds reads a time with up to six digits behind the point.
func (s *scanner) microseconds() sim.Time {
	whole := s.number()
	if whole > math.MaxInt64/uint64(sim.Microsecond)-1 {
		s.failed = true
		return 0
	}
	t := sim.Time(whole) * sim.Microsecond
	if !s.accept(".") {
		return t
	}
	i := 0
	for unit := sim.Microsecond / 10; i < len(s.line) && s.line[i] >= '0' && s.line[i] <= '9'; i++ {
		t += unit * sim.Time(s.line[i]-'0')
		unit /= 10
	}
	s.take(i, 6)
	return t
}

// text reads a string. Equal ones share their memory.
func (s *scanner) text() string {
	if len(s.line) == 0 || s.line[0] != '"' {
		s.failed, s.line = true, nil
		return ""
	}
	i := 1
	for ; i < len(s.line) && s.line[i] != '"'; i++ {
		if s.line[i] == '\\' {
			i++
		}
	}
	if i >= len(s.line) {
		s.failed, s.line = true, nil
		return ""
	}
	raw := s.line[:i+1]
	s.line = s.line[i+1:]
	if name, known := s.names[string(raw)]; known { // no copy of raw is made for this
		return name
	}
	var name string
	if json.Unmarshal(raw, &name) != nil {
		s.failed = true
		return ""
	}
	s.names[string(raw)] = name
	return name
}
