package ctests

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLongValues: a message does not repeat a value of 70 kB, wherever it comes from, and still names what it is about.
func TestLongValues(t *testing.T) {
	long := strings.Repeat("x", 70000)
	path := at.program.get(t, "../examples/hello.c", plain)
	gasnetgo := filepath.Join(at.build, "bin", "gasnetgo")
	run := func(words ...string) job {
		return job{command: append(append([]string{gasnetgo, "run"}, words...), "--")}
	}
	set := func(name string, j job) job {
		j.env = []string{name + "=" + long}
		return j
	}
	for what, j := range map[string]job{
		"SHMEM_SYMMETRIC_SIZE": set("SHMEM_SYMMETRIC_SIZE", job{np: 2}), "SMA_SYMMETRIC_SIZE": set("SMA_SYMMETRIC_SIZE", job{command: simulated("ideal", 2)}),
		"GASNETGO_BASE": set("GASNETGO_BASE", job{np: 2}), "GASNETGO_TIMEOUT": set("GASNETGO_TIMEOUT", job{np: 2}), "GASNETGO_NPROCS": set("GASNETGO_NPROCS", job{}),
		"--bind": set("GASNETGO_BIND", job{np: 2}), "-n": run("-n", long), "unknown machine": run("--machine", long), "unknown flag": run("--" + long),
		"unknown command": {command: []string{gasnetgo, long}}, "stat": {command: []string{gasnetgo, "run", long + "/"}},
	} {
		t.Run(what, func(t *testing.T) {
			o := j.run(t, path)
			o.line = "" // long
			assert.NotZero(t, o.status, "%v", o)
			assert.Less(t, len(o.err), 2500, "%v", o)
			assert.Contains(t, o.err, what)
			assert.Contains(t, o.err, " bytes ...]")
			assert.True(t, strings.HasPrefix(o.err, "gasnetgo: "), "%v", o)
		})
	}
}
