package ctests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// isolated are the ways to run a program that must not matter to it: as processes, and on machines, in each layout of memory.
func isolated(np int) map[string]job {
	return map[string]job{
		"live":    {np: np},
		"xt3":     {command: simulated("xt3", np)},
		"ideal":   {command: simulated("ideal", np)},
		"compact": {command: simulated("ideal", np), env: []string{compactLayout}},
	}
}

func plugin(t *testing.T, compiler, source string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plugin.so")
	text, err := exec.Command(compiler, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", path, "testdata/isolation/"+source,
		"-I"+filepath.Join(at.build, "include"), "-L"+filepath.Join(at.build, "lib"), "-lgasnetgo").CombinedOutput()
	require.NoError(t, err, "%s", text)
	return path
}

// TestPlugins: a library that is opened at run time has variables of its own on every rank, as live.
func TestPlugins(t *testing.T) {
	program := at.program.get(t, "testdata/isolation/plugins.c", plain)
	args := []string{plugin(t, "cc", "plugin.c")}
	if _, err := exec.LookPath("c++"); err == nil {
		args = append(args, plugin(t, "c++", "plugin.cc"))
	}
	for name, j := range isolated(4) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j.args = slices.Clone(args)
			j.run(t, program).verdict(t)
		})
	}
}

// TestFolders: each rank has a working directory and a mask of its own, and the job's own files are where it was started.
func TestFolders(t *testing.T) {
	program := at.program.get(t, "testdata/isolation/folders.c", plain)
	for name, j := range isolated(5) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			j.args = []string{dir}
			o := j.run(t, program)
			o.verdict(t)
			for pe := range 5 {
				text, err := os.ReadDir(filepath.Join(dir, fmt.Sprint("pe", pe)))
				require.NoError(t, err)
				require.Len(t, text, 1)
			}
		})
	}
	t.Run("statistics", func(t *testing.T) {
		work, dir := t.TempDir(), t.TempDir()
		c := exec.Command(filepath.Join(at.build, "bin", "gasnetgo"), "run", "--machine", "xt3", "-n", "2", "--stats=stats.json", "--cost", "cost.json", "--", program, dir)
		c.Dir = work
		text, err := c.CombinedOutput()
		require.NoError(t, err, "%s", text)
		assert.FileExists(t, filepath.Join(work, "stats.json"))
		assert.FileExists(t, filepath.Join(work, "cost.json"))
	})
}

// TestRedirect: a rank that sends its output elsewhere takes only its own along.
func TestRedirect(t *testing.T) {
	program := at.program.get(t, "testdata/isolation/redirect.c", plain)
	for name, j := range isolated(5) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			j.args = []string{dir}
			o := j.run(t, program)
			o.verdict(t)
			assert.Equal(t, 5, strings.Count(o.out, "before\n"), "%s", o)
			assert.Equal(t, 2, strings.Count(o.out, "line 2\n"), "ranks 0 and 4: %s", o)
			for _, pe := range []int{1, 2, 3} {
				text, err := os.ReadFile(filepath.Join(dir, fmt.Sprint("out", pe)))
				require.NoError(t, err)
				assert.Equal(t, "line 0\nline 1\nline 2\n", string(text))
			}
		})
	}
}
