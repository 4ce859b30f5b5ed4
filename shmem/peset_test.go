package shmem

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The index of a PE is found as a loop over the members finds it.
func TestPESet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := peSet{start: rapid.IntRange(-2, 20).Draw(t, "start"), stride: rapid.IntRange(-4, 4).Draw(t, "stride"), size: rapid.IntRange(0, 6).Draw(t, "size")}
		if s.stride == 0 {
			s.size = min(s.size, 1)
		}
		for pe := -20; pe < 45; pe++ {
			want, in := 0, false
			for i := range s.size {
				if s.pe(i) == pe {
					want, in = i, true
				}
			}
			got, ok := s.index(pe)
			require.Equal(t, in, ok, "%v: %d", s, pe)
			require.Equal(t, want, got, "%v: %d", s, pe)
		}
		require.False(t, s.has(-1))
		require.False(t, s.has(int32(s.size)))
		require.Equal(t, s.size > 0, s.has(0))
	})
}
