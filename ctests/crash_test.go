package ctests

import (
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// crashed is what a rank prints of a crash, behind "gasnetgo: ": headline and the calls that led there, with one in which the given place is.
func crashed(rank, what, place string) string {
	return `rank ` + rank + ` \(pid \d+\) crashed: ` + what + `\n(  .*\n)*  #\d+ 0x\w+ ` + place + `\n(  .*\n)*`
}

// TestCrash: a rank that dies of its own fault says where, and dies as without the library.
func TestCrash(t *testing.T) {
	path := at.program.get(t, "testdata/crash.c", plain)
	const ended = `gasnetgo: rank 1 \(pid \d+\) was killed by signal \d+ \(.*\); ending the job\n$`
	for _, c := range []struct {
		how    string
		status int
		err    string
	}{
		{"segv", 139, `^gasnetgo: ` + crashed("1 of 3", "SIGSEGV: no access to address 0x0", `in crashes\S*\+0x\w+ \(crash.c:\d+\)`) + ended},
		{"abort", 134, `^gasnetgo: ` + crashed("1 of 3", "SIGABRT", `in main\+0x\w+ \(crash.c:\d+\)`) + ended},
		{"assert", 134, `(?s)Assertion.*gasnetgo: ` + crashed("1 of 3", "SIGABRT", `in main\+0x\w+ \(crash.c:\d+\)`) + ended},
		{"illegal", 132, `^gasnetgo: ` + crashed("1 of 3", "SIGILL", `in crashes\S*\+0x\w+ \(crash.c:\d+\)`) + ended},
		{"stack", 139, `^gasnetgo: ` + crashed("1 of 3", `SIGSEGV: the stack is full \(a larger one may help\)`, `in deep\S*\+0x\w+ \(crash.c:1[0-9]\)`) + ended},
		{"raise", 136, `^gasnetgo: ` + crashed("1 of 3", "SIGFPE, sent by the program itself", `in main\+0x\w+ \(crash.c:\d+\)`) + ended},
		{"thread", 139, `^gasnetgo: ` + crashed("1 of 3", "SIGSEGV: no access to address 0x0", `in in_thread\+0x\w+ \(crash.c:\d+\)`) + ended},
		{"handler", 9, `^own handler\ngasnetgo: rank 1 \(pid \d+\) exited with status 9; ending the job\n$`},
		{"query", 9, `^own handler\ngasnetgo: rank 1 \(pid \d+\) exited with status 9; ending the job\n$`},
		{"killed", 143, `^` + ended},
	} {
		t.Run(c.how, func(t *testing.T) {
			o := job{np: 3, args: []string{c.how}, timeout: 30 * time.Second}.run(t, path)
			assert.Equal(t, c.status, o.status, "%s", o)
			assert.Regexp(t, c.err, o.err, "%s", o)
		})
	}
	t.Run("none", func(t *testing.T) {
		o := job{np: 3, args: []string{"segv"}, env: []string{"SHMEM_BACKTRACE=none"}}.run(t, path)
		assert.Equal(t, 139, o.status, "%s", o)
		assert.Regexp(t, `^`+ended, o.err)
	})
	t.Run("early", func(t *testing.T) {
		o := job{np: 1, args: []string{"segv", "early"}}.run(t, path)
		assert.Equal(t, 139, o.status, "%s", o)
		assert.Regexp(t, `^gasnetgo: pid \d+ crashed before it was a rank of a job: signal 11\n  #0 0x\w+ at 0x\w+ \(/.*crash.*\)\n`, o.err)
	})
	t.Run("alone", func(t *testing.T) {
		o := job{env: []string{"GASNETGO_NPROCS=2"}, args: []string{"segv"}}.run(t, path)
		assert.Regexp(t, `gasnetgo: `+crashed("1 of 2", "SIGSEGV: no access to address 0x0", `in crashes\S*\+0x\w+ \(crash.c:\d+\)`), o.err, "%s", o)
	})
	t.Run("gdb", func(t *testing.T) {
		if _, err := exec.LookPath("gdb"); err != nil {
			t.Skip(err)
		}
		o := job{np: 2, args: []string{"segv"}, env: []string{"SHMEM_BACKTRACE=gdb"}, timeout: 100 * time.Second}.run(t, path)
		require.Equal(t, 139, o.status, "%s", o)
		assert.Regexp(t, `(?s)crashed: SIGSEGV.*(crashes .*\) at .*crash.c:\d+|gdb: .*)\n`, o.err, "%s", o)
	})
}
