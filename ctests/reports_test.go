package ctests

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// shift is the program of these tests.
func shift(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shift")
	text, err := compile("testdata/shift.c", path, nil).CombinedOutput()
	require.NoError(t, err, "%s", text)
	return path
}

func gasnetgo(words ...string) job {
	return job{command: append([]string{filepath.Join(at.build, "bin", "gasnetgo")}, words...)}
}

// TestSweep: the table has what a single run prints, a run that fails is a row, and what has succeeded is not run again.
func TestSweep(t *testing.T) {
	program, dir := shift(t), t.TempDir()
	sweep := gasnetgo("sweep", "--machine", "xt3", "--set", "nic.interrupt=1us,2us", "-n", "2,3", "--value", "time: (?P<us>[0-9.]+) us", "--out", dir, "--csv", "--")
	o := sweep.run(t, program)
	require.Equal(t, 1, o.status, "%v", o)
	table, err := csv.NewReader(strings.NewReader(o.out)).ReadAll()
	require.NoError(t, err)
	require.Len(t, table, 5)
	require.Equal(t, []string{"machine", "n", "nic.interrupt", "us", "time_ps", "messages", "status"}, table[0])
	alone := gasnetgo("run", "--machine", "xt3", "--set", "nic.interrupt=2us", "-n", "2").run(t, program)
	require.Contains(t, alone.out, "time: "+table[2][3])
	require.Equal(t, []string{"xt3", "2", "2us"}, table[2][:3])
	require.Equal(t, "ok", table[2][6])
	require.Equal(t, []string{"xt3", "3", "1us", "", "", ""}, table[3][:6])
	require.Regexp(t, "^status 3", table[3][6])
	require.FileExists(t, filepath.Join(dir, "table.json"))

	files, err := filepath.Glob(filepath.Join(dir, "runs", "*.json"))
	require.NoError(t, err)
	require.Len(t, files, 4)
	old := time.Unix(1, 0)
	for _, f := range files {
		require.NoError(t, os.Chtimes(f, old, old))
	}
	again := sweep.run(t, program)
	require.Equal(t, o.out, again.out)
	kept := 0
	for _, f := range files {
		info, err := os.Stat(f)
		require.NoError(t, err)
		if info.ModTime().Equal(old) {
			kept++
		}
	}
	require.Equal(t, 2, kept, "the runs that succeeded")
}

// TestSweepRefuses: one line for each mistake.
func TestSweepRefuses(t *testing.T) {
	for words, want := range map[string]string{
		"-n 2":                                      "no machine given; try: gasnetgo sweep --machine xt3",
		"--machine xt33":                            "unknown machine xt33; did you mean xt3 or xt4?",
		"--machine xt3 --set nic.interupt=1us":      "nic.interupt: no such parameter",
		"--machine xt3 -n 2,two":                    `-n 2,two: "two" is not a number of ranks`,
		"--machine xt3 --value (?P<a>":              "--value (?P<a>: error parsing regexp",
		"--machine xt3 --value [0-9]+":              "no named group",
		"--machine xt3 --csv --json":                "--csv and --json exclude each other",
		"--machine xt3 --out " + t.TempDir() + " a": "a: no such file",
	} {
		o := gasnetgo(append([]string{"sweep"}, strings.Fields(words)...)...).run(t, "/nonexistent")
		require.NotZero(t, o.status, words)
		require.Contains(t, o.err, want, words)
		require.Equal(t, 1, strings.Count(o.err, "\n"), "%v", o)
	}
}
