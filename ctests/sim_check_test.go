package ctests

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// checked compiles a program by a wrapper with --check.
func checked(t *testing.T, tool, source string, flags ...string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(source), filepath.Ext(source)))
	out, err := exec.Command(filepath.Join(at.build, "bin", "gasnetgo-"+tool), append(append([]string{"--check", "-o", to, source}, flags...), "-lm")...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return to
}

// raceReport is a file of --check.
type raceReport struct {
	Races []struct {
		First, Second struct {
			What, Source string
			Rank         int
		}
		Object string
		Why    string
		Note   bool
	}
	Suppressed int
	Unseen     []string
}

// checkedRun runs a program under the race checker.
func checkedRun(t *testing.T, machine string, np int, path string, flags ...string) (outcome, raceReport) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "races.json")
	command := simulated(machine, np)
	command = append(append(command[:len(command)-1:len(command)-1], append([]string{"--check=" + file}, flags...)...), "--")
	o := job{command: command, timeout: 60 * time.Second}.run(t, path)
	var r raceReport
	if text, err := os.ReadFile(file); err == nil && len(text) > 0 {
		require.NoError(t, json.Unmarshal(text, &r))
	}
	return o, r
}

// marks are the pairs of lines of a source that "race N" marks.
func marks(t *testing.T, source string) (pairs []string) {
	t.Helper()
	text, err := os.ReadFile(source)
	require.NoError(t, err)
	lines := map[string][]int{}
	mark := regexp.MustCompile(`/\* race (\d+)`)
	for i, line := range strings.Split(string(text), "\n")[1:] { // the first says what marks are
		if m := mark.FindStringSubmatch(line); m != nil {
			lines[m[1]] = append(lines[m[1]], i+2)
		}
	}
	for n, pair := range lines {
		require.Len(t, pair, 2, "race %s", n)
		pairs = append(pairs, fmt.Sprintf("%s:%d %s:%d", filepath.Base(source), pair[0], filepath.Base(source), pair[1]))
	}
	slices.Sort(pairs)
	return pairs
}

// found are the pairs that a report has, in the order of marks.
func (r *raceReport) found() (pairs []string) {
	line := regexp.MustCompile(`:(\d+)$`)
	for _, x := range r.Races {
		one, other := x.First.Source, x.Second.Source
		a, b := line.FindStringSubmatch(one), line.FindStringSubmatch(other)
		if a != nil && b != nil && (len(a[1]) > len(b[1]) || len(a[1]) == len(b[1]) && a[1] > b[1]) {
			one, other = other, one
		}
		pairs = append(pairs, one+" "+other)
	}
	slices.Sort(pairs)
	return pairs
}

// TestSimCheck: of programs with and without races, the checker reports those that their sources mark, and no others.
func TestSimCheck(t *testing.T) {
	for _, c := range []struct {
		source string
		np     int
		levels []string
	}{
		{"check/shmem.c", 3, []string{"-O0", "-O2"}},
	} {
		for _, level := range c.levels {
			o, r := checkedRun(t, "ideal", c.np, checked(t, "oshcc", c.source, level))
			require.Equal(t, 66, o.status, "%v", o)
			assert.Equal(t, marks(t, c.source), r.found(), "%s %s", c.source, level)
			assert.Empty(t, r.Unseen)
		}
	}
}

// TestSimCheckReport: a report names ranks, places, memory and what is missing; patterns hide it; a program that has not been compiled for it is checked as far as its calls tell.
func TestSimCheckReport(t *testing.T) {
	const source = "testdata/races.c"
	path := checked(t, "oshcc", source)
	o, r := checkedRun(t, "xt3", 2, path)
	require.Equal(t, 66, o.status, "%v", o)
	require.Len(t, r.Races, 2)
	for _, text := range []string{
		"race: store at races.c:16 and shmem_putmem at races.c:14 access the same memory, and nothing orders them",
		"rank 0: shmem_putmem writes 8 bytes, in main (races.c:14)",
		"rank 1: a store of 1 bytes, in main (races.c:16)",
		"memory: 4 bytes into the block of 64 bytes that rank 1 has allocated in main (races.c:11)",
		"nothing orders rank 1's store before rank 0's shmem_putmem: a barrier, a lock, or shmem_fence and a flag that the other waits for",
		"variable counter (8 bytes) of rank 1",
		"--check: 2 races",
	} {
		assert.Contains(t, o.err, text)
	}

	hide := filepath.Join(t.TempDir(), "known")
	require.NoError(t, os.WriteFile(hide, []byte("# known\nshmem_putmem races.c:16\n"), 0o644))
	o, r = checkedRun(t, "ideal", 2, path, "--suppress", hide)
	require.Equal(t, 66, o.status)
	require.Len(t, r.Races, 1)
	require.Equal(t, 1, r.Suppressed)
	require.NoError(t, os.WriteFile(hide, []byte("main\n"), 0o644))
	o, _ = checkedRun(t, "ideal", 2, path, "--suppress", hide)
	require.Zero(t, o.status, "%v", o)
	require.Contains(t, o.err, "--check: no races, 2 suppressed")
	require.NoError(t, os.WriteFile(hide, []byte("a b c\n"), 0o644))
	o, _ = checkedRun(t, "ideal", 2, path, "--suppress", hide)
	require.NotZero(t, o.status)
	require.Contains(t, o.err, "line 1: 3 patterns")

	o = inside(t, "ideal", 2, source, nil, "--check")
	require.Equal(t, 66, o.status, "%v", o)
	require.Contains(t, o.err, "shmem_long_p")
	require.NotContains(t, o.err, "a store of")
	require.Contains(t, o.err, "loads and stores of testdata-races were not seen")

	live := job{np: 2}.run(t, path)
	require.Zero(t, live.status, "a program that has been compiled for the checker runs without it: %v", live)
	plain := job{command: simulated("ideal", 2)}.run(t, path)
	require.Zero(t, plain.status)
	require.Empty(t, plain.err)
	o = job{command: append(simulated("local", 2)[:6], "--check", "--")}.run(t, path)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.err, "--check is about simulated machines")
}
