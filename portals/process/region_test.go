package process

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/portals"
)

func TestRegions(t *testing.T) {
	a, b := []byte{1, 2, 3, 4}, []byte{5, 6, 7, 8}
	whole := portals.Region{Addr: memory.Address(a), Len: 4}
	pieces := portals.Region{Len: 8, Vec: []portals.Iovec{{Base: memory.Address(a), Len: 4}, {Base: memory.Address(b), Len: 4}}}
	for _, c := range []struct {
		region portals.Region
		want   []byte
	}{
		{whole, []byte{1, 2, 3, 4}}, {whole.Slice(2, 2), []byte{3, 4}}, {whole.Slice(1, 2), []byte{2, 3}}, {pieces, []byte{1, 2, 3, 4, 5, 6, 7, 8}}, {pieces.Slice(3, 3), []byte{4, 5, 6}},
	} {
		got := make([]byte, len(c.want))
		require.True(t, Gather(got, c.region))
		require.Equal(t, c.want, got)
		require.True(t, Scatter(c.region, make([]byte, 10)))
		require.True(t, Gather(got, c.region))
		require.Equal(t, make([]byte, len(got)), got)
		require.True(t, Scatter(c.region, c.want))
	}
	require.Equal(t, []byte{1, 2, 3, 4, 5, 6, 7, 8}, append(a, b...))
}

// Memory that is missing is an answer; other panics stay panics.
func TestMissing(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	nowhere := portals.Region{Addr: 1 << 13, Len: 4}
	require.False(t, Gather(make([]byte, 4), nowhere))
	require.False(t, Scatter(nowhere, make([]byte, 4)))
	require.PanicsWithValue(t, "other", func() {
		var ok bool
		defer Missing(&ok)
		panic("other")
	})
}
