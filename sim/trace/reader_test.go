package trace

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
)

// readAll is what Read finds in a text.
func readAll(text string) (list []Event, err error) {
	err = Read(strings.NewReader(text), func(e *Event) error {
		list = append(list, *e)
		return nil
	})
	return list, err
}

// What a Writer writes comes back, but for the picoseconds of ends.
func TestReadWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b bytes.Buffer
		w := NewWriter(&b, false)
		w.Group(3, `node "2"`, 1)
		w.Track(Track{3, 9}, "rank 0", -1)
		want := []Event{{Kind: GroupName, Track: Track{3, 3}, Name: `node "2"`}, {Kind: TrackName, Track: Track{3, 9}, Name: "rank 0"}}
		for range rapid.IntRange(0, 5).Draw(t, "n") {
			e := Event{Kind: SpanEvent, Track: Track{3, 9}, Name: rapid.StringMatching(`[ -~\n\t]*`).Draw(t, "name")}
			e.Begin = sim.Time(rapid.Int64Range(0, 1<<50).Draw(t, "begin"))
			end := e.Begin + sim.Time(rapid.Int64Range(0, 1<<40).Draw(t, "d"))
			e.Bytes = rapid.Uint64Range(0, 1<<60).Draw(t, "bytes")
			if e.Flow.ID = rapid.Uint64().Draw(t, "id"); e.Flow.ID != 0 {
				e.Flow.In, e.Flow.Out = rapid.Bool().Draw(t, "in"), rapid.Bool().Draw(t, "out")
			}
			w.Span(e.Track, e.Begin, end, e.Name, e.Bytes, e.Flow)
			if e.End = e.Begin; nanoseconds(end) > nanoseconds(e.Begin) {
				e.End = sim.Time(nanoseconds(end)) * sim.Nanosecond
			}
			want = append(want, e)
		}
		require.NoError(t, w.Close())
		got, err := readAll(b.String())
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

const head = `{"displayTimeUnit":"ns","traceEvents":[` + "\n"

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{
		"", "{}", "[\n", head + "x\n]}\n", head + `{"ph":"B","pid":1,"tid":1}` + "\n]}\n",
		head + `{"ph":"X","pid":1,"tid":1,"ts":99999999999999999999,"dur":0,"name":"a"}` + "\n]}\n",
		head + `{"ph":"X","pid":1,"tid":1,"ts":9223372036853,"dur":9223372036853,"name":"a"}` + "\n]}\n",
		head + `{"ph":"X","pid":1,"tid":1,"ts":1,"dur":0,"name":"a"}x` + "\n]}\n",
		head + `{"ph":"X","pid":1,"tid":1,"ts":1,"dur":0,"name":"a\q"}` + "\n]}\n",
		head + strings.Repeat("x", longestLine+1),
	} {
		_, err := readAll(text)
		require.ErrorIs(t, err, ErrTrace, "%.80s", text)
	}
}

// A trace that was cut off anywhere has the events until then.
func TestReadCutOff(t *testing.T) {
	line := `{"ph":"X","pid":1,"tid":2,"ts":1.5,"dur":2,"name":"a"}`
	whole := head + line + ",\n" + line + "\n]}\n"
	for n := len(head); n < len(whole)-2; n++ {
		list, err := readAll(whole[:n])
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, whole[:n])
		require.LessOrEqual(t, len(list), 2)
	}
	list, err := readAll(whole)
	require.NoError(t, err)
	require.Equal(t, Event{Kind: SpanEvent, Track: Track{1, 2}, Name: "a", Begin: 1_500_000, End: 3_500_000}, list[1])
	stop := errors.New("stop")
	require.Equal(t, stop, Read(strings.NewReader(whole), func(*Event) error { return stop }))
}

// FuzzRead: no text makes Read panic, and all of what it accepts has times in order.
func FuzzRead(f *testing.F) {
	f.Add(head + `{"ph":"X","pid":1,"tid":7,"ts":1.234567,"dur":2.765,"name":"p","bind_id":"0x2a","flow_in":true,"flow_out":true,"args":{"bytes":8}}` + "\n]}\n")
	f.Add(head + `{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"node 0"}}` + "\n]}\n")
	f.Fuzz(func(t *testing.T, text string) {
		_ = Read(strings.NewReader(text), func(e *Event) error {
			if e.Begin < 0 || e.End < e.Begin-sim.Nanosecond {
				t.Fatal(e)
			}
			return nil
		})
	})
}
