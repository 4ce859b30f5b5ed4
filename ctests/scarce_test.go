package ctests

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestScarce: where the host denies a resource that a job needs, one line names it, and there is no Go stack dump. Where the rest is enough, the job runs.
func TestScarce(t *testing.T) {
	path := at.program.get(t, "../examples/hello.c", plain)
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
				front := []string{"prlimit", fmt.Sprint("--nofile=", descriptors)}
				if _, err := exec.LookPath(front[0]); err != nil {
					t.Skip("prlimit is not installed")
				}
				check(t, front, "(too many (open files|files are open)|ulimit -n)")
			})
		}
	}
}
