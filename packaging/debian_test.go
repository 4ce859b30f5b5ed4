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

// hostDpkg is the variable that makes the test install the packages on this host.
const hostDpkg = "GASNETGO_TEST_DPKG"

// debs builds the packages, and returns their paths.
func debs(t *testing.T) []string {
	for _, tool := range []string{"dpkg", "dpkg-deb", "objcopy", "readelf"} {
		need(t, tool)
	}
	out := t.TempDir()
	do(t, "..", []string{"BUILD=" + build(t), "OUT=" + out, "DEB_COMPRESSION=none"}, "packaging/debian/build.sh")
	list, err := filepath.Glob(out + "/*.deb")
	require.NoError(t, err)
	require.Len(t, list, 5)
	return list
}

// contents are the files in packages, without folders.
func contents(t *testing.T, debs []string) (names []string) {
	for _, deb := range debs {
		for line := range strings.Lines(do(t, ".", nil, "dpkg-deb", "-c", deb)) {
			words := strings.Fields(line)
			if !strings.HasPrefix(words[0], "d") {
				names = append(names, strings.TrimPrefix(words[5], "."))
			}
		}
	}
	require.NotEmpty(t, names)
	return names
}

// No file is in two packages, and none in a package of another name that is installed on this host: Open MPI and MPICH, where tests have them.
func TestDebianConflicts(t *testing.T) {
	wideOnly(t)
	ours := contents(t, debs(t))
	slices.Sort(ours)
	require.Equal(t, slices.Compact(slices.Clone(ours)), ours, "a file in two packages")

	lists, err := filepath.Glob("/var/lib/dpkg/info/*.list")
	require.NoError(t, err)
	seen := map[string]bool{}
	own := regexp.MustCompile(`^(lib|python3-)?gasnetgo`)
	for _, list := range lists {
		name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(list), ".list"), ":")
		if own.MatchString(name) {
			continue
		}
		seen[name] = true
		text, err := os.ReadFile(list)
		require.NoError(t, err)
		for file := range strings.Lines(string(text)) {
			_, found := slices.BinarySearch(ours, strings.TrimSpace(file))
			require.False(t, found, "%s is also in %s", strings.TrimSpace(file), name)
		}
	}
	for _, name := range []string{"openmpi-bin", "libopenmpi-dev", "mpich", "libmpich-dev"} {
		if !seen[name] {
			t.Logf("%s is not installed: its files are not compared", name)
		}
	}
	for _, file := range []string{"/usr/bin/oshcc", "/usr/bin/oshrun", "/usr/include/shmem.h", "/usr/share/man/man1/oshcc.1.gz"} { // Open MPI's
		require.NotContains(t, ours, file)
	}
}

// The packages, installed into a folder by dpkg (by root) or unpacked there, build and run programs, and their removal leaves nothing.
func TestDebianInFolder(t *testing.T) {
	wideOnly(t)
	list := debs(t)
	root := t.TempDir()
	admin := filepath.Join(root, "var", "lib", "dpkg")
	for _, dir := range []string{"info", "updates", "triggers"} {
		require.NoError(t, os.MkdirAll(filepath.Join(admin, dir), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(admin, "status"), nil, 0o644))
	dpkg := []string{"dpkg", "--root=" + root, "--force-script-chrootless", "--force-depends"}
	if os.Geteuid() == 0 {
		do(t, root, nil, slices.Concat(dpkg, []string{"-i"}, list)...)
	} else {
		for _, deb := range list {
			do(t, root, nil, "dpkg-deb", "-x", deb, root)
		}
	}

	usr := filepath.Join(root, "usr")
	libs, err := filepath.Glob(usr + "/lib/*/libgasnetgo.so.1")
	require.NoError(t, err)
	require.Len(t, libs, 1)
	require.Empty(t, do(t, usr, nil, "find", "-L", ".", "-type", "l"), "links to nothing")
	usePackages(t, usr, filepath.Dir(libs[0]), "python3", []string{"PYTHONPATH=" + usr + "/lib/python3/dist-packages", "LD_LIBRARY_PATH=" + filepath.Dir(libs[0])})

	if os.Geteuid() == 0 {
		do(t, root, nil, append(slices.Concat(dpkg, []string{"-P"}), packageNames(list)...)...)
		for _, name := range tree(t, root) {
			require.True(t, strings.HasPrefix(name, "var/"), "%s is left", name)
		}
	}
}

// The packages, installed on this host beside Open MPI's.
func TestDebianOnHost(t *testing.T) {
	if os.Getenv(hostDpkg) == "" || os.Geteuid() != 0 {
		t.Skipf("this installs packages on this host: set %s=1, as root", hostDpkg)
	}
	if exec.Command("dpkg", "-s", "libgasnetgo1").Run() == nil {
		t.Skip("the packages are installed already, and this would remove them")
	}
	list := debs(t)
	others := []string{"openmpi-bin", "libopenmpi-dev"}
	if exec.Command("dpkg", append([]string{"-s"}, others...)...).Run() != nil {
		t.Skipf("%s are not installed here", others)
	}
	verify := func() string { // a host may lack files of packages on purpose, such as documents
		out, _ := exec.Command("dpkg", append([]string{"-V"}, others...)...).CombinedOutput()
		return string(out)
	}
	before := verify()
	t.Cleanup(func() { // even if it fails in between
		out, err := exec.Command("dpkg", append([]string{"-P"}, packageNames(list)...)...).CombinedOutput()
		if err != nil {
			t.Errorf("dpkg -P: %v: %s", err, out)
		}
		for _, name := range contents(t, list) {
			require.NoFileExists(t, name)
		}
		require.Equal(t, before, verify())
	})
	do(t, ".", nil, append([]string{"dpkg", "-i"}, list...)...)
	require.Contains(t, do(t, ".", nil, "dpkg", "-S", "/usr/bin/oshcc"), "openmpi-bin", "oshcc stays Open MPI's")
	require.Equal(t, before, verify())
	libs, err := filepath.Glob("/usr/lib/*/libgasnetgo.so.1")
	require.NoError(t, err)
	require.Len(t, libs, 1)
	usePackages(t, "/usr", filepath.Dir(libs[0]), "/usr/bin/python3", nil)
	need(t, "pkg-config")
	dir := client(t, program, nil)
	do(t, dir, nil, "sh", "-c", cc()+" -o prog prog.c $(pkg-config --cflags --libs gasnetgo-shmem)")
	require.Equal(t, "2 ranks, all well\n", do(t, dir, nil, "gasnetgo", "run", "-n", "2", "./prog"))
}

// usePackages builds programs with the wrapper and runs them, live, simulated and from Python. lib is the folder of the libraries.
func usePackages(t *testing.T, usr, lib, python string, env []string) {
	t.Helper()
	bin := filepath.Join(usr, "bin")
	dir := client(t, program, nil)
	do(t, dir, env, filepath.Join(bin, "gasnetgo-oshcc"), "-o", "prog", "prog.c")
	require.Equal(t, "3 ranks, all well\n", do(t, dir, env, filepath.Join(bin, "gasnetgo"), "run", "-n", "3", "./prog"))
	require.Equal(t, "4 ranks, all well\n", do(t, dir, env, filepath.Join(bin, "gasnetgo"), "run", "--machine", "xt3", "-n", "4", "./prog"))
	do(t, dir, env, filepath.Join(lib, "gasnetgo", "shmem", "bin", "oshcc"), "-o", "prog", "prog.c")
	require.Equal(t, "2 ranks, all well\n", do(t, dir, env, filepath.Join(lib, "gasnetgo", "shmem", "bin", "oshrun"), "-n", "2", "./prog"))
	if _, err := exec.LookPath(python); err == nil {
		out := do(t, dir, env, python, "-c", "from gasnetgo import shmem; shmem.init(); print(shmem.n_pes())")
		require.Equal(t, "1\n", out, "plain python3 finds the package")
	}
}

// packageNames are the names of the packages in files, those that depend on others first.
func packageNames(debs []string) (names []string) {
	for _, deb := range debs {
		name, _, _ := strings.Cut(filepath.Base(deb), "_")
		names = append(names, name)
	}
	return names
}
