package trace

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim"
)

// slice is an event as a viewer shows it: in nanoseconds, inside of another one or of none.
type slice struct {
	event
	begin, end int64
	parent     *slice
}

// imported is what Perfetto's trace processor makes of complete events (v55.3): it rounds times to nanoseconds, sorts by beginning, the longer first and else
// as in the file, and refuses what is neither inside of something that is shown nor behind it. What is over where the next one begins is over, unless neither
// has a length.
func imported(t require.TestingT, events []event) []*slice {
	var all []*slice
	for _, e := range events {
		if e.Ph != "X" {
			continue
		}
		ts, err := e.TS.Float64()
		require.NoError(t, err)
		dur, err := e.Dur.Float64()
		require.NoError(t, err)
		s := &slice{event: e, begin: int64(math.Round(ts * 1000))}
		s.end = s.begin + int64(math.Round(dur*1000))
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b *slice) int {
		if a.begin != b.begin {
			return int(a.begin - b.begin)
		}
		return int((b.end - b.begin) - (a.end - a.begin))
	})
	open := map[int][]*slice{}
	for _, s := range all {
		stack := open[s.TID]
		for n := len(stack); n > 0; n-- {
			top := stack[n-1]
			if top.end < s.begin || top.end == s.begin && !(top.begin == top.end && s.begin == s.end) {
				stack = stack[:n-1]
				continue
			}
			require.LessOrEqual(t, s.end, top.end, "%v begins in %v and is over after it", s, top)
			s.parent = top
			break
		}
		open[s.TID] = append(stack, s)
	}
	return all
}

// Calls in calls, and waits, that begin and end at any picosecond: the viewer refuses nothing, and shows everything in the call that it is in, as far as that
// can be told in nanoseconds.
func TestCallsNest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b bytes.Buffer
		var k sim.Kernel
		w := NewWriter(&b, false)
		tracer := New(w, &k, []int{0}, nil)
		type call struct {
			name  string
			begin sim.Time
		}
		in := []call{{}}
		within := map[string]string{} // the calls of what is longer than a nanosecond
		ends := func(name string, begin sim.Time) {
			if k.Now()-begin > sim.Nanosecond {
				within[name] = in[len(in)-1].name
			}
		}
		pass := func() {
			k.Advance(k.Now() + sim.Time(rapid.SampledFrom([]int64{0, 1, 499, 500, 501, 999, 1000, 1234, 5000}).Draw(t, "passes")))
		}
		for i := range rapid.IntRange(1, 40).Draw(t, "n") {
			pass()
			switch what := rapid.IntRange(0, 2).Draw(t, "what"); {
			case what == 0:
				in = append(in, call{fmt.Sprint("call ", i), k.Now()})
				tracer.Begin(0, in[len(in)-1].name)
			case len(in) == 1:
			case what == 1:
				tracer.End(0)
				c := in[len(in)-1]
				in = in[:len(in)-1]
				ends(c.name, c.begin)
			default:
				begin := k.Now()
				pass()
				tracer.Waited(0, fmt.Sprint(i), begin, k.Now())
				ends(fmt.Sprint("wait: ", i), begin)
			}
		}
		require.NoError(t, w.Close())
		for _, s := range imported(t, read(t, b.Bytes())) {
			parent := ""
			if s.parent != nil {
				parent = strings.TrimSuffix(s.parent.Name, " (not over)")
			}
			if want, some := within[s.Name]; some {
				require.Equal(t, want, parent, "%v\n%s", s, b.String())
			}
		}
	})
}
