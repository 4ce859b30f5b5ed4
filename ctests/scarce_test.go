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

// TestScarce: where the host denies a resource that a job needs, one line names it, and there is no Go stack dump. Where the rest is enough, the job runs.
func TestScarce(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(folder), 0o755)) // other users run the program
	path := filepath.Join(folder, "hello")
	program, err := os.ReadFile(at.program.get(t, "../examples/hello.c", plain))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, program, 0o755))
	launcher := filepath.Join(at.build, "bin", "gasnetgo")
	ways := map[string]job{"run": {command: []string{launcher, "run", "-n", "2"}}, "tagged": {command: []string{launcher, "run", "-n", "2", "--tag-output"}},
		"NPROCS": {env: []string{"GASNETGO_NPROCS=2"}}, "alone": {}, "simulated": {command: simulated("ideal", 2)}}
	for name, j := range ways {
		check := func(t *testing.T, front []string, says string) {
			in := j
			in.command = append(front[:len(front):len(front)], j.command...)
			o := in.run(t, path)
			assert.NotContains(t, o.err, "goroutine", "%s", o)
			assert.NotEqual(t, -1, o.status, "%s", o)
			if o.status != 0 {
				assert.Regexp(t, `(?i)^gasnetgo: .*`+says, o.err, "%s", o)
				assert.Len(t, strings.Split(strings.TrimSpace(o.err), "\n"), 1, "%s", o)
			}
		}
		for _, call := range []string{"epoll", "eventfd", "memfd", "pidfd"} {
			t.Run(name+"/without "+call, func(t *testing.T) { check(t, without(t, call), call) })
		}
		for descriptors := 4; descriptors <= 20; descriptors++ {
			t.Run(fmt.Sprint(name, "/", descriptors, " descriptors"), func(t *testing.T) {
				check(t, limited(t, fmt.Sprint("--nofile=", descriptors)), "(too many (open files|files are open)|ulimit -n)")
			})
		}
		for _, limit := range []struct {
			option, letter string
			each           []int
		}{{"as", "-v", []int{100 << 20, 500 << 20, 1 << 30}}, {"data", "-d", []int{50 << 20, 100 << 20}}} {
			for _, bytes := range limit.each {
				t.Run(fmt.Sprint(name, "/ulimit ", limit.letter, " ", bytes>>10), func(t *testing.T) {
					check(t, limited(t, fmt.Sprint("--", limit.option, "=", bytes)), "ulimit "+limit.letter)
				})
			}
		}
		for _, threads := range []int{0, 1, 2, 4} {
			t.Run(fmt.Sprint(name, "/ulimit -u ", threads), func(t *testing.T) {
				check(t, append(otherUser(t, path, launcher), limited(t, fmt.Sprint("--nproc=", threads))...), "cannot create a thread: .*ulimit -u")
			})
		}
	}
}

// limited is the beginning of a command that runs under a limit of its own.
func limited(t *testing.T, limit string) []string {
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("prlimit is not installed")
	}
	return []string{"prlimit", limit}
}

// otherUser is the beginning of a command that runs as a user who has no other process: a limit on processes counts all of a user's, and does not bind root.
func otherUser(t *testing.T, files ...string) []string {
	front := []string{"setpriv", "--reuid=61713", "--regid=61713", "--clear-groups", "--bounding-set=-all", "--inh-caps=-all"}
	for _, f := range files {
		if err := exec.Command(front[0], append(front[1:len(front):len(front)], "test", "-x", f)...).Run(); err != nil {
			t.Skipf("needs root, setpriv, and a checkout that other users may read: another user and %s: %v", f, err)
		}
	}
	return front
}
