package shmem_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// TestLevelsAsAsked: every level that is asked for is provided.
func TestLevelsAsAsked(t *testing.T) {
	for wanted := int32(shmem.ThreadSingle); wanted <= shmem.ThreadMultiple; wanted++ {
		shmemtest.Run(t, 2, shmemtest.Options{}, func(p *shmem.PE, _ *shmemtest.Rank) {
			provided, status, err := p.Init("shmem_init_thread", wanted, false)
			require.NoError(t, err)
			require.Zero(t, status)
			require.Equal(t, wanted, provided)
			level, err := p.Query("shmem_query_thread", shmem.QueryThread)
			require.NoError(t, err)
			require.Equal(t, wanted, level)
			require.NoError(t, p.Finalize("shmem_finalize"))
		})
	}
}
