package sweep

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/figures"
)

func newTestGrid(t *testing.T, machines, ranks string, set ...string) grid {
	t.Helper()
	g, err := newGrid(machines, ranks, set)
	require.NoError(t, err)
	return g
}

func TestGridHasAllCombinations(t *testing.T) {
	g := newTestGrid(t, "xt3", "2, 4", "nic.interrupt=0.5us,1us,2us")
	points, err := g.points()
	require.NoError(t, err)
	require.Len(t, points, 6)
	require.Equal(t, []string{"xt3", "4", "0.5us"}, points[3].values)
	require.Equal(t, []string{"nic.interrupt=0.5us"}, points[3].set)
	require.Equal(t, 4, points[3].ranks)
	require.Equal(t, "n=4 nic.interrupt=0.5us", g.name(&points[3]))
	require.Equal(t, points[0].about, points[3].about)
	require.NotEqual(t, points[0].about, points[1].about)
	require.Equal(t, []string{`[1,2]`, `"a,b"`, "c"}, split(`[1,2], "a,b",c`))
}

func TestGridRefuses(t *testing.T) {
	for want, words := range map[string][]string{
		"no machine given": {"", "2"},
		`-n 2,x: "x" is not a number of ranks, from 1 on`: {"xt3", "2,x"},
		`-n 0: "0" is not a number of ranks, from 1 on`:   {"xt3", "0"},
		"--set nic.interrupt: a parameter and its values": {"xt3", "1", "nic.interrupt"},
		"nic.interrupt is given twice":                    {"xt3", "1", "nic.interrupt=1us", "nic.interrupt=2us"},
		"--set nic.interrupt=1us,1us: 1us is given twice": {"xt3", "1", "nic.interrupt=1us,1us"},
		"an empty value in the list":                      {"xt3", "1", "nic.interrupt=1us,"},
	} {
		_, err := newGrid(words[0], words[1], words[2:])
		require.ErrorContains(t, err, want)
	}
	for set, want := range map[string]string{"nic.interupt=1us": "nic.interupt: no such parameter; there are nic.backoff", "nic.interrupt=soon": "not a time"} {
		_, err := newTestGrid(t, "xt3", "1", set).points()
		require.ErrorContains(t, err, want, set)
	}
	_, err := newTestGrid(t, "xt33", "1").points()
	require.ErrorContains(t, err, "unknown machine xt33; did you mean xt3")
}

func TestValues(t *testing.T) {
	r, err := newReader([]string{`^time: (?P<us>\S+) us$`, `(?P<rate>[0-9.e+]+) MB/s( of (?P<peak>[0-9]+))?`})
	require.NoError(t, err)
	require.Equal(t, []string{"us", "rate", "peak"}, r.names)
	v, err := r.read("time: 7 us\ntime: 8.5 us\n2e+3 MB/s\n")
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"us": 8.5, "rate": 2000}, v)
	_, err = r.read("time: long us\n1 MB/s")
	require.EqualError(t, err, `us is "long", not a number`)
	_, err = r.read("nothing")
	require.EqualError(t, err, `no match of --value ^time: (?P<us>\S+) us$ in the output`)
	for text, want := range map[string]string{"time": "no named group", "(": "missing closing", "(?P<a>.)(?P<a>.)": "two groups are named a"} {
		_, err = newReader([]string{text})
		require.ErrorContains(t, err, want)
	}
	_, err = newReader([]string{"(?P<a>.)", "(?P<a>.)"})
	require.ErrorContains(t, err, "two groups are named a")
}

// sample is a sweep of which one run has failed, one was cut off, and one prints no value.
func sample(t *testing.T) *table {
	g := newTestGrid(t, "xt3", "2,4", "nic.interrupt=1us,2us,4us")
	points, err := g.points()
	require.NoError(t, err)
	values, err := newReader([]string{"(?P<us>[0-9.]+) us"})
	require.NoError(t, err)
	table := &table{grid: g, values: values.names}
	for i, r := range []*record{
		{Time: 5_000_000, Messages: 3, Output: "1.5 us"},
		{Time: 6_000_000, Messages: 3, Output: "2.5 us"},
		{Status: 3, Why: "rank 0 of 2: exit(3)"},
		{Time: 7_000_000, Messages: 9, Output: "2 us"},
		{Time: 8_000_000, Messages: 9, Output: "none"},
		nil,
	} {
		table.rows = append(table.rows, newRow(&points[i], r, values))
	}
	return table
}

func TestTable(t *testing.T) {
	s := sample(t)
	require.Equal(t, 3, s.failed())
	var text, lines, list bytes.Buffer
	require.NoError(t, s.writeText(&text))
	require.Contains(t, text.String(), "machine  n  nic.interrupt   us  job (us)  messages  status\n")
	require.Contains(t, text.String(), "xt3  2            4us    -         -         -  status 3: rank 0 of 2: exit(3)\n")
	require.NoError(t, s.writeCSV(&lines))
	require.Equal(t, `machine,n,nic.interrupt,us,time_ps,messages,status
xt3,2,1us,1.5,5000000,3,ok
xt3,2,2us,2.5,6000000,3,ok
xt3,2,4us,,,,status 3: rank 0 of 2: exit(3)
xt3,4,1us,2,7000000,9,ok
xt3,4,2us,,8000000,9,no match of --value (?P<us>[0-9.]+) us in the output
xt3,4,4us,,,,cut off
`, lines.String())
	require.NoError(t, s.writeJSON(&list))
	var back []map[string]any
	require.NoError(t, json.Unmarshal(list.Bytes(), &back))
	require.Equal(t, map[string]any{"machine": "xt3", "n": 2.0, "set": map[string]any{"nic.interrupt": "1us"}, "values": map[string]any{"us": 1.5},
		"time_ps": 5e6, "messages": 3.0, "status": "ok"}, back[0])
	require.Nil(t, back[2]["time_ps"])
}

func TestCharts(t *testing.T) {
	s := sample(t)
	c := s.chart(s.grid.along(), "us")
	require.True(t, c.Log)
	require.Equal(t, []figures.Line{
		{Label: "nic.interrupt = 1us", Points: []figures.Point{{X: 2, Value: 1.5}, {X: 4, Value: 2}}, Marks: []figures.Point{{X: 2, Value: 1.5}, {X: 4, Value: 2}}},
		{Label: "nic.interrupt = 2us", Points: []figures.Point{{X: 2, Value: 2.5}}, Marks: []figures.Point{{X: 2, Value: 2.5}}},
	}, c.Lines)
	dir := t.TempDir()
	files, err := s.draw(dir)
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, "us.svg"), filepath.Join(dir, "us.png")}, files)
	a := axis{"p", []string{"0.5us", "1 us"}}
	at, unit := a.places()
	require.Equal(t, []float64{0.5, 1}, at)
	require.Equal(t, " (us)", unit)
	at, _ = (&axis{"p", []string{"1us", "1ms"}}).places()
	require.Nil(t, at)
	s.rows = s.rows[:1]
	require.Nil(t, s.chart(s.grid.along(), "us"), "one place is no picture")
}

func TestRecords(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r")
	require.Nil(t, load(file))
	r := &record{Machine: "xt3", Ranks: 2, Command: []string{"a"}, Output: "1 us\n", Time: 5}
	require.NoError(t, r.save(file))
	require.Equal(t, r, load(file))
	r.Status = 1
	require.NoError(t, r.save(file))
	require.Nil(t, load(file), "a run that has failed is run again")
	require.NoError(t, os.WriteFile(file, []byte("{"), 0o666))
	require.Nil(t, load(file))
	p := &program{key: "a"}
	require.NotEqual(t, p.file(&point{ranks: 2}), p.file(&point{ranks: 4}))
	require.NotEqual(t, p.file(&point{about: "x"}), p.file(&point{about: "y"}))
}
