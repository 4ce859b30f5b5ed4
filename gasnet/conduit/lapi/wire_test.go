package lapi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
)

// FuzzParse: what parse accepts, append writes again, and parse reads the same from that.
func FuzzParse(f *testing.F) {
	f.Add((&header{kind: conduit.Medium, packed: true, handler: 200, nargs: 2, args: [conduit.MostArgs]int32{1, -2}}).append(nil))
	f.Add((&header{kind: conduit.Long, reply: true, handler: 128, dest: 1 << 32}).append(nil))
	f.Add([]byte{0x3})
	f.Fuzz(func(t *testing.T, b []byte) {
		h, packed, ok := parse(b)
		if !ok {
			return
		}
		require.LessOrEqual(t, h.nargs, conduit.MostArgs)
		require.Len(t, packed, len(b)-int(headBytes(h.nargs)))
		again, rest, ok := parse(append(h.append(nil), packed...))
		require.True(t, ok)
		require.Equal(t, h, again)
		require.Equal(t, packed, rest)
	})
}
