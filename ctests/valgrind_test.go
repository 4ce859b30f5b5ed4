package ctests

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// memcheck is a launcher with Valgrind and the suppressions of the installation, or skips the test where Valgrind does not run.
func memcheck(t *testing.T) []string {
	if out, err := exec.Command("valgrind", "-q", "/bin/true").CombinedOutput(); err != nil {
		t.Skipf("SKIP valgrind does not run here: %v %s", err, out)
	}
	return []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", "2", "--", "valgrind", "-q", "--leak-check=full", "--error-exitcode=66",
		"--suppressions=" + filepath.Join(at.build, "lib", "gasnetgo", "gasnetgo.supp")}
}

// A correct program has no reports under memcheck, and an incorrect one has those of its own lines.
func TestValgrind(t *testing.T) {
	command := memcheck(t)
	for _, name := range []string{"shmem/put_types", "portals/match"} {
		if !runs("TestValgrind", name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			o := job{command: command, timeout: 5 * time.Minute}.run(t, at.program.get(t, name+".c", variant{"valgrind", []string{"-O1", "-g"}}))
			o.verdict(t)
			assert.False(t, strings.HasPrefix(o.err, "==") || strings.Contains(o.err, "\n=="), "%s", o)
		})
	}
	program := at.program.get(t, "shmem/asan/caught.c", variant{"valgrind", []string{"-O1", "-g", "-fno-builtin"}})
	o := job{command: command, args: []string{"overread"}, timeout: 5 * time.Minute}.run(t, program)
	assert.Equal(t, 66, o.status, "%s", o)
	assert.Regexp(t, `Invalid read of size \d+\n(==\d+==    (at|by) .*\n)+==\d+==    by .* main \(caught\.c:\d+\)`, o.err, "%s", o)
}
