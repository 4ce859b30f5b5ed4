package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim/spec"
)

// TestCostText: the keys are what users read, and nothing is lost.
func TestCostText(t *testing.T) {
	c := spec.Cost{Ranks: 2, Loading: 1.5, Running: 0.25, CPU: 0.125, Virtual: 5_390_000, Calls: 9, Made: 3, Runs: 2, Events: 4, Messages: 5, Loaded: 6, Peak: 7, Tables: 8}
	text, err := c.Encode()
	require.NoError(t, err)
	require.JSONEq(t, `{"ranks": 2, "loading_ns": 1500000000, "running_ns": 250000000, "cpu_ns": 125000000, "virtual_ps": 5390000,
		"calls": 9, "made": 3, "runs": 2, "events": 4, "messages": 5, "loaded_bytes": 6, "peak_bytes": 7, "page_table_bytes": 8}`, string(text))
	back, err := spec.DecodeCost(text)
	require.NoError(t, err)
	require.Equal(t, c, back)
}
