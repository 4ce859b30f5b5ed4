package ctests

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/internal/limit"
)

// job is one run of one program.
type job struct {
	np      int      // 0: without a launcher
	command []string // launcher and its arguments instead of gasnetgo run -n np
	env     []string
	args    []string
	stdin   string
	timeout time.Duration // a limit in the sense of internal/limit
}

// outcome is the result of a job.
type outcome struct {
	status   int // -1: it took too long and was killed
	out, err string
	line     string // to type it again
}

const defaultTimeout = 120 * time.Second

// run starts a program under its launcher, waits for it, and checks that nothing of it is left: no process, no name in /dev/shm. Output goes
// to files, as a batch system would have it, so that a process left behind cannot hold a pipe open.
func (j job) run(t testing.TB, path string) outcome {
	t.Helper()
	c := j.start(t, path)
	err := c.cmd.Wait()
	return c.finish(t, err)
}

type running struct {
	cmd      *exec.Cmd
	began    time.Time
	cancel   context.CancelFunc
	ctx      context.Context
	out, err *os.File
	path     string
	line     string
}

func (j job) start(t testing.TB, path string) *running {
	t.Helper()
	if j.timeout == 0 {
		j.timeout = defaultTimeout
	}
	words := append([]string{}, j.command...)
	if j.command == nil && j.np > 0 {
		words = []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", strconv.Itoa(j.np), "--"}
	}
	words = append(append(words, path), j.args...)
	c := &running{path: path, began: time.Now(), line: strings.Join(append(append([]string{}, j.env...), words...), " ")}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.cmd = exec.CommandContext(c.ctx, words[0], words[1:]...)
	c.cmd.Env = append(append(os.Environ(), runner+strconv.Itoa(os.Getpid())), j.env...)
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.cmd.Cancel = func() error { return syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL) }
	c.out, c.err = temporary(t), temporary(t)
	c.cmd.Stdout, c.cmd.Stderr = c.out, c.err
	if j.stdin != "" {
		c.cmd.Stdin = strings.NewReader(j.stdin)
	}
	require.NoError(t, c.cmd.Start(), c.line)
	at.running.Store(c.cmd.Process.Pid, true)
	at.progress.begin(t)
	go limit.Enforce(c.ctx, c.cancel, c.cmd.Process.Pid, j.timeout)
	return c
}

// until waits for what the job does. It fails the test if the job ends before, or exceeds its limit.
func (c *running) until(t testing.TB, ready func() bool) {
	t.Helper()
	for !ready() {
		if (hasEnded(c.cmd.Process.Pid) || c.ctx.Err() != nil) && !ready() {
			c.cancel()
			_ = c.cmd.Wait()
			t.Fatalf("what the test waits for has not come: %s\n%s%s", c.line, part("stdout", contents(c.out)), part("stderr", contents(c.err)))
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// printed counts how often the job has printed a text.
func (c *running) printed(what string) int {
	text, _ := os.ReadFile(c.out.Name())
	return strings.Count(string(text), what)
}

// starts waits for processes of the job, or of what it starts, that run a program of that path.
func (c *running) starts(t testing.TB, path string, atLeast int) {
	t.Helper()
	c.until(t, func() bool {
		return len(slices.DeleteFunc(processesNow(path), func(pid int) bool { return !ofRunning(pid) })) >= atLeast
	})
}

func (c *running) finish(t testing.TB, err error) outcome {
	t.Helper()
	defer c.cancel()
	at.progress.end(t, c.began, c.cmd.ProcessState)
	o := outcome{line: c.line}
	if c.ctx.Err() != nil {
		o.status = -1
	} else if err == nil || c.cmd.ProcessState != nil {
		o.status = c.cmd.ProcessState.ExitCode()
		if w, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
			o.status = 128 + int(w.Signal())
		}
	}
	at.running.Delete(c.cmd.Process.Pid)
	left := leftovers(c.path, 2*time.Second)
	for _, pid := range left {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	o.out, o.err = contents(c.out), contents(c.err)
	if o.status != -1 { // otherwise the test fails anyway, and the launcher could not clean up
		assert.Empty(t, left, "processes left behind by: %s\n%s", c.line, o)
	}
	assert.Empty(t, newSharedMemory(2*time.Second), "names left in /dev/shm by: %s", c.line)
	return o
}

func (o outcome) String() string {
	return fmt.Sprintf("%s\n--- status %d\n%s%s", o.line, o.status, part("stdout", o.out), part("stderr", o.err))
}

func part(name, text string) string {
	if text == "" {
		return ""
	}
	if len(text) > 6000 {
		text = text[:3000] + "\n...\n" + text[len(text)-3000:]
	}
	return "--- " + name + "\n" + text
}

// verdict turns the status of a test program into the test's.
func (o outcome) verdict(t testing.TB) {
	t.Helper()
	switch o.status {
	case 0:
	case -1:
		t.Errorf("took too long: %s", o)
	case 77:
		t.Skip(skipReason.FindString(o.out))
	default:
		t.Errorf("failed: %s", o)
	}
}

var skipReason = regexp.MustCompile(`SKIP .*`)

func temporary(t testing.TB) *os.File {
	f, err := os.CreateTemp(at.work, "output-")
	require.NoError(t, err)
	return f
}

func contents(f *os.File) string {
	text, _ := os.ReadFile(f.Name())
	f.Close()
	os.Remove(f.Name())
	return string(text)
}

// ownProgram returns a unique name for the program of a test that runs in parallel because its jobs mostly wait. The search for leftover processes uses the name.
func ownProgram(t *testing.T, path string) string {
	t.Helper()
	dir, err := os.MkdirTemp(at.work, "own-")
	require.NoError(t, err)
	own := filepath.Join(dir, filepath.Base(path))
	require.NoError(t, os.Link(path, own))
	return own
}

// processesOf returns the processes that still run the program after the time; it returns at once if there is none. The path is unique to this test run.
func processesOf(path string, timeout time.Duration) []int {
	for end := time.Now().Add(timeout); ; time.Sleep(20 * time.Millisecond) {
		pids := processesNow(path)
		if len(pids) == 0 || time.Now().After(end) {
			return pids
		}
	}
}

// leftovers is processesOf without the processes of jobs that still run.
func leftovers(path string, timeout time.Duration) []int {
	for end := time.Now().Add(timeout); ; time.Sleep(20 * time.Millisecond) {
		pids := slices.DeleteFunc(processesNow(path), ofRunning)
		if len(pids) == 0 || time.Now().After(end) {
			return pids
		}
	}
}

// runner is the variable that says to a job's processes which worker has started them.
const runner = "GT_RUNNER="

func processesNow(path string) (pids []int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		words, _ := os.ReadFile(dir + "/cmdline")
		name, rest, _ := strings.Cut(string(words), "\x00")
		if filepath.Base(name) == "simhost" { // the process of simulated ranks
			name, _, _ = strings.Cut(rest, "\x00")
		}
		if name != path {
			continue
		}
		environ, _ := os.ReadFile(dir + "/environ")
		if _, of, found := strings.Cut("\x00"+string(environ), "\x00"+runner); !strings.HasPrefix(of, strconv.Itoa(os.Getpid())+"\x00") && (found || !strings.HasPrefix(path, at.work)) {
			continue // a job of another worker, or no job: a program such as python3 has other users
		}
		pid, _ := strconv.Atoi(filepath.Base(dir))
		if state, _ := stateOf(pid); state != "" && state != "Z" {
			pids = append(pids, pid)
		}
	}
	return pids
}

// stateOf is a process's state ("" if there is no such process) and its parent.
func stateOf(pid int) (state string, parent int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(status[strings.LastIndexByte(string(status), ')')+1:]))
	if len(fields) < 2 {
		return "", 0
	}
	parent, _ = strconv.Atoi(fields[1])
	return fields[0], parent
}

// hasEnded reports whether a child has ended, and stays to be waited for. The state in /proc does not tell: it is Z for a moment too when a thread other than the first calls exec.
func hasEnded(child int) bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, child, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err == unix.ECHILD || info.Signo != 0
}

// ofRunning reports whether a process belongs to a job that still runs: the same program may run several times at once.
func ofRunning(pid int) bool {
	for ; pid > 1; _, pid = stateOf(pid) {
		if _, ok := at.running.Load(pid); ok {
			return true
		}
	}
	return false
}

func sharedMemoryNames() map[string]bool {
	names := map[string]bool{}
	entries, _ := os.ReadDir("/dev/shm")
	for _, e := range entries {
		names[e.Name()] = true
	}
	return names
}

// openMPIName begins the names that Open MPI's own jobs have in /dev/shm while they run, such as one that another user of this host has started.
const openMPIName = "vader_segment."

// isMapped reports whether a process uses a file in /dev/shm.
func isMapped(name string) bool {
	files, _ := filepath.Glob("/proc/[0-9]*/maps")
	return slices.ContainsFunc(files, func(file string) bool {
		text, _ := os.ReadFile(file)
		return strings.Contains(string(text), " /dev/shm/"+name+"\n")
	})
}

func newSharedMemory(timeout time.Duration) (names []string) {
	for end := time.Now().Add(timeout); ; time.Sleep(50 * time.Millisecond) {
		names = names[:0]
		for name := range sharedMemoryNames() {
			if !at.shm[name] && !strings.HasPrefix(name, openMPIName) {
				names = append(names, name)
			}
		}
		if len(names) > 0 { // of a job that another worker runs, by a launcher that uses names
			names = slices.DeleteFunc(names, isMapped)
		}
		if len(names) == 0 || time.Now().After(end) {
			return names
		}
	}
}
