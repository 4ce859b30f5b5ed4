package ctests

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// installed is the path of one of the tool's own programs, by the name of its process.
func installed(t *testing.T, program string) string {
	path, err := filepath.EvalSymlinks(filepath.Join(at.build, "libexec", "gasnetgo", program))
	require.NoError(t, err)
	return path
}

// TestBenchWaits runs the jobs of each way to wait: every operation is in a bucket.
func TestBenchWaits(t *testing.T) {
	bucket := regexp.MustCompile(`(?m)^bucket [0-9]+ ([0-9]+)$`)
	for _, mode := range []string{"barrier", "until", "gasnet_am", "gasnet_barrier", "portals_put", "armci_barrier"} {
		o := job{np: 2, args: []string{mode, "200"}}.run(t, installed(t, "wait_bench"))
		require.Zero(t, o.status, "%v", o)
		require.Regexp(t, `^job [0-9.e+]+ [0-9.e+]+\n`, o.out)
		count := 0
		for _, m := range bucket.FindAllStringSubmatch(o.out, -1) {
			n, err := strconv.Atoi(m[1])
			require.NoError(t, err)
			count += n
		}
		require.Equal(t, 200, count, "%v", o)
	}
}

// TestBenchWaitTable runs them by the tool, with a load. It does not check times.
func TestBenchWaitTable(t *testing.T) {
	command := []string{filepath.Join(at.build, "bin", "gasnetgo"), "bench", "--quick", "--jobs", "2", "--json", "--beside", "start"}
	o := job{command: command}.run(t, "wait.until")
	require.Zero(t, o.status, "%v", o)
	var table struct {
		Load    string
		Results []struct {
			Name string
			Met  *bool
			Runs int
			Wait struct {
				P99  float64   `json:"p99_ns"`
				Jobs []float64 `json:"jobs_ns"`
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(o.out), &table), "%v", o)
	require.Equal(t, "start", table.Load)
	require.Len(t, table.Results, 1)
	r := table.Results[0]
	require.Equal(t, "wait.until", r.Name)
	require.Equal(t, 2, r.Runs)
	require.Len(t, r.Wait.Jobs, 2)
	require.Positive(t, r.Wait.P99)
	require.NotNil(t, r.Met)
	require.Empty(t, processesOf(installed(t, "spin_bench"), 2*time.Second), "the load is left behind")
}

// TestBenchCutOff: an interrupt ends the measurement, and the rows measured until then are printed.
func TestBenchCutOff(t *testing.T) {
	program := installed(t, "wait_bench")
	command := []string{filepath.Join(at.build, "bin", "gasnetgo"), "bench", "--quick", "--jobs", "1000", "memory"}
	c := job{command: command}.start(t, "wait.until")
	c.starts(t, program, 1)
	require.NoError(t, c.cmd.Process.Signal(syscall.SIGINT))
	o := c.finish(t, c.cmd.Wait())
	require.Equal(t, 130, o.status, "%v", o)
	require.Regexp(t, `(?m)^memory +[0-9.]+ MB`, o.out)
	require.Regexp(t, `^gasnetgo: interrupted: [12] of 2 measures\n$`, o.err)
}

// TestBenchLoadDies: when the tool is killed in the middle, by a signal that it can catch or not, its load ends, too.
func TestBenchLoadDies(t *testing.T) {
	program := installed(t, "spin_bench")
	for _, s := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT} {
		command := []string{filepath.Join(at.build, "bin", "gasnetgo"), "bench", "--jobs", "1000", "--beside", "hogs=2"}
		c := job{command: command}.start(t, "wait.until")
		c.starts(t, program, 2)
		require.NoError(t, c.cmd.Process.Signal(s))
		err := c.cmd.Wait()
		require.Error(t, err)
		c.finish(t, err)
		require.Empty(t, processesOf(program, 10*time.Second), "the load outlives %v", s)
	}
}
