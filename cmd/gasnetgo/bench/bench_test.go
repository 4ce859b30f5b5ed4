package bench

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/progressbar"
)

func TestBenchParseTrials(t *testing.T) {
	trials, err := parseTrials([]byte("put_lat 9 9\nbegin 0 0\nput_lat 3.5 1.5\n\nput_lat 4 2\nbarrier 1e2 50\n"))
	require.NoError(t, err)
	require.Equal(t, map[string][]trial{"put_lat": {{3.5, 1.5}, {4, 2}}, "barrier": {{100, 50}}}, trials)

	for _, bad := range []string{"put_lat 3", "put_lat x 1", "put_lat 1 y", "oops"} {
		_, err := parseTrials([]byte(bad))
		require.ErrorContains(t, err, bad)
	}
}

func TestBenchChoose(t *testing.T) {
	all := measures(16)
	chosen, err := choose(all, nil)
	require.NoError(t, err)
	require.Equal(t, all, chosen)

	chosen, err = choose(all, []string{"startup", "put_lat"})
	require.NoError(t, err)
	require.Equal(t, []string{"put_lat", "startup_2", "startup_32", "startup_128"}, names(chosen))

	chosen, err = choose(all, []string{"portals"})
	require.NoError(t, err)
	require.Contains(t, names(chosen), "portals.match_1000")
	require.NotContains(t, names(chosen), "put_lat")

	chosen, err = choose(all, []string{"wait"})
	require.NoError(t, err)
	require.Equal(t, []string{"wait.barrier", "wait.until", "wait.gasnet_am", "wait.gasnet_barrier", "wait.portals_put", "wait.armci_barrier"}, names(chosen))
	chosen, err = choose(all, []string{"portals", "wait.until", "wait.gasnet"})
	require.NoError(t, err)
	require.Equal(t, []string{"wait.until", "wait.gasnet_am", "wait.gasnet_barrier", "wait.portals_put"}, names(chosen)[len(chosen)-4:])

	_, err = choose(all, []string{"put_lat", "put_late"})
	require.ErrorContains(t, err, `"put_late" is not a measure; choose from put_lat p_rate`)
}

func names(ms []measure) []string {
	var names []string
	for _, m := range ms {
		names = append(names, m.name)
	}
	return names
}

func TestBenchSummarise(t *testing.T) {
	trials := []trial{{10, 2}, {400, 390}, {9, 3}}
	for _, c := range []struct {
		name     string
		how      comparison
		target   float64
		compared float64
		met      bool
		text     string
		wanted   string
	}{
		{"difference", above, 5, 8, false, "+8.00 ns", "<= +5 ns"},
		{"at least", fraction, 0.95, 3, true, "3.00 x", ">= 0.95 x"},
		{"at most", times, 1.2, 3, false, "3.00 x", "<= 1.2 x"},
		{"by itself", absolute, 20, 10, true, "", "< 20 ns"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := measure{name: "m", unit: "ns", compare: c.how, target: c.target}
			r, err := summarise(m, trials)
			require.NoError(t, err)
			require.InDelta(t, 10, r.Value, 0)
			require.InDelta(t, 3, r.Limit, 0)
			require.InDelta(t, c.compared, r.Compared, 1e-9)
			require.Equal(t, c.met, m.meets(r.Compared))
			require.Equal(t, c.text, r.comparedText())
			require.Equal(t, c.wanted, r.targetText())
		})
	}

	_, err := summarise(measure{name: "m"}, nil)
	require.ErrorContains(t, err, "m: the program measured nothing")
}

func TestBenchRuns(t *testing.T) {
	row := func(compared float64) result {
		return result{Name: "m", Unit: "ns", Value: compared + 2, Limit: 2, Compared: compared, Target: 5, Trials: 4, Runs: 1, compare: above}
	}
	m := measure{name: "m", unit: "ns", compare: above, target: 5}
	for _, c := range []struct {
		name     string
		compared []float64
		met      any
		text     string
		spread   string
	}{
		{"one run has no verdict", []float64{1}, nil, "one run", ""},
		{"all", []float64{4, 1, 3}, true, "yes", "+1.00 .. +4.00 ns"},
		{"runs that disagree give no verdict", []float64{1, 7, 6}, nil, "unsure, 1 of 3", "+1.00 .. +7.00 ns"},
		{"whatever their median", []float64{-1, 4, 60}, nil, "unsure, 2 of 3", "-1.00 .. +60.0 ns"},
		{"none", []float64{9, 8, 7}, false, "NO", "+7.00 .. +9.00 ns"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var each []result
			for _, x := range c.compared {
				each = append(each, row(x))
			}
			r := ofRuns(m, each)
			if c.met == nil {
				require.Nil(t, r.Met)
			} else {
				require.Equal(t, c.met, *r.Met)
			}
			require.Equal(t, c.text, r.metText())
			require.Equal(t, c.spread, r.spreadText())
			require.Equal(t, len(c.compared), r.Runs)
			require.Equal(t, 4*len(c.compared), r.Trials)
			require.InDelta(t, r.Limit+r.Compared, r.Value, 1e-9)
		})
	}

	m.target = 0
	r := ofRuns(m, []result{{}, {}, {}})
	require.Nil(t, r.Met, "no target, no verdict")
	require.Empty(t, r.metText())
}

func TestBenchTails(t *testing.T) {
	var trials []trial
	for i := range 200 {
		trials = append(trials, trial{float64(200 - i), float64(2 * (200 - i))})
	}
	var each []result
	for _, part := range [][]trial{trials[:50], trials[50:]} {
		r, err := summarise(measure{name: "m", unit: "ns", compare: above}, part)
		require.NoError(t, err)
		each = append(each, r)
	}
	value, limit := ofRuns(measure{}, each).tails()
	require.Equal(t, tail{100.5, 198}, value, "of all runs")
	require.Equal(t, tail{201, 396}, limit)
	r, err := summarise(measure{name: "m", unit: "GB/s", compare: fraction}, trials)
	require.NoError(t, err)
	value, _ = r.tails()
	require.Equal(t, tail{100.5, 3}, value, "99 of 100 trials are at least as fast")
	require.Zero(t, result{}.tail(nil))
}

func TestBenchMedian(t *testing.T) {
	require.InDelta(t, 2.5, median([]float64{4, 1, 2, 3}), 0)
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 50).Draw(t, "numbers")
		m := median(numbers)
		below, over := 0, 0
		for _, x := range numbers {
			if x < m {
				below++
			}
			if x > m {
				over++
			}
		}
		if below > len(numbers)/2 || over > len(numbers)/2 {
			t.Fatalf("median %v of %v", m, numbers)
		}
	})
}

func TestBenchWriters(t *testing.T) {
	var results []result
	for _, m := range measures(16) {
		if _, is := isWait(m.name); is {
			r, err := summariseWait(m, []waitPair{{waitJob{6000, 12, histogram{70: 1}}, waitJob{2, 12, histogram{60: 1}}}})
			require.NoError(t, err)
			results = append(results, r)
			continue
		}
		r, err := summarise(m, []trial{{3, 2}})
		require.NoError(t, err)
		results = append(results, ofRuns(m, []result{r, r, r}))
	}

	var table, commas, text bytes.Buffer
	memory := map[string][]trial{"library": {{6.33e6, 2.08e6}}, "anonymous": {{1.09e6, 1.08e6}}, "windows": {{4e4, 1e4}}, "program": {{1.72e6, 1.6e5}}}
	require.NoError(t, writeAll(&table, load{"start", 1}, results, memory))
	require.Regexp(t, `(?m), beside start$`, table.String())
	require.Regexp(t, `(?m)^put_lat +3\.00 ns +2\.00 ns +\+1\.00 ns +\+1\.00 \.\. \+1\.00 ns +<= \+5 ns +yes$`, table.String())
	require.Regexp(t, `(?m)^put_lat +shmem_put64 of 8 bytes +memcpy of 8 bytes$`, table.String())
	require.Regexp(t, `(?m)^barrier +.* 1\.50 x +1\.50 \.\. 1\.50 x +<= 1\.2 x +NO$`, table.String())
	require.Regexp(t, `(?m)^wait\.until +6\.00 µs +70\.0 ns +6\.00 µs +2\.00 ns +60\.0 ns +2\.00 ns +3000 x +3000 x +<= 2 x +one run$`, table.String())
	requireNarrow(t, table.String())

	require.NoError(t, writeCSV(&commas, results))
	rows, err := csv.NewReader(&commas).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, len(results)+1)
	require.Equal(t, "name", rows[0][0])
	require.Equal(t, "paired", rows[0][len(rows[0])-1])
	require.Equal(t, "3000", rows[len(results)][len(rows[0])-1])

	require.NoError(t, writeJSON(&text, "a processor", "none", true, results))
	back := requireSnakeCase(t, text.Bytes())
	require.Equal(t, "a processor", back["processor"])
	require.Equal(t, "none", back["load"])
	require.Equal(t, true, back["complete"])
	list := back["results"].([]any)
	require.Len(t, list, len(results))
	first, last := list[0].(map[string]any), list[len(results)-1].(map[string]any)
	require.Equal(t, true, first["met"])
	require.Equal(t, 3.0, first["runs"])
	require.Equal(t, 1.0, first["compared_ns"])
	require.Equal(t, 5.0, first["target_ns"])
	require.Equal(t, 70.0, last["wait"].(map[string]any)["p99_ns"])
	require.Equal(t, 3000.0, last["compared_ratio"])
}

// TestBenchWideTable: numbers of a slow machine keep the table within its width.
func TestBenchWideTable(t *testing.T) {
	var results []result
	for _, m := range measures(16) {
		if _, is := isWait(m.name); is {
			slow := waitPair{waitJob{999e6, 12, histogram{999e6: 1}}, waitJob{999e6, 12, histogram{999e6: 1}}}
			r, err := summariseWait(m, []waitPair{slow, slow})
			require.NoError(t, err)
			results = append(results, r)
			continue
		}
		r, err := summarise(m, []trial{{98765, 12345}})
		require.NoError(t, err)
		other := r
		other.Compared = -98765
		results = append(results, ofRuns(m, []result{r, other, r}))
	}
	var table bytes.Buffer
	require.NoError(t, writeAll(&table, load{}, results, nil))
	requireNarrow(t, table.String())
}

// TestBenchCutOff: the rows measured until an interrupt are printed.
func TestBenchCutOff(t *testing.T) {
	b := runs{times: 3}
	all := measures(16)[:3]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	results, err := b.take(ctx, all, progressbar.New(os.Stderr, b.steps(all)))
	require.Error(t, err)
	require.Empty(t, results)
}

// requireNarrow checks that no line has more than 120 columns.
func requireNarrow(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 120, "%s", line)
	}
}

// requireSnakeCase parses JSON and checks its keys: lower case with underscores, and no unit of a table.
func requireSnakeCase(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var back map[string]any
	require.NoError(t, json.Unmarshal(text, &back))
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				require.Regexp(t, `^[a-z][a-z0-9]*(_[a-z0-9]+)*$`, key)
				require.NotRegexp(t, `_(us|ms|mb|kb)$`, key)
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(back)
	return back
}

func TestBenchBadWords(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--csv", "--json"}, "exclude each other"},
		{[]string{"-n", "1"}, "at least 2 ranks"},
		{[]string{"speed"}, `"speed" is not a measure`},
		{[]string{"--runs", "0"}, "--runs 0: at least 1"},
		{[]string{"--jobs", "-1"}, "--jobs -1: at least 1"},
		{[]string{"--beside", "dogs=3"}, "--beside dogs=3: want none, start"},
		{[]string{"--beside", "hogs=0"}, "1 to 1024"},
	} {
		cmd := NewCommand(nil)
		cmd.SetArgs(c.args)
		cmd.SetOut(&bytes.Buffer{})
		cmd.SetErr(&bytes.Buffer{})
		require.ErrorContains(t, cmd.Execute(), c.want)
	}
}
