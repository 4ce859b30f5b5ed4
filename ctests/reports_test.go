package ctests

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
		"-n 2":                                        "no machine given; try: gasnetgo sweep --machine xt3",
		"--machine xt33":                              "unknown machine xt33; did you mean xt3",
		"--machine xt3 --set nic.interupt=1us":        "nic.interupt: no such parameter",
		"--machine xt3 -n 2,two":                      `-n 2,two: "two" is not a number of ranks`,
		"--machine xt3 --value (?P<a>":                "--value (?P<a>: error parsing regexp",
		"--machine xt3 --value [0-9]+":                "no named group",
		"--machine xt3 --csv --json":                  "--csv and --json exclude each other",
		"--machine xt3 --out " + t.TempDir() + " ./a": "./a: no such file",
	} {
		o := gasnetgo(append([]string{"sweep"}, strings.Fields(words)...)...).run(t, "/nonexistent")
		require.NotZero(t, o.status, words)
		require.Contains(t, o.err, want, words)
		require.Equal(t, 1, strings.Count(o.err, "\n"), "%v", o)
	}
}

// counts are what a page and a file of --stats have.
type counts struct {
	Time  int64 `json:"time_ps"`
	Ranks []struct {
		Received uint64 `json:"received"`
		Bytes    uint64 `json:"received_bytes"`
		Waiting  int64  `json:"waiting_ps"`
	} `json:"ranks"`
	Parameters []struct{ Key, Value string } `json:"parameters"`
}

// TestReport: a page is the same whether it is made while the job runs or from its files, and its figures equal those of --stats.
func TestReport(t *testing.T) {
	program, dir := shift(t), t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	o := gasnetgo("run", "--machine", "xt3", "-n", "4", "--report", file("live.html")).run(t, program)
	require.Zero(t, o.status, "%v", o)
	o = gasnetgo("run", "--machine", "xt3", "-n", "4", "--stats="+file("s.json"), "--trace", file("t.json.gz")).run(t, program)
	require.Zero(t, o.status, "%v", o)
	o = gasnetgo("report", "--out", file("later.html"), file("s.json")).run(t, file("t.json.gz"))
	require.Zero(t, o.status, "%v", o)
	page, err := os.ReadFile(file("live.html"))
	require.NoError(t, err)
	later, err := os.ReadFile(file("later.html"))
	require.NoError(t, err)
	require.True(t, bytes.Equal(page, later), "the two pages differ")

	m := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindSubmatch(page)
	require.NotNil(t, m)
	var data struct {
		Stats  counts `json:"stats"`
		Matrix struct {
			Entries [][5]int64 `json:"entries"`
			Waited  int64      `json:"waited_ps"`
			Unknown int        `json:"unknown"`
		} `json:"matrix"`
		Waits []struct{ Count int64 } `json:"waits"`
		Path  struct {
			End   int64 `json:"end_ps"`
			Parts []struct {
				Time int64 `json:"time_ps"`
			} `json:"parts"`
		} `json:"path"`
	}
	require.NoError(t, json.Unmarshal(m[1], &data))
	var s counts
	text, err := os.ReadFile(file("s.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &s))
	require.Equal(t, s, data.Stats)
	require.NotEmpty(t, s.Parameters)
	require.Zero(t, data.Matrix.Unknown)
	received, size := make([]uint64, 4), make([]uint64, 4)
	for _, e := range data.Matrix.Entries {
		received[e[1]] += uint64(e[2])
		size[e[1]] += uint64(e[3])
	}
	waiting, waits := int64(0), int64(0)
	for i, r := range s.Ranks {
		require.Equal(t, r.Received, received[i], "messages to rank %d", i)
		require.Equal(t, r.Bytes, size[i], "bytes to rank %d", i)
		waiting += r.Waiting
	}
	for _, w := range data.Waits {
		waits += w.Count
	}
	const rounding = 1000 // picoseconds, of each wait
	require.InDelta(t, waiting, data.Matrix.Waited, float64(rounding*waits))
	sum := int64(0)
	for _, p := range data.Path.Parts {
		sum += p.Time
	}
	require.Equal(t, data.Path.End, sum)
	require.InDelta(t, s.Time, data.Path.End, 1e6, "the job ends with its last rank")

	o = gasnetgo("run", "--machine", "xt3", "-n", "3", "--report", file("failed.html")).run(t, program)
	require.Equal(t, 3, o.status, "%v", o)
	require.FileExists(t, file("failed.html"), "of a job that has failed, too")
	o = gasnetgo("report", "--out", file("none.html"), file("s.json")).run(t, file("s.json"))
	require.Equal(t, 2, o.status)
	require.Contains(t, o.err, "s.json: not a trace that gasnetgo run --trace writes")
	require.NoFileExists(t, file("none.html"))

	o = gasnetgo("compare", file("s.json")).run(t, file("s.json"))
	require.Contains(t, o.out, "both take the same time")
	browse(t, file("live.html"), s)
}

// browse opens a page in a browser without a window: no error comes, all charts are drawn, and the figures are those of the counts.
func browse(t *testing.T, page string, s counts) {
	browser, err := exec.LookPath("chromium")
	if err != nil || !runs("TestReport browser", "") {
		return // make test-long, with Debian's chromium
	}
	text, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom", "file://"+page).Output()
	require.NoError(t, err)
	require.Contains(t, string(text), `data-ready="yes"`)
	require.Contains(t, string(text), `<div id="errors" hidden=""></div>`)
	sum := uint64(0)
	for _, r := range s.Ranks {
		sum += r.Received
	}
	m, err := json.Marshal(sum)
	require.NoError(t, err)
	require.Contains(t, string(text), `<b id="sum-messages">`+string(m)+`</b>`)
	require.GreaterOrEqual(t, strings.Count(string(text), "<canvas"), 8)
}
