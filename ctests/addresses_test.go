package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var placeOfRank = regexp.MustCompile(`rank \d of \d: (f=\S+ x=\S+)`)

// placesOf returns the different load addresses that the ranks print, and the number of ranks that printed one.
func placesOf(o outcome) (different map[string]bool, ranks int) {
	different = map[string]bool{}
	found := placeOfRank.FindAllStringSubmatch(o.out, -1)
	for _, f := range found {
		different[f[1]] = true
	}
	return different, len(found)
}

// without is a command prefix that runs a command with some system calls denied.
func without(t *testing.T, calls string) []string {
	t.Helper()
	path := filepath.Join(at.work, "without")
	if _, err := os.Stat(path); err != nil {
		text, err := exec.Command("cc", "-O1", "-Wall", "-Wextra", "-Werror", "testdata/without.c", "-o", path).CombinedOutput()
		require.NoError(t, err, "%s", text)
	}
	return []string{path, calls}
}

// TestSameAddresses: a position independent program has its functions and statics at the same addresses on all ranks, under every launcher.
func TestSameAddresses(t *testing.T) {
	path := at.program.get(t, "gasnet/started/addresses.c", plain)
	run := []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", "4"}
	for name, command := range map[string][]string{
		"run": run, "NPROCS": {"env", "GASNETGO_NPROCS=4"}, "PSHM_NODES": {"env", "GASNET_PSHM_NODES=4"}, "gasnetrun": {filepath.Join(at.build, "bin", "gasnetrun_smp"), "-n", "4"},
		"openmpi": {"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-np", "4"}, "mpich": {"mpiexec.mpich", "-n", "4"},
		"shell": append(run[:len(run):len(run)], "sh", "-c", `"$0"; exit`),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skipf("%s is not installed", command[0])
			}
			o := job{command: command}.run(t, path)
			o.verdict(t)
			different, ranks := placesOf(o)
			assert.Len(t, different, 1, "%s", o)
			assert.Equal(t, 4, ranks, "%s", o)
			assert.Empty(t, o.err, "%s", o)
		})
	}

	// The program's view of its start, and the processes that it starts, are the same as without the library.
	link := filepath.Join(at.work, "another name")
	require.NoError(t, os.Symlink(path, link))
	words := []string{"", "two words", "line\nbreak", ""}
	for name, env := range map[string][]string{"alone": nil, "executed again": {"GASNETGO_NPROCS=2"}} {
		t.Run(name, func(t *testing.T) {
			o := job{command: []string{}, args: words, env: append(env, "TZ=")}.run(t, link)
			o.verdict(t)
			want := "argument '" + link + "'\n"
			for _, w := range words {
				want += "argument '" + w + "'\n"
			}
			own, err := os.ReadFile("/proc/self/personality")
			require.NoError(t, err)
			assert.Contains(t, o.out, want+"name "+link+", errno 0, environ own, mark gone\n", "%s", o)
			assert.Contains(t, o.out, "child "+strings.TrimSpace(string(own))+" of another name\n", "%s", o)
		})
	}
}

// TestOtherAddresses: where addresses differ, on request or because the host cannot make them equal, the job prints one line, and everything else works.
func TestOtherAddresses(t *testing.T) {
	path := at.program.get(t, "gasnet/started/addresses.c", plain)
	const line = "this program lies at 0x"
	for name, j := range map[string]job{
		"run":            {np: 3, env: []string{"GASNETGO_ADDRESSES=random"}},
		"NPROCS":         {env: []string{"GASNETGO_ADDRESSES=random", "GASNETGO_NPROCS=3"}},
		"refused":        {command: append(without(t, "personality"), filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", "3")},
		"refused,NPROCS": {command: without(t, "personality"), env: []string{"GASNETGO_NPROCS=3"}},
	} {
		t.Run(name, func(t *testing.T) {
			j.env = append(j.env, "GT_NO_CALL=1")
			o := j.run(t, path)
			o.verdict(t)
			different, ranks := placesOf(o)
			assert.Equal(t, 3, ranks, "%s", o)
			if len(different) == 1 {
				t.Skip("the kernel puts all programs at the same addresses here")
			}
			assert.Equal(t, 1, strings.Count(o.err, line), "%s", o)
			assert.Contains(t, o.err, "GASNETGO_ADDRESSES", "%s", o)
			j.env = append(j.env, "GASNETGO_ADDRESSES=any")
			assert.Empty(t, j.run(t, path).err)
		})
	}
	t.Run("globals", func(t *testing.T) {
		for _, source := range []string{"shmem/globals.c", "shmem/accessible.c", "shmem/ptr.c"} {
			job{np: 3, env: []string{"GASNETGO_ADDRESSES=random"}}.run(t, at.program.get(t, source, plain)).verdict(t)
		}
	})
}

// TestLoadedLate: a program that loads the library after its start is not executed again.
func TestLoadedLate(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	code := "print('begins', flush=True)\nimport ctypes\nlib = ctypes.CDLL('" + filepath.Join(at.build, "lib", "libgasnetgo.so.1") +
		"', mode=ctypes.RTLD_GLOBAL)\nlib.shmem_init()\nimport sys; sys.stdout.write('rank %d' % lib.shmem_my_pe() + chr(10)); sys.stdout.flush()\nlib.shmem_finalize()\n"
	o := job{command: []string{}, args: []string{"-c", code}, env: []string{"GASNETGO_NPROCS=2", "GASNETGO_DATA_SEGMENT=off"}}.run(t, python)
	o.verdict(t)
	assert.Equal(t, 2, strings.Count(o.out, "begins"), "%s", o)
	assert.Equal(t, 1, strings.Count(o.out, "rank 1"), "%s", o)
}
