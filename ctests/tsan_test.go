package ctests

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTSan runs programs built with ThreadSanitizer: the job's memory lies where the sanitizer has shadow memory, and correct programs get no report.
func TestTSan(t *testing.T) {
	flags := []string{"-fsanitize=thread", "-O1"}
	if !sanitizes(t, flags) {
		t.Skip("the compiler has no ThreadSanitizer")
	}
	tsan := variant{"tsan", flags}
	skips := readSkips(t)
	names := []string{"shmem/threads", "shmem/ctx_threads", "shmem/coll_threads", "shmem/malloc", "shmem/lock", "shmem/globals", "shmem/fork",
		"portals/threads", "portals/eq", "gasnet/coll_data", "gasnet/moves"}
	if testing.Short() {
		names = names[:2]
	}
	for _, name := range names {
		if !runs("TestTSan", name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := job{np: 3, env: []string{"TSAN_OPTIONS=exitcode=66"}}.run(t, at.program.get(t, name+".c", tsan))
			judge(t, known(skips, name, "tsan"), o)
			assert.NotContains(t, o.err, "ThreadSanitizer", "%s", o)
		})
	}

	program := at.program.get(t, "shmem/tsan/caught.c", tsan)
	for name, reported := range map[string]bool{"heap": true, "global": true, "hsl": false, "none": false} {
		t.Run("caught/"+name, func(t *testing.T) {
			o := job{np: 2, env: []string{"TSAN_OPTIONS=exitcode=66"}, args: []string{name}}.run(t, program)
			if !reported {
				o.verdict(t)
				return
			}
			assert.Equal(t, 66, o.status, "%s", o)
			assert.Contains(t, o.err, "WARNING: ThreadSanitizer: data race")
			assert.Regexp(t, `#0 (in )?change .*caught\.c:\d+`, o.err, "%s", o)
		})
	}
}
