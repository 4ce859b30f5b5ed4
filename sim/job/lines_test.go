package job

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestLines keeps what every call looks at in one line of a cache.
func TestLines(t *testing.T) { require.EqualValues(t, 64, unsafe.Sizeof(Rank{})) }
