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

// inside runs a program of testdata on a simulated machine, with flags of gasnetgo run.
func inside(t *testing.T, machine string, np int, source string, args []string, flags ...string) outcome {
	t.Helper()
	command := simulated(machine, np)
	command = append(append(command[:len(command)-1:len(command)-1], flags...), "--")
	return job{command: command, args: args, timeout: 60 * time.Second}.run(t, at.program.get(t, source, plain))
}

type traceEvent struct {
	Ph, Name string
	TID      int
	Bind     string `json:"bind_id"`
	In       bool   `json:"flow_in"`
	Out      bool   `json:"flow_out"`
	Args     struct{ Name string }
}

func readTrace(t *testing.T, file string) []traceEvent {
	t.Helper()
	var trace struct{ TraceEvents []traceEvent }
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &trace))
	return trace.TraceEvents
}

// TestSimTrace: library calls are on their ranks' tracks, and arrows lead from the sends of rank 0 to rank 1.
func TestSimTrace(t *testing.T) {
	for _, machine := range []string{"ideal", "xt3"} {
		file := filepath.Join(t.TempDir(), "trace.json")
		o := inside(t, machine, 2, "../examples/hello.c", nil, "--trace", file)
		require.Zero(t, o.status, "%v", o)
		tracks, calls, out, in := map[int]string{}, map[string]int{}, map[string]bool{}, map[string]bool{}
		for _, e := range readTrace(t, file) {
			switch track := tracks[e.TID]; {
			case e.Name == "thread_name":
				tracks[e.TID] = e.Args.Name
			case e.Out && strings.HasSuffix(e.Name, "to rank 1") && track == "rank 0":
				out[e.Bind] = true
			case e.In && strings.HasSuffix(e.Name, "has come") && track == "rank 1":
				in[e.Bind] = true
			case e.Bind == "":
				calls[track+" "+e.Name]++
			}
		}
		for _, call := range []string{"shmem_init", "shmem_finalize"} {
			assert.Equal(t, 1, calls["rank 0 "+call], machine)
			assert.Equal(t, 1, calls["rank 1 "+call], machine)
		}
		assert.Positive(t, len(out), machine)
		for operation := range out {
			assert.Contains(t, in, operation, machine)
		}
	}
	o := inside(t, "ideal", 2, "../examples/hello.c", nil, "--trace", filepath.Join(t.TempDir(), "no", "folder"))
	assert.Equal(t, 1, o.status)
	assert.Contains(t, o.err, "--trace")
}

// TestSimStats: the counts agree with the program's operations.
func TestSimStats(t *testing.T) {
	file := filepath.Join(t.TempDir(), "stats.json")
	o := inside(t, "xt3", 4, "../examples/heat2d.c", []string{"40", "40", "10"}, "--stats="+file)
	require.Zero(t, o.status, "%v", o)
	var report struct {
		Time       int64 `json:"time_ps"`
		Operations []struct{ Put uint64 }
		Ranks      []struct {
			Calls, Sent, Received uint64
			Library               int64 `json:"library_ps"`
			Waiting               int64 `json:"waiting_ps"`
			Ended                 int64 `json:"ended_ps"`
		}
		Nodes []struct{ Interrupts uint64 }
		Links []struct{ Packets uint64 }
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &report))
	require.Len(t, report.Ranks, 4)
	require.Len(t, report.Nodes, 4)
	sent, received := uint64(0), uint64(0)
	for _, r := range report.Ranks {
		assert.Equal(t, r.Ended, r.Library+r.Waiting, "computing is free, and nothing else takes time")
		assert.LessOrEqual(t, r.Ended, report.Time)
		assert.Positive(t, r.Calls)
		sent += r.Sent
		received += r.Received
	}
	assert.Equal(t, sent, received)
	assert.NotEmpty(t, report.Operations)
	assert.NotEmpty(t, report.Links)

	o = inside(t, "xt3", 2, "../examples/hello.c", nil, "--stats")
	assert.Zero(t, o.status)
	assert.Contains(t, o.err, "Ranks (times in us)")
	assert.NotContains(t, o.out, "Ranks")
}

// TestSimCompute: computation between calls takes no virtual time, unless it is to be measured.
func TestSimCompute(t *testing.T) {
	source := "testdata/works.c"
	free := inside(t, "ideal", 2, source, nil)
	require.Equal(t, "85 ns\n85 ns\n", free.out, "reading the clock, rounded: %v", free)
	measured := inside(t, "ideal", 2, source, []string{"charged"}, "--compute", "measured")
	require.Zero(t, measured.status, "%v", measured)
	scaled := inside(t, "ideal", 2, source, []string{"charged"}, "--compute", "measured:1000")
	require.Zero(t, scaled.status, "%v", scaled)
	wrong := inside(t, "ideal", 2, source, nil, "--compute", "measured:0")
	require.Equal(t, 2, wrong.status)
	require.Contains(t, wrong.err, "--compute measured:0")
	wrong = inside(t, "ideal", 2, source, nil, "--ahead", "perhaps")
	require.Equal(t, 2, wrong.status)
	require.Contains(t, wrong.err, "--ahead perhaps: auto, on or off")
}

// TestSimProgress: a long run prints its progress on standard error if requested.
func TestSimProgress(t *testing.T) {
	o := inside(t, "ideal", 2, "testdata/long.c", []string{"2500"}, "--progress", "always")
	require.Zero(t, o.status, "%v", o)
	assert.Regexp(t, `virtual time .*, 0 of 2 ranks done, 0 %, .* messages, .*/s, \ds`, o.err)
	o = inside(t, "ideal", 2, "testdata/long.c", []string{"1500"})
	require.Zero(t, o.status, "%v", o)
	assert.Empty(t, o.err, "not a terminal")
}

// TestSimOnly: flags of simulated machines are rejected for live jobs.
func TestSimOnly(t *testing.T) {
	command := []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", "1", "--trace", "x", "--"}
	o := job{command: command}.run(t, at.program.get(t, "../examples/hello.c", plain))
	assert.Equal(t, 2, o.status)
	assert.Contains(t, o.err, "--trace is about simulated machines")
}
