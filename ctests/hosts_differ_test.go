package ctests

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wrapped is a command in place of n.Shell, or of n.SSH, which has a script start the command on the second host.
func (n network) wrapped(t *testing.T, enter, script string) string {
	t.Helper()
	inner, outer := filepath.Join(t.TempDir(), "inner"), filepath.Join(t.TempDir(), "outer")
	text := fmt.Sprintf("#!/bin/sh\nwhile case $1 in -*) true ;; *) false ;; esac; do shift; done\ncase $1 in\n%s) host=$1 && shift && exec %s $host %s \"$@\" ;;\nesac\nexec %s \"$@\"\n", n.B, enter, inner, enter)
	for path, text := range map[string]string{inner: "#!/bin/sh\n" + script + "\n", outer: text} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
	}
	return outer
}

// instead is words of a script: from here on, the file at path has the content of another.
func instead(path, content string) string {
	return fmt.Sprintf("mount --bind '%s' '%s' && ", content, path)
}

// otherVersion is a copy of a file of the build which says that it is of another version.
func otherVersion(t *testing.T, path string) string {
	t.Helper()
	const ours, other = "0.1.0", "0.1.9"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), ours)
	to := filepath.Join(t.TempDir(), filepath.Base(path))
	require.NoError(t, os.WriteFile(to, bytes.ReplaceAll(text, []byte(ours), []byte(other)), 0o755))
	return to
}

// libfabric is the file that the plugin loads.
func libfabric(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("ldd", filepath.Join(at.build, "lib", "gasnetgo", "libgasnetgo-ofi.so")).Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		if _, path, found := strings.Cut(line, "libfabric.so.1 => "); found {
			path, _, _ = strings.Cut(path, " ")
			path, err = filepath.EvalSymlinks(path)
			require.NoError(t, err)
			return path
		}
	}
	require.Fail(t, "the plugin needs no libfabric", string(out))
	return ""
}

// TestHostsDiffer: a host that lacks a file, or has another one, ends the job with one line, under each launcher.
func TestHostsDiffer(t *testing.T) {
	n := newNetwork(t)
	path, other := at.program.get(t, "shmem/exits/exits.c", plain), at.program.get(t, "testdata/hosts_ends_armci.c", plain)
	build := func(words ...string) string { return filepath.Join(append([]string{at.build}, words...)...) }
	empty := filepath.Join(t.TempDir(), "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	lib, tool, plugin := build("lib", "libgasnetgo.so"), build("bin", "gasnetgo"), build("lib", "gasnetgo", "libgasnetgo-ofi.so")
	lib, err := filepath.EvalSymlinks(lib)
	require.NoError(t, err)

	const needs = `; a job on several hosts needs libfabric \(Debian: apt install libfabric1\), and a gasnetgo that was built with its headers \(libfabric-dev\) \(GASNETGO_OFI_PROVIDER and GASNETGO_OFI_DOMAIN choose\)`
	for _, c := range []struct {
		name     string
		launcher string // empty: gasnetgo run
		api      string // whose program runs
		script   string // on the second host, in front of the command
		line     string
	}{
		{"no libfabric", "", "shmem", instead(libfabric(t), empty), `rank [23] of 4: shmem_init: host ` + n.B + `: cannot load libgasnetgo-ofi\.so: .*libfabric\.so\.1: .*` + needs},
		{"no plugin", "", "shmem", instead(plugin, empty), `rank [23] of 4: shmem_init: host ` + n.B + `: cannot load libgasnetgo-ofi\.so: .*libgasnetgo-ofi\.so: .*` + needs},
		{"another program", "", "shmem", instead(path, other),
			`\S+ is another program on host ` + n.B + ` \(\S+, sha256 [0-9a-f]{16}\.\.\.\) than on host ` + n.A + ` \(\S+, sha256 [0-9a-f]{16}\.\.\.\); copy it, or run it from a folder that the hosts share`},
		{"another launcher", "", "shmem", instead(tool, otherVersion(t, tool)), `host ` + n.B + ` has gasnetgo 0\.1\.9, and this is gasnetgo 0\.1\.0; install the same version on all hosts`},
		{"another library", "", "shmem", instead(lib, otherVersion(t, lib)),
			`rank \d of 4: shmem_init: rank \d has version 0\.1\.[09] of the library, rank \d has 0\.1\.[09]; install the same version on all hosts`},
		{"another provider", "", "shmem", "GASNETGO_OFI_PROVIDER='tcp;ofi_rxm' ",
			`rank \d of 4: shmem_init: rank \d uses libfabric's provider \S+, rank \d on host \S+ uses \S+, which do not understand each other; GASNETGO_OFI_PROVIDER chooses one for all hosts`},
		{"another program", "mpiexec.hydra", "shmem", instead(path, other),
			`rank \d of 4: shmem_init: rank \d runs another executable \([0-9a-f]{16}\) than rank \d \([0-9a-f]{16}\); a job on several hosts needs the same one everywhere`},
		{"another library", "mpiexec.hydra", "shmem", instead(lib, otherVersion(t, lib)),
			`rank \d of 4: shmem_init: rank \d has version 0\.1\.[09] of the library, rank \d has 0\.1\.[09]; install the same version on all hosts`},
		{"another heap", "", "shmem", "SHMEM_SYMMETRIC_SIZE=2M ",
			`rank 0 of 4: shmem_init: rank 0 has \d+ bytes of symmetric heap and \d+ of globals, rank 2 has 2097152 and \d+; all ranks need the same \(SHMEM_SYMMETRIC_SIZE\)`},
		{"other allocations", "", "armci", "GASNETGO_ARMCI_MEMORY=2M ",
			`rank 0 of 4: ARMCI_Init: rank 0 has \d+ bytes for allocations, rank 2 has 2097152; all ranks need the same \(GASNETGO_ARMCI_MEMORY\)`},
	} {
		t.Run(strings.TrimPrefix(c.launcher+"/"+c.name, "/"), func(t *testing.T) {
			wholeOnly(t, "TestHostsDiffer", c.name)
			command := n.command(2, 2)
			if c.launcher != "" {
				if _, err := exec.LookPath(c.launcher); err != nil {
					t.Skipf("%s is not installed", c.launcher)
				}
				command = []string{n.Shell, n.A, c.launcher, "-launcher", "ssh", "-launcher-exec", n.wrapped(t, n.SSH, c.script+`exec "$@"`), "-hosts", n.A + ":2," + n.B + ":2", "-genvall"}
			} else {
				command[3] = n.wrapped(t, n.Shell, c.script+`exec "$@"`)
			}
			o := job{command: command, env: []string{overTCP}, args: []string{"finalize", "-1", "0"}, timeout: time.Minute}.run(t, map[string]string{"shmem": path, "armci": other}[c.api])
			if c.launcher != "" { // which prints lines of its own
				assert.NotContains(t, []int{0, -1}, o.status, "%s", o)
				assert.Regexp(t, `(?m)^gasnetgo: (`+c.line+`)$`, o.err, "%s", o)
				return
			}
			assert.Equal(t, 1, o.status, "%s", o)
			assert.Regexp(t, `^gasnetgo: (`+c.line+`)\n$`, o.err, "%s", o)
		})
	}
}
