package nal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// TestFind looks for ids of ranks, ids that other processes could have, and ids that no process can have.
func TestFind(t *testing.T) {
	for name, nodes := range map[string][]int{"one per node": {0, 1, 2, 3}, "turned": {3, 2, 1, 0}, "two per node": {0, 0, 1, 1}, "empty nodes": {0, 0, 5, 5}} {
		j := NewJob(fabric.New(new(sim.Kernel), fabric.Config{Nodes: nodes}), Config{})
		on := map[int]bool{}
		for r, id := range j.ids {
			got, ok := j.find(id)
			require.True(t, ok, name)
			require.Equal(t, r, got, name)
			on[nodes[r]] = true
		}
		for node := -1; node < 8; node++ {
			r, ok := j.find(portals.ProcessID{NID: uint32(firstNID + node), PID: 77})
			require.Equal(t, -1, r, name)
			require.Equal(t, on[node], ok, "%s: node %d", name, node)
			_, ok = j.find(portals.ProcessID{NID: uint32(firstNID + node), PID: portals.PIDAny})
			require.False(t, ok, name)
		}
		j.ids[2].PID = 77
		r, ok := j.find(j.ids[2])
		require.True(t, ok, name)
		require.Equal(t, 2, r, name)
	}
}
