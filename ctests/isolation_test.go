package ctests

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

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
