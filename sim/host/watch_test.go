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

// TestWatches: plain accesses to maps are requests, each once, in order, with its value, and single instructions do what they do elsewhere.
func TestWatches(t *testing.T) {
	watched(t)
	for _, flags := range []string{"-O0", "-O2", "-O3 -mavx2 -mbmi2 -mmovbe", "-O3 -march=native", "-Os -minline-all-stringops"} {
		t.Run(flags, func(t *testing.T) {
			if !compiles(t, strings.Fields(flags)) {
				t.Skip("the compiler does not know these flags")
			}
			for _, source := range []string{"watches.c", "instructions.c"} {
				r := on(t, 2, built(t, source, "driver", strings.Fields(flags)...))
				require.Zero(t, r.status, "%v", r)
				assert.Empty(t, r.err)
			}
		})
	}
}
