package hosts_test

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/job"
)

// TestHostIsGone kills or stops the launcher of a host while ranks wait on both.
func TestHostIsGone(t *testing.T) {
	t.Parallel()
	for sig, line := range map[unix.Signal]string{
		unix.SIGKILL: `host b \(2 ranks, 2-3\) is gone: \S+ ended with (exit status 137|signal: killed)(: .*)?; ending the job`,
		unix.SIGSTOP: `host b \(2 ranks, 2-3\) has not answered for \d+(\.\d)?s; ending the job`,
	} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			cmd := command(t, "a:2,b:2", "--timeout 60", "meet", "pid", "wait")
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			pids := make([]int, 4)
			for i := range pids {
				_, err := fmt.Fscanln(out, &pids[i])
				require.NoError(t, err)
			}
			agent := parentOfRank(t, pids, "2")
			require.NoError(t, unix.Kill(agent, sig))
			begin := time.Now()
			_ = cmd.Wait()
			t.Logf("ended after %v", time.Since(begin))
			assert.Equal(t, 1, cmd.ProcessState.ExitCode())
			assert.Regexp(t, regexp.MustCompile(`(?m)^gasnetgo: `+line+`$`), errs.String())
			assert.Equal(t, 1, strings.Count(errs.String(), "gasnetgo:"), errs.String())
			_ = unix.Kill(agent, unix.SIGCONT)
			for _, pid := range pids {
				assert.Eventually(t, func() bool { return gone(pid) }, 20*time.Second, 20*time.Millisecond, "process %d is left", pid)
			}
		})
	}
}

// TestHostIsGoneAfterTheEnd: a job that has ended well fails with a line if a host then does not answer.
func TestHostIsGoneAfterTheEnd(t *testing.T) {
	t.Parallel()
	cmd := command(t, "a:2,b:2", "--timeout 60", "meet", "pid", "only", "0", "handle", "10", "1", "end", strconv.Itoa(int(job.CauseLeft)), "0", "over", "all", "wait")
	var errs strings.Builder
	cmd.Stderr = &errs
	pipe, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	out := bufio.NewScanner(pipe)
	var pids []int
	for ready := false; !ready || len(pids) < 4; {
		require.True(t, out.Scan())
		if pid, err := strconv.Atoi(out.Text()); err == nil {
			pids = append(pids, pid)
		} else {
			ready = out.Text() == "ready"
		}
	}
	agent := parentOfRank(t, pids, "2")
	require.NoError(t, unix.Kill(agent, unix.SIGSTOP))
	require.NoError(t, unix.Kill(ofRank(t, pids, "0"), unix.SIGUSR1))
	for out.Scan() {
	}
	_ = cmd.Wait()
	assert.Equal(t, 1, cmd.ProcessState.ExitCode())
	assert.Regexp(t, `^gasnetgo: host b \(2 ranks, 2-3\) has not answered for \d+(\.\d)?s after the end of the job\n$`, errs.String())
	_ = unix.Kill(agent, unix.SIGCONT)
}

// ofRank is the process of a rank.
func ofRank(t *testing.T, pids []int, rank string) int {
	t.Helper()
	for _, pid := range pids {
		env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		require.NoError(t, err)
		if strings.Contains(string(env), "GASNETGO_RANK="+rank+"\x00") {
			return pid
		}
	}
	require.Fail(t, "no such rank")
	return 0
}

// parentOfRank finds the launcher of the host that has a rank.
func parentOfRank(t *testing.T, pids []int, rank string) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", ofRank(t, pids, rank)))
	require.NoError(t, err)
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	parent, err := strconv.Atoi(fields[1])
	require.NoError(t, err)
	return parent
}
