package run

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestStepLines keeps a step in one line of a cache.
func TestStepLines(t *testing.T) { require.EqualValues(t, 64, unsafe.Sizeof(stepper{})) }
