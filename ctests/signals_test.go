package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHeldSignals: a short call into Go blocks the program's signals only if it has a handler that needs it, or if the library cannot know.
func TestHeldSignals(t *testing.T) {
	path := at.program.get(t, "portals/signals_quick.c", plain)
	for _, what := range []string{"none", "late", "ignore", "sigaction", "onstack", "once", "signal", "sysv", "stack"} {
		for _, when := range []string{"before", "after"} {
			t.Run(what+"/"+when, func(t *testing.T) {
				job{np: 2, args: []string{what, when}}.run(t, path).verdict(t)
			})
		}
	}
	t.Run("raw/before", func(t *testing.T) { job{np: 1, args: []string{"raw", "before"}}.run(t, path).verdict(t) })

	// a program that is not linked with the library
	stranger := filepath.Join(at.work, "signals-stranger")
	args := []string{"-std=gnu11", "-O2", "-I" + filepath.Join(at.build, "include"), "portals/signals_quick.c", "-o", stranger, "-ldl"}
	text, err := exec.Command("cc", args...).CombinedOutput()
	require.NoError(t, err, "%s", text)
	lib := filepath.Join(at.build, "lib", "libgasnetgo.so.1")
	require.FileExists(t, lib)
	t.Run("loaded", func(t *testing.T) { job{np: 1, args: []string{"none", "after", lib}}.run(t, stranger).verdict(t) })
	t.Run("loaded/handler", func(t *testing.T) { job{np: 1, args: []string{"signal", "after", lib}}.run(t, stranger).verdict(t) })
	preload := []string{"env", "LD_PRELOAD=" + lib, "GT_EXPECT_SIZE=1"}
	for _, what := range []string{"none", "late", "signal"} {
		t.Run("preloaded/"+what, func(t *testing.T) { job{command: preload, args: []string{what}}.run(t, stranger).verdict(t) })
	}
}

// TestSignalStorms: the race happens once per process, so the test runs many.
func TestSignalStorms(t *testing.T) {
	path := at.program.get(t, "portals/signals_storm.c", plain)
	times := 10
	if os.Getenv("GT_LONG") != "" {
		times = 200
	}
	for range times {
		job{np: 2}.run(t, path).verdict(t)
		if t.Failed() {
			return
		}
	}
}

// TestKilledAtStart: a fatal signal that arrives while Go starts, or at one of its threads, ends a program as without the library: at once and
// without a message.
func TestKilledAtStart(t *testing.T) {
	path := at.program.get(t, "shmem/exits/exits.c", plain)
	for _, sig := range []syscall.Signal{syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE} {
		for after := time.Duration(0); after < 12*time.Millisecond; after += 400 * time.Microsecond {
			c := job{command: []string{}, args: []string{"hang", "-1", "0", "sleep"}, timeout: 60 * time.Second}.start(t, path)
			time.Sleep(after)
			require.NoError(t, c.cmd.Process.Signal(sig))
			o := c.finish(t, c.cmd.Wait())
			require.Equal(t, 128+int(sig), o.status, "%v after the start: %s", after, o)
			require.Empty(t, o.err, "%v after the start: %s", after, o)
		}
	}
}

// TestIgnoredSignals: tests that send signals do not depend on those that the caller's shell ignores, as under nohup.
func TestIgnoredSignals(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	again := exec.Command("sh", "-c", `trap "" HUP INT QUIT TERM; exec "$0" "$@"`, self, "-test.run", "TestInterruptedLauncher|TestGASNetSignalStatus/others,1$|TestSimSignals/SIG(HUP|INT)/false", "-test.v")
	again.Env = append(os.Environ(), "GASNETGO_BUILD="+at.build, "GASNETGO_TIMES=")
	out, err := again.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, 6, strings.Count(string(out), "    --- PASS"), "%s", out)
}
