package portals

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
	"gasnetgo/portals/portalstest"
	"gasnetgo/shmem"
)

// The responder reads in the event of a request what the initiator has sent.
func TestRequests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := request{
			id: rapid.Uint64Range(0, 1<<idBits-1).Draw(t, "id"),
			at: shmem.Addr{Seg: shmem.Seg(rapid.IntRange(0, 1).Draw(t, "seg")), Off: rapid.Uint64Range(0, 1<<offsetBits-1).Draw(t, "off")},
			op: shmem.AMO{
				Op:    rapid.Int32Range(shmem.AMOFetch, shmem.AMOXor).Draw(t, "op"),
				Type:  rapid.Int32Range(shmem.TypeI8, shmem.TypeU64).Draw(t, "type"),
				Value: rapid.Uint64().Draw(t, "value"),
				Cond:  rapid.Uint64().Draw(t, "cond"),
			},
			counted: rapid.Bool().Draw(t, "counted"),
		}
		if r.op.Op == shmem.AMOCSwap {
			r.counted = false
		} else {
			r.op.Cond = 0
		}
		to := r.target(portalstest.ID(3), 7)
		require.Equal(t, uint32(7+indexResponder), to.PT)
		require.Zero(t, to.MatchBits&replyBit)
		require.LessOrEqual(t, to.Offset, client.Everything().Len)
		got := decode(&ptl.Event{MatchBits: to.MatchBits, Offset: to.Offset, HdrData: r.op.Value})
		r.op.Type |= 1 // atomics do not know signs
		require.Equal(t, r, got)
	})
}
