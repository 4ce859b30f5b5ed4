package ctests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// way is one way for a job to end: the PE that ends, how it ends, and how the others wait.
type way struct {
	how    string
	who    int
	status int
	wait   string
	want   []int  // accepted statuses of the launcher
	line   string // standard error, mostly one line, behind "gasnetgo: "; empty: no line
	loses  bool   // output that was not flushed is allowed to be lost
}

const inMain = `in main\+0x\w+ \(exits.c:\d+\)`

const unfinished = `rank 0 of \d+: .*shmem_finalize.*`

func ways() (list []way) {
	// global_exit ends the job with its status and without a message, whatever the others do.
	for _, wait := range []string{"barrier", "sync", "wait", "lock", "malloc", "sleep", "compute", "finalize"} {
		for _, status := range []int{0, 1, 99, 255} {
			if status != 99 && status != 0 && wait != "barrier" {
				continue
			}
			list = append(list, way{how: "global", who: 1, status: status, wait: wait, want: []int{status}})
		}
	}
	list = append(list,
		way{how: "global", who: -1, status: 7, wait: "barrier", want: []int{7}},
		way{how: "global", who: 0, status: 256 + 5, wait: "barrier", want: []int{5}},

		// all exit normally: without finalize, with it, with the same status
		way{how: "return", who: -1, status: 0, want: []int{0}, line: unfinished},
		way{how: "return", who: -1, status: 4, want: []int{4}, line: `rank \d \(pid \d+\) exited with status 4.*`},
		way{how: "finalize", who: -1, want: []int{0}},
		way{how: "exit", who: -1, status: 0, want: []int{0}, line: unfinished},
		way{how: "_exit", who: -1, status: 0, want: []int{1}, line: `rank \d \(pid \d+\) exited with status 0 without finalizing.*`},

		// one exits with a status, the others do something else
		way{how: "exit", who: 1, status: 3, wait: "barrier", want: []int{3}, line: `rank 1 \(pid \d+\) exited with status 3.*`},
		way{how: "exit", who: 1, status: 3, wait: "sleep", want: []int{3}, line: `rank 1 \(pid \d+\) exited with status 3.*`},
		way{how: "exit", who: 1, status: 3, wait: "compute", want: []int{3}, line: `rank 1 \(pid \d+\) exited with status 3.*`},
		way{how: "_exit", who: 1, status: 8, wait: "wait", want: []int{8}, line: `rank 1 \(pid \d+\) exited with status 8.*`},

		// one exits with status 0 while the others wait for it, which would be a deadlock
		way{how: "_exit", who: 1, status: 0, wait: "barrier", want: []int{1}, line: `.*(rank 1|exited|left).*`},

		// crashes, which must look like C crashes
		way{how: "abort", who: 1, wait: "barrier", want: []int{134}, line: crashed("1 of 3", "SIGABRT", inMain) + `gasnetgo: rank 1 \(pid \d+\) .*signal 6.*`},
		way{how: "segv", who: 1, wait: "barrier", want: []int{139}, line: crashed("1 of 3", "SIGSEGV: no access.*", inMain) + `gasnetgo: rank 1 \(pid \d+\) .*signal 11.*`},
		way{how: "segv", who: 1, status: 1 << 20, wait: "compute", want: []int{139}, line: crashed("1 of 3", "SIGSEGV: no access.*", inMain) + `gasnetgo: rank 1 \(pid \d+\) .*signal 11.*`},
		way{how: "kill", who: 1, status: 9, wait: "wait", want: []int{137}, line: `rank 1 \(pid \d+\) .*signal 9.*`},
		way{how: "kill", who: 2, status: 15, wait: "sleep", want: []int{143}, line: `rank 2 \(pid \d+\) .*signal 15.*`},
		way{how: "kill", who: 0, status: 8, wait: "barrier", want: []int{136}, line: `rank 0 \(pid \d+\) .*signal 8.*`},
	)
	return list
}

// TestExits ends jobs in every way and checks the launcher's status and messages, and that the unflushed output of every rank reaches its file.
func TestExits(t *testing.T) {
	skips := readSkips(t)
	path := at.program.get(t, "shmem/exits/exits.c", plain)
	for _, w := range ways() {
		name := fmt.Sprintf("%s,%d,%d", w.how, w.who, w.status)
		if w.wait != "" {
			name += "," + w.wait
		}
		t.Run(name, func(t *testing.T) {
			o, bad := leave(t, job{np: 3}, path, w)
			switch reason := known(skips, "exits/"+name, "c"); {
			case reason == "" && len(bad) > 0:
				t.Errorf("%s\n%s", strings.Join(bad, "\n"), o)
			case reason != "" && len(bad) > 0:
				t.Skipf("known: %s", reason)
			case reason != "":
				t.Errorf("passes now; take it out of skips.txt (%s)", reason)
			}
		})
	}
}

// leave has three ranks end as w says. j starts them.
func leave(t *testing.T, j job, path string, w way) (o outcome, bad []string) {
	const np = 3
	args := []string{w.how, strconv.Itoa(w.who), strconv.Itoa(w.status)}
	if w.wait != "" {
		args = append(args, w.wait)
	}
	j.args, j.timeout = args, 20*time.Second
	o = j.run(t, path)
	right := false
	for _, s := range w.want {
		right = right || o.status == s
	}
	if !right {
		bad = append(bad, fmt.Sprintf("status %d instead of %v", o.status, w.want))
	}
	for r := 0; r < np && !w.loses; r++ {
		if !strings.Contains(o.out, fmt.Sprintf("unflushed %d\n", r)) {
			bad = append(bad, fmt.Sprintf("the output of rank %d is lost", r))
		}
	}
	said := strings.TrimRight(o.err, "\n")
	switch {
	case w.line == "" && said != "":
		bad = append(bad, "something was said")
	case w.line != "" && !regexp.MustCompile(`^gasnetgo: `+strings.ReplaceAll(w.line, `\(pid \d+\)`, `\(pid \d+( on host \S+)?\)`)+`$`).MatchString(said):
		bad = append(bad, "standard error is not "+w.line)
	}
	if strings.Contains(said, "goroutine") {
		bad = append(bad, "a Go traceback")
	}
	return o, bad
}

// TestKilledLauncher kills the launcher with SIGKILL, which it cannot handle: its ranks must end by themselves, wherever they are.
func TestKilledLauncher(t *testing.T) {
	path := at.program.get(t, "shmem/exits/exits.c", plain)
	for _, wait := range []string{"barrier", "wait", "sleep", "compute"} {
		t.Run(wait, func(t *testing.T) {
			c := job{np: 3, args: []string{"hang", "-1", "0", wait}}.start(t, path)
			waitForRanks(t, c, 3)
			require.NoError(t, c.cmd.Process.Kill())
			err := c.cmd.Wait()
			c.finish(t, err) // asserts that no process or file is left
		})
	}
}

// TestInterruptedLauncher ends jobs as a user (ctrl-C) or a batch system (SIGTERM) does.
func TestInterruptedLauncher(t *testing.T) {
	path := at.program.get(t, "shmem/exits/exits.c", plain)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			c := job{np: 3, args: []string{"hang", "-1", "0", "wait"}}.start(t, path)
			waitForRanks(t, c, 3)
			require.NoError(t, c.cmd.Process.Signal(s))
			err := c.cmd.Wait()
			o := c.finish(t, err)
			assert.NotContains(t, []int{0, -1}, o.status, "%s", o)
			assert.NotContains(t, o.err, "goroutine", "%s", o)
		})
	}
}

// TestKilledRank kills one rank from outside: the job ends and the line names rank and signal.
func TestKilledRank(t *testing.T) {
	path := at.program.get(t, "shmem/exits/exits.c", plain)
	c := job{np: 3, args: []string{"hang", "-1", "0", "barrier"}}.start(t, path)
	pids := waitForRanks(t, c, 3)
	require.NoError(t, syscall.Kill(pids[1], syscall.SIGKILL))
	err := c.cmd.Wait()
	o := c.finish(t, err)
	assert.Equal(t, 137, o.status, "%s", o)
	assert.Regexp(t, `^gasnetgo: rank \d \(pid `+strconv.Itoa(pids[1])+`\) .*signal 9.*\n$`, o.err, "%s", o)
}

// TestStdin: standard input reaches rank 0, and only it.
func TestStdin(t *testing.T) {
	source := filepath.Join(at.work, "stdin.c")
	require.NoError(t, os.WriteFile(source, []byte(`#include <shmem.h>
#include <stdio.h>
int main(void)
{
	char line[100] = "nothing";
	shmem_init();
	int got = fgets(line, sizeof line, stdin) != NULL;
	printf("%d %s%s", shmem_my_pe(), line, got ? "" : "\n");
	shmem_finalize();
	return 0;
}
`), 0o666))
	o := job{np: 3, stdin: "for rank 0\n"}.run(t, at.program.get(t, source, plain))
	assert.Zero(t, o.status, "%s", o)
	for _, want := range []string{"0 for rank 0\n", "1 nothing\n", "2 nothing\n"} {
		assert.Contains(t, o.out, want)
	}
}

// waitForRanks waits until all ranks run and have printed their line, so that the test's next step finds them waiting.
func waitForRanks(t *testing.T, c *running, np int) []int {
	t.Helper()
	c.until(t, func() bool { return c.printed("unflushed") == np })
	time.Sleep(50 * time.Millisecond)
	pids := processesNow(c.path)
	require.Len(t, pids, np, "ranks alive of: %s", c.line)
	return pids
}

// TestHandlersBeforeInit: signal handlers that the program installs before it starts the library stay installed.
func TestHandlersBeforeInit(t *testing.T) {
	path := at.program.get(t, "shmem/signals.c", plain)
	for _, plane := range []string{"c", "go"} {
		job{np: 3, args: []string{"before"}, env: []string{"GASNETGO_PLANE=" + plane}}.run(t, path).verdict(t)
	}
}

// TestDeathAtStart: if a rank ends during the start of a job, the job ends with one line that gives the reason, at any number of ranks.
func TestDeathAtStart(t *testing.T) {
	path := filepath.Join(at.work, "dies-early")
	text, err := compile("testdata/dies_early.c", path, nil).CombinedOutput()
	require.NoError(t, err, "%s", text)
	for how, want := range map[string]struct {
		status int
		line   string
	}{
		"9": {137, `rank 1 \(pid \d+\) was killed by signal 9 .*`}, "11": {139, `rank 1 \(pid \d+\) was killed by signal 11 .*`},
		"exit3": {3, `rank 1 \(pid \d+\) exited with status 3; ending the job`}, "exit0": {1, `rank 1( \(pid \d+\))? exited without joining the others; ending the job`},
	} {
		for name, j := range map[string]job{"run": {np: 4}, "NPROCS": {env: []string{"GASNETGO_NPROCS=4"}}} {
			for _, us := range []string{"0", "1000", "2000", "3000", "5000", "9000", "100000"} {
				j.args, j.timeout = []string{"1", how, us}, 30*time.Second
				o := j.run(t, path)
				assert.Equal(t, want.status, o.status, "%s: %s", name, o)
				assert.Regexp(t, `^gasnetgo: `+want.line+`\n$`, o.err, "%s: %s", name, o)
			}
		}
	}
}
