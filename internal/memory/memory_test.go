package memory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
)

func TestMemory(t *testing.T) {
	b := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	at := memory.Address(b)
	require.Equal(t, b, memory.Bytes(at, 8))
	require.Same(t, &b[3], memory.At[byte](at+3))
	require.Equal(t, []uint16{0x0605, 0x0807}, memory.Slice[uint16](at+4, uint64(2)))
	memory.Copy(at+1, at, 4)
	require.Equal(t, []byte{1, 1, 2, 3, 4, 6, 7, 8}, b)
	memory.Fill(at+6, 9, 2)
	require.Equal(t, []byte{1, 1, 2, 3, 4, 6, 9, 9}, b)
}

// There is nothing at address 0, which is that of no bytes.
func TestNothing(t *testing.T) {
	require.Empty(t, memory.Bytes(0, 0))
	memory.Copy(0, 0, 0)
	memory.Fill(0, 1, 0)
	require.Zero(t, memory.Address[byte](nil))
}

// TestFault: an address at which no program has memory is a Fault with it, and no error of Go's runtime, which would not say where.
func TestFault(t *testing.T) {
	for _, at := range []uintptr{1, 8, 4095, 1 << 57, 1<<63 - 1, ^uintptr(0), ^uintptr(255)} {
		for name, f := range map[string]func(){
			"At":    func() { memory.At[uint64](at) },
			"Bytes": func() { memory.Bytes(at, uint64(1)) },
			"Slice": func() { memory.Slice[uint32](at, 3) },
			"Copy":  func() { memory.Copy(at, at, 1) },
			"Fill":  func() { memory.Fill(at, 0, 1000) },
		} {
			require.PanicsWithValue(t, memory.Fault(at), f, name)
		}
		require.Empty(t, memory.Bytes(at, 0))
	}
	require.Nil(t, memory.At[byte](0))
	require.PanicsWithValue(t, memory.Fault(0), func() { memory.Bytes(0, 1) })
	require.PanicsWithValue(t, memory.Fault(5000), func() { memory.Bytes(5000, uint64(1)<<62) })
}
