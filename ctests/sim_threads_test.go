package ctests

import (
	"fmt"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// threaded runs a program with threads on a simulated machine, twice: both runs must be the same. sets are parameters of the machine.
func threaded(t *testing.T, path, machine string, np int, sets []string, args ...string) outcome {
	t.Helper()
	c := simulated(machine, np)
	for _, set := range sets {
		c = slices.Concat(c[:len(c)-1], []string{"--set", set}, c[len(c)-1:])
	}
	once := func() outcome { return job{command: c, args: args, timeout: 60 * time.Second}.run(t, path) }
	o := once()
	again := once()
	require.Equal(t, o.status, again.status, "%v", again)
	require.Equal(t, o.out, again.out)
	require.Equal(t, o.err, again.err)
	return o
}

func sorted(text string) string {
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	sort.Strings(all)
	return strings.Join(all, "\n")
}

// onCores runs a program with threads on two ranks of machines whose nodes have different numbers of cores. line is what a rank prints there.
func onCores(t *testing.T, path string, line func(rank, cores int) string) {
	t.Helper()
	for machine, cores := range map[string]int{"ideal": 8, "xt3": 1, "xt4": 4} {
		o := threaded(t, path, machine, 2, nil)
		require.Zero(t, o.status, "%v", o)
		require.Equal(t, line(0, cores)+"\n"+line(1, cores), sorted(o.out))
	}
}

// TestSimThreadsCXX: threads of C++ wait in virtual time.
func TestSimThreadsCXX(t *testing.T) {
	if _, err := exec.LookPath("c++"); err != nil {
		t.Skip("no C++ compiler")
	}
	path := at.program.get(t, "testdata/sim_threads.cc", variant{"cxx20", []string{"-std=c++20"}})
	onCores(t, path, func(rank, cores int) string {
		return fmt.Sprintf("%d: ready 3, gone 16, timeout 1, got 42, caught 2, times 2, cores %d, 1210 us", rank, cores)
	})
}

// TestSimThreadsYield: a thread that yields gives its core to one that has work, rather than keep it for the rest of a slice of 10 ms.
func TestSimThreadsYield(t *testing.T) {
	path := at.program.get(t, "testdata/sim_yield.c", plain)
	o := threaded(t, path, "xt3", 1, nil)
	require.Zero(t, o.status, "%v", o)
	require.Equal(t, "101 yields, 28606 ns\n", o.out) // 100 times a yield of 100 ns by each thread, and a read of the clock, 86.069 ns
}

// TestSimFreeCalls: a thread that repeats calls which take no time lets the others of the job run, and serves messages. One that yields until a clock shows some time looks less often with time.
func TestSimFreeCalls(t *testing.T) {
	path := at.program.get(t, "testdata/sim_free.c", plain)
	o := threaded(t, path, "ideal", 2, nil)
	require.Zero(t, o.status, "%v", o)
	puts, yields := "6565 puts, slept 10086 ns", "2574 yields, 100247489 ns" // 65 puts in 100 ns; exactly 100 ms are 537435 yields
	require.Equal(t, fmt.Sprintf("0: %s\n0: %s\n1: %s\n1: %s", yields, puts, yields, puts), sorted(o.out))
}

// TestSimImages: images of GASNet's collectives, each a thread, wait for each other beside others that poll.
func TestSimImages(t *testing.T) {
	o := job{command: simulated("ideal", 3), env: []string{"GT_SIMULATED=1"}, timeout: 60 * time.Second}.run(t, at.program.get(t, "gasnet/coll_images.c", plain))
	require.Zero(t, o.status, "%v", o)
}

// TestSimOpenMP: the same for OpenMP.
func TestSimOpenMP(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("system calls of libgomp are found in x86-64 code only")
	}
	if text, err := exec.Command("cc", "-print-file-name=libgomp.so").Output(); err != nil || !strings.Contains(string(text), "/") {
		t.Skip("the compiler has no OpenMP")
	}
	path := at.program.get(t, "testdata/sim_openmp.c", variant{"openmp", []string{"-fopenmp"}})
	onCores(t, path, func(rank, cores int) string {
		first := 100 * (1 - rank) // what each rank gets from the other
		return fmt.Sprintf("%d: level 3, procs %d, sum 499505, order 0 3 7, box %d %d %d %d, in time", rank, cores, first, first+1, first+2, first+3)
	})
}

// TestSimCores: threads that spend time share the cores of their node. Reading a clock takes 86.069 ns, and the first read of the program ends before its threads begin.
func TestSimCores(t *testing.T) {
	path := at.program.get(t, "testdata/sim_threads_ends.c", plain)
	for _, c := range []struct {
		machine       string
		threads, want int
		sets          []string
	}{
		{"xt3", 1, 86_155, nil},  // 1000 reads, and one more
		{"xt3", 3, 258_293, nil}, // 3000
		{"xt3", 3, 258_293, []string{"host.slice=1us"}},
		{"xt4", 4, 86_155, nil},
		{"ideal", 8, 86_155, nil},
		{"ideal", 8, 344_362, []string{"nodes.cores=2"}},                     // 4000
		{"ideal", 8, 688_638, []string{"nodes.cores=2", "nodes.ranks=2"}},    // two ranks share them
		{"ideal", 4, 172_224, []string{"nodes.cores=4", "nodes.ranks=2"}},    // 8000 on 4 cores, and one more
		{"xt4", 8, 172_224, []string{"nodes.cores=4", "host.slice=10us"}},    // 2000
		{"xt4", 6, 129_190, []string{"nodes.cores=4", "host.slice=86069ps"}}, // 1500, a read at a time
	} {
		o := threaded(t, path, c.machine, 2, c.sets, "cores", fmt.Sprint(c.threads))
		require.Zero(t, o.status, "%v", o)
		assert.Equal(t, fmt.Sprintf("0: %d ns\n1: %d ns", c.want, c.want), sorted(o.out), "%v", c)
	}
}

// TestSimThreadsEnd: what threads do wrong is reported, with their numbers; a program ends by any of them.
func TestSimThreadsEnd(t *testing.T) {
	path := at.program.get(t, "testdata/sim_threads_ends.c", plain)
	for how, want := range map[string]struct {
		status   int
		out, err string
	}{
		"cross":  {1, "", `^gasnetgo: deadlock at \S+: nothing can happen any more, and 2 ranks wait:\n  2 ranks, 0-1: pthread_mutex_lock, since \S+\n +main\+.*\n  2 ranks, 0-1, thread 1: pthread_mutex_lock, since \S+\n +crosses\+`},
		"joins":  {0, "35\n35\n", `^$`}, // EDEADLK
		"self":   {1, "", `deadlock at .*\n  2 ranks, 0-1: pthread_mutex_lock, since`},
		"crash":  {139, "", `gasnetgo: rank \d of 2, thread 1, at \S+: crashed: SIGSEGV: no access to address 0x8\n  #0 \S+ in crashes\+`},
		"sink":   {139, "", `gasnetgo: rank \d of 2, thread 1, at \S+: crashed: SIGSEGV: the stack is full`},
		"exit":   {3, "", `gasnetgo: rank \d of 2, at \S+: exited with status 3\n`},
		"behind": {0, "late\nlate\n", `^$`},
		"return": {0, "", `^$`},
	} {
		o := threaded(t, path, "xt3", 2, nil, how)
		assert.Equal(t, want.status, o.status, "%s: %v", how, o)
		assert.Equal(t, want.out, o.out, how)
		assert.Regexp(t, regexp.MustCompile(want.err), o.err, how)
	}
}
