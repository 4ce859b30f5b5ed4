package host_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// watched skips tests where memory cannot be watched.
func watched(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("memory cannot be watched here")
	}
}

// TestPolls: a program that polls its own memory waits for what others write there, and one that does not goes on.
func TestPolls(t *testing.T) {
	watched(t)
	for _, flags := range []string{"-O0", "-O2"} {
		t.Run(flags, func(t *testing.T) {
			r := on(t, 2, built(t, "polls.c", "driver", flags))
			require.Zero(t, r.status, "%v", r)
			assert.Empty(t, r.err)
			assert.Equal(t, "polled\n", r.out)
		})
	}
}

// TestTrapped: what is not supported with a map ends the job with a sentence, a crash is reported where it is, and handlers of the program's work.
func TestTrapped(t *testing.T) {
	watched(t)
	program := built(t, "trapped.c", "driver", "-Wno-array-bounds")
	for how, want := range map[string]struct {
		status int
		say    string
	}{
		"poll":     {124, "driver: no rank can run\n"},
		"null":     {139, "SIGSEGV: no access to address 0x10\n"},
		"unmapped": {139, "SIGSEGV: no access to address"},
		"divide":   {136, "SIGFPE"},
		"loop":     {139, "SIGSEGV: no access to address"},
		"behind":   {123, "rank 1: an instruction accesses the end of a map"},
		"jump":     {123, "rank 1: an instruction accesses a map of another node's memory, and jumps"},
		"gather":   {123, "cannot be decoded in the simulated world: c4 e2 71 90"},
		"save":     {123, "rank 1: an instruction accesses a map of another node's memory, and cannot be decoded in the simulated world: 0f ae"},
		"print":    {123, "rank 1: a function of the C library prints or reads into a map"},
		"write":    {123, "rank 1: write: the buffer is a map of another node's memory"},
		"handler":  {42, ""},
		"":         {0, ""},
	} {
		t.Run(how, func(t *testing.T) {
			r := on(t, 2, program, how)
			if r.status == 44 {
				t.Skip("the processor has no such instruction")
			}
			assert.Equal(t, want.status, r.status, "%v", r)
			assert.Contains(t, r.err, want.say)
			if want.status > 128 || how == "poll" {
				assert.Contains(t, r.err, "(trapped.c:")
			}
		})
	}
}

// TestStoring prints what accesses take.
func TestStoring(t *testing.T) {
	watched(t)
	r := on(t, 2, built(t, "storing.c", "driver"))
	require.Zero(t, r.status, "%v", r)
	t.Log("\n" + r.out)
}

// TestWatches: plain accesses to maps are requests, each once, in order, with its value, and single instructions do what they do elsewhere.
func TestWatches(t *testing.T) {
	watched(t)
	for _, flags := range []string{"-O0", "-O2", "-O3 -mavx2 -mbmi2 -mmovbe", "-O3 -march=native", "-Os -minline-all-stringops"} {
		t.Run(flags, func(t *testing.T) {
			if !compiles(t, strings.Fields(flags)) {
				t.Skip("the compiler does not know these flags")
			}
			for _, source := range []string{"watches.c", "instructions.c"} {
				program := built(t, source, "driver", strings.Fields(flags)...)
				for _, env := range [][]string{nil, {"DRIVER_COMPACT=1"}} {
					r := run(t, env, work+"/simhost", "2", program)
					require.Zero(t, r.status, "%v", r)
					assert.Empty(t, r.err)
				}
			}
		})
	}
}
