package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim/machine"
)

func TestScaled(t *testing.T) {
	for _, test := range []struct{ value, less string }{{`"20us"`, "16us"}, {"0.5", "0.4"}, {"256", "205"}, {"1", "1"}, {`"1.5GB/s"`, "1.2GB/s"}, {`"8KiB"`, "6554B"}, {`"86.069ns"`, "68.855ns"}, {`"7ps"`, "6ps"}, {`"12B"`, "10B"}} {
		p, ok := machine.Parameter{Key: "a.b", Value: test.value}.Scaled(0.8)
		require.True(t, ok)
		require.Equal(t, machine.Parameter{Key: "a.b", Value: test.less}, p)
	}
	for _, value := range []string{`"0ns"`, "0", `"go-back-n"`, "[1, 2]", "true", ""} {
		_, ok := machine.Parameter{Value: value}.Scaled(0.8)
		require.False(t, ok, value)
	}
}

// Every change of an assumed parameter is one that the machine accepts, but for those whose ranges end there.
func TestAssumed(t *testing.T) {
	for _, name := range []string{"redstorm", "xt3", "xt4", "sp", "sci"} {
		m, err := machine.Builtin(name)
		require.NoError(t, err)
		keys := map[string]bool{}
		for _, p := range m.Assumed() {
			keys[p.Key] = true
			if less, ok := p.Scaled(0.8); ok {
				changed, err := machine.Builtin(name, less.Key+"="+less.Value)
				if err != nil {
					require.NotContains(t, err.Error(), "whole number", "%s of %s", p.Key, name)
				}
				if err == nil && less != p {
					require.NotEqual(t, m.Describe(), changed.Describe())
				}
			}
		}
		require.True(t, keys["host.clock"] && (name == "sp" || name == "sci" && keys["bridge.latency"] || keys["nic.interrupt_return"] && keys["firmware.poll"]), "%v", keys)
		require.False(t, keys["nic.interrupt"], "calibrated")
	}
}
