package job

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestLines keeps what every call looks at in two lines of a cache.
func TestLines(t *testing.T) {
	const line = 64
	require.EqualValues(t, 3*line, unsafe.Sizeof(Rank{}))
	require.LessOrEqual(t, unsafe.Offsetof(Rank{}.APIs), uintptr(line))
}
