package portals

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestLines keeps what every operation touches in few lines of a cache.
func TestLines(t *testing.T) {
	const line = 64
	var n NI
	require.EqualValues(t, 5*line, unsafe.Sizeof(Op{}))
	require.LessOrEqual(t, unsafe.Offsetof(Op{}.Answer), uintptr(3*line-16))
	require.EqualValues(t, 2*line, unsafe.Sizeof(slot[descriptor]{}))
	require.EqualValues(t, 2*line, unsafe.Sizeof(slot[entry]{}))
	require.LessOrEqual(t, unsafe.Offsetof(n.mds), uintptr(2*line))
}
