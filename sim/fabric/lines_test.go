package fabric

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestLines keeps what every message and every call touches in few lines of a cache.
func TestLines(t *testing.T) {
	const line = 64
	require.EqualValues(t, line, unsafe.Offsetof(Message{}.next))
	require.EqualValues(t, line, unsafe.Sizeof(Ledger{}))
	require.EqualValues(t, 2*line, unsafe.Sizeof(Port{}))
}
