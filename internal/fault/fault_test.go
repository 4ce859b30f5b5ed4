package fault_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/fault"
)

func TestWording(t *testing.T) {
	tests := map[string]*fault.Error{
		"pe = 9: not in 0..3":                        fault.New("pe", 9, "not in 0..%d", 3),
		"called before shmem_init":                   fault.New("", nil, "called before shmem_init"),
		"dest = NULL: NULL with a length":            fault.New("dest", fault.Addr(0), "NULL with a length"),
		"dest = 0x7f10: not symmetric":               fault.New("dest", fault.Addr(0x7f10), "not symmetric"),
		"ptr: ranks differ":                          fault.New("ptr", nil, "ranks differ"),
		"size = 5: no room (HEAP_SIZE changes this)": fault.New("size", 5, "no room").With("HEAP_SIZE"),
	}
	for want, err := range tests {
		require.EqualError(t, err, want)
	}
}
