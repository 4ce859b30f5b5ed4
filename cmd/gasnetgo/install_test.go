package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPythonPath(t *testing.T) {
	prefix := t.TempDir()
	at := layout{prefix: prefix}
	require.Empty(t, pythonPath(at, ""), "no package, no variable")
	dir := filepath.Join(prefix, "python")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "gasnetgo"), 0o755))
	require.Equal(t, []string{"PYTHONPATH=" + dir}, pythonPath(at, ""))
	require.Equal(t, []string{"PYTHONPATH=/mine:" + dir}, pythonPath(at, "/mine"), "the user's comes first")
}

// The header says which version this is; the launcher repeats it.
func TestVersionIsTheHeaders(t *testing.T) {
	header, err := os.ReadFile("../../include/gasnetgo.h")
	require.NoError(t, err)
	found := regexp.MustCompile(`GASNETGO_VERSION_STRING "([^"]+)"`).FindSubmatch(header)
	require.NotNil(t, found)
	require.Equal(t, string(found[1]), Version)
}
