package seastar

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestLines keeps what every message touches in few lines of a cache: with thousands of nodes, each is one that has to be waited for.
func TestLines(t *testing.T) {
	const line = 64
	var n Node
	require.Zero(t, unsafe.Sizeof(n)%line)
	require.LessOrEqual(t, unsafe.Offsetof(n.Stats)+unsafe.Offsetof(n.Stats.MostTransmit), uintptr(4*line))
	require.EqualValues(t, 4*line, unsafe.Offsetof(n.sources), "one line more for a header packet")
	require.EqualValues(t, 2*line, unsafe.Sizeof(pending{}))
	require.EqualValues(t, 2*line, unsafe.Sizeof(transmission{}))
	require.EqualValues(t, line, unsafe.Sizeof(source{}))
}
