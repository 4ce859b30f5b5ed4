package sci

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// FuzzHeader: what decode accepts, encode writes again, but for bytes that have no meaning.
func FuzzHeader(f *testing.F) {
	var b [headerBytes]byte
	(&header{handler: 200, kind: 1, nargs: 2, bytes: 100, args: [16]int32{1, -2}}).encode(&b)
	f.Add(b[:])
	(&header{handler: 128, kind: 2, moved: true, bytes: 1 << 20, dest: 1 << 40}).encode(&b)
	f.Add(b[:])
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < headerBytes {
			return
		}
		var h, again header
		if !h.decode(b[:headerBytes]) {
			return
		}
		var out [headerBytes]byte
		h.encode(&out)
		require.Equal(t, b[:headerBytes], out[:])
		require.True(t, again.decode(out[:]))
		require.Equal(t, h, again)
	})
}

// TestSplit: DMA carries whole units from and to whole units, and the rest fits into a slot.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		align := uint64(1) << rapid.IntRange(0, 8).Draw(t, "align")
		offset, bytes := rapid.Uint64Range(0, 1<<40).Draw(t, "offset"), rapid.Uint64Range(0, 1<<20).Draw(t, "bytes")
		head, middle, tail := split(offset, bytes, align)
		require.Equal(t, bytes, head+middle+tail)
		require.Less(t, head, align)
		require.Less(t, tail, align)
		require.Zero(t, middle%align)
		if middle > 0 {
			require.Zero(t, (offset+head)%align)
		} else {
			require.LessOrEqual(t, bytes, uint64(MaxMedium))
		}
	})
}

// TestIDs: no two segments of a job have the same id, up to the most ranks.
func TestIDs(t *testing.T) {
	for _, ranks := range []int{1, 2, 7, 100} {
		ids := map[uint32]bool{}
		for owner := range ranks {
			all := []uint32{flagsID(owner, ranks), payloadID(owner, ranks), stagingID(owner, ranks)}
			for sender := range ranks {
				all = append(all, commandID(owner, sender))
			}
			for _, id := range all {
				require.False(t, ids[id], "%d", id)
				ids[id] = true
			}
		}
	}
	require.Less(t, stagingID(0, MostRanks), commandID(1, 0))
}
