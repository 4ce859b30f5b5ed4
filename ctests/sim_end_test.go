package ctests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/internal/limit"
)

// begun starts a simulated job that does not end by itself, and waits until it runs.
func begun(t *testing.T) *running {
	t.Helper()
	c := job{command: simulated("xt3", 3), args: []string{"busy"}, timeout: 60 * time.Second}.start(t, at.program.get(t, stuck, plain))
	c.until(t, func() bool { return c.printed("busy") == 3 })
	return c
}

const whereTheyAre = `^gasnetgo: stopped by signal: %s, at \S+ of virtual time; ranks that have not ended: 3
(  .*\n)+$`

// TestSimSignals: a job ends with its launcher, whichever process gets the signal, and reports where its ranks are unless there is no time for that. A signal to
// the process group, as a terminal sends it, arrives twice within milliseconds.
func TestSimSignals(t *testing.T) {
	for _, sig := range []unix.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGKILL} {
		for _, group := range []bool{false, true} {
			if sig == unix.SIGKILL && group {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v", unix.SignalName(sig), group), func(t *testing.T) {
				c := begun(t)
				pid := c.cmd.Process.Pid
				if group {
					pid = -pid
				}
				require.NoError(t, unix.Kill(pid, sig))
				o := c.finish(t, c.cmd.Wait()) // which finds processes that are left
				require.Equal(t, 128+int(sig), o.status, "%v", o)
				if sig == unix.SIGKILL {
					require.Empty(t, o.err)
				} else {
					require.Regexp(t, fmt.Sprintf(whereTheyAre, sig), o.err)
				}
			})
		}
	}
}

// TestSimTerminal: the same by Ctrl-C and Ctrl-\ on a terminal.
func TestSimTerminal(t *testing.T) {
	path := at.program.get(t, stuck, plain)
	for key, want := range map[byte]unix.Signal{3: unix.SIGINT, 28: unix.SIGQUIT} {
		t.Run(unix.SignalName(want), func(t *testing.T) {
			master, slave := terminal(t)
			words := append(simulated("xt3", 3), path, "busy")
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			require.NoError(t, cmd.Start())
			slave.Close()
			go limit.Enforce(t.Context(), func() { _ = unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }, cmd.Process.Pid, 60*time.Second)
			text, pressed := "", false
			for b := make([]byte, 4096); ; {
				n, err := master.Read(b)
				text += string(b[:n])
				if err != nil { // the other end is closed
					break
				}
				if !pressed && strings.Count(text, "busy") == 3 {
					pressed = true
					_, err := master.Write([]byte{key})
					require.NoError(t, err)
				}
			}
			_ = cmd.Wait()
			require.Equal(t, 128+int(want), cmd.ProcessState.ExitCode(), text)
			require.Regexp(t, `gasnetgo: stopped by signal: `+want.String()+`, at \S+ of virtual time; ranks that have not ended: 3\r\n`, text)
			require.Empty(t, processesOf(path, 2*time.Second))
		})
	}
}

// terminal is both ends of one.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { master.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	return master, slave
}

// TestSimHostKilled: if another process, or the kernel for lack of memory, kills the process of the simulated ranks, one line reports it.
func TestSimHostKilled(t *testing.T) {
	c := begun(t)
	pids := processesNow(c.path)
	require.Len(t, pids, 1)
	require.NoError(t, unix.Kill(pids[0], unix.SIGKILL))
	o := c.finish(t, c.cmd.Wait())
	require.Equal(t, 137, o.status, "%v", o)
	require.Regexp(t, fmt.Sprintf(`^gasnetgo: the process of all simulated ranks \(simhost, pid %d\) was killed by signal 9 \(killed\); the kernel does that when it runs out of memory .*\n$`, pids[0]), o.err)
}

// TestSimLeft: a rank that ends without shmem_finalize while others synchronize is named first.
func TestSimLeft(t *testing.T) {
	o := inside(t, "xt3", 4, stuck, []string{"left"})
	require.Equal(t, 1, o.status, "%v", o)
	require.Regexp(t, `^gasnetgo: rank 1 ended without shmem_finalize \(main returned, or exit was called\), in which the others have to meet; deadlock at \S+: nothing can happen any more, and 3 ranks wait:
  3 ranks, 0, 2-3: shmem_finalize, `, o.err)
}

// TestSimOutput: an output file that cannot be opened fails before the job; a later write error makes the job's status 1, unless the job has its own.
func TestSimOutput(t *testing.T) {
	for _, flag := range []string{"cost", "trace", "stats"} {
		o := inside(t, "ideal", 1, stuck, []string{"none"}, "--"+flag+"="+filepath.Join(t.TempDir(), "missing", "file"))
		require.Equal(t, 1, o.status, "%v", o)
		require.Regexp(t, `^gasnetgo: --`+flag+`: open /.*: no such file or directory\n$`, o.err)
		require.Empty(t, o.out, "it has run")

		o = inside(t, "ideal", 1, stuck, []string{"none"}, "--"+flag+"=/dev/full")
		require.Equal(t, 1, o.status, "%v", o)
		require.Regexp(t, `(?m)^gasnetgo: --`+flag+`.*: write /dev/full: no space left on device$`, o.err)
		require.Equal(t, "over\n", o.out)

		o = inside(t, "ideal", 2, stuck, []string{"crash"}, "--"+flag+"=/dev/full")
		require.Equal(t, 139, o.status, "%v", o)

		pipe := filepath.Join(t.TempDir(), "pipe") // opening it for a check would show its reader the end of the file
		require.NoError(t, unix.Mkfifo(pipe, 0o600))
		read := make(chan string, 1)
		go func() {
			text, _ := os.ReadFile(pipe)
			read <- string(text)
		}()
		o = inside(t, "ideal", 1, stuck, []string{"none"}, "--"+flag+"="+pipe)
		require.Equal(t, 0, o.status, "%v", o)
		require.Contains(t, <-read, "{")
	}
}

// TestSimTooMany: too many ranks are rejected before anything is loaded.
func TestSimTooMany(t *testing.T) {
	for _, machine := range []string{"ideal", "xt3"} {
		for _, ranks := range []int{100_000_000, 1_000_000_000} {
			o := inside(t, machine, ranks, stuck, nil)
			require.Equal(t, 2, o.status, "%v", o)
			require.Regexp(t, `^gasnetgo: -n `+strconv.Itoa(ranks)+`: that many simulated ranks need \d+ (mappings of memory|KiB).*, enough for \d+ ranks; .*\n$`, o.err)
		}
	}
}

// TestSimNoNumber: a machine's parameters are numbers.
func TestSimNoNumber(t *testing.T) {
	o := inside(t, "xt3", 1, stuck, nil, "--set", "faults.link=nan")
	require.Equal(t, 2, o.status, "%v", o)
	require.Regexp(t, `^gasnetgo: machine: --set faults.link=nan: faults.link is NaN: it is a probability, from 0 to 1\b.*\n$`, o.err)
}

// TestSimDamaged: a message whose CRC is wrong ends the job with a line that says so, whether it is the program's or a barrier's.
func TestSimDamaged(t *testing.T) {
	for _, set := range []string{"faults.missed=1", "faults.missed=0.1"} {
		o := inside(t, "xt3", 4, "../examples/hello.c", nil, "--set", set)
		require.Equal(t, 1, o.status, "%v", o)
		require.Regexp(t, `damaged on the network: its CRC is wrong`, o.err)
	}
}

// TestSimExitNamed: a rank that ends without exit handlers is named with the function that it has called.
func TestSimExitNamed(t *testing.T) {
	shmem, gasnet := at.program.get(t, "shmem/exits/exits.c", plain), at.program.get(t, "gasnet/exits/exits.c", plain)
	for _, e := range []struct {
		path   string
		args   []string
		status int
		line   string
	}{
		{shmem, []string{"_exit", "1", "0", "barrier"}, 1, `^gasnetgo: rank 1 of 3, at \S+: ended by _exit\(0\) without finalizing\n$`},
		{shmem, []string{"_exit", "1", "8", "wait"}, 8, `^gasnetgo: rank 1 of 3, at \S+: exited with status 8, by _exit\n$`},
		{shmem, []string{"exit", "1", "3", "barrier"}, 3, `^gasnetgo: rank 1 of 3, at \S+: exited with status 3\n$`},
		{gasnet, []string{"_exit", "0", "barrier"}, 1, `(?m)^  ended before: rank 2, by _exit$`},
	} {
		o := job{command: simulated("ideal", 3), args: e.args}.run(t, e.path)
		require.Equal(t, e.status, o.status, "%v", o)
		require.Regexp(t, e.line, o.err)
	}
}
