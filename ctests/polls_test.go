package ctests

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ping runs testdata/flag.c, and returns what it prints and the work of the simulation.
func ping(t *testing.T, machine string, v variant, mode string, flags ...string) (outcome, done) {
	t.Helper()
	cost := filepath.Join(t.TempDir(), "cost.json")
	command := simulated(machine, 2)
	command = append(append(command[:len(command)-1:len(command)-1], flags...), "--cost", cost, "--")
	o := job{command: command, args: []string{mode}}.run(t, at.program.get(t, "testdata/flag.c", v))
	var d done
	text, err := os.ReadFile(cost)
	require.NoError(t, err, "%v", o)
	require.NoError(t, json.Unmarshal(text, &d))
	return o, d
}

// needPolls skips a test of a program that waits by loops which the simulator has to find.
func needPolls(t *testing.T) {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("the simulator finds loops that poll memory in x86-64 code only (docs/design/host.md)")
	}
}

// TestSimPolls: a loop that only polls memory costs what a wait of the library does, within one poll, and gives the same bytes in every run, whatever else the host does, and without a notice: plain loads, also with
// registers that are saved in memory, in a function, of many words, by swaps, with counters, with other words in each iteration, by a function of the C library.
func TestSimPolls(t *testing.T) {
	needPolls(t)
	const look = 290 // ns, on xt3: a poll of the library
	o, _ := ping(t, "xt3", plain, "wait")
	require.Zero(t, o.status, "%v", o)
	wait, err := strconv.Atoi(strings.TrimSpace(o.out))
	require.NoError(t, err)
	for _, v := range []variant{plain, {name: "O0", flags: []string{"-O0"}}, {name: "sse", flags: []string{"-O3", "-DVECTORS"}}} {
		for _, mode := range []string{"load", "call", "scan", "lock", "count", "phase", "string", "two"} {
			t.Run(mode+"/"+v.name, func(t *testing.T) {
				var outs [3]outcome
				var work [3]done
				var runs sync.WaitGroup
				for i := range outs { // at the same time, so that their speeds differ
					runs.Go(func() { outs[i], work[i] = ping(t, "xt3", v, mode) })
				}
				runs.Wait()
				require.Zero(t, outs[0].status, "%v", outs[0])
				assert.Empty(t, outs[0].err)
				for i := range outs {
					assert.Equal(t, outs[0].out, outs[i].out)
					assert.Equal(t, work[0], work[i])
				}
				if mode == "two" {
					assert.Regexp(t, `(?m)^first (0, second 20|20, second 0)$`, outs[0].out)
					return
				}
				took, err := strconv.Atoi(strings.TrimSpace(outs[0].out))
				require.NoError(t, err)
				assert.InDelta(t, wait, took, look)
			})
		}
	}
}

// TestSimPollsObserved: the same with statistics, with a trace, and where computing takes time.
func TestSimPollsObserved(t *testing.T) {
	needPolls(t)
	_, first := ping(t, "xt3", plain, "load")
	for _, flag := range []string{"--stats", "--trace"} {
		o, d := ping(t, "xt3", plain, "load", flag+"="+filepath.Join(t.TempDir(), "file"))
		require.Zero(t, o.status, "%v", o)
		assert.Equal(t, first.Virtual, d.Virtual, flag)
		assert.Equal(t, first.Messages, d.Messages, flag)
	}
	o, _ := ping(t, "xt3", plain, "load", "--compute", "measured")
	require.Zero(t, o.status, "%v", o)
	assert.Empty(t, o.err)
	took, err := strconv.Atoi(strings.TrimSpace(o.out))
	require.NoError(t, err)
	assert.Less(t, took, 100_000, "the loop's own time is not charged: it would be 100 us and more for each poll")
}

// TestSimPollsDeadlock: a poll that no rank can end is part of the report, with its place.
func TestSimPollsDeadlock(t *testing.T) {
	needPolls(t)
	o := inside(t, "ideal", 3, stuck, []string{"spin"})
	require.Equal(t, 1, o.status, "%v", o)
	assert.Regexp(t, fmt.Sprintf(`^gasnetgo: deadlock at 5us: nothing can happen any more, and 3 ranks wait:
  2 ranks, 0, 2: shmem_long_wait_until %s
      .*
      .*
  rank 1: polls memory, without a library call, since 5us
      spins\+0x\w+ \(stuck.c:2[12]\)
      main\+0x\w+ \(stuck.c:50\)
$`, `.*`), o.err)
}
