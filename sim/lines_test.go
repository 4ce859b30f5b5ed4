package sim

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestLines keeps what events touch in few lines of a cache.
func TestLines(t *testing.T) {
	const line = 64
	var c CPU
	require.EqualValues(t, line, unsafe.Sizeof(slot{}))
	require.EqualValues(t, 6*line, unsafe.Sizeof(c))
	require.LessOrEqual(t, unsafe.Offsetof(c.plan)+2*line, uintptr(4*line), "what turns need of the plan comes with an event")
	require.LessOrEqual(t, unsafe.Offsetof(c.quiet), uintptr(line), "what interrupts look at")
}
