package shmem_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
)

// TestOneThread: where a program has one thread, the highest level that is provided is SERIALIZED.
func TestOneThread(t *testing.T) {
	for _, one := range []bool{false, true} {
		for wanted := int32(shmem.ThreadSingle); wanted <= shmem.ThreadMultiple; wanted++ {
			want := wanted
			if one {
				want = min(wanted, shmem.ThreadSerialized)
			}
			j := shmemtest.Run(t, 2, shmemtest.Options{Options: shmem.Options{OneThread: one}}, func(p *shmem.PE, _ *shmemtest.Rank) {
				provided, status, err := p.Init("shmem_init_thread", wanted, false)
				require.NoError(t, err)
				require.Zero(t, status)
				require.Equal(t, want, provided)
				level, err := p.Query("shmem_query_thread", shmem.QueryThread)
				require.NoError(t, err)
				require.Equal(t, want, level)
				require.NoError(t, p.Finalize("shmem_finalize"))
			})
			_ = j
		}
	}
}
