package ctests

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// simulated is how a job is started on a simulated machine.
func simulated(machine string, np int) []string {
	return []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "--machine", machine, "-n", strconv.Itoa(np), "--"}
}

// notSimulated gives the reason why a program cannot run, or cannot pass, in a simulated world. A prefix of a name stands for all names with it.
func notSimulated(name string) string {
	for prefix, why := range map[string]string{
		"portals/sysmon":       "checks the threads of the process",
		"gasnet/fork":          "processes",
		"portals/armci_idiom":  "clone",
		"portals/clone_server": "clone",
		"portals/fork":         "processes",
		"shmem/fork":           "processes",
		"shmem/fds":            "processes",
		"shmem/signals":        "checks the process's signal stack",
		"portals/signal":       "checks the signal handling of the process, or has threads",
		"shmem/wait_longjmp":   "timers",
		"portals/update":       "polls for a CPU time, which does not advance on a machine without costs",
		"portals/faults":       "requests addresses that another rank has: all share one process",
		"shmem/ptr":            "the memory of other PEs is behind a network: shmem_ptr returns NULL",
		"shmem/malloc_align":   "the memory of other PEs is behind a network: shmem_ptr returns NULL",
		"shmem/bigheap":        "heaps of many GB for every rank in one process",
		"portals/late_init":    "expects sends to complete before their target has started",
		"portals/ptl_netpipe":  "has a test of its own",
	} {
		if strings.HasPrefix(name, prefix) {
			return why
		}
	}
	return ""
}

// endless reports whether a program polls memory without a call where that is not found: it would not end.
func endless(name string) bool {
	return runtime.GOARCH != "amd64" && slices.Contains([]string{"armci/others", "shmem/order", "shmem/progress", "portals/unlink", "portals/shmem_idiom", "portals/bypass"}, name)
}

// simulatable are the programs that can run in a simulated world.
func simulatable(t *testing.T) (all []program) {
	for _, p := range programs(t) {
		if (strings.HasPrefix(p.name(), "shmem/") || strings.HasPrefix(p.name(), "portals/") || strings.HasPrefix(p.name(), "gasnet/") || strings.HasPrefix(p.name(), "armci/")) &&
			strings.HasSuffix(p.source, ".c") && notSimulated(p.name()) == "" {
			p.variants = p.variants[:1]
			all = append(all, p)
		}
	}
	return all
}

type simMachine struct {
	name string
	np   int
}

// simMachines are those that every program runs on.
var simMachines = []simMachine{{"ideal", 4}, {"xt3", 2}}

// TestSim runs the programs on simulated machines: one without costs and a Cray XT3.
func TestSim(t *testing.T) {
	all := simulatable(t)
	at.program.all(all)
	for i, m := range simMachines {
		for _, p := range all {
			if turn(p.name(), len(simMachines)) != i && !runs("TestSim machines", p.name()) {
				continue
			}
			t.Run(m.name+"/"+p.name(), func(t *testing.T) {
				t.Parallel() // a simulation uses one core
				env := append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", m.np), "GT_SIMULATED=1"}, p.env...)
				c := simulated(m.name, m.np)
				if endless(p.name()) {
					needPolls(t)
				}
				o := job{command: c, env: env, args: p.args, timeout: 60 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				if o.status != 77 {
					assert.Zero(t, o.status, "%v", o)
				}
			})
		}
	}
}

// TestSimConditionalUpdates: receives that are posted conditionally do not miss a message that is arriving, wherever the matching is done.
func TestSimConditionalUpdates(t *testing.T) {
	path := at.program.get(t, "portals/bmi_idiom.c", plain)
	for _, mode := range []string{"generic", "accelerated"} {
		t.Run(mode, func(t *testing.T) {
			c := simulated("xt3", 3)
			c = slices.Concat(c[:len(c)-1], []string{"--set", "nic.mode=" + mode}, c[len(c)-1:])
			o := job{command: c, env: []string{"GT_EXPECT_SIZE=3"}, timeout: 60 * time.Second}.run(t, path)
			require.Zero(t, o.status, "%v", o)
			require.NotRegexp(t, ` 0 updates refused`, o.out, "no message arrived during an update: this tests nothing")
		})
	}
}

// netpipe runs ptl_netpipe on a simulated machine.
func netpipe(t *testing.T, machine string, args ...string) string {
	t.Helper()
	for _, p := range programs(t) {
		if p.name() == "portals/ptl_netpipe" {
			o := job{command: simulated(machine, 2), args: args}.run(t, at.program.get(t, p.source, p.variants[0]))
			require.Zero(t, o.status, "%v", o)
			return o.out
		}
	}
	require.Fail(t, "no ptl_netpipe")
	return ""
}

// TestSimLatency: a C program prints the latency of the simulated machine. Virtual time is exact, and every run gives the same.
func TestSimLatency(t *testing.T) {
	out := netpipe(t, "xt3", "-m", "ping", "-l", "1", "-u", "64")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	at := func(bytes string) string {
		for _, l := range lines {
			if f := strings.Fields(l); len(f) == 4 && f[0] == bytes {
				return f[3]
			}
		}
		return ""
	}
	require.Equal(t, "5.390", at("1"), out)
	require.Equal(t, "5.390", at("12"), "12 bytes fit in the header packet:\n%s", out)
	require.Equal(t, "7.390", at("16"), "more bytes need another interrupt:\n%s", out)
	require.Equal(t, out, netpipe(t, "xt3", "-m", "ping", "-l", "1", "-u", "64"))
}

// TestBenchSim: gasnetgo bench sim runs. The test does not check the values.
func TestBenchSim(t *testing.T) {
	o := job{command: []string{filepath.Join(at.build, "bin", "gasnetgo"), "bench", "sim", "--quick", "--csv"}}.run(t, "put_2")
	require.Zero(t, o.status, "%v", o)
	require.Regexp(t, `(?m)^put_2,.*,messages/s,[1-9]`, o.out)
}

// TestSimWatched: a traced job makes its calls in another way, and in the same virtual time.
func TestSimWatched(t *testing.T) {
	for _, p := range programs(t) {
		if p.name() != "portals/ptl_netpipe" && p.name() != "portals/ompi_btl_idiom" {
			continue
		}
		var costs []string
		for _, with := range [][]string{nil, {"--stats=" + filepath.Join(t.TempDir(), "stats")}} {
			file := filepath.Join(t.TempDir(), "cost")
			c := simulated("xt3", 2)
			c = slices.Concat(c[:len(c)-1], []string{"--cost", file}, with, c[len(c)-1:])
			o := job{command: c, args: p.args}.run(t, at.program.get(t, p.source, p.variants[0]))
			require.Zero(t, o.status, "%v", o)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			costs = append(costs, o.out+fmt.Sprint(regexp.MustCompile(`"(virtual_ps|messages)":[^,]*`).FindAllString(string(text), -1)))
		}
		require.Equal(t, costs[0], costs[1], p.name())
	}
}

// TestSimManyRanks: thousands of ranks start, synchronize and end, with so little memory that ten thousand of them fit into 2 GB.
func TestSimManyRanks(t *testing.T) {
	for ranks, rounds := range map[uint64]uint64{2000: 11, 10000: 14} {
		if !runs("TestSimManyRanks", strconv.FormatUint(ranks, 10)) {
			continue
		}
		t.Run(strconv.FormatUint(ranks, 10), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "cost")
			c := simulated("xt3", int(ranks))
			c = slices.Concat(c[:len(c)-1], []string{"--cost", file}, c[len(c)-1:])
			o := job{command: c, args: []string{"empty"}}.run(t, filepath.Join(at.build, "libexec", "gasnetgo", "sim_bench"))
			require.Zero(t, o.status, "%v", o)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var cost struct {
				Messages uint64
				Peak     uint64 `json:"peak_bytes"`
			}
			require.NoError(t, json.Unmarshal(text, &cost))
			require.Positive(t, cost.Messages)
			require.Zero(t, cost.Messages%(ranks*rounds), "barriers are all that an empty job has")
			require.Positive(t, cost.Peak)
			require.Less(t, cost.Peak, ranks*200_000)
		})
	}
}

// TestSimCounter: instructions that read the time stamp counter show virtual time at the machine's frequency, and the processor of the rank. The clock that the program compares it with shows whole nanoseconds.
func TestSimCounter(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the counter of this processor is real in simulated worlds")
	}
	path := at.program.get(t, "gasnet/tools_counter.c", plain)
	for machine, want := range map[string]struct{ ghz, shows string }{
		"ideal":    {"1.000000", "1000000359854"},
		"redstorm": {"2.000000", "2000000720408"},
		"xt3":      {"2.400007", "2400000864490"},
		"xt4":      {"2.300004", "2300000828470"},
	} {
		c := simulated(machine, 4)
		c = slices.Concat(c[:len(c)-1], []string{"--set", "nodes.ranks=2"}, c[len(c)-1:])
		o := job{command: c}.run(t, path)
		require.Zero(t, o.status, "%v", o)
		lines := ""
		for rank, processor := range []string{"0", "0x1", "0x1000", "0x1001"} {
			lines += fmt.Sprintf("[%d/4] %s GHz, processor %s, 0.05 ms of delay took 50178 ns, the counter shows %s\n", rank, want.ghz, processor, want.shows)
		}
		assert.Equal(t, lines, o.out, machine)
		assert.Empty(t, o.err)
		assert.Equal(t, o.out, job{command: c}.run(t, path).out)
	}
}

// TestSimClockReads: all ways to read a clock take host.clock: 1001 reads are 86,155 ns. What that is divides no microsecond, so a loop that adds up differences of a clock with microseconds sees half of the
// time, in every phase.
func TestSimClockReads(t *testing.T) {
	path := at.program.get(t, "testdata/clocks.c", plain)
	for machine, want := range map[string]string{
		"xt3": `clock_gettime(CLOCK_MONOTONIC, &s): 86155 ns
clock_gettime(CLOCK_THREAD_CPUTIME_ID, &s): 86155 ns
timespec_get(&s, TIME_UTC): 86155 ns
gettimeofday(&v, NULL): 86155 ns
time(NULL): 86155 ns
clock(): 86155 ns
times(NULL): 86155 ns
getrusage(RUSAGE_SELF, &u): 86155 ns
phase 0: 100 us in 1139 pairs, 196 us passed
phase 1: 100 us in 1137 pairs, 196 us passed
phase 2: 100 us in 1166 pairs, 201 us passed
phase 3: 100 us in 1143 pairs, 197 us passed
phase 4: 100 us in 1154 pairs, 199 us passed
phase 5: 100 us in 1172 pairs, 202 us passed
phase 6: 100 us in 1149 pairs, 198 us passed
phase 7: 100 us in 1137 pairs, 196 us passed
phase 8: 100 us in 1166 pairs, 201 us passed
phase 9: 100 us in 1143 pairs, 197 us passed
`,
		"sp": `clock_gettime(CLOCK_MONOTONIC, &s): 109843 ns
clock_gettime(CLOCK_THREAD_CPUTIME_ID, &s): 109842 ns
timespec_get(&s, TIME_UTC): 109843 ns
gettimeofday(&v, NULL): 109842 ns
time(NULL): 109843 ns
clock(): 109842 ns
times(NULL): 109843 ns
getrusage(RUSAGE_SELF, &u): 109843 ns
phase 0: 100 us in 908 pairs, 200 us passed
phase 1: 100 us in 933 pairs, 205 us passed
phase 2: 100 us in 878 pairs, 193 us passed
phase 3: 100 us in 919 pairs, 202 us passed
phase 4: 100 us in 905 pairs, 199 us passed
phase 5: 100 us in 896 pairs, 197 us passed
phase 6: 100 us in 933 pairs, 205 us passed
phase 7: 100 us in 878 pairs, 193 us passed
phase 8: 100 us in 919 pairs, 202 us passed
phase 9: 100 us in 905 pairs, 199 us passed
`,
	} {
		o := job{command: simulated(machine, 1)}.run(t, path)
		require.Zero(t, o.status, "%v", o)
		assert.Equal(t, want, o.out, machine)
	}
}
