package ctests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSimRecorded: what a run has recorded of computing is charged in others, which are equal; a file that is none, or another program's, is refused.
func TestSimRecorded(t *testing.T) {
	const source = "testdata/computes.c"
	file := filepath.Join(t.TempDir(), "times.toml")
	free := inside(t, "xt3", 2, source, nil, "--compute", "free")
	require.Zero(t, free.status, "%v", free)
	o := inside(t, "xt3", 2, source, nil, "--compute", "record="+file)
	require.Zero(t, o.status, "%v", o)
	require.Empty(t, o.err)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(text), "\nversion = 1\n")
	assert.Contains(t, string(text), "from = 'start'\n")
	assert.Contains(t, string(text), "to = 'end'\n")

	first := inside(t, "xt3", 2, source, nil, "--compute", file)
	require.Zero(t, first.status, "%v", first)
	require.Empty(t, first.err, "every pair is in the file")
	require.NotEqual(t, free.out, first.out, "computing takes time")
	require.Equal(t, first.out, inside(t, "xt3", 2, source, nil, "--compute", file).out)
	require.Equal(t, first.out, inside(t, "xt3", 2, source, nil, "--compute", file, "--stats=/dev/null").out, "observed, so that all ranks are coroutines")
	require.NotEqual(t, first.out, inside(t, "xt3", 2, source, nil, "--compute", file+":2").out, "twice as much")

	o = inside(t, "xt3", 2, source, []string{"more"}, "--compute", file)
	require.Zero(t, o.status, "%v", o)
	assert.Regexp(t, `it has no time for \d+ pairs of call sites, which ranks have passed \d+ times`, o.err)
	assert.Equal(t, 1, strings.Count(o.err, "\n"), "%s", o.err)
	o = inside(t, "ideal", 2, "testdata/works.c", nil, "--compute", file)
	assert.Equal(t, 1, o.status)
	assert.Contains(t, o.err, "it was recorded with another program")

	// The same program under its name, with another identity.
	changed := strings.Replace(string(text), `id = "`, `id = "0`, 1)
	require.NoError(t, os.WriteFile(file, []byte(changed), 0o644))
	o = inside(t, "xt3", 2, source, nil, "--compute", file)
	assert.Equal(t, 1, o.status)
	assert.Contains(t, o.err, "record it again")
	require.NoError(t, os.WriteFile(file, []byte("version = 1\nbetween = 7\n"), 0o644))
	o = inside(t, "xt3", 2, source, nil, "--compute", file)
	assert.Equal(t, 2, o.status)
	assert.Contains(t, o.err, "line 2")
	for _, missing := range []string{"mesured", file + ".none", "record=", "record=" + file + "/x"} {
		o = inside(t, "xt3", 2, source, nil, "--compute", missing)
		assert.NotZero(t, o.status, "%v", o)
		assert.Contains(t, o.err, "--compute", "%v", o)
		assert.Empty(t, o.out)
	}
}

// TestSimFree: a job that has computed for most of its time, and for free, says so once, unless the user has said that it is to be free.
func TestSimFree(t *testing.T) {
	const source, line = "testdata/computes.c", "computing took no virtual time"
	o := inside(t, "xt3", 2, source, []string{"long"})
	require.Zero(t, o.status, "%v", o)
	assert.Equal(t, 1, strings.Count(o.err, line), "%s", o.err)
	assert.Equal(t, 1, strings.Count(o.err, "\n"), "%s", o.err)
	o = inside(t, "xt3", 2, source, []string{"long"}, "--compute", "free")
	assert.Empty(t, o.err)
	o = inside(t, "xt3", 2, source, nil)
	assert.Empty(t, o.err, "it computes for some milliseconds")
}
