package main

import (
	"bytes"
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

	_, err = apiLookup("shmem_long_putt")
	require.EqualError(t, err, "unknown API or function shmem_long_putt; did you mean shmem_long_put or shmem_ulong_put or shmem_long_iput?")
	text, err = apiLookup("shmem_long_put")
	require.NoError(t, err)
	require.Regexp(t, `^\| function \| prototype .*\n\| --- .*\n\| shmem_long_put \|.*\n$`, text)
}

// TestInfoAPILooksFirst: nothing is printed if a name is unknown.
func TestInfoAPILooksFirst(t *testing.T) {
	var out bytes.Buffer
	cmd := newInfoCommand()
	cmd.SetArgs([]string{"api", "shmem", "shmem_foo"})
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	require.ErrorContains(t, cmd.Execute(), "unknown API or function shmem_foo")
	require.Empty(t, out.String())
}
