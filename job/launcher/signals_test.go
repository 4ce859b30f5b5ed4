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
