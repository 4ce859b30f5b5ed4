package hosts_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/job/jobtest"
)

var programs jobtest.Programs

func TestMain(m *testing.M) {
	os.Exit(jobtest.Main(m, func(p jobtest.Programs) { programs = p }))
}

func rsh(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("testdata/rsh")
	require.NoError(t, err)
	return path
}

// command is gasnetgo run --hosts list with flags, then the rank program with words.
func command(t *testing.T, list, flags string, words ...string) *exec.Cmd {
	t.Helper()
	args := append([]string{"run", "--hosts", list, "--rsh", rsh(t)}, strings.Fields(flags)...)
	return jobtest.Command(nil, programs.Launcher, append(append(args, programs.Rank), words...)...)
}

func run(t *testing.T, list, flags string, words ...string) jobtest.Result {
	t.Helper()
	return jobtest.Run(t, command(t, list, flags, words...))
}

func TestRanksAreNumberedByHost(t *testing.T) {
	t.Parallel()
	for _, list := range []string{"a", "a:2,b:2", "a:3,b", "a,b,noisy:3"} {
		t.Run(list, func(t *testing.T) {
			r := run(t, list, "", "meet", "who", "idle")
			require.Equal(t, 0, r.Status, r.Errors)
			assert.Empty(t, r.Errors)
			n := len(r.Lines())
			var want []string
			for i := range n {
				want = append(want, fmt.Sprintf("rank %d of %d", i, n))
			}
			got := r.Lines()
			sort.Strings(got)
			assert.Equal(t, want, got)
		})
	}
	r := run(t, "a:2,b:2", "-n 3", "meet", "who", "idle")
	assert.Len(t, r.Lines(), 3, "-n takes a part of the hosts")
}

// TestOneDeathEndsTheJobWithOneLine has all other ranks, on both hosts, blocked.
func TestOneDeathEndsTheJobWithOneLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		words  string
		status int
		line   string
	}{
		{"exit status", "meet only 2 exit 7 all wait", 7, `rank 2 \(pid \d+ on host b\) exited with status 7; ending the job`},
		{"signal", "meet only 0 die 11 all wait", 139, `rank 0 \(pid \d+ on host a\) was killed by signal 11 \(segmentation fault.*\); ending the job`},
		{"left in the middle", "meet only 3 exit 0 all wait", 1, `rank 3 \(pid \d+ on host b\) exited with status 0 without finalizing; ending the job`},
		{"others are deaf", "meet only 2 exit 7 all forever", 7, `rank 2 \(pid \d+ on host b\) exited with status 7; ending the job`},
		{"time limit", "meet forever", 124, `the job took longer than 10s; ending it\n  4 ranks, 0-3: no answer: stopped, or the main thread blocks signals`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			flags := ""
			if c.status == 124 {
				flags = "--timeout 10" // which counts from the start of the connections on
			}
			r := run(t, "a:2,b:2", flags, strings.Fields(c.words)...)
			assert.Equal(t, c.status, r.Status)
			assert.Regexp(t, `^gasnetgo: `+c.line+`\n$`, r.Errors, "exactly one line")
		})
	}
}

// TestLastWords has a rank die right after it has printed something: that comes before the line that says so.
func TestLastWords(t *testing.T) {
	t.Parallel()
	for range 10 {
		r := run(t, "a:2,b:2", "", "meet", "only", "2", "complain", "farewell", "die", "9", "all", "wait")
		assert.Regexp(t, `^farewell\ngasnetgo: rank 2 .* was killed`, r.Errors)
	}
}

func TestQuiet(t *testing.T) {
	t.Parallel()
	r := run(t, "a:2,b:2", "-q", "meet", "only", "2", "exit", "7", "all", "wait")
	assert.Equal(t, 7, r.Status)
	assert.Empty(t, r.Errors)
}

func TestRanksThatEndTheJob(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ cause, status, want int }{{1, 99, 99}, {1, 0, 0}, {4, 5, 5}, {4, 0, 1}} {
		r := run(t, "a:2,b:2", "", "meet", "only", "3", "end", strconv.Itoa(c.cause), strconv.Itoa(c.status), "enough", "all", "wait")
		assert.Equal(t, c.want, r.Status, r.Errors)
		assert.Empty(t, r.Errors)
		assert.Equal(t, 4, strings.Count(r.Out, fmt.Sprintf("by 3, status %d: enough\n", c.status)), r.Out)
	}
}

func TestRankThatNeverJoins(t *testing.T) {
	t.Parallel()
	script := `if [ $GASNETGO_RANK = 2 ]; then exit 0; fi; exec ` + programs.Rank + ` meet`
	r := jobtest.Run(t, jobtest.Command(nil, programs.Launcher, "run", "--hosts", "a:2,b:2", "--rsh", rsh(t), "--timeout", "30", "sh", "-c", script))
	assert.Equal(t, 1, r.Status)
	assert.Regexp(t, `^gasnetgo: rank 2( \(pid \d+ on host b\))? exited without joining the others; ending the job\n$`, r.Errors)
}

func TestInputOutputEnvironmentAndFolder(t *testing.T) {
	t.Parallel()
	cmd := command(t, "a:2,b", "--tag-output", "stdin")
	cmd.Stdin = strings.NewReader(strings.Repeat("0123456789\n", 100000))
	r := jobtest.Run(t, cmd)
	assert.Equal(t, 0, r.Status)
	assert.Equal(t, strings.Repeat("[0] 0123456789\n", 100000), r.Out)

	cmd = command(t, "a,b", "-x COLOUR=blue -x NAMED", "env", "COLOUR", "env", "NAMED", "env", "FI_PROVIDER", "pwd", "complain", "oops", "partial", "end")
	cmd.Env = append(cmd.Env, "NAMED=yes", "FI_PROVIDER=tcp")
	r = jobtest.Run(t, cmd)
	dir, err := os.Getwd()
	require.NoError(t, err)
	for _, word := range []string{"blue\n", "yes\n", "tcp\n", dir + "\n", "end"} {
		assert.Equal(t, 2, strings.Count(r.Out, word), r.Out)
	}
	assert.Equal(t, "oops\noops\n", r.Errors)
}

func TestWhatCannotBeStarted(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte("text"), 0o600))
	for _, c := range []struct {
		list, program string
		status        int
		line          string
	}{
		{"a,b", "./nosuch", 127, `host [ab]: \./nosuch: no such file`},
		{"a,b", text, 126, `host [ab]: .*text: not executable`},
		{"a,refused", "true", 1, `host refused \(rank 1\) could not be reached: \S*rsh ended with exit status 255: connect to host refused port 22: Connection refused`},
		{"a,garish", "true", 1, `host garish \(rank 1\) could not be reached: \S*rsh ended with exit status 255: \\x1b\[31mPermission\\x07 \\x9bdenied\\x1b\[0m\\ufffd \\x1b\]0;title\\x07`},
		{"a,garrulous", "true", 1, `host garrulous \(rank 1\) could not be reached: \S*rsh ended with exit status 127: bash: no such command\\x1b\[K`},
		{"a:2,a:2", "true", 2, `host a is named twice; give it all its ranks at once, as in a:4`},
		{"a:x", "true", 2, `--hosts "a:x": host a: "x" is not a number of ranks \(1 to 3072\)`},
		{"-oProxyCommand=x", "true", 2, `--hosts "-oProxyCommand=x": "-oProxyCommand=x": not the name of a host`},
		{"a,other", "/proc/self/fd/9", 1, `/proc/self/fd/9 is another program on host other \(\S+, sha256 [0-9a-f]{16}\.\.\.\) than on host a \(\S+, sha256 [0-9a-f]{16}\.\.\.\); copy it, or run it from a folder that the hosts share`},
	} {
		cmd := jobtest.Command(nil, programs.Launcher, "run", "--hosts", c.list, "--rsh", rsh(t), c.program)
		r := jobtest.Run(t, cmd)
		assert.Equal(t, c.status, r.Status, c.list)
		assert.Regexp(t, `^gasnetgo: `+c.line+`\n$`, r.Errors)
	}
}

// TestTimeToConnect: the job's time limit counts from the start of the connections on, and they have a limit of their own. No remote shell is left.
func TestTimeToConnect(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, list, env, flags string
		status                 int
		line                   string
	}{
		{"time limit", "a,mute,wrapped:2", "", "--timeout 3", 124, `the job took longer than 3s, and has not started; ending it: host mute \(rank 1\) has not answered; and 1 more`},
		{"time to connect", "a,wrapped:2", "GASNETGO_RENDEZVOUS_TIMEOUT=3", "", 1, `host wrapped \(2 ranks, 1-2\) has not answered for 3s \(GASNETGO_RENDEZVOUS_TIMEOUT\)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := command(t, c.list, c.flags, "meet")
			cmd.Env = append(cmd.Env, c.env, "GASNETGO_TEST_MARK="+c.name)
			r := jobtest.Run(t, cmd)
			assert.Equal(t, c.status, r.Status)
			assert.Regexp(t, `^gasnetgo: `+c.line+`\n$`, r.Errors)
			assert.Empty(t, marked(t, c.name))
		})
	}
}

// TestRootIsGoneWhileItConnects kills or interrupts the launcher that the user has started: remote shells that do not connect end as well.
func TestRootIsGoneWhileItConnects(t *testing.T) {
	t.Parallel()
	for _, sig := range []unix.Signal{unix.SIGKILL, unix.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			mark := "gone by " + sig.String()
			list := "a,mute,mute2"
			cmd := command(t, list, "", "meet")
			cmd.Env = append(cmd.Env, "GASNETGO_TEST_MARK="+mark)
			require.NoError(t, cmd.Start())
			require.Eventually(t, func() bool { return len(marked(t, mark)) >= 4 }, time.Minute, 20*time.Millisecond, "the launcher, the one of host a, and two shells")
			require.NoError(t, cmd.Process.Signal(sig))
			_ = cmd.Wait()
			assert.Eventually(t, func() bool { return len(marked(t, mark)) == 0 }, time.Minute, 20*time.Millisecond, "processes are left")
		})
	}
}

// marked lists the processes with a value of GASNETGO_TEST_MARK.
func marked(t *testing.T, mark string) (pids []string) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/environ")
	require.NoError(t, err)
	for _, path := range all {
		if env, err := os.ReadFile(path); err == nil && strings.Contains("\x00"+string(env), "\x00GASNETGO_TEST_MARK="+mark+"\x00") {
			pids = append(pids, path)
		}
	}
	return pids
}

// TestRootIsGone kills the launcher that the user has started.
func TestRootIsGone(t *testing.T) {
	t.Parallel()
	cmd := command(t, "a:2,b:2", "", "meet", "pid", "forever")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	pids := make([]int, 4)
	for i := range pids {
		_, err := fmt.Fscanln(out, &pids[i])
		require.NoError(t, err)
	}
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	for _, pid := range pids {
		assert.Eventually(t, func() bool { return gone(pid) }, 20*time.Second, 20*time.Millisecond, "process %d is left", pid)
	}
}

func TestSignalsReachAllHosts(t *testing.T) {
	t.Parallel()
	cmd := command(t, "a:2,b:2", "", "meet", "handle", "10", "1", "idle")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var first string
	for range 4 {
		_, err := fmt.Fscan(out, &first)
		require.NoError(t, err)
	}
	require.NoError(t, cmd.Process.Signal(unix.SIGUSR1))
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Equal(t, 4, strings.Count(string(rest), "got "), string(rest))
	require.NoError(t, cmd.Wait())
}

// TestRanksThatIgnoreSIGTERM: those of both hosts, or of one, are ended after the limit, with one line.
func TestRanksThatIgnoreSIGTERM(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, words, line string }{
		{"all", "meet handle 15 100", `4 ranks, 0-3: still run`},
		{"one", "only 2 handle 15 100 all only 0 handle 15 1 all only 1 handle 15 1 all only 3 handle 15 1 all", `rank 2: still runs`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := command(t, "a:2,b:2", "", strings.Fields(c.words)...)
			cmd.Env = append(cmd.Env, "GASNETGO_TERM_TIMEOUT=2s")
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			for range 4 {
				var word string
				_, err := fmt.Fscan(out, &word)
				require.NoError(t, err)
			}
			require.NoError(t, cmd.Process.Signal(unix.SIGTERM))
			rest, err := io.ReadAll(out) // until no rank is left
			require.NoError(t, err)
			assert.Equal(t, 4, strings.Count(string(rest), "got "), string(rest))
			_ = cmd.Wait()
			assert.Equal(t, 128+9, cmd.ProcessState.ExitCode())
			assert.Equal(t, "gasnetgo: "+c.line+" 2s after signal 15 (terminated); killing (GASNETGO_TERM_TIMEOUT gives more time)\n", errs.String())
		})
	}
}

// gone reports whether a process has ended. It may still be a zombie: its parent has not waited for it.
func gone(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.HasPrefix(string(text[strings.LastIndexByte(string(text), ')')+1:]), " Z")
}
