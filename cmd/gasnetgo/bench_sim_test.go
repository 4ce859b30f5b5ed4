package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
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
	r := summariseSim(simLoad{unit: perSecond, target: 100}, []simTrial{{90, 1}, {130, 2}, {120, 3}})
	require.Equal(t, []float64{120, 130, 90}, []float64{r.Value, r.Best, r.Worst})
	require.True(t, *r.Met)
	r = summariseSim(simLoad{unit: perCall, target: 100}, []simTrial{{90, 1}, {130, 2}, {120, 3}})
	require.Equal(t, []float64{120, 90, 130}, []float64{r.Value, r.Best, r.Worst})
	require.False(t, *r.Met)
	require.Nil(t, summariseSim(simLoad{unit: perRank}, []simTrial{{1, 0}}).Met)

	var table, commas, object bytes.Buffer
	memory := [2][]memoryTime{{{1 << 20, 7}}, {{1 << 20, 9}}}
	r.Name, r.What = "call", "a call"
	require.NoError(t, writeSim(&table, []simResult{r}, memory, false, false))
	require.Regexp(t, `(?m)^call +a call +120 +90\.0 +130 +2\.00 +ns/call +< 100 +NO$`, table.String())
	require.Contains(t, table.String(), "from somewhere in 1 MiB takes 7.00 ns before these measurements, 9.00 after\n")
	require.NoError(t, writeSim(&commas, []simResult{r}, memory, true, false))
	rows, err := csv.NewReader(&commas).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.NoError(t, writeSim(&object, []simResult{r}, memory, false, true))
	require.True(t, json.Valid(object.Bytes()))
}
