package edgetest

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the C side of Portals does by itself: handlers, names, and the companions, whose PMI steps back where a real MPI has its own.
func TestPortals(t *testing.T) {
	sources, err := filepath.Glob("../portals/zportals_stubs_*.c")
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	sources = append(sources, "../portals/names.c", "../portals/companions.c", "../job/job.c", "../job/zjob_child.c", "testdata/portals.c")

	dir := t.TempDir()
	run := func(t *testing.T, program string, words ...string) {
		cmd := exec.Command(program, words...)
		cmd.Env = append(cmd.Environ(), "LD_LIBRARY_PATH="+dir)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	program := build(t, "portals", []string{"-DGA_NO_PLANE"}, append(sources, "-ldl")...)
	t.Run("alone", func(t *testing.T) { run(t, program) })

	out, err := exec.Command("cc", "-shared", "-fPIC", "-o", filepath.Join(dir, "libmpi.so"), "testdata/foreignpmi.c").CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Run("beside an MPI", func(t *testing.T) {
		linked := build(t, "portals", []string{"-DGA_NO_PLANE"}, append(sources, "-Wl,--no-as-needed", "-L"+dir, "-lmpi", "-ldl")...)
		run(t, linked, "foreign")
	})

	out, err = exec.Command("cc", "-shared", "-fPIC", "-o", filepath.Join(dir, "libpmi.so.0"), "testdata/foreignpmi.c").CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Run("beside a libpmi that was opened locally", func(t *testing.T) {
		opened := build(t, "portals", []string{"-DGA_NO_PLANE", "-DOPEN_PMI"}, append(sources, "-ldl")...)
		run(t, opened, "foreign")
	})
}
