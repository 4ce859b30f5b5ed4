package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFits: the error names the tightest limit, the need, and the value that is enough, which is enough.
func TestFits(t *testing.T) {
	maps := limit{65530, hostMaps, rankMaps, "%d mappings of memory", "the kernel allows a process %d", "sysctl -w vm.max_map_count=%d allows enough"}
	memory := limit{1 << 20, 0, 64, "%d KiB of memory or more", "this host has %d KiB", "%d KiB are needed"}
	require.NoError(t, fits(16384, []limit{maps, memory}))
	require.EqualError(t, fits(100000, []limit{maps}), "-n 100000: that many simulated ranks need 100512 mappings of memory, and the kernel allows a process 65530, "+
		"enough for 65018 ranks; sysctl -w vm.max_map_count=100512 allows enough")
	require.ErrorContains(t, fits(100000, []limit{maps, memory}), "need 6400000 KiB of memory or more, and this host has 1048576 KiB, enough for 16384 ranks")
	maps.have = 100512
	require.NoError(t, fits(100000, []limit{maps}))
	require.Error(t, fits(100001, []limit{maps}))
	require.ErrorContains(t, fits(1<<31, nil), "at most 2147483647 ranks")
}
