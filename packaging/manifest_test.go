package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// script runs scripts/install.sh or scripts/uninstall.sh on a prefix.
func script(t *testing.T, name, prefix, aliases string) (string, error) {
	cmd := exec.Command("scripts/" + name + ".sh")
	cmd.Dir, cmd.Env = "..", append(os.Environ(), "BUILD="+build(t), "DESTDIR=", "PREFIX="+prefix, "ALIASES="+aliases)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// tree lists what is below a folder, folders with a slash at the end.
func tree(t *testing.T, root string) (list []string) {
	require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name, err := filepath.Rel(root, path)
		if d.IsDir() {
			name += "/"
		}
		list = append(list, name)
		return err
	}))
	slices.Sort(list)
	return list
}

// In a prefix that other packages use as well, gasnetgo installs no name that they could have, and its removal deletes its own files only.
func TestManifest(t *testing.T) {
	build(t)
	prefix := filepath.Join(t.TempDir(), "a prefix")
	require.NoError(t, os.MkdirAll(filepath.Join(prefix, "bin"), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(prefix, "include", "mpp"), 0o755))
	for _, name := range []string{"bin/oshcc", "include/shmem.h"} {
		require.NoError(t, os.WriteFile(filepath.Join(prefix, name), []byte("of another package\n"), 0o644))
	}
	others := tree(t, prefix)
	own := regexp.MustCompile(`(^|/)(lib|_)?gasnetgo`)

	for _, run := range []string{"first", "again"} {
		out, err := script(t, "install", prefix, "none")
		require.NoError(t, err, "%s: %s", run, out)
		text, err := os.ReadFile(filepath.Join(prefix, "lib", "gasnetgo", "manifest"))
		require.NoError(t, err)
		listed := strings.Fields(string(text))
		var there []string
		for _, name := range tree(t, prefix) {
			if slices.Contains(others, name) {
				continue
			}
			there = append(there, name)
			require.True(t, strings.HasSuffix(name, "/") || own.MatchString(name), "%s: a name that others could have", name)
		}
		slices.Sort(listed)
		require.Equal(t, there, listed, run)
	}

	out, err := script(t, "install", prefix, "all")
	require.Error(t, err)
	require.Equal(t, "install: ALIASES=all: "+prefix+" has files of another package: bin/oshcc include/shmem.h (ALIASES=none leaves such names out)\n", out)
	out, err = script(t, "uninstall", prefix, "")
	require.NoError(t, err, out)
	require.Equal(t, others, tree(t, prefix))
	out, err = script(t, "uninstall", prefix, "")
	require.Error(t, err)
	require.Contains(t, out, "nothing of gasnetgo is installed there")
}

// Installing without the other names removes those of an earlier installation. Uninstalling removes a prefix that installing has made.
func TestManifestOfAliases(t *testing.T) {
	if !wide() {
		t.Skip("four installs: GASNETGO_WIDE=1, or make test-long")
	}
	fresh := tree(t, install(t, "none"))
	usual := install(t, "")
	for _, name := range []string{"bin/oshcc", "bin/oshrun", "include/shmem.h", "include/gasnet.h", "include/portals/portals3.h", "include/mpp/shmem.h", "include/message.h", "lib/libarmci.so"} {
		require.FileExists(t, filepath.Join(usual, name))
	}
	for _, name := range []string{"bin/gasnetrun", "lib/libsma.so", "lib/libportals.so", "lib/pkgconfig/gasnet-smp-seq.pc", "include/smp-conduit/smp-seq.mak"} {
		require.NoFileExists(t, filepath.Join(usual, name))
	}
	prefix := install(t, "all")
	require.FileExists(t, filepath.Join(prefix, "bin", "oshcc"))
	require.FileExists(t, filepath.Join(prefix, "lib", "pkgconfig", "gasnet-smp-seq.pc"))
	for _, aliases := range []string{"all", "none"} {
		out, err := script(t, "install", prefix, aliases)
		require.NoError(t, err, out)
	}
	files := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return strings.HasSuffix(name, "/") })
	}
	require.Equal(t, files(fresh), files(tree(t, prefix)))
	require.NoError(t, os.Mkdir(filepath.Join(prefix, "lib", "gasnetgo", "python", "gasnetgo", "__pycache__"), 0o755))
	out, err := script(t, "uninstall", prefix, "")
	require.NoError(t, err, out)
	require.NoDirExists(t, prefix)
}
