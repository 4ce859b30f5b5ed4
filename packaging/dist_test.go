package packaging

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tarball of the sources has all modules, those of tests as well: its programs build without network and without a module cache.
func TestDist(t *testing.T) {
	if !wide() {
		t.Skip("a minute of CPU time: GASNETGO_WIDE=1, or make test-long")
	}
	need(t, "git")
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("this is not a checkout")
	}
	out, work := t.TempDir(), t.TempDir()
	first := strings.TrimSpace(do(t, "..", []string{"BUILD=" + out}, "sh", "-c", "scripts/dist.sh >/dev/null 2>&1 && sha256sum $BUILD/*.tar.gz"))
	again := strings.TrimSpace(do(t, "..", []string{"BUILD=" + out}, "sh", "-c", "scripts/dist.sh >/dev/null 2>&1 && sha256sum $BUILD/*.tar.gz"))
	require.Equal(t, first, again, "the same commit gives the same bytes")

	files, err := filepath.Glob(out + "/gasnetgo-*.tar.gz")
	require.NoError(t, err)
	require.Len(t, files, 1)
	do(t, work, nil, "tar", "-xzf", files[0])
	tree := filepath.Join(work, strings.TrimSuffix(filepath.Base(files[0]), ".tar.gz"))
	require.FileExists(t, filepath.Join(tree, "LICENSE"))
	offline := []string{"GOFLAGS=-mod=vendor -buildvcs=false", "GOPROXY=off", "GOMODCACHE=" + t.TempDir(), "GOTOOLCHAIN=local"}
	do(t, tree, offline, "go", "list", "-deps", "-test", "./...")
	do(t, tree, append(offline, "CGO_ENABLED=0"), "go", "build", "-o", work, "./cmd/gasnetgo", "./cmd/gasnetgo-figures")
	require.Contains(t, do(t, tree, nil, filepath.Join(work, "gasnetgo"), "version"), "gasnetgo ")
}
