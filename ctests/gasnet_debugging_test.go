package ctests

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// frozen matches the line of a process that waits for a debugger.
var frozen = regexp.MustCompile(`Process frozen for debugger: host=\S+ +pid=(\d+)\nTo unfreeze, attach a debugger and set (\S+) \(at 0x([0-9a-f]+)\) to 0, or send a SIGCONT\n`)

// waitFrozen waits until n processes have printed it.
func waitFrozen(t *testing.T, c *running, n int) [][]string {
	t.Helper()
	var all [][]string
	c.until(t, func() bool {
		text, _ := os.ReadFile(c.err.Name())
		all = frozen.FindAllStringSubmatch(string(text), -1)
		return len(all) == n
	})
	return all
}

// writeZero sets a variable of a process to 0, as a debugger would.
func writeZero(t *testing.T, pid int, at string) {
	t.Helper()
	addr, err := strconv.ParseInt(at, 16, 64)
	require.NoError(t, err)
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_WRONLY, 0)
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteAt(make([]byte, 4), addr)
	require.NoError(t, err)
}

// unfreeze resumes the first process as a debugger would, the others by a signal.
func unfreeze(t *testing.T, all [][]string) {
	t.Helper()
	for i, f := range all {
		pid, _ := strconv.Atoi(f[1])
		if i == 0 {
			writeZero(t, pid, f[3])
		} else {
			require.NoError(t, syscall.Kill(pid, syscall.SIGCONT))
		}
	}
}

// TestGASNetFreeze stops processes for a debugger by each variable of the environment, and resumes them.
func TestGASNetFreeze(t *testing.T) {
	t.Parallel()
	exits := ownProgram(t, at.program.get(t, "gasnet/exits/exits.c", plain))
	bad := ownProgram(t, at.program.get(t, "gasnet/errors/bad.c", plain))
	for _, c := range []struct {
		name, path string
		job        job
		frozen     int // processes
		status     int
		err        string // behind or before
	}{
		{"start", exits, job{np: 3, args: []string{"all", "5"}, env: []string{"GASNET_FREEZE=1"}}, 3, 5, ""},
		{"start,go", exits, job{np: 2, args: []string{"all", "5"}, env: []string{"GASNET_FREEZE=y", "GASNETGO_PLANE=go"}}, 2, 5, ""},
		{"start,sim", exits, job{command: simulated("ideal", 1), args: []string{"all", "5"}, env: []string{"GASNET_FREEZE=1"}}, 1, 5, ""},
		{"signal", exits, job{np: 2, args: []string{"signalled", "6", "sleep"}, env: []string{"GASNET_FREEZE_SIGNAL=usr1"}}, 1, 6, `Caught GASNET_FREEZE_SIGNAL: SIGUSR1\(10\)`},
		{"signal,number", exits, job{np: 2, args: []string{"signalled", "6", "sleep"}, env: []string{"GASNET_FREEZE_SIGNAL=10"}}, 1, 6, `Caught GASNET_FREEZE_SIGNAL: SIGUSR1\(10\)`},
		{"error,c", bad, job{np: 2, args: []string{"unlock_free"}, env: []string{"GASNET_FREEZE_ON_ERROR=1"}}, 1, 1, `gasnet_hsl_unlock: hsl = 0x`},
		{"error,go", bad, job{np: 2, args: []string{"node"}, env: []string{"GASNET_FREEZE_ON_ERROR=1"}}, 1, 1, `gasnet_put: node = 2`},
		{"error,crash", exits, job{np: 2, args: []string{"segv", "0", "sleep"}, env: []string{"GASNET_FREEZE_ON_ERROR=1"}}, 1, 139, `Caught a fatal signal: SIGSEGV\(11\) on node 1/2`},
		{"error,abort", exits, job{np: 2, args: []string{"abort", "0", "sleep"}, env: []string{"GASNET_FREEZE_ON_ERROR=1"}}, 1, 134, `Caught a fatal signal: SIGABRT\(6\) on node 1/2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.job.timeout = 60 * time.Second
			r := c.job.start(t, c.path)
			all := waitFrozen(t, r, c.frozen)
			assert.Equal(t, "gasnet_frozen", all[0][2])
			time.Sleep(20 * time.Millisecond)
			assert.Nil(t, r.cmd.ProcessState, "it waits")
			unfreeze(t, all)
			o := r.finish(t, r.cmd.Wait())
			assert.Equal(t, c.status, o.status, "%s", o)
			assert.Regexp(t, c.err, o.err, "%s", o)
		})
	}
}

// TestGASNetFatalSignals: GASNet's messages for a program that crashes. The job ends as without GASNet.
func TestGASNetFatalSignals(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/exits.c", plain)
	for _, s := range []struct {
		name   string
		number syscall.Signal
	}{{"SIGSEGV", syscall.SIGSEGV}, {"SIGBUS", syscall.SIGBUS}, {"SIGFPE", syscall.SIGFPE}, {"SIGILL", syscall.SIGILL}, {"SIGABRT", syscall.SIGABRT}} {
		said := fmt.Sprintf("*** Caught a fatal signal: %s(%d) on node 2/3\n", s.name, s.number)
		for _, c := range []struct {
			name string
			env  []string
			want []string
			not  string
		}{
			{"plain", nil, []string{said, "NOTICE: "}, ""},
			{"backtrace", []string{"GASNET_BACKTRACE=1", "GASNET_BACKTRACE_TYPE=EXECINFO"}, []string{said, "exits"}, "NOTICE"},
			{"spared", []string{"GASNET_NO_CATCH_SIGNAL=SIGINT," + s.name}, nil, "***"},
			{"all,spared", []string{"GASNET_NO_CATCH_SIGNAL=*"}, nil, "***"},
		} {
			t.Run(s.name+","+c.name, func(t *testing.T) {
				o := job{np: 3, args: []string{"raise", strconv.Itoa(int(s.number)), "barrier"}, env: c.env, timeout: 30 * time.Second}.run(t, path)
				assert.Equal(t, 128+int(s.number), o.status, "%s", o)
				assert.Contains(t, o.err, fmt.Sprintf("signal %d", s.number), "%s", o)
				for _, want := range c.want {
					assert.Contains(t, o.err, want, "%s", o)
				}
				if c.not != "" {
					assert.NotContains(t, o.err, c.not, "%s", o)
				}
			})
		}
	}
}

// TestGASNetAbortInMalloc: a crash that malloc itself reports, with its lock held, ends the job as any other crash does.
func TestGASNetAbortInMalloc(t *testing.T) {
	o := job{np: 2, args: []string{"heap", "0", "barrier"}, timeout: 30 * time.Second}.run(t, at.program.get(t, "gasnet/exits/exits.c", plain))
	assert.Equal(t, 134, o.status, "%s", o)
	assert.Contains(t, o.err, "*** Caught a fatal signal: SIGABRT(6) on node 1/2\n", "%s", o)
}

// TestGASNetEnvironment: invalid values end the job with a line; valid ones have an effect.
func TestGASNetEnvironment(t *testing.T) {
	path := at.program.get(t, "gasnet/exits/exits.c", plain)
	for _, world := range []string{"live", "sim"} {
		run := func(t *testing.T, env string, args ...string) outcome {
			j := job{np: 2, args: args, env: strings.Fields(env), timeout: 60 * time.Second}
			if world == "sim" {
				j.command = simulated("ideal", 2)
			}
			return j.run(t, path)
		}
		for env, line := range map[string]string{
			"GASNET_BARRIER=FASTEST":          `GASNET_BARRIER = "FASTEST": not one of DISSEM, AMDISSEM, RDMADISSEM, AMCENTRAL, PSHM, AUTO`,
			"GASNET_EXITTIMEOUT=soon":         `GASNET_EXITTIMEOUT = "soon": not a number`,
			"GASNET_EXITTIMEOUT_FACTOR=-1":    `GASNET_EXITTIMEOUT_FACTOR = "-1": not a number`,
			"GASNET_FREEZE=perhaps":           `environment variable GASNET_FREEZE = perhaps: not yes`,
			"GASNET_FREEZE_SIGNAL=SIGNOTHING": `environment variable GASNET_FREEZE_SIGNAL = SIGNOTHING: not a signal`,
			"GASNET_BACKTRACE_SIGNAL=9":       `environment variable GASNET_BACKTRACE_SIGNAL = 9: not a signal that can be caught`,
			"GASNET_MAX_SEGSIZE=many":         `GASNET_MAX_SEGSIZE = "many": not `,
			"GASNET_EXITTIMEOUT_MAX=1/0":      `GASNET_EXITTIMEOUT_MAX = "1/0": not a number`,
			"GASNET_EXITTIMEOUT_MIN=inf":      `GASNET_EXITTIMEOUT_MIN = "inf": not a number`,
		} {
			t.Run(world+","+env, func(t *testing.T) {
				o := run(t, env, "all", "0")
				assert.NotZero(t, o.status, "%s", o)
				assert.Contains(t, o.err, line, "%s", o)
			})
		}
		for _, name := range []string{"DISSEM", "AMDISSEM", "RDMADISSEM", "AMCENTRAL", "PSHM", "AUTO", "amdissem"} {
			t.Run(world+",barrier,"+name, func(t *testing.T) {
				o := run(t, "GASNET_BARRIER="+name, "all", "0")
				assert.Zero(t, o.status, "%s", o)
				assert.Empty(t, o.err, "%s", o)
			})
		}
	}
	// The other rank waits a second for each line; virtual seconds are exact.
	for _, c := range []struct {
		env    string
		status string
		waited int
	}{
		{"", "0", 10}, {"", "3", 1},
		{"GASNET_EXITTIMEOUT=5", "0", 5}, {"GASNET_EXITTIMEOUT=5", "3", 5}, {"GASNET_EXITTIMEOUT=2147483646", "3", 20}, {"GASNET_EXITTIMEOUT=0.5", "0", 0},
		{"GASNET_EXITTIMEOUT_MIN=2", "0", 2}, {"GASNET_EXITTIMEOUT_MIN=30", "0", 20}, {"GASNET_EXITTIMEOUT_MIN=30 GASNET_EXITTIMEOUT_MAX=31", "0", 30},
		{"GASNET_EXITTIMEOUT_MAX=7", "0", 7}, {"GASNET_EXITTIMEOUT_FACTOR=3/2", "0", 13}, {"GASNET_EXITTIMEOUT_MAX=1/2", "3", 0},
	} {
		t.Run("exit-timeout,"+c.env+","+c.status, func(t *testing.T) {
			o := job{command: simulated("ideal", 2), args: []string{"one", c.status, "count"}, env: strings.Fields(c.env)}.run(t, path)
			assert.Equal(t, c.status, strconv.Itoa(o.status), "%s", o)
			assert.Equal(t, c.waited, strings.Count(o.out, "waited"), "%s", o)
		})
	}
	t.Run("exit-timeout,live", func(t *testing.T) {
		o := job{np: 2, args: []string{"one", "0", "sleep"}, env: []string{"GASNET_EXITTIMEOUT=1/4"}, timeout: 60 * time.Second}.run(t, path)
		assert.Zero(t, o.status, "%s", o)
	})
}

// TestGASNetMaxSegment: GASNET_MAX_SEGSIZE in all forms that releases of GASNet read, live and simulated.
func TestGASNetMaxSegment(t *testing.T) {
	path := at.program.get(t, "testdata/gasnet_most.c", plain)
	for _, world := range []string{"live", "sim"} {
		for value, want := range map[string]func(memory, ranks uint64) uint64{
			"64M":         func(_, _ uint64) uint64 { return 64 << 20 },
			"0x4000000":   func(_, _ uint64) uint64 { return 64 << 20 },
			"0x40M/P":     func(_, _ uint64) uint64 { return 64 << 20 },
			"64M/H":       func(_, ranks uint64) uint64 { return 64 << 20 / ranks },
			"0.25/P":      func(memory, _ uint64) uint64 { return memory / 4 },
			"25%":         func(memory, _ uint64) uint64 { return memory / 4 },
			"25%/P":       func(memory, _ uint64) uint64 { return memory / 4 },
			"1/4/H":       func(memory, ranks uint64) uint64 { return memory / 4 / ranks },
			"1":           func(_, _ uint64) uint64 { return 4096 },
			"0":           func(_, _ uint64) uint64 { return 1<<31 - 4096 },
			"0xfffffffff": func(_, _ uint64) uint64 { return 1<<36 - 4096 },
		} {
			t.Run(world+","+value, func(t *testing.T) {
				j := job{np: 2, env: []string{"GASNET_MAX_SEGSIZE=" + value}, timeout: 60 * time.Second}
				ranks := uint64(2)
				if world == "sim" {
					j.command = simulated("ideal", 2)
					ranks = 1 // of each node
				}
				o := j.run(t, path)
				require.Zero(t, o.status, "%s", o)
				var most, memory uint64
				for _, line := range strings.Split(strings.TrimSpace(o.out), "\n") {
					_, err := fmt.Sscanf(line, "%d of %d", &most, &memory)
					require.NoError(t, err, "%s", o)
					assert.Equal(t, want(memory, ranks)/4096*4096, most, "%s", o)
				}
			})
		}
		for value, line := range map[string]string{
			"85%%": `GASNET_MAX_SEGSIZE = "85%%": not a size; `, "0x": `GASNET_MAX_SEGSIZE = "0x": not a size, or as in 0x40000000; or a share of the host's memory, as in 0.85, 85%; each for a rank (/P) or a host (/H)`,
			"1.5/P": `GASNET_MAX_SEGSIZE = "1.5/P": a share of the host's memory is more than 0 and at most 1, or 100%`, "0x80000000000": `GASNET_MAX_SEGSIZE = "0x80000000000": not in 0..1T`,
		} {
			t.Run(world+","+value, func(t *testing.T) {
				j := job{np: 2, env: []string{"GASNET_MAX_SEGSIZE=" + value}, timeout: 60 * time.Second}
				if world == "sim" {
					j.command = simulated("ideal", 2)
				}
				o := j.run(t, path)
				assert.NotZero(t, o.status, "%s", o)
				assert.Contains(t, o.err, line, "%s", o)
			})
		}
	}
}
