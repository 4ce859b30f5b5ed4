package packaging

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/limit"
)

const program = `
#include <shmem.h>
#include <stdio.h>

static long from = -1;

int main(void)
{
	shmem_init();
	int me = shmem_my_pe(), n = shmem_n_pes();
	shmem_long_p(&from, me, (me + 1) % n);
	shmem_barrier_all();
	if (from != (me + n - 1) % n)
		shmem_global_exit(1);
	if (me == 0)
		printf("%d ranks, all well\n", n);
	shmem_finalize();
	return 0;
}
`

// portalsProgram names data of the library, as old clients do.
const portalsProgram = `
#include <portals/portals3.h>
#include <portals/nal.h>
#include <cnos_mpi_os.h>
#include <stdio.h>
#include <string.h>

extern char *ptl_event_str[];

int main(void)
{
	int me = cnos_get_rank(), n = cnos_get_size(), max, rc;
	ptl_handle_ni_t ni;
	ptl_process_id_t id;
	cnos_nidpid_map_t *map;

	if ((rc = PtlInit(&max)) || (rc = PtlNIInit(CRAY_UK_SSNAL, PTL_PID_ANY, NULL, NULL, &ni)) || (rc = PtlGetId(ni, &id))) {
		printf("%s\n", ptl_err_str[rc]);
		return 1;
	}
	if (cnos_get_nidpid_map(&map) != n || map[me].nid != id.nid || map[me].pid != id.pid || strcmp(ptl_event_str[PTL_EVENT_ACK], "PTL_EVENT_ACK"))
		return 2;
	cnos_barrier();
	if (me == 0)
		printf("%d ranks, all well\n", n);
	return PtlNIFini(ni);
}
`

// build returns the absolute build folder; the test is skipped where nothing is built.
func build(t *testing.T) string {
	dir := os.Getenv("BUILD")
	if dir == "" {
		dir = "build"
	}
	if !filepath.IsAbs(dir) {
		root, err := filepath.Abs("..")
		require.NoError(t, err)
		dir = filepath.Join(root, dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "lib", "libgasnetgo.so.1")); err != nil {
		t.Skipf("nothing is built: make build (%v)", err)
	}
	return dir
}

// do runs a command in a folder, with variables added to the environment, and returns its output.
func do(t *testing.T, dir string, env []string, words ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start())
	go limit.Enforce(ctx, cancel, cmd.Process.Pid, 2*time.Minute)
	require.NoError(t, cmd.Wait(), "%s:\n%s", strings.Join(words, " "), &out)
	return out.String()
}

func need(t *testing.T, tool string) {
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("%s is not installed", tool)
	}
}

func cc() string {
	if c := os.Getenv("CC"); c != "" {
		return c
	}
	return "cc"
}

// pkgConfigPath makes pkg-config find all names.
func pkgConfigPath(prefix string) string { return pkgConfigPathIn(filepath.Join(prefix, "lib")) }

func pkgConfigPathIn(lib string) string {
	path := "PKG_CONFIG_PATH=" + filepath.Join(lib, "pkgconfig")
	for _, api := range []string{"shmem", "gasnet", "portals"} {
		path += ":" + filepath.Join(lib, "gasnetgo", api, "lib", "pkgconfig")
	}
	return path
}

// All files for build systems work from a prefix that differs from the build folder, with each usual name of the libraries' folder (one of them without GASNETGO_WIDE): names that other packages have
// as well from the prefixes of the APIs, or with ALIASES=all from the prefix itself.
func TestInstalled(t *testing.T) {
	for aliases, libdir := range map[string]string{"none": "lib/x86_64-linux-gnu", "usual": "lib64", "all": "lib"} {
		if aliases == "usual" || wide() {
			t.Run(aliases+" "+libdir, func(t *testing.T) { testInstalled(t, aliases, libdir) })
		}
	}
}

// wide: also tests that take long, as in make test-long.
func wide() bool { return os.Getenv("GASNETGO_WIDE") != "" }

// wideOnly skips a test that takes seconds of CPU time for what few changes can break.
func wideOnly(t *testing.T) {
	t.Helper()
	if !wide() {
		t.Skip("seconds of CPU time: GASNETGO_WIDE=1, or make test-long")
	}
}

func testInstalled(t *testing.T, aliases, libdir string) {
	dir := build(t)
	stage := t.TempDir()
	prefix := filepath.Join(stage, "opt", "a place")
	lib := filepath.Join(prefix, libdir)
	do(t, "..", []string{"BUILD=" + dir, "DESTDIR=" + stage, "PREFIX=/opt/a place", "LIBDIR=" + libdir, "ALIASES=" + aliases}, "scripts/install.sh")
	owner := func(api string) string { return filepath.Join(lib, "gasnetgo", api) }
	bin, pkgconfig, wrapper := filepath.Join(prefix, "bin"), pkgConfigPathIn(lib), "gasnetgo-oshc"
	if aliases == "usual" {
		wrapper = "oshc"
	}
	if aliases == "all" {
		pkgconfig, owner, wrapper = "PKG_CONFIG_PATH="+filepath.Join(lib, "pkgconfig"), func(string) string { return prefix }, "oshc"
	}
	cmakeDir := ""
	if libdir == "lib64" { // CMake does not search it on Debian
		cmakeDir = filepath.Join(lib, "cmake", "gasnetgo")
	}
	dangling := do(t, prefix, nil, "find", "-L", ".", "-type", "l")
	require.Empty(t, dangling, "links to nothing")
	if libdir != "lib" {
		require.NoFileExists(t, filepath.Join(prefix, "lib", "libgasnetgo.so.1"))
	}

	runs := func(t *testing.T, dir string) {
		require.Equal(t, "3 ranks, all well\n", do(t, dir, nil, filepath.Join(owner("shmem"), "bin", "oshrun"), "-np", "3", "./prog"))
		require.Equal(t, "1 ranks, all well\n", do(t, dir, nil, "./prog"))
	}
	write := func(t *testing.T, text string) string {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "prog.c"), []byte(text), 0o644))
		return dir
	}
	source := func(t *testing.T) string { return write(t, program) }

	t.Run("oshcc", func(t *testing.T) {
		dir := source(t)
		do(t, dir, nil, filepath.Join(bin, wrapper+"c"), "-O2", "-o", "prog", "prog.c")
		runs(t, dir)
	})
	t.Run("oshc++", func(t *testing.T) {
		need(t, "c++")
		dir := source(t)
		require.NoError(t, os.Rename(filepath.Join(dir, "prog.c"), filepath.Join(dir, "prog.cc")))
		do(t, dir, nil, filepath.Join(bin, wrapper+"++"), "-o", "prog", "prog.cc")
		runs(t, dir)
	})
	for _, name := range []string{"gasnetgo", "shmem", "sma", "sandia-openshmem", "osss-ucx", "oshmem", "oshmem-c", "oshmem-cxx", "gasnetgo-shmem", "portals", "gasnetgo-portals"} {
		t.Run("pkg-config "+name, func(t *testing.T) {
			need(t, "pkg-config")
			dir := source(t)
			if strings.HasSuffix(name, "portals") {
				dir = write(t, portalsProgram)
			}
			// As in a makefile: through a shell, which removes pkg-config's quoting.
			do(t, dir, []string{pkgconfig, "CC=" + cc()}, "sh", "-c",
				`eval "$CC -o prog prog.c $(pkg-config --cflags --libs `+name+`)"`)
			runs(t, dir)
			version := do(t, dir, nil, filepath.Join(bin, "gasnetgo"), "version")
			ours := strings.Fields(version)[1] + "\n"
			want := map[bool]string{true: ours, false: "1.6\n"}[strings.HasPrefix(name, "gasnetgo")]
			if name == "portals" {
				want = "3.3\n"
			}
			require.Equal(t, want, do(t, dir, []string{pkgconfig}, "pkg-config", "--modversion", name), "its own version, or under another name that of the interface")
			require.Equal(t, ours, do(t, dir, []string{pkgconfig}, "pkg-config", "--variable=gasnetgo_version", name))
		})
	}
	for _, lib := range []string{"-lsma", "-lpsma", "-lshmem", "-loshmem", "-lgasnetgo", "-lportals"} {
		t.Run(lib, func(t *testing.T) {
			dir, at := source(t), owner("shmem")
			if lib == "-lportals" {
				dir, at = write(t, portalsProgram), owner("portals")
			}
			do(t, dir, nil, cc(), "-o", "prog", "prog.c", "-I"+at+"/include", "-L"+at+"/lib", lib, "-Wl,-rpath,"+at+"/lib")
			runs(t, dir)
		})
	}
	if aliases == "all" {
		return // no other file has a name of other packages
	}
	t.Run("cmake", func(t *testing.T) {
		need(t, "cmake")
		need(t, "make")
		dir := source(t)
		lists := "cmake_minimum_required(VERSION 3.13)\nproject(prog C)\nfind_package(gasnetgo 0.1 REQUIRED)\n" +
			"add_executable(prog prog.c)\ntarget_link_libraries(prog gasnetgo::shmem gasnetgo::portals)\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, "CMakeLists.txt"), []byte(lists), 0o644))
		do(t, dir, nil, "cmake", "-G", "Unix Makefiles", "-DCMAKE_PREFIX_PATH="+prefix, "-Dgasnetgo_DIR="+cmakeDir, "-DCMAKE_C_COMPILER="+cc(), ".")
		do(t, dir, nil, "cmake", "--build", ".")
		runs(t, dir)
	})
	t.Run("cmake gasnet", func(t *testing.T) {
		need(t, "cmake")
		need(t, "make")
		dir := write(t, gasnetProgram)
		lists := "cmake_minimum_required(VERSION 3.13)\nproject(prog C)\nfind_package(gasnetgo 0.1 REQUIRED)\n" +
			"add_executable(prog prog.c)\ntarget_link_libraries(prog gasnetgo::gasnet_par)\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, "CMakeLists.txt"), []byte(lists), 0o644))
		do(t, dir, nil, "cmake", "-G", "Unix Makefiles", "-DCMAKE_PREFIX_PATH="+prefix, "-Dgasnetgo_DIR="+cmakeDir, "-DCMAKE_C_COMPILER="+cc(), ".")
		do(t, dir, nil, "cmake", "--build", ".")
		runs(t, dir)
	})
	t.Run("python", func(t *testing.T) {
		need(t, "python3")
		out := do(t, t.TempDir(), []string{"PYTHONPATH=", "GASNETGO_LIBRARY="}, filepath.Join(bin, "gasnetgo"), "run", "-n", "2", "--",
			"python3", "-c", "import gasnetgo; from gasnetgo import shmem; shmem.init(); shmem.my_pe() or print(shmem.n_pes(), gasnetgo.find())")
		require.Contains(t, out, "2 "+lib+"/libgasnetgo.so.1\n")
	})
	t.Run("simulated", func(t *testing.T) {
		dir := source(t)
		do(t, dir, nil, filepath.Join(bin, wrapper+"c"), "-o", "prog", "prog.c")
		require.Equal(t, "8 ranks, all well\n", do(t, dir, nil, filepath.Join(bin, "gasnetgo"), "run", "--machine", "xt3", "-n", "8", "./prog"))
	})
	t.Run("bench", func(t *testing.T) {
		require.Contains(t, do(t, t.TempDir(), nil, filepath.Join(bin, "gasnetgo"), "bench", "--quick", "p_rate"), "p_rate")
	})
}
