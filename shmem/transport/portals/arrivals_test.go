package portals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/strided"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/portalstest"
	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// What counts is counted by a target that was asked once, and by no other; the rest never is.
func TestArrivals(t *testing.T) {
	run(t, 2, newJobs(0), func(r *shmemtest.Rank, x *Transport) {
		other := 1 - r.Rank()
		write := func() {
			const c = shmem.DefaultCtx | shmem.Counted
			inc := shmem.AMO{Op: shmem.AMOAdd, Type: shmem.TypeU64, Value: 1, Blind: true}
			set := shmem.AMO{Op: shmem.AMOSet, Type: shmem.TypeU64, Value: 1, Blind: true}
			swap := shmem.AMO{Op: shmem.AMOCSwap, Type: shmem.TypeU64, Value: 1, Cond: 3} // an odd condition is no mark
			strides := strided.Row{Block: 8, Count: 3, To: 16, From: 8}
			for _, seg := range []shmem.Seg{shmem.Heap, shmem.Data} {
				at := shmem.Addr{Seg: seg}
				for _, ctx := range []shmem.Ctx{c, shmem.DefaultCtx} {
					must(r, x.Put(ctx, other, at, make([]byte, 8), false))
					must(r, x.Put(ctx, other, at, make([]byte, 1000), true))
					must(r, x.PutStrided(ctx, other, at, make([]byte, 24), strides))
					must(r, x.PutSignal(ctx, other, at, make([]byte, 8), at, inc, false))
					must(r, x.PutSignal(ctx, other, at, make([]byte, 8), at, set, false))
					for _, op := range []shmem.AMO{inc, set} {
						_, err := x.Atomic(ctx, other, at, op, nil)
						must(r, err)
					}
				}
				_, err := x.Atomic(shmem.DefaultCtx, other, at, swap, nil)
				must(r, err)
			}
			must(r, x.Quiet(shmem.DefaultCtx))
			r.Barrier()
		}
		arrived := func(n uint64) {
			got, err := x.Arrivals()
			must(r, err)
			if got != n {
				r.T.Errorf("%d arrivals instead of %d", got, n)
			}
			r.Barrier()
		}
		write()
		if r.Rank() == 0 {
			arrived(0) // from here on
		} else {
			r.Barrier()
		}
		write()
		if r.Rank() == 0 {
			arrived(14)
		} else {
			arrived(0)
		}
		write()
		arrived(map[int]uint64{0: 28, 1: 14}[r.Rank()])
	})
}

// A transport that counts from the start has its objects then, and gives them back; one that is asked too late may find none left.
func TestArrivalsRoom(t *testing.T) {
	l := portalstest.Alone(ptl.Limits{MaxEQs: 4, MaxMEs: 6, MaxMDs: 13, MaxPTIndex: 9})
	for range 2 {
		made, err := New(Config{Host: &l.Host, Link: l, Index: 7, ID: portalstest.ID, Count: true})
		require.NoError(t, err)
		n, err := made.Arrivals()
		require.NoError(t, err)
		require.Zero(t, n)
		made.Close()
	}
	made, err := New(Config{Host: &l.Host, Link: l, Index: 7, ID: portalstest.ID})
	require.NoError(t, err)
	_, code := l.NI.EQAlloc(2)
	require.Equal(t, ptl.OK, code)
	_, err = made.Arrivals()
	require.ErrorContains(t, err, "no Portals event queue left")
}
