package trace

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
)

// event is an event as viewers read it.
type event struct {
	Ph   string
	PID  int
	TID  int
	TS   json.Number
	Dur  json.Number
	Name string
	Bind string `json:"bind_id"`
	In   bool   `json:"flow_in"`
	Out  bool   `json:"flow_out"`
	Args map[string]any
}

// picoseconds of a number of microseconds, exactly.
func picoseconds(t require.TestingT, n json.Number) sim.Time {
	whole, part, _ := strings.Cut(string(n), ".")
	require.LessOrEqual(t, len(part), 6)
	v, err := json.Number(whole + part + strings.Repeat("0", 6-len(part))).Int64()
	require.NoError(t, err)
	return sim.Time(v)
}

func read(t require.TestingT, text []byte) []event {
	var all struct{ TraceEvents []event }
	require.NoError(t, json.Unmarshal(text, &all), "%s", text)
	return all.TraceEvents
}

func TestWriter(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b, false)
	w.Group(1, `node "0"`, 0)
	w.Track(Track{1, 7}, "rank 0", -1)
	w.Span(Track{1, 7}, 2_000_000, 2_000_500, "a\tb\\", 8, Flow{ID: 42, Out: true})
	w.Span(Track{1, 7}, 1_234_567, 3*sim.Second+1, "shmem_put", 0, Flow{})
	require.NoError(t, w.Close())
	require.Equal(t, `{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"node \"0\""}},
{"ph":"M","pid":1,"tid":1,"name":"process_sort_index","args":{"sort_index":0}},
{"ph":"M","pid":1,"tid":7,"name":"thread_name","args":{"name":"rank 0"}},
{"ph":"M","pid":1,"tid":7,"name":"thread_sort_index","args":{"sort_index":-1}},
{"ph":"X","pid":1,"tid":7,"ts":2,"dur":0.001,"name":"a\u0009b\\","bind_id":"0x2a","flow_out":true,"args":{"bytes":8}},
{"ph":"X","pid":1,"tid":7,"ts":1.234567,"dur":2999998.765,"name":"shmem_put"}
]}
`, b.String())
}

// Whatever is written can be read, times and names included.
func TestWriterReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b bytes.Buffer
		w := NewWriter(&b, false)
		name := rapid.String().Draw(t, "name")
		begin := sim.Time(rapid.Int64Range(0, 1<<50).Draw(t, "begin"))
		d := sim.Time(rapid.Int64Range(0, 1<<50).Draw(t, "d"))
		w.Span(Track{3, 4}, begin, begin+d, name, 0, Flow{})
		require.NoError(t, w.Close())
		e := read(t, b.Bytes())[0]
		require.Equal(t, begin, picoseconds(t, e.TS))
		require.InDelta(t, int64(d), int64(picoseconds(t, e.Dur)), float64(sim.Nanosecond))
		require.Equal(t, nanoseconds(begin+d), imported(t, []event{e})[0].end)
		require.Equal(t, name, e.Name)
		require.Equal(t, [2]int{3, 4}, [2]int{e.PID, e.TID})
	})
}

func TestWriterPacks(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b, true)
	w.Span(Track{1, 2}, 0, 0, "x", 0, Flow{})
	require.NoError(t, w.Close())
	z, err := gzip.NewReader(&b)
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Len(t, read(t, text), 1)
}

type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// A disk that becomes full is reported at the end.
func TestWriterTellsOfErrors(t *testing.T) {
	for _, pack := range []bool{false, true} {
		w := NewWriter(&full{room: 100}, pack)
		for range 10000 {
			w.Span(Track{1, 2}, 0, 0, "x", 0, Flow{})
		}
		require.ErrorIs(t, w.Close(), errFull)
	}
}
