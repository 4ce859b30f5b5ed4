package bench

import (
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

func TestBenchParseWaitJob(t *testing.T) {
	job, err := parseWaitJob([]byte("job 70.5 12\n\nbucket 60 9000\nbucket 1.5e3 1000\n"))
	require.NoError(t, err)
	require.Equal(t, waitJob{70.5, 12, histogram{60: 9000, 1500: 1000}}, job)

	for _, bad := range []string{"job 3", "job x 1", "job 1 y", "bucket 1 1.5", "pail 1 2"} {
		_, err := parseWaitJob([]byte(bad))
		require.ErrorContains(t, err, strings.Fields(bad)[0])
	}
	for _, little := range []string{"", "job 1 1", "bucket 1 1"} {
		_, err := parseWaitJob([]byte(little))
		require.ErrorContains(t, err, "has not printed the time of its job")
	}
}

// TestBenchHistogram adds histograms of parts and compares with all times in order.
func TestBenchHistogram(t *testing.T) {
	require.Zero(t, histogram{}.quantile(0.99))
	rapid.Check(t, func(t *rapid.T) {
		all, sum := []float64{}, histogram{}
		for range rapid.IntRange(1, 4).Draw(t, "jobs") {
			one := histogram{}
			for _, ns := range rapid.SliceOfN(rapid.IntRange(0, 50), 1, 60).Draw(t, "times") {
				all = append(all, float64(ns))
				one[float64(ns)]++
			}
			sum.add(one)
		}
		slices.Sort(all)
		part := rapid.SampledFrom([]float64{0.5, 0.9, 0.99, 1}).Draw(t, "part")
		want := all[int(math.Ceil(part*float64(len(all))))-1]
		if got := sum.quantile(part); got != want {
			t.Fatalf("%v of %v is %v, not %v", part, all, got, want)
		}
	})
}

func TestBenchSummariseWait(t *testing.T) {
	pair := func(lib, spin float64) waitPair {
		return waitPair{waitJob{lib, 12, histogram{lib: 100}}, waitJob{spin, 12, histogram{spin: 100}}}
	}
	m := measure{name: "wait.x", unit: "ns", compare: times, target: 2}
	for _, c := range []struct {
		name             string
		pairs            []waitPair
		compared, paired float64
		met              string
	}{
		{"usual", []waitPair{pair(100, 90), pair(90, 90), pair(110, 90)}, 10. / 9, 10. / 9, "yes"},
		{"a slow job that the median hides", []waitPair{pair(100, 100), pair(100, 100), pair(1000, 100)}, 4, 1, "NO"},
		{"a slow twin that the mean hides behind", []waitPair{pair(300, 100), pair(300, 100), pair(300, 9000)}, 900. / 9200, 3, "NO"},
		{"one job has no verdict", []waitPair{pair(100, 100)}, 1, 1, "one run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := summariseWait(m, c.pairs)
			require.NoError(t, err)
			require.InDelta(t, c.compared, r.Compared, 1e-9)
			require.InDelta(t, c.paired, r.Wait.Paired, 1e-9)
			require.Equal(t, c.met, r.metText())
			require.Equal(t, len(c.pairs), r.Runs)
		})
	}

	r, err := summariseWait(m, []waitPair{pair(100, 50), pair(400, 100)})
	require.NoError(t, err)
	require.Equal(t, waitFigures{
		P99: 400, Worst: 400, LimitP99: 100, LimitWorst: 100, Paired: 3, Clock: 12, Operations: waitOperations,
		Jobs: []float64{100, 400}, Twins: []float64{50, 100},
	}, *r.Wait)
	_, err = summariseWait(m, nil)
	require.ErrorContains(t, err, "wait.x: no job was run")
}

func TestBenchLoads(t *testing.T) {
	for text, want := range map[string]load{"none": {}, "start": {"start", 1}, "hogs=64": {"hog", 64}} {
		l, err := parseLoad(text)
		require.NoError(t, err)
		require.Equal(t, want, l)
		require.Equal(t, text, l.String())
	}
	for _, bad := range []string{"", "hogs", "hogs=", "hogs=x", "hogs=-1", "hogs=1025", "Start"} {
		_, err := parseLoad(bad)
		require.ErrorContains(t, err, "--beside")
	}
}

// spinBench compiles the twin, which needs no library.
func spinBench(t *testing.T) string {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler")
	}
	program := filepath.Join(t.TempDir(), "spin_bench")
	out, err := exec.Command(cc, "-std=gnu11", "-O2", "-o", program, "../../../bench/plain/spin_bench.c").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// TestBenchTwin runs the twin: a mean that agrees with the buckets, each of which is true to 1/64. On a busy machine it may stop before its last operation.
func TestBenchTwin(t *testing.T) {
	program := spinBench(t)
	for _, mode := range []string{"barrier", "trip"} {
		out, err := output(t.Context(), program, mode, "50")
		require.NoError(t, err)
		job, err := parseWaitJob(out)
		require.NoError(t, err)
		count, sum := 0, 0.0
		for ns, n := range job.times {
			count += n
			sum += ns * float64(n)
		}
		require.Positive(t, count, mode)
		require.LessOrEqual(t, count, 50, mode)
		require.InEpsilon(t, job.mean, sum/float64(count), 0.05, mode)
	}
	_, err := output(t.Context(), program, "barrier", "0")
	require.ErrorContains(t, err, "a number of operations")
}

// TestBenchLoadEnds has loads run and ended: nothing of their groups is left.
func TestBenchLoadEnds(t *testing.T) {
	program := spinBench(t)
	for _, l := range []load{{"hog", 3}, {"start", 1}} {
		all, end, err := l.startWith(t.Context(), program)
		require.NoError(t, err)
		require.Len(t, all, l.processes)
		for _, c := range all {
			require.NoError(t, unix.Kill(-c.Process.Pid, 0))
		}
		end()
		for _, c := range all {
			require.NotNil(t, c.ProcessState)
			require.Eventually(t, func() bool { return unix.Kill(-c.Process.Pid, 0) == unix.ESRCH }, 10*time.Second, 10*time.Millisecond)
		}
	}
	_, _, err := load{"nothing", 2}.startWith(t.Context(), program)
	require.ErrorContains(t, err, "process 1 of 2 ended at once")
}
