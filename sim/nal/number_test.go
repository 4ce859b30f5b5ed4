package nal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/ideal"
	"gasnetgo/sim/nal/naltest"
)

// numbers records the numbers of operations by rank.
type numbers map[int][]uint64

func (n numbers) Sent(m *fabric.Message, from, _ int) { n[from] = append(n[from], m.Number) }
func (n numbers) Answered(*fabric.Message, int, int)  {}
func (n numbers) Received(m *fabric.Message, to int)  {}
func (n numbers) Visible(rank int, at sim.Time)       {}

// Operations have numbers of their own, and those of a rank follow from what it has done before.
func TestNumbersOfOneRank(t *testing.T) {
	run := func(others int) numbers {
		k := new(sim.Kernel)
		list := numbers{}
		w := naltest.New(k, fabric.Config{Network: ideal.New(k), Nodes: []int{0, 1, 2, 3}, Observers: []fabric.Observer{list}})
		require.NoError(t, w.Run(func(r *naltest.Rank) {
			r.OpenNI()
			r.Offer(7, make([]byte, 8), remote, portals.EQNone)
			md := r.Bind(make([]byte, 8), 0, portals.EQNone)
			r.Net.Barrier()
			count := others
			if r.ID() == 0 {
				count = 5
			}
			for range count {
				r.Put(md, 8, portals.NoAck, (r.ID()+2)%4, 7)
			}
			r.Net.Barrier()
		}))
		return list
	}
	alone, busy := run(0), run(9)
	require.Len(t, alone[0], 2+5+2)
	require.Equal(t, alone[0], busy[0])
	seen := map[uint64]bool{}
	for rank, list := range busy {
		for _, n := range list {
			require.NotZero(t, n)
			require.False(t, seen[n], "rank %d: %d again", rank, n)
			seen[n] = true
		}
	}
	require.Len(t, seen, 4*4+5+3*9)
}
