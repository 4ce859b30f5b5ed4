package ctests

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

// timed is the command of a job with a time limit.
func timed(np, limit string) []string {
	return []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", np, "--timeout", limit, "--"}
}

// TestTimeoutSaysWhere: a job that takes too long reports where each rank is: call, arguments, functions of the program. Ranks at one place are reported together.
func TestTimeoutSaysWhere(t *testing.T) {
	path := at.program.get(t, "testdata/stays.c", plain)
	for plane, waits := range map[string][2]string{
		"c":  {`for the value at 0x\w+ to be == 17; it is 0`, `lock 0x\w+`},
		"go": {`mode 0, type 6, cmp 0, ivars 0x\w+, nelems 1, indices 0x0, status 0x0, value 17, values 0x0`, `op 0, lock 0x\w+, bytes 8`},
	} {
		t.Run(plane, func(t *testing.T) {
			o := job{command: timed("7", "1"), env: []string{"GASNETGO_PLANE=" + plane}}.run(t, path)
			assert.Equal(t, 124, o.status, "%s", o)
			assert.Regexp(t, `^gasnetgo: the job took longer than 1s; ending it
  rank 0: shmem_long_wait_until \(`+waits[0]+`\)
      main\+0x\w+ \(stays.c:\d+\)
  rank 1: in the program
      spins\+0x\w+ \(stays.c:1[0-9]\)
      main\S*\+0x\w+ \(stays.c:\d+\)
  rank 2: in the program
(      .* \(libc.*\)
)*      main\+0x\w+ \(stays.c:\d+\)
  rank 3: shmem_set_lock \(`+waits[1]+`\)
      main\+0x\w+ \(stays.c:\d+\)
  rank 4: no answer: stopped, or the main thread blocks signals
  2 ranks, 5-6: shmem_barrier_all
      main\+0x\w+ \(stays.c:\d+\)
$`, o.err, "%s", o)
		})
	}
	// These poll: the signal may find them in a call, of which Go shows the innermost line of the program only, or between two.
	const polling = `gasnetgo: the job took longer than 1s; ending it
  .*rank.*: \w.*
(      .*
)*      \w+\S*\+0x\w+ \((exits\.c|gt_portals\.h):\d+\)`
	t.Run("gasnet", func(t *testing.T) {
		o := job{command: timed("2", "1"), args: []string{"nothing", "0", "barrier"}}.run(t, at.program.get(t, "gasnet/exits/exits.c", plain))
		assert.Regexp(t, polling, o.err, "%s", o)
	})
	t.Run("portals", func(t *testing.T) {
		o := job{command: timed("2", "1"), args: []string{"middle"}}.run(t, at.program.get(t, "portals/exits/exits.c", plain))
		assert.Regexp(t, polling, o.err, "%s", o)
	})
	t.Run("no rank", func(t *testing.T) {
		o := job{command: timed("3", "1"), args: []string{"100"}}.run(t, "/bin/sleep")
		assert.Equal(t, "gasnetgo: the job took longer than 1s; ending it\n  3 ranks, 0-2: no call of the library yet\n", o.err)
	})
}
