package nal

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestLines keeps what every message touches in few lines of a cache.
func TestLines(t *testing.T) {
	const line = 64
	require.EqualValues(t, 3*line, unsafe.Sizeof(Message{}))
	require.EqualValues(t, line, unsafe.Sizeof(payload{}))
	require.EqualValues(t, 2*line, unsafe.Sizeof(Link{}))
	require.LessOrEqual(t, unsafe.Offsetof(Link{}.words), uintptr(line))
}
