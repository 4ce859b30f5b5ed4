package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A new API needs only its own files and one row. The test copies the tree, adds toy.h, its table, its package, its binding and its C folder, adds one line to
// capi/apis.go, and runs a program that calls it in both worlds. It builds a library of its own, so it is part of make test-long only.
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
	do("sh", "-c", "cd '"+toy+"' && tar -c api capi include toy | tar -x -C '"+tree+"'")

	registry := filepath.Join(tree, "capi", "apis.go")
	text, err := os.ReadFile(registry)
	require.NoError(t, err)
	const last = "\t\tapiGasnet:  gasnetAPI,\n"
	require.Contains(t, string(text), last)
	require.NoError(t, os.WriteFile(registry, []byte(strings.Replace(string(text), last, last+"\t\tapiToy:     toyAPI,\n", 1)), 0o644))

	// Every generated file belongs to the toy, or is a table over all APIs.
	var changed []string
	for line := range strings.Lines(do("go", "run", "./cmd/apigen")) {
		name := strings.TrimSpace(strings.TrimPrefix(line, "apigen: "))
		if !strings.Contains(name, "toy") {
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	require.Equal(t, []string{"capi/exports.map", "capi/zapis.c", "capi/zapis.go", "packaging/apis/zapis.sh"}, changed)

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
