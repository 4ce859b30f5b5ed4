package ctests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// carriedRun is what a run of testdata/empty_calls.c leaves: all of it is to be the same when ranks that wait by calls are carried forward.
type carriedRun struct {
	outcome
	done
	stats, trace string
}

// emptyCalls runs it; made is how many calls have been made, and runs how often programs have run. Ranks that stand still have no events.
func emptyCalls(t *testing.T, machine string, np int, mode, carry string, observed bool) (r carriedRun, made, runs int64) {
	t.Helper()
	dir := t.TempDir()
	cost := filepath.Join(dir, "cost.json")
	command := simulated(machine, np)
	command = append(command[:len(command)-1:len(command)-1], "--carry", carry, "--cost", cost)
	if observed {
		command = append(command, "--stats="+filepath.Join(dir, "stats"), "--trace="+filepath.Join(dir, "trace"))
	}
	r.outcome = job{command: append(command, "--"), args: []string{mode}}.run(t, at.program.get(t, "testdata/empty_calls.c", plain))
	require.Zero(t, r.status, "%v", r.outcome)
	r.line = "" // it names the file of costs
	text := func(name string) string {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return string(b)
	}
	if observed {
		r.stats, r.trace = text("stats"), text("trace")
	}
	require.NoError(t, json.Unmarshal([]byte(text("cost.json")), &r.done))
	r.Events = 0
	var more struct{ Made, Runs int64 }
	require.NoError(t, json.Unmarshal([]byte(text("cost.json")), &more))
	return r, more.Made, more.Runs
}

// TestSimEmptyCalls: ranks that repeat calls which find nothing have the output, the virtual time, calls, messages, statistics and traces that they have when each call is made.
func TestSimEmptyCalls(t *testing.T) {
	needPolls(t)
	for _, on := range []simMachine{{"xt3", 4}, {"xt4", 4}, {"ideal", 2}} {
		for _, mode := range []string{"poll", "get", "both", "yield", "count", "record", "flag", "clock", "calls"} {
			if on.name != "xt3" && mode != "poll" && mode != "yield" && mode != "flag" {
				continue
			}
			t.Run(on.name+"/"+mode, func(t *testing.T) {
				t.Parallel()
				off, all, runs := emptyCalls(t, on.name, on.np, mode, "off", false)
				assert.Equal(t, all, runs)
				carried, made, runs := emptyCalls(t, on.name, on.np, mode, "on", false)
				assert.Equal(t, off, carried)
				assert.Equal(t, off.Calls, uint64(all), "the program runs for each call")
				if mode == "count" || mode == "record" {
					assert.Less(t, all-runs, all/20+64, "a program that counts its calls makes them")
				} else if on.name != "ideal" && mode != "clock" { // whose program runs until it is time
					assert.Less(t, runs, all/20, "of %d", all)
					assert.Less(t, made, all/20, "of %d", all)
				}
				if on.name == "xt3" && (mode == "both" || mode == "flag") {
					off, _, _ = emptyCalls(t, on.name, on.np, mode, "off", true)
					carried, _, _ = emptyCalls(t, on.name, on.np, mode, "on", true)
					require.Equal(t, strings.Split(off.stats, "\n"), strings.Split(carried.stats, "\n"))
					assert.True(t, off.trace == carried.trace, "traces differ")
					assert.Equal(t, off, carried)
				}
			})
		}
	}
}

// TestSimEmptyCallsForever: ranks that repeat calls in vain end with the report of a deadlock.
func TestSimEmptyCallsForever(t *testing.T) {
	needPolls(t)
	o := job{command: simulated("xt3", 2), args: []string{"never"}}.run(t, at.program.get(t, "testdata/empty_calls.c", plain))
	assert.Equal(t, 1, o.status, "%v", o)
	assert.Regexp(t, `deadlock at .*: nothing can happen any more, and 2 ranks wait:`, o.err)
	assert.Regexp(t, `rank 0:.*PtlEQPoll, again and again`, o.err)
}

// TestSimCarried: so have the programs of the test suite.
func TestSimCarried(t *testing.T) {
	needPolls(t)
	for _, p := range simulatable(t) {
		if endless(p.name()) || !runs("TestSimCarried", p.name()) {
			continue
		}
		t.Run(p.name(), func(t *testing.T) {
			t.Parallel()
			var outs [2]outcome
			var work [2]done
			for i, carry := range []string{"off", "on"} {
				cost := filepath.Join(t.TempDir(), "cost.json")
				command := simulated("xt3", 2)
				command = append(command[:len(command)-1:len(command)-1], "--carry", carry, "--cost", cost, "--")
				env := append([]string{"GT_EXPECT_SIZE=2", "GT_SIMULATED=1"}, p.env...)
				outs[i] = job{command: command, env: env, args: p.args, timeout: 200 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				assert.Contains(t, []int{0, 77}, outs[i].status, "%v", outs[i])
				outs[i].line = "" // it names the file of costs
				text, err := os.ReadFile(cost)
				require.NoError(t, err)
				require.NoError(t, json.Unmarshal(text, &work[i]))
				work[i].Events = 0
			}
			if strings.Contains(outs[0].err, "(--spin") {
				t.Skip("it polls memory without a call: without --carry its times differ from run to run")
			}
			assert.Equal(t, outs[0], outs[1])
			assert.Equal(t, work[0], work[1])
		})
	}
}

// TestSimPingPong: a library of messages that waits by progress functions makes about ten calls for a message, however long it takes and however many ranks wait meanwhile.
func TestSimPingPong(t *testing.T) {
	needPolls(t)
	for _, args := range [][]string{{"8", "100"}, {"8", "100", "all"}, {"4000000", "4"}} {
		t.Run(strings.Join(args, ","), func(t *testing.T) {
			t.Parallel()
			var outs [2]outcome
			var work [2]struct {
				done
				Made, Runs int64
			}
			for i, carry := range []string{"off", "on"} {
				cost := filepath.Join(t.TempDir(), "cost.json")
				command := simulated("xt3", 16)
				command = append(command[:len(command)-1:len(command)-1], "--carry", carry, "--cost", cost, "--")
				outs[i] = job{command: command, args: args}.run(t, at.program.get(t, "testdata/mpi_pingpong.c", plain))
				require.Zero(t, outs[i].status, "%v", outs[i])
				outs[i].line = ""
				text, err := os.ReadFile(cost)
				require.NoError(t, err)
				require.NoError(t, json.Unmarshal(text, &work[i]))
				work[i].Events = 0
			}
			assert.Equal(t, outs[0], outs[1])
			assert.Equal(t, work[0].done, work[1].done)
			assert.Less(t, work[1].Made, 12*int64(work[1].Messages), "of %d", work[0].Made)
		})
	}
}
