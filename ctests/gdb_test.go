package ctests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// gdbScript is a file of gdb's commands.
func gdbScript(t *testing.T, commands ...string) string {
	file := filepath.Join(t.TempDir(), "commands")
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(commands, "\n")+"\n"), 0o666))
	return file
}

// debugged is a launcher with gdb, or skips the test where gdb cannot run a program.
func debugged(t *testing.T, script string, flags ...string) []string {
	out, err := exec.Command("gdb", "-q", "-batch", "-ex", "python print('has', 'python')", "-ex", "run", "/bin/true").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "has python") || !strings.Contains(string(out), "exited normally") {
		t.Skipf("SKIP gdb with Python cannot run a program here: %v %s", err, out)
	}
	return append(append([]string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "--gdb=" + script}, flags...), "--")
}

// withLines are programs whose lines gdb can tell.
func withLines(t *testing.T) string {
	return at.program.get(t, "shmem/gdb/stops.c", variant{"gdb", []string{"-g", "-O0"}})
}

func TestGDBSimulated(t *testing.T) {
	script := gdbScript(t, "break step_of if $rank() == 2", "continue", "backtrace", "print me", "print $rank()", "delete",
		"break step_of", "continue", "print mine - 10 * $rank()", "print me - $rank()")
	o := job{command: debugged(t, script, "--machine", "xt3", "-n", "4")}.run(t, withLines(t))
	assert.Contains(t, o.out, "4 ranks are loaded")
	assert.Contains(t, o.out, "(4 locations)")
	assert.Regexp(t, `#0 +step_of \(mine=20\) at .*stops\.c:\d+\n#1 .* in main \(\) at .*stops\.c:\d+`, o.out, "%s", o)
	assert.Contains(t, o.out, "gasnetgo: rank 2\n")
	assert.Contains(t, o.out, "$1 = 2\n$2 = 2\n", "a variable of the rank that runs")
	assert.Contains(t, o.out, "$3 = 0\n$4 = 0\n", "another rank: %s", o)
}

// A debugger that comes later finds the copies, too.
func TestGDBAttaches(t *testing.T) {
	ranks := filepath.Join(at.build, "libexec", "gasnetgo", "ranks_gdb.py")
	debugged(t, "")
	c := job{command: simulated("ideal", 3), args: []string{"spin"}}.start(t, at.program.get(t, stuck, plain))
	defer func() {
		c.cancel()
		_ = c.cmd.Wait()
		c.finish(t, nil)
	}()
	var host []int
	c.until(t, func() bool {
		host = processesNow(c.path)
		return len(host) == 1
	})
	c.until(t, func() bool {
		out, err := exec.Command("gdb", "-q", "-batch", "-p", fmt.Sprint(host[0]), "-x", ranks, "-ex", "print $rank()", "-ex", "backtrace").CombinedOutput()
		if err != nil && strings.Contains(string(out), "ptrace") {
			t.Skipf("SKIP gdb cannot attach here: %s", out)
		}
		return strings.Contains(string(out), "3 ranks are loaded") && strings.Contains(string(out), "in main (")
	})
}

func TestGDBLive(t *testing.T) {
	script := gdbScript(t, "break step_of", "run", "backtrace")
	o := job{command: debugged(t, script, "--tag-output", "-n", "2")}.run(t, withLines(t)) // whole lines of each gdb
	assert.Regexp(t, `#0 +step_of \(mine=0\) at .*stops\.c:\d+`, o.out, "%s", o)
	assert.Regexp(t, `#0 +step_of \(mine=10\) at .*stops\.c:\d+`, o.out, "%s", o)
}

func TestGDBRefuses(t *testing.T) {
	debugged(t, "")
	for flag, why := range map[string]string{"--gdb": "2 ranks need a window each", "--gdb=/nothing/here": "no such file"} {
		o := job{command: []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", flag, "-n", "2", "--"}, env: []string{"DISPLAY="}}.run(t, withLines(t))
		assert.NotZero(t, o.status)
		assert.Contains(t, o.err, why)
	}
}
