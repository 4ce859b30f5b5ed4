package bench

import (
	"bytes"
	"encoding/csv"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/progressbar"
)

func TestBenchSimChooses(t *testing.T) {
	all, err := chooseSim(nil, false)
	require.NoError(t, err)
	quick, err := chooseSim(nil, true)
	require.NoError(t, err)
	require.Less(t, len(quick), len(all))

	chosen, err := chooseSim([]string{"halo", "put_16384"}, true)
	require.NoError(t, err)
	var names []string
	for _, l := range chosen {
		names = append(names, l.name)
	}
	require.Equal(t, []string{"halo_64", "halo_1024", "put_16384"}, names, "what is asked for by name is measured, quick or not")

	_, err = chooseSim([]string{"halo", "hallo"}, false)
	require.ErrorContains(t, err, `"hallo" is not a measure of simulations; choose from call pingpong`)
}

func TestBenchSimSummarises(t *testing.T) {
	r := summariseSim(simLoad{unit: perSecond, target: 80}, []simTrial{{90, 1}, {130, 2}, {120, 3}})
	require.Equal(t, []float64{120, 130, 90}, []float64{r.Value, r.Best, r.Worst})
	require.True(t, *r.Met)
	r = summariseSim(simLoad{unit: perCall, target: 80}, []simTrial{{90, 1}, {130, 2}, {120, 3}})
	require.Equal(t, []float64{120, 90, 130}, []float64{r.Value, r.Best, r.Worst})
	require.False(t, *r.Met)
	require.Nil(t, summariseSim(simLoad{unit: perRank}, []simTrial{{1, 0}}).Met)
	require.Equal(t, "one trial", summariseSim(simLoad{unit: perCall, target: 2}, []simTrial{{1, 0}}).metText())
	r = summariseSim(simLoad{unit: perCall, target: 100}, []simTrial{{90, 1}, {130, 2}, {120, 3}})
	require.Nil(t, r.Met)
	require.Equal(t, "unsure, 1 of 3", r.metText())
}

// TestBenchSimTimeIsUp: no measure begins after the time, and the rows that are left out are named.
func TestBenchSimTimeIsUp(t *testing.T) {
	loads := simLoads()[:3]
	b := &simBench{program: "none", trials: 1, shorten: 4, until: time.Now().Add(-time.Second)}
	results, err := b.table(t.Context(), loads, progressbar.New(os.Stderr, len(loads)))
	require.NoError(t, err)
	require.Empty(t, results)
	require.Equal(t, "call pingpong halo_64", unmeasured(loads, results))
}

func TestBenchSimWriters(t *testing.T) {
	var results []simResult
	for _, l := range simLoads() {
		results = append(results, summariseSim(l, []simTrial{{9e6, 9e6}, {1, 2}, {l.target, 3}}))
	}
	r := summariseSim(simLoad{name: "one", what: "a call", unit: perCall, target: 80}, []simTrial{{90, 1}, {130, 2}, {120, 3}})
	results = append(results, r)
	var table, commas, text bytes.Buffer
	memory := [2][]memoryTime{{{1 << 20, 7}}, {{1 << 20, 9}}}
	require.NoError(t, writeSim(&table, results, memory, true, false, false))
	require.Regexp(t, `(?m)^one +120 +90\.0 +130 +2\.00 +ns/call +< 80\.0 +NO$`, table.String())
	require.Regexp(t, `(?m)^one +a call$`, table.String())
	require.Contains(t, table.String(), "from somewhere in 1 MiB takes 7.00 ns before these measurements, 9.00 after\n")
	requireNarrow(t, table.String())
	require.NoError(t, writeSim(&commas, results, memory, true, true, false))
	rows, err := csv.NewReader(&commas).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, len(results)+1)

	require.NoError(t, writeSim(&text, results, memory, false, false, true))
	back := requireSnakeCase(t, text.Bytes())
	require.Equal(t, false, back["complete"])
	last := back["results"].([]any)[len(results)-1].(map[string]any)
	require.Equal(t, 120.0, last["value_ns_per_call"])
	require.Equal(t, false, last["met"])
	start := back["results"].([]any)[5].(map[string]any)
	require.Equal(t, "start_10000", start["name"])
	require.Equal(t, 20e9, start["target_ns"])
}
