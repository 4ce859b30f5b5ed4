package edgetest

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files again")

// build compiles C sources of this folder's testdata with sources of capi, outside cgo, and answers the program.
func build(t *testing.T, name string, flags []string, sources ...string) string {
	t.Helper()
	cc := os.Getenv("CC")
	if cc == "" {
		cc = "cc"
	}
	program := filepath.Join(t.TempDir(), name)
	args := append([]string{"-std=gnu17", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-I..", "-I../../include", "-o", program}, flags...)
	out, err := exec.Command(cc, append(append(args, sources...), "-lpthread")...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

func stubs(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("../shmem/zshmem_stubs_*.c")
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

// The same generated stubs that the library is made of run on a scheduler that switches stacks: each call arrives as one frame, in order, and
// its answer reaches the rank that asked, whatever ran in between.
func TestStubsOnAScheduler(t *testing.T) {
	program := build(t, "scheduler", []string{"-DGA_NO_PLANE", "-O0"}, append(stubs(t), "testdata/scheduler.c")...)
	out, err := exec.Command(program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	const golden = "testdata/scheduler.golden"
	if *update {
		require.NoError(t, os.WriteFile(golden, out, 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), string(out))
}

// No stub keeps state: the objects made from them have no writable data of their own.
func TestStubsKeepNoState(t *testing.T) {
	for _, source := range stubs(t) {
		object := filepath.Join(t.TempDir(), "stub.o")
		out, err := exec.Command("cc", "-std=gnu17", "-DGA_NO_PLANE", "-I..", "-I../../include", "-c", "-o", object, source).CombinedOutput()
		require.NoError(t, err, "%s", out)
		sections, err := exec.Command("size", "-A", object).Output()
		require.NoError(t, err)
		for _, line := range nonEmptySections(string(sections)) {
			require.NotContains(t, []string{".data", ".bss", ".tdata", ".tbss"}, line, "%s has writable data", source)
		}
	}
}
