package run

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSampler: a line says that computing was free when programs have taken more than a second, and more than half of the CPU time.
func TestSampler(t *testing.T) {
	var m sampler
	m.add(noticeable, true)
	require.Empty(t, m.line(), "a second, and not more")
	m.add(1, true)
	require.Contains(t, m.line(), "--compute")
	m.add(noticeable+1, false)
	require.Empty(t, m.line(), "half, and not more")
	m.add(1, true)
	require.Contains(t, m.line(), "--compute")
}
