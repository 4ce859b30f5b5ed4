package ctests

import (
	"crypto/sha256"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// toyRows are the lines that an API adds to files that it shares with others: each behind one that is there.
var toyRows = []struct{ file, behind, row string }{
	{"capi/apis.go", "\t\tapiGasnet:  gasnetAPI,\n", "\t\tapiToy:     toyAPI,\n"},
	{"docs/README.md", "| [api/shmem.md](api/shmem.md),", " [api/toy.md](api/toy.md),"},
	{"internal/archtest/folders.go", "runtime < plane < lapi\n", "runtime < toy\n"},
	{"internal/archtest/rules.go", "lapi/... < capi/...\n", "internal/... < toy < live/toy, sim/job/toy < capi/...\nlive < live/toy\nsim/job < sim/job/toy\n"},
}

// toyShared are the files outside of its own that an API touches: those of toyRows, and generated tables over all APIs.
var toyShared = []string{
	"capi/apis.go", "capi/exports.map", "capi/zapis.c", "capi/zapis.go", "docs/README.md", "internal/archtest/folders.go", "internal/archtest/rules.go", "packaging/apis/zapis.sh",
}

// A new API needs only its own files and a few rows. The test copies the tree, adds toy.h, its table, its package, its bindings to both worlds and its C folder, adds toyRows, and
// runs the rules of the tree and a program that calls the API in both worlds. It builds a library of its own, so it is part of make test-long only.
func TestToyAPI(t *testing.T) {
	wholeOnly(t, "TestToyAPI", "")
	tree := t.TempDir()
	do := func(name string, words ...string) string {
		c := exec.Command(name, words...)
		c.Dir = tree
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s %s\n%s", name, strings.Join(words, " "), out)
		return string(out)
	}
	toy := filepath.Join(at.root, "ctests", "testdata", "api")
	do("sh", "-c", "cd '"+at.root+"' && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - --ignore-failed-read 2>/dev/null | tar -x -C '"+tree+"'")
	before := hashes(t, tree)
	do("sh", "-c", "cd '"+toy+"' && tar -c api capi include live sim toy | tar -x -C '"+tree+"'")
	for _, r := range toyRows {
		name := filepath.Join(tree, r.file)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Contains(t, string(text), r.behind)
		require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(text), r.behind, r.behind+r.row, 1)), 0o644))
	}
	do("go", "run", "./cmd/apigen")
	var shared []string
	for name, hash := range hashes(t, tree) {
		if before[name] != hash && !strings.Contains(name, "toy") {
			shared = append(shared, name)
		}
	}
	slices.Sort(shared)
	require.Equal(t, toyShared, shared)
	do("go", "test", "-count=1", "-run", "TestLayers|TestBans|TestFolders|TestDocIndex|TestDocLinks|TestEveryPackageSaysWhatItIs|TestFileNames|TestGeneratedFilesAreMarked", "./internal/archtest")

	do("make", "-s", "build", "BUILD="+filepath.Join(tree, "build"))
	lib := filepath.Join(tree, "build", "lib")
	do("cc", "-o", "client", filepath.Join(toy, "client.c"), "-I", filepath.Join(tree, "include"), "-L"+lib, "-lgasnetgo", "-Wl,-rpath,"+lib)

	// Scripts know it from its table: folder of headers, library, names of other packages, pkg-config, CMake; and Python from its prototypes.
	build := filepath.Join(tree, "build")
	for _, name := range []string{"include/gasnetgo/toy/toy.h", "lib/libgasnetgo-toy.so", "lib/gasnetgo/toy/lib/libtoy.so", "lib/pkgconfig/gasnetgo-toy.pc", "lib/gasnetgo/toy/lib/pkgconfig/toy.pc",
		"lib/libtoy.so", "python/gasnetgo/ztoy.py"} {
		require.FileExists(t, filepath.Join(build, name))
	}
	cmake, err := os.ReadFile(filepath.Join(lib, "cmake", "gasnetgo", "gasnetgo-config.cmake"))
	require.NoError(t, err)
	require.Regexp(t, `foreach\(_gasnetgo_api .*\btoy\b`, string(cmake))
	require.Contains(t, do("nm", "-D", filepath.Join(lib, "libgasnetgo-toy.so")), " toy_call")
	for _, world := range [][]string{nil, {"--machine", "xt3"}} {
		out := do(filepath.Join(tree, "build", "bin", "gasnetgo"), append(append([]string{"run", "-n", "2"}, world...), "./client")...)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		slices.Sort(lines)
		require.Equal(t, []string{"rank 0: added 1, handler saw 42, call returned 42, 1 run", "rank 1: added 1, handler saw 42, call returned 42, 1 run"}, lines)
	}
}

// hashes are those of the files of a tree, by name.
func hashes(t *testing.T, tree string) map[string][sha256.Size]byte {
	all := map[string][sha256.Size]byte{}
	require.NoError(t, fs.WalkDir(os.DirFS(tree), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(tree, name))
		all[name] = sha256.Sum256(text)
		return err
	}))
	return all
}
