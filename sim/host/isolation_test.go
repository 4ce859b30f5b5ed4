package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFixed: a rank maps at addresses of its choice where no other has memory, as a process does; where another has, the job ends with a sentence.
func TestFixed(t *testing.T) {
	require.Zero(t, run(t, nil, built(t, "fixed.c", "native")).status)
	program := built(t, "fixed.c", "driver")
	for _, on := range []func(*testing.T, int, string, ...string) result{on, compactly} {
		r := on(t, 5, program)
		require.Zero(t, r.status, "%v", r)
		assert.Equal(t, 5, strings.Count(r.out, "mapped\n"))
		r = on(t, 3, program, "same")
		assert.Equal(t, 123, r.status, "%v", r)
		assert.Contains(t, r.err, "rank 1: mmap: MAP_FIXED at 0x300000000000, 2097152 bytes: rank 0 has memory there, and all ranks of a simulated job share one address space; "+
			"map without MAP_FIXED")
	}
}

// TestShared: what ranks share is named, once, when a program changes it.
func TestShared(t *testing.T) {
	r := on(t, 4, built(t, "shared.cc", "driver"))
	require.Zero(t, r.status, "%v", r)
	assert.Equal(t, "gasnetgo: rank 0 calls setrlimit, which is for the whole process: all ranks of a simulated job share it\n", r.err)
}

// TestLocales: a rank's locale and time zone are its own.
func TestLocales(t *testing.T) {
	env := []string{"LC_ALL=", "LANG=", "LC_CTYPE=", "TZ="}
	require.Zero(t, run(t, env, built(t, "locales.c", "native")).status)
	r := run(t, env, work+"/simhost", "4", built(t, "locales.c", "driver"))
	assert.Zero(t, r.status, "%v", r)
	assert.Empty(t, r.err)
}

// TestFiles: what a rank does to its descriptors is what a process does to its own, and no other rank's have changed.
func TestFiles(t *testing.T) {
	native := run(t, nil, built(t, "files.c", "native"), t.TempDir())
	require.Zero(t, native.status, "%v", native)
	program := built(t, "files.c", "driver")
	for _, on := range []func(*testing.T, int, string, ...string) result{on, compactly} {
		r := on(t, 4, program, t.TempDir())
		require.Zero(t, r.status, "%v", r)
		assert.Equal(t, sorted(strings.Repeat(native.out, 4)), sorted(r.out))
		assert.Empty(t, r.err)
	}
}
