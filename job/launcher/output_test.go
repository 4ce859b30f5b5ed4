package launcher

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestCatchUp: once CatchUp has returned, put has received every complete line that was written before, with a goroutine that copies and without one.
func TestCatchUp(t *testing.T) {
	for _, copied := range []bool{false, true} {
		t.Run(fmt.Sprintf("copied=%v", copied), func(t *testing.T) {
			var got []byte
			o, end, err := NewOutput(3, 0, func(held []byte, all bool) int {
				n := bytes.LastIndexByte(held, '\n') + 1
				if all {
					n = len(held)
				}
				got = append(got, held[:n]...)
				return n
			})
			require.NoError(t, err)
			var s Outputs
			if copied {
				s.Start(o)
			} else {
				s.all = append(s.all, o)
			}
			var want []byte
			for i := range 1000 {
				line := fmt.Appendf(nil, "line %d\n", i)
				_, err := unix.Write(end, append(line, "rest "...))
				require.NoError(t, err)
				want = append(want, line...)
				s.CatchUp()
				o.mu.Lock()
				require.Equal(t, string(want), string(got))
				o.mu.Unlock()
				want = append(want, "rest "...)
			}
			unix.Close(end)
			if !copied {
				o.Copy()
			}
			s.Drain()
			assert.Equal(t, string(want), string(got), "the rest of the last line")
		})
	}
}
