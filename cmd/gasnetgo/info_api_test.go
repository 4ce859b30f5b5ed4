package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSupportTables(t *testing.T) {
	require.Contains(t, apiNames(), "shmem")
	require.Contains(t, apiNames(), "job")
	text, err := apiTable("shmem")
	require.NoError(t, err)
	require.Contains(t, text, "| shmem_long_put | `void shmem_long_put(long *dest, const long *source, size_t nelems, int pe)` | full | put |")
	sum, err := apiSummary("shmem")
	require.NoError(t, err)
	require.Regexp(t, `^\d+ functions: \d+ full, \d+ partial, \d+ unsupported`, sum)
	_, err = apiTable("vms")
	require.ErrorContains(t, err, "unknown API vms")
}
