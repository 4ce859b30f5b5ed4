package trace

import (
	"bufio"
	"compress/gzip"
	"io"
	"math"
	"strconv"

	"gasnetgo/sim"
)

// Writer writes events in the Trace Event Format as they come. It holds no more than a buffer in memory; the first error that a write meets comes out of Close.
type Writer struct {
	out    *bufio.Writer
	packed *gzip.Writer
	line   []byte
	any    bool
	last   func() // writes what there is to write at the end; nil: nothing
}

// Track is where events are shown: pid is a group of tracks, tid a track, which no other group has.
type Track struct{ PID, TID int }

// Flow is an operation whose events are connected by arrows, in the order of their times. The zero Flow is none.
type Flow struct {
	ID      uint64
	In, Out bool // arrows come here, and go on from here
}

// NewWriter begins a trace. pack compresses it; viewers open compressed files, too.
func NewWriter(out io.Writer, pack bool) *Writer {
	w := &Writer{}
	if pack {
		w.packed = gzip.NewWriter(out)
		out = w.packed
	}
	w.out = bufio.NewWriterSize(out, 1<<16)
	w.text(`{"displayTimeUnit":"ns","traceEvents":[`)
	return w
}

// Group names a group of tracks. Groups are shown by rank.
func (w *Writer) Group(pid int, name string, rank int) {
	w.describe(Track{pid, pid}, "process_name", name, "process_sort_index", rank)
}

// Track names a track. Those of a group are shown by rank.
func (w *Writer) Track(t Track, name string, rank int) {
	w.describe(t, "thread_name", name, "thread_sort_index", rank)
}

func (w *Writer) describe(t Track, name, value, order string, rank int) {
	w.begin("M", t)
	w.field(`,"name":"`, name)
	w.line = append(w.line, `","args":{"name":`...)
	w.line = appendJSON(w.line, value)
	w.end("}}")
	w.begin("M", t)
	w.field(`,"name":"`, order)
	w.line = append(w.line, `","args":{"sort_index":`...)
	w.line = strconv.AppendInt(w.line, int64(rank), 10)
	w.end("}}")
}

// Span is an event. Of two on a track one is inside of the other, or over when the other begins. Its beginning is written to the last picosecond, its length in
// nanoseconds, so that it is over where a viewer has what begins then: a viewer rounds both. bytes is shown with it, unless it is 0.
func (w *Writer) Span(t Track, begin, end sim.Time, name string, bytes uint64, f Flow) {
	w.begin("X", t)
	w.time(`,"ts":`, begin)
	w.time(`,"dur":`, sim.Time(nanoseconds(end)-nanoseconds(begin))*sim.Nanosecond)
	w.name(name)
	if f.ID != 0 {
		w.line = append(w.line, `,"bind_id":"0x`...)
		w.line = append(strconv.AppendUint(w.line, f.ID, 16), '"')
		if f.In {
			w.line = append(w.line, `,"flow_in":true`...)
		}
		if f.Out {
			w.line = append(w.line, `,"flow_out":true`...)
		}
	}
	if bytes != 0 {
		w.line = append(w.line, `,"args":{"bytes":`...)
		w.line = append(strconv.AppendUint(w.line, bytes, 10), '}')
	}
	w.end("}")
}

// Close ends the trace and answers the first error that there was.
func (w *Writer) Close() error {
	if w.last != nil {
		w.last()
	}
	w.text("\n]}\n")
	err := w.out.Flush()
	if w.packed != nil {
		if e := w.packed.Close(); err == nil {
			err = e
		}
	}
	return err
}

func (w *Writer) begin(phase string, t Track) {
	w.line = w.line[:0]
	if w.any {
		w.line = append(w.line, ',')
	}
	w.any = true
	w.line = append(w.line, "\n{\"ph\":\""...)
	w.line = append(w.line, phase...)
	w.line = append(w.line, `","pid":`...)
	w.line = strconv.AppendInt(w.line, int64(t.PID), 10)
	w.line = append(w.line, `,"tid":`...)
	w.line = strconv.AppendInt(w.line, int64(t.TID), 10)
}

func (w *Writer) field(name, value string) { w.line = append(append(w.line, name...), value...) }

func (w *Writer) name(name string) {
	w.line = append(w.line, `,"name":`...)
	w.line = appendJSON(w.line, name)
}

// nanoseconds is a time as viewers have it: they read a number of microseconds and round it.
func nanoseconds(t sim.Time) int64 {
	return int64(math.Round(float64(t) / float64(sim.Microsecond) * 1000))
}

// time is in microseconds, to the last picosecond.
func (w *Writer) time(name string, t sim.Time) {
	w.line = append(w.line, name...)
	w.line = strconv.AppendInt(w.line, int64(t/sim.Microsecond), 10)
	if rest := t % sim.Microsecond; rest != 0 {
		w.line = append(w.line, '.')
		for unit := sim.Microsecond / 10; rest != 0; unit /= 10 {
			w.line = append(w.line, '0'+byte(rest/unit))
			rest %= unit
		}
	}
}

func (w *Writer) end(text string) {
	w.line = append(w.line, text...)
	_, _ = w.out.Write(w.line) // the buffer keeps the error for Close
}

func (w *Writer) text(s string) { _, _ = w.out.WriteString(s) }

// appendJSON appends a string as JSON. Names are ASCII most of the time.
func appendJSON(line []byte, s string) []byte {
	const hex = "0123456789abcdef"
	line = append(line, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			line = append(line, '\\', c)
		case c < ' ':
			line = append(line, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			line = append(line, c)
		}
	}
	return append(line, '"')
}
