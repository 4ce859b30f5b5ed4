package edgetest

import (
	"os/exec"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Data ring only those who wait for data, and a rank leaves its core to another rank that would run there, but not to one that sleeps.
func TestWaiting(t *testing.T) {
	program := build(t, "waiting", nil, "testdata/waiting.c", "../plane/state.c", "../plane/plane.c", "../plane/wait.c", "../plane/place.c", "../runtime/futex.c")
	out, err := exec.Command(program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "a sleeper that wants anything: rung by data\na sleeper that wants no data: not rung by data\n")
	if runtime.NumCPU() < 2 {
		t.Skip("one core: no rank can move")
	}
	require.Contains(t, string(out), "beside a rank that sleeps: stayed, mask as before\nbeside a rank that works: moved, mask as before\n")
}
