package machine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/count"
	"gasnetgo/sim/machine"
)

// TestCPU: a machine has costs of instructions, all of them, or none.
func TestCPU(t *testing.T) {
	for _, name := range machine.Names() {
		m, err := machine.Builtin(name)
		require.NoError(t, err)
		require.Equal(t, name != "ideal", m.HasCPU(), name)
		b, err := m.Build(new(sim.Kernel), 2, nil)
		require.NoError(t, err)
		require.Equal(t, m.HasCPU(), b.Weights != nil, name)
		require.Equal(t, m.HasCPU(), strings.Contains(m.Describe(), "\n[cpu]\n"), name)
	}
	_, err := machine.Builtin("ideal", "cpu.int=1")
	require.ErrorContains(t, err, "cpu.load is missing")
	_, err = machine.Builtin("xt3", "cpu.load=fast")
	require.ErrorContains(t, err, "cpu.load")
	_, err = machine.Builtin("xt3", "cpu.branch=-0.5")
	require.ErrorContains(t, err, "--set cpu.branch=-0.5: cpu.branch is -0.5: a number of cycles")
	_, err = machine.Parse("mine.toml", []byte("base = \"ideal\"\n[cpu]\nint = 1.0\nlod = 2.0\n"))
	require.ErrorContains(t, err, "mine.toml:4: cpu.lod: no such parameter")
}

// TestCPUWeights: a machine's weights are its cycles at its frequency, and a copied byte takes host.copy.
func TestCPUWeights(t *testing.T) {
	m, err := machine.Builtin("xt3", "cpu.fp_divide=20", "host.frequency=2GHz", "host.copy=0.5ns")
	require.NoError(t, err)
	b, err := m.Build(new(sim.Kernel), 1, nil)
	require.NoError(t, err)
	var divisions, bytes count.Counts
	divisions[count.FpDivide], bytes[count.Copy] = 3, 7
	var c count.Clock
	require.Equal(t, 30_000, int(c.Picoseconds(b.Weights, uint64(b.Weights.Of(&divisions)))))
	require.Equal(t, 3_500, int(c.Picoseconds(b.Weights, uint64(b.Weights.Of(&bytes)))))
}
