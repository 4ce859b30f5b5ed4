package apidoc

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTablesAreThere(t *testing.T) {
	require.Contains(t, Names(), "shmem")
	require.Contains(t, Names(), "gasnetgo")
	text, err := Table("shmem")
	require.NoError(t, err)
	require.Contains(t, text, "| shmem_long_put | `void shmem_long_put(long *dest, const long *source, size_t nelems, int pe)` | full | put |")
	sum, err := Summary("shmem")
	require.NoError(t, err)
	require.Regexp(t, `^\d+ functions: \d+ full, \d+ partial, \d+ unsupported`, sum)
	_, err = Table("vms")
	require.ErrorContains(t, err, `no API "vms"`)
}
