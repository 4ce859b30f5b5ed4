package ctests

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBenchMachine: GASNet's rows on a simulated machine are the same in each run, and follow its parameters.
func TestBenchMachine(t *testing.T) {
	bench := func(args ...string) (string, error) {
		out, err := exec.Command(filepath.Join(at.build, "bin", "gasnetgo"), append([]string{"bench"}, args...)...).CombinedOutput()
		return string(out), err
	}
	all, err := bench("gasnet", "--machine", "xt4")
	require.NoError(t, err, all)
	require.Regexp(t, `(?m)^xt4, virtual time$`, all)
	for _, row := range []string{"put_lat", "put_bw", "am_medium_rtt", "am_rate", "barrier", "coll_gather_bw"} {
		require.Regexp(t, `(?m)^gasnet\.`+row+` +\S.* [1-9][0-9]*\.[0-9]{3} (µs|GB/s)$`, all)
	}
	again, err := bench("gasnet", "--machine", "xt4")
	require.NoError(t, err)
	require.Equal(t, all, again)
	short, err := bench("--machine", "xt4", "--set", "nic.interrupt=5us", "gasnet.am_short_rtt")
	require.NoError(t, err, short)
	require.NotContains(t, short, "put_lat")
	require.NotContains(t, all, short[len("xt4, virtual time\n\n"):])
	for _, c := range []struct{ args, says []string }{
		{[]string{"shmem", "--machine", "xt4"}, []string{`--machine measures GASNet: "shmem" is not a measure`}},
		{[]string{"--machine", "t3e"}, []string{"unknown machine t3e"}},
		{[]string{"--machine", "xt4", "--runs", "2"}, []string{"--runs is for measurements on this host"}},
		{[]string{"--set", "nic.interrupt=5us"}, []string{"--set: only with --machine"}},
	} {
		out, err := bench(c.args...)
		require.Error(t, err)
		require.Contains(t, out, c.says[0])
	}
}
