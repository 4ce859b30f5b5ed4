package launcher_test

import (
	"bufio"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/job/jobtest"
)

// begin starts a job whose ranks print and whose output can be waited for.
func begin(t *testing.T, env []string, name string, args ...string) (*exec.Cmd, *bufio.Reader, *strings.Builder) {
	t.Helper()
	cmd := jobtest.Command(env, name, args...)
	cmd.SysProcAttr = &unix.SysProcAttr{Setpgid: true, Pdeathsig: unix.SIGKILL}
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var errs strings.Builder
	cmd.Stderr = &errs
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL) })
	return cmd, bufio.NewReader(out), &errs
}

func lines(t *testing.T, r *bufio.Reader, n int) []string {
	t.Helper()
	var got []string
	for range n {
		line, err := r.ReadString('\n')
		require.NoError(t, err)
		got = append(got, strings.TrimSpace(line))
	}
	return got
}

func TestSignalsReachAllRanks(t *testing.T) {
	for _, sig := range []unix.Signal{unix.SIGUSR1, unix.SIGUSR2, unix.SIGHUP, unix.SIGINT, unix.SIGTERM, unix.SIGQUIT, unix.SIGCONT} {
		t.Run(unix.SignalName(sig), func(t *testing.T) {
			cmd, out, errs := begin(t, nil, programs.Launcher, "run", "-n", "3", programs.Rank, "handle", strconv.Itoa(int(sig)), "1")
			assert.Equal(t, []string{"ready", "ready", "ready"}, lines(t, out, 3))
			require.NoError(t, cmd.Process.Signal(sig))
			for _, line := range lines(t, out, 3) {
				assert.Contains(t, line, "got")
			}
			assert.NoError(t, cmd.Wait())
			assert.Empty(t, errs.String())
		})
	}
}

func TestSignalThatEndsTheJob(t *testing.T) {
	cmd, out, errs := begin(t, nil, programs.Launcher, "run", "-n", "3", programs.Rank, "print", "up", "forever")
	lines(t, out, 3)
	require.NoError(t, cmd.Process.Signal(unix.SIGTERM))
	_ = cmd.Wait()
	assert.Equal(t, 128+15, cmd.ProcessState.ExitCode())
	assert.Equal(t, "gasnetgo: the job was ended by signal 15 (terminated)\n", errs.String())
}

func TestWhoInsistsGetsSIGKILL(t *testing.T) {
	cmd, out, _ := begin(t, nil, programs.Launcher, "run", "-n", "2", programs.Rank, "handle", "15", "100")
	lines(t, out, 2)
	for range 2 {
		require.NoError(t, cmd.Process.Signal(unix.SIGTERM))
		lines(t, out, 2)
	}
	require.NoError(t, cmd.Process.Signal(unix.SIGTERM))
	_ = cmd.Wait()
	assert.Equal(t, 128+9, cmd.ProcessState.ExitCode())
}

// TestRanksThatIgnoreSIGTERM: the launcher ends them after its limit.
func TestRanksThatIgnoreSIGTERM(t *testing.T) {
	for _, c := range []struct{ name, words, line string }{
		{"all", "meet handle 15 100", `2 ranks, 0-1: still run`},
		{"one", "only 0 handle 15 100 all only 1 handle 15 1 all", `rank 0: still runs`},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"run", "-n", "2", programs.Rank}, strings.Fields(c.words)...)
			cmd, out, errs := begin(t, []string{"GASNETGO_TERM_TIMEOUT=1.5"}, programs.Launcher, args...)
			assert.Equal(t, []string{"ready", "ready"}, lines(t, out, 2))
			require.NoError(t, cmd.Process.Signal(unix.SIGTERM))
			lines(t, out, 2)
			_ = cmd.Wait()
			assert.Equal(t, 128+9, cmd.ProcessState.ExitCode())
			assert.Equal(t, "gasnetgo: "+c.line+" 1.5s after signal 15 (terminated); killing (GASNETGO_TERM_TIMEOUT gives more time)\n", errs.String())
		})
	}
}

// TestSignalsWithoutLimit: interrupts never have one, and SIGTERM has none without the variable. The job goes on for ten times the limit of the other cases.
func TestSignalsWithoutLimit(t *testing.T) {
	for _, c := range []struct {
		limit string
		sig   unix.Signal
	}{{"0.05", unix.SIGINT}, {"0.05", unix.SIGHUP}, {"off", unix.SIGTERM}, {"0", unix.SIGTERM}} {
		t.Run(c.limit+" "+unix.SignalName(c.sig), func(t *testing.T) {
			cmd, out, errs := begin(t, []string{"GASNETGO_TERM_TIMEOUT=" + c.limit}, programs.Launcher, "run", "-n", "2", programs.Rank,
				"meet", "handle", strconv.Itoa(int(c.sig)), "1", "watch", "500", "print", "end", "idle")
			lines(t, out, 2)
			require.NoError(t, cmd.Process.Signal(c.sig))
			lines(t, out, 2)
			assert.Equal(t, []string{"end", "end"}, lines(t, out, 2))
			assert.NoError(t, cmd.Wait())
			assert.Empty(t, errs.String())
		})
	}
}

// TestCheckpointAfterSIGTERM: a job that ends within the limit has its own status.
func TestCheckpointAfterSIGTERM(t *testing.T) {
	cmd, out, errs := begin(t, []string{"GASNETGO_TERM_TIMEOUT=60"}, programs.Launcher, "run", "-n", "2", programs.Rank,
		"meet", "handle", "15", "1", "watch", "300", "print", "saved", "idle")
	lines(t, out, 2)
	require.NoError(t, cmd.Process.Signal(unix.SIGTERM))
	lines(t, out, 2)
	assert.Equal(t, []string{"saved", "saved"}, lines(t, out, 2))
	assert.NoError(t, cmd.Wait())
	assert.Empty(t, errs.String())
}

// TestNothingSurvivesAKilledLauncher looks at the output pipe: it ends when the last process that could write to it is gone.
func TestNothingSurvivesAKilledLauncher(t *testing.T) {
	rank := programs.Rank
	for _, c := range []struct {
		name string
		env  []string
		args []string
	}{
		{"launcher", nil, []string{programs.Launcher, "run", "-n", "4", rank, "pid", "forever"}},
		{"launcher, ranks behind a shell", nil, []string{programs.Launcher, "run", "-n", "4", "sh", "-c", rank + " pid wait; :"}},
		{"program that started its peers", []string{"GASNETGO_NPROCS=4"}, []string{rank, "pid", "forever"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd, out, _ := begin(t, c.env, c.args[0], c.args[1:]...)
			pids := lines(t, out, 4)
			require.NoError(t, cmd.Process.Kill())
			_, err := io.ReadAll(out)
			require.NoError(t, err)
			_ = cmd.Wait()
			for _, pid := range pids {
				n, err := strconv.Atoi(pid)
				require.NoError(t, err)
				if stat, err := exec.Command("ps", "-o", "stat=", "-p", pid).Output(); err == nil {
					assert.Contains(t, string(stat), "Z", "%d lives", n)
				}
			}
		})
	}
}
