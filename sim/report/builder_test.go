package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
	"gasnetgo/sim/stats"
	"gasnetgo/sim/trace"
)

const us = sim.Microsecond

// job writes the trace of two ranks: rank 0 computes for 10 us and then sends to rank 1, which has waited since 2 us; rank 1 answers, and computes for 3 us. A link is busy for a microsecond.
func job(t *testing.T) (text []byte, s *stats.Report) {
	var b bytes.Buffer
	w := trace.NewWriter(&b, false)
	ranks := [2]trace.Track{{PID: 1, TID: 3}, {PID: 2, TID: 4}}
	link := trace.Track{PID: 1, TID: 9}
	for i, r := range ranks {
		w.Group(1+i, fmt.Sprint("node ", i), i)
		w.Track(r, fmt.Sprint("rank ", i), i)
	}
	w.Track(link, "link x+", 8)
	flow := trace.Flow{ID: 7, Out: true}
	w.Span(ranks[0], 0, 10*us, "compute", 0, trace.Flow{})
	w.Span(ranks[0], 11*us-1000, 11*us, "put to rank 1", 100, flow)
	w.Span(link, 11*us, 12*us, "train", 100, trace.Flow{ID: 7, In: true, Out: true})
	w.Span(ranks[1], 14*us, 14*us, "put has come", 100, trace.Flow{ID: 7, In: true})
	w.Span(ranks[1], 2*us, 14*us, "wait: shmem_wait_until", 0, trace.Flow{})
	w.Span(ranks[1], 1*us, 15*us, "shmem_wait_until", 0, trace.Flow{})
	w.Span(ranks[1], 15*us, 18*us, "compute", 0, trace.Flow{})
	w.Span(ranks[0], 16*us, 16*us, "ack has come", 0, trace.Flow{ID: 7, In: true})
	w.Span(ranks[0], 12*us, 16*us, "wait: shmem_quiet", 0, trace.Flow{})
	w.Span(ranks[0], 10*us, 17*us, "shmem_put", 0, trace.Flow{})
	require.NoError(t, w.Close())
	return b.Bytes(), &stats.Report{Program: "prog", Machine: "xt3", Time: 18 * us, Ranks: []stats.Rank{{Rank: 0}, {Rank: 1, Node: 1}}}
}

func data(t *testing.T) *Data {
	text, s := job(t)
	b := New()
	cut, err := b.Read(bytes.NewReader(text))
	require.NoError(t, err)
	require.False(t, cut)
	return b.Data(s, cut)
}

func TestMessagesAndWaits(t *testing.T) {
	d := data(t)
	require.EqualValues(t, 10, d.Events)
	require.Equal(t, Matrix{Block: 1, Size: 2, Count: 2, Bytes: 100, Waited: 16 * us, Entries: []Entry{
		{0, 1, 1, 100, int64(12 * us)}, {1, 0, 1, 0, int64(4 * us)},
	}}, d.Matrix)
	require.Equal(t, []Wait{
		{"shmem_wait_until", 1, 12 * us, 12 * us, 12 * us},
		{"shmem_quiet", 1, 4 * us, 4 * us, 4 * us},
	}, d.Waits)
	require.Equal(t, Messages{1, [][5]int64{{1, 0, int64(14 * us), int64(16 * us), 0}, {0, 1, int64(11 * us), int64(14 * us), 100}}}, d.Messages)
	require.Equal(t, 12*us, d.Late[0].Caused)
	require.Equal(t, 4*us, d.Late[1].Caused)
}

// The path: rank 1 computes until 18 us and is in a call from 14 us; the message was under way since 11 us, and before that rank 0 was in a call, and computed.
func TestPath(t *testing.T) {
	p := data(t).Path
	require.Equal(t, 18*us, p.End)
	require.Equal(t, []Part{{"compute", 13 * us}, {"messages in flight", 3 * us}, {"shmem_put", 1 * us}, {"shmem_wait_until", 1 * us}}, p.Parts)
	require.Equal(t, []Step{{0, 0, 11 * us}, {1, 14 * us, 18 * us}}, p.Steps)
}

func TestTimelineAndLoad(t *testing.T) {
	d := data(t)
	l := d.Timeline
	require.Equal(t, 2, l.Ranks)
	bytes, err := base64.StdEncoding.DecodeString(l.Waiting)
	require.NoError(t, err)
	require.Len(t, bytes, 2*l.Bins)
	sum := 0.0
	for _, v := range bytes {
		sum += float64(v) / 255 * float64(l.Width)
	}
	require.InDelta(t, float64(16*us), sum, float64(4*l.Width))
	require.Len(t, d.Load.Parts, 1)
	busy, err := base64.StdEncoding.DecodeString(d.Load.Parts[0].Busy)
	require.NoError(t, err)
	total := 0.0
	for i := 0; i < len(busy); i += 2 {
		total += float64(int(busy[i])|int(busy[i+1])<<8) / 65535 * float64(d.Load.Width)
	}
	require.InDelta(t, float64(us), total, float64(d.Load.Width)/1000)
	require.Len(t, d.Spans, 8, "two pieces of each call, two waits, two stretches of computing")
}

// Cutting nested spans apart neither loses nor adds time, as a reference finds that names the innermost span of each moment.
func TestFlatten(t *testing.T) {
	const moment = 10 * sim.Nanosecond // more than rounding
	rapid.Check(t, func(t *rapid.T) {
		var spans []span
		var nest func(begin, end, depth int)
		nest = func(begin, end, depth int) {
			for at := begin; at < end && depth < 4; {
				from := at + rapid.IntRange(0, 5).Draw(t, "gap")
				to := from + rapid.IntRange(1, 20).Draw(t, "length")
				if to > end {
					return
				}
				spans = append(spans, span{sim.Time(from) * moment, sim.Time(to) * moment, int32(len(spans)), library})
				nest(from, to, depth+1)
				at = to
			}
		}
		nest(0, 40, 0)
		paint := func(spans []span) []int32 {
			names := make([]int32, 64)
			for i := range names {
				names[i] = -1
			}
			for _, s := range spans {
				for i := s.begin / moment; i < s.end/moment; i++ {
					names[i] = s.name
				}
			}
			return names
		}
		want := paint(spans) // outer ones come first
		flat := flatten(rapid.Permutation(spans).Draw(t, "order"))
		last := sim.Time(0)
		for _, s := range flat {
			require.GreaterOrEqual(t, s.begin, last)
			require.Greater(t, s.end, s.begin)
			last = s.end
		}
		for i, got := range paint(flat) {
			if want[i] != got { // of two spans of the same time either may be the inner one
				require.True(t, want[i] >= 0 && got >= 0)
				require.Equal(t, [2]sim.Time{spans[want[i]].begin, spans[want[i]].end}, [2]sim.Time{spans[got].begin, spans[got].end})
			}
		}
	})
}

// A span that begins before the rounded end of the one before it is behind that, and not part of it.
func TestFlattenRounding(t *testing.T) {
	flat := flatten([]span{{1400, 5000, 0, waiting}, {4600, 9000, 1, library}, {4700, 4800, 2, computing}})
	require.Equal(t, []span{{1400, 4600, 0, waiting}, {4600, 4700, 1, library}, {4700, 4800, 2, computing}, {4800, 9000, 1, library}}, flat)
}

// The width of the bins grows with time, and no busy time is lost.
func TestLoadDoubles(t *testing.T) {
	var l load
	p := &part{}
	q := &part{}
	for i := range sim.Time(5000) {
		l.add(p, 10*i*sim.Nanosecond, (10*i+4)*sim.Nanosecond, 2)
	}
	l.add(q, 0, 3, 2)
	sum := func(p *part) (t sim.Time) {
		for _, v := range p.busy {
			t += v
		}
		return t
	}
	require.Equal(t, 20000*sim.Nanosecond, sum(p))
	require.Equal(t, sim.Time(3), sum(q))
	require.GreaterOrEqual(t, l.width*sim.Time(l.bins), 50000*sim.Nanosecond-6*sim.Nanosecond)
	require.Less(t, l.width*sim.Time(l.bins), 2*50000*sim.Nanosecond)
}

// Of any number of messages some stay, evenly.
func TestMessagesAreSampled(t *testing.T) {
	m := Messages{Every: 1}
	for n := uint64(1); n <= 5*mostMessages; n++ {
		m.add(n, [5]int64{int64(n)})
	}
	require.Equal(t, 8, m.Every)
	require.Len(t, m.List, 5*mostMessages/8)
	for i, v := range m.List {
		require.EqualValues(t, 8*(i+1), v[0])
	}
}

func TestBuilderRefuses(t *testing.T) {
	const head = `{"displayTimeUnit":"ns","traceEvents":[` + "\n"
	for text, want := range map[string]string{
		head + `{"ph":"X","pid":1,"tid":7,"ts":1,"dur":0,"name":"a"}` + "\n]}\n":                            "track 7, which has no name",
		head + `{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"rank x"}}` + "\n]}\n":        `a track is named "rank x"`,
		head + `{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"rank 99999999"}}` + "\n]}\n": `a track is named "rank 99999999"`,
	} {
		_, err := New().Read(strings.NewReader(text))
		require.ErrorIs(t, err, trace.ErrTrace)
		require.ErrorContains(t, err, want)
	}
	text, s := job(t)
	b := New()
	cut, err := b.Read(bytes.NewReader(text[:len(text)-200]))
	require.NoError(t, err)
	require.True(t, cut)
	_, err = json.Marshal(b.Data(s, cut))
	require.NoError(t, err)
	_, err = json.Marshal(New().Data(s, true))
	require.NoError(t, err, "a job without events")
}
