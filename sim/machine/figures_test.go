package machine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/nal/naltest"
)

// measure is the time of a message on a machine.
func measure(t testing.TB, name string, p naltest.Pattern, n uint64, rounds int, set ...string) sim.Time {
	m, err := machine.Builtin(name, set...)
	require.NoError(t, err)
	k := new(sim.Kernel)
	b, err := m.Build(k, 2, func(node int, why string) { t.Fatalf("node %d: %s", node, why) })
	require.NoError(t, err)
	w := naltest.New(k, b.Config())
	took, err := naltest.NetPIPE(w, p, n, rounds)
	require.NoError(t, err)
	require.Zero(t, w.Job.Live())
	return took
}

func TestExplore(t *testing.T) {
	for p, name := range []string{"put ping", "put stream", "put both", "get ping", "get stream", "get both"} {
		for _, n := range []uint64{1, 12, 13, 64, 1024, 4096, 5000, 7000, 8192, 65536, 8 << 20} {
			took := measure(t, "redstorm", naltest.Pattern(p), n, 20)
			fmt.Printf("%-12s %8d %14v %9.2f\n", name, n, took, float64(n)/took.Microseconds())
		}
	}
}
