package figures_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/figures"
)

func TestTableIsWhole(t *testing.T) {
	table, err := figures.Load()
	require.NoError(t, err)
	require.Contains(t, table.Machines(), "redstorm")
	for _, m := range table.Machines() {
		part := table.Of(m)
		require.NotEmpty(t, part.Rows, m)
		for _, r := range part.Rows {
			require.NotEmpty(t, r.Section, r.Figure)
			if r.Use == figures.Calibrated {
				require.LessOrEqual(t, r.Tolerance, 1.0, "%s is calibrated", r.Figure)
				require.NotEmpty(t, r.By, "%s is calibrated: which parameter?", r.Figure)
			}
			if r.Missing != "" {
				require.NotEqual(t, figures.Calibrated, r.Use, r.Figure)
			}
		}
	}
	all := map[string]bool{}
	for _, m := range table.Machines() {
		for _, r := range table.Of(m).Runs {
			all[r.Name] = true
		}
	}
	for _, r := range table.Runs {
		require.True(t, all[r.Name], "no row or plot uses the run %q", r.Name)
	}
}

const small = `
[[paper]]
key = "P"
title = "A paper"
[[run]]
name = "a"
program = "a"
[[run]]
name = "b"
program = "b"
`

func TestTableRefuses(t *testing.T) {
	for row, why := range map[string]string{
		`figure = "x"`:     "of which machine",
		`machines = ["m"]`: "no paper",
		`machines = ["m"]
paper = "P"
use = "guess"`: "not \"guess\"",
		`machines = ["m"]
paper = "P"
use = "pred"`: "no measure",
		`machines = ["m"]
paper = "P"
use = "pred"
measure = { kind = "at", run = "a" }`: "wants 1 sizes",
		`machines = ["m"]
paper = "P"
use = "pred"
measure = { kind = "at", run = "c", bytes = [1] }`: "no run",
		`machines = ["m"]
paper = "P"
use = "pred"
measure = { kind = "ratio", run = "a", bytes = [1, 2] }`: "no run",
		`machines = ["m"]
paper = "P"
use = "pred"
value = 3
measure = { kind = "at", run = "a", bytes = [1] }`: "needs a tolerance",
		`machines = ["m"]
paper = "P"
use = "pred"
says = "much"
measure = { kind = "at", run = "a", bytes = [1] }`: "neither a value",
		`colour = "red"`: "strict mode",
	} {
		_, err := figures.Parse(small + "[[row]]\n" + row)
		require.ErrorIs(t, err, figures.ErrTable, row)
		require.ErrorContains(t, err, why, row)
	}
	_, err := figures.Parse(small + "[[plot]]\nname = \"p\"\nruns = [\"none\"]")
	require.ErrorContains(t, err, `no run "none"`)
}

func curve(t *testing.T, rows ...string) *figures.Curve {
	t.Helper()
	c, err := figures.ParseCurve([]byte("# something\n# bytes n MB/s us\n" + strings.Join(rows, "\n")))
	require.NoError(t, err)
	return c
}

func TestCurve(t *testing.T) {
	c := curve(t, "1 10 0.5 2", "4 10 2 2", "8 10 2.4 3.3", "64 10 10 6.4")
	at := func(column string, n uint64) float64 {
		v, err := c.At(column, n)
		require.NoError(t, err)
		return v
	}
	require.Equal(t, 2.0, at("us", 1))
	require.Equal(t, 2.4, at("MB/s", 8))
	most, err := c.Max("MB/s")
	require.NoError(t, err)
	require.Equal(t, 10.0, most)
	for want, rate := range map[float64]float64{1: 0.1, 4: 2, 36: 6.2} {
		n, err := c.Reaches("MB/s", rate)
		require.NoError(t, err)
		require.InDelta(t, want, n, 1e-9)
	}
	_, err = c.Reaches("MB/s", 11)
	require.ErrorContains(t, err, "never")
	_, err = c.At("us", 2)
	require.ErrorContains(t, err, "not been measured")
	_, err = c.At("hours", 1)
	require.ErrorContains(t, err, "no column")
	_, err = c.Points("us", 9, 63)
	require.ErrorContains(t, err, "nothing has been measured")
	for _, bad := range []string{"", "# bytes us\n1", "1 2", "# us bytes\n1 2", "# bytes us\n1 two"} {
		_, err := figures.ParseCurve([]byte(bad))
		require.Error(t, err, bad)
	}
}

// row is a row of machine m, out of paper P.
func row(figure string, lines ...string) string {
	return fmt.Sprintf("[[row]]\nmachines = [\"m\"]\npaper = \"P\"\nfigure = %q\n%s\n", figure, strings.Join(lines, "\n"))
}

// predicted is one whose value comes out within 10 %.
func predicted(figure string, value int, lines ...string) string {
	return row(figure, append(lines, `use = "pred"`, `unit = "us"`, `tolerance = 10`, fmt.Sprint("value = ", value))...)
}

// ratio is one that compares b with a.
func ratio(figure string, lines ...string) string {
	return row(figure, append(lines, `use = "pred"`, `measure = { kind = "ratio", run = "b", against = "a", bytes = [1, 64] }`)...)
}

const step = `measure = { kind = "step", run = "a", bytes = [4, 64] }`

var rows = small +
	row("at", `use = "cal"`, `value = 2`, `unit = "us"`, `tolerance = 1`, `measure = { kind = "at", run = "a", bytes = [4] }`) +
	predicted("step", 4, step) +
	predicted("known", 40, step, `missing = "the moon"`) +
	row("half", `use = "pred"`, `value = 0.02`, `unit = "KB"`, `tolerance = 100`, `measure = { kind = "half", run = "a" }`) +
	ratio("at least", `says = "twice"`, `least = 2`) +
	ratio("at most", `says = "thrice"`, `most = 3`) +
	row("report", `use = "report"`, `measure = { kind = "range", run = "a", column = "MB/s", bytes = [1, 64] }`) +
	row("later", `use = "pred"`, `needs = "time"`) +
	`
[[plot]]
machines = ["m"]
name = "times"
title = "Times"
column = "us"
unit = "us"
bytes = [1, 64]
runs = ["a", "b"]
[[plot]]
machines = ["m"]
name = "rates"
title = "Rates"
column = "MB/s"
unit = "MB/s"
bytes = [1, 64]
runs = ["a"]
`

func TestCompare(t *testing.T) {
	all, err := figures.Parse(rows)
	require.NoError(t, err)
	require.Empty(t, all.Of("other").Rows)
	table := all.Of("m")
	a := curve(t, "1 10 0.5 2", "4 10 2 2.01", "64 10 10 6.4")
	curves := figures.Curves{"a": a, "b": curve(t, "1 1 1 4", "4 1 1 5", "64 1 1 32")}
	results, err := table.Compare(curves)
	require.NoError(t, err)
	for i, want := range []struct {
		model   float64
		verdict figures.Verdict
	}{
		{2.01, figures.Met}, {4.39, figures.Met}, {4.39, figures.Known}, {(4 + 60*3.0/8) / 1024, figures.Met},
		{2, figures.Met}, {5, figures.NotMet}, {0.5, figures.NoTarget},
	} {
		require.InDelta(t, want.model, results[i].Model, 1e-9, results[i].Figure)
		require.Equal(t, want.verdict, results[i].Verdict, results[i].Figure)
	}
	require.Equal(t, figures.NotYet, results[7].Verdict)
	failed := figures.Failed(results)
	require.Len(t, failed, 1)
	require.Equal(t, "at most", failed[0].Figure)

	var text, markdown strings.Builder
	require.NoError(t, figures.WriteTable(&text, results))
	require.Regexp(t, `(?m)^step +4.00 us +4.39 us +\+9.8 % +pred +10 % +yes`, text.String())
	require.Regexp(t, `(?m)^later .* not yet: time`, text.String())
	require.NoError(t, figures.WriteMarkdown(&markdown, results))
	require.Contains(t, markdown.String(), "| known | 40.00 us | 4.39 us | -89.0 % | pred | 10 % | no: the moon |\n")

	dir := t.TempDir()
	files, err := table.Draw(dir, "m", curves)
	require.NoError(t, err)
	require.Len(t, files, 4)
	for _, f := range files {
		require.FileExists(t, f)
	}

	// 1 % is 1 %
	curves["a"] = curve(t, "1 10 0.5 2", "4 10 2 2.03", "64 10 10 6.4")
	results, err = table.Compare(curves)
	require.NoError(t, err)
	require.Equal(t, figures.NotMet, results[0].Verdict)

	delete(curves, "b")
	_, err = table.Compare(curves)
	require.ErrorContains(t, err, "has not been run")

	// some rows, and the pictures of their runs
	some := all.Only(func(r *figures.Row) bool { return r.Figure == "half" }).Of("m")
	require.Len(t, some.Rows, 1)
	require.Len(t, some.Runs, 1)
	require.Len(t, some.Plots, 1, "the picture with the curve of b would need another run")

	// what has been measured when the measurement is cut off
	part := table.Measured(curves)
	results, err = part.Compare(curves)
	require.NoError(t, err)
	require.Len(t, results, len(table.Rows)-2, "two rows compare b with a")
	files, err = part.Draw(dir, "m", curves)
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, "m-rates.svg"), filepath.Join(dir, "m-rates.png")}, files)
}

func TestReport(t *testing.T) {
	all, err := figures.Parse(rows)
	require.NoError(t, err)
	table := all.Of("m")
	curves := figures.Curves{"a": curve(t, "1 10 0.5 2", "4 10 2 2.01", "64 10 10 6.4"), "b": curve(t, "1 1 1 4", "4 1 1 5", "64 1 1 32")}
	results, err := table.Compare(curves)
	require.NoError(t, err)
	require.Equal(t, "4 of 6 published figures are met, 1 not because the model lacks a part; 1 cannot be measured yet; 1 are reported only", figures.Summary(results))

	var text strings.Builder
	require.NoError(t, figures.WriteJSON(&text, results))
	var list []map[string]any
	require.NoError(t, json.Unmarshal([]byte(text.String()), &list))
	require.Len(t, list, 8)
	require.Equal(t, 2.01, list[0]["model"])
	require.Equal(t, true, list[0]["met"])
	require.InDelta(t, 0.5, list[0]["error_percent"], 1e-9)
	require.Equal(t, "the moon", list[2]["missing"])
	require.NotContains(t, list[6], "met")
	require.NotContains(t, list[7], "model")
	for _, row := range list {
		for key := range row {
			require.Regexp(t, `^[a-z]+(_[a-z]+)*$`, key)
		}
	}
}

// TestPictures: each curve's published values have its colour.
func TestPictures(t *testing.T) {
	all, err := figures.Parse(rows + row("of b", `use = "pred"`, `value = 5`, `unit = "us"`, `tolerance = 1`, `measure = { kind = "at", run = "b", bytes = [4] }`))
	require.NoError(t, err)
	dir := t.TempDir()
	curves := figures.Curves{"a": curve(t, "1 10 0.5 2", "4 10 2 2.01", "64 10 10 6.4"), "b": curve(t, "1 1 1 4", "4 1 1 5", "64 1 1 32")}
	_, err = all.Of("m").Draw(dir, "m", curves)
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(dir, "m-times.svg"))
	require.NoError(t, err)
	require.Contains(t, string(text), ">a, published</text>")
	require.Contains(t, string(text), ">b, published</text>")
	strokes := map[string]int{}
	for _, s := range regexp.MustCompile(`stroke:(#[0-9A-F]{6})`).FindAllStringSubmatch(string(text), -1) {
		strokes[s[1]]++
	}
	colours := 0
	for colour, n := range strokes {
		if r, g, b := colour[1:3], colour[3:5], colour[5:7]; r != g || g != b { // no grey of axes and grid
			colours++
			require.Greater(t, n, 2, "the curve, its line in the legend, its points: %v", strokes)
		}
	}
	require.Equal(t, 2, colours, "%v", strokes)
}
