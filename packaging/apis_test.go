package packaging

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// exportsOf are the names that capi/exports.map has under headings.
func exportsOf(t *testing.T, headings ...string) (names []string) {
	text, err := os.ReadFile("../capi/exports.map")
	require.NoError(t, err)
	var heading string
	mark := regexp.MustCompile(`^\t/\* (\w+): `)
	for line := range strings.SplitSeq(string(text), "\n") {
		if m := mark.FindStringSubmatch(line); m != nil {
			heading = m[1]
		} else if name, ok := strings.CutSuffix(strings.TrimSpace(line), ";"); ok && slices.Contains(headings, heading) && name != "*" && name != "}" {
			names = append(names, name)
		}
	}
	require.NotEmpty(t, names)
	return names
}

// exportedBy are the headings of capi/exports.map whose names the library of each API has, as scripts know them.
func exportedBy(t *testing.T) map[string][]string {
	out, err := exec.Command("bash", "-c", `. apis/zapis.sh; for a in $apis; do echo "$a ${api_exports[$a]}"; done`).Output()
	require.NoError(t, err)
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		all[words[0]] = words[1:]
	}
	require.Contains(t, all, "shmem")
	return all
}

// A library of one API has the names of that API, with the same binding and size as in the library itself. It makes the loader load that library, and makes
// the linker export the program's symbols for it.
func TestAPILibraries(t *testing.T) {
	open := func(name string) (f *elf.File, symbols map[string]elf.Symbol) {
		f, err := elf.Open(filepath.Join(build(t), "lib", name))
		require.NoError(t, err)
		t.Cleanup(func() { _ = f.Close() })
		list, err := f.DynamicSymbols()
		require.NoError(t, err)
		symbols = make(map[string]elf.Symbol)
		for _, s := range list {
			symbols[s.Name] = s
		}
		return f, symbols
	}
	_, whole := open("libgasnetgo.so.1")
	for api, headings := range exportedBy(t) {
		f, symbols := open("libgasnetgo-" + api + ".so")
		var want, got []string
		want = exportsOf(t, headings...)
		for _, name := range exportsOf(t, "job") {
			if strings.HasPrefix(name, "gasnetgo_") && name != "gasnetgo_sim_main" {
				want = append(want, name)
			}
		}
		for name, s := range symbols {
			if s.Section == elf.SHN_UNDEF {
				continue
			}
			got = append(got, name)
			require.Equal(t, whole[name].Info, s.Info, "%s: %s", api, name)
			if elf.ST_TYPE(s.Info) == elf.STT_OBJECT {
				require.Equal(t, whole[name].Size, s.Size, name)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(t, want, got, api)
		for name, s := range whole {
			if s.Section == elf.SHN_UNDEF && s.Library == "" && strings.HasPrefix(name, "gasnet") {
				require.Contains(t, symbols, name, "%s: the program has it for the library", api)
			}
		}
		for tag, value := range map[elf.DynTag]string{elf.DT_SONAME: "libgasnetgo-" + api + ".so.1", elf.DT_RUNPATH: "$ORIGIN"} {
			text, err := f.DynString(tag)
			require.NoError(t, err)
			require.Equal(t, []string{value}, text, "%s: %s", api, tag)
		}
		at, err := f.DynValue(elf.DT_FILTER)
		require.NoError(t, err)
		require.Len(t, at, 1)
		names, err := f.Section(".dynstr").Data()
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(names[at[0]:]), "libgasnetgo.so.1\x00"), api)
	}
}

// Every header is in the folder of some API, and can be compiled with that folder alone.
func TestAPIHeaders(t *testing.T) {
	include := filepath.Join(build(t), "include")
	top, err := os.ReadDir("../include")
	require.NoError(t, err)
	for _, entry := range top {
		if strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		found, err := filepath.Glob(filepath.Join(include, "gasnetgo", "*", entry.Name()))
		require.NoError(t, err)
		require.NotEmpty(t, found, "%s: add it to the line install of a table in api/", entry.Name())
	}
	for api := range exportedBy(t) {
		dir := filepath.Join(include, "gasnetgo", api)
		headers, err := filepath.Glob(dir + "/*.h")
		require.NoError(t, err)
		nested, err := filepath.Glob(dir + "/*/*.h")
		require.NoError(t, err)
		for _, h := range append(headers, nested...) {
			name, err := filepath.Rel(dir, h)
			require.NoError(t, err)
			if name != filepath.Base(name) && api == "gasnet" {
				continue // parts of gasnet.h
			}
			do(t, t.TempDir(), nil, "sh", "-c", "echo '#include <"+name+">' | "+cc()+" -D_GNU_SOURCE -DGASNET_SEQ -fsyntax-only -x c -I"+dir+" -")
		}
		for name, of := range map[string]string{"shmem.h": "shmem", "gasnet.h": "gasnet", "portals3.h": "portals", "armci.h": "armci", "lapi.h": "lapi", "sisci_api.h": "sisci"} {
			if of != api {
				require.NoFileExists(t, filepath.Join(dir, name), "it would hide the program's own")
			}
		}
	}
}

// A configure script with a prefix finds one API there, and a makefile finds GASNet's fragments with their own prefix.
func TestAPIPrefixes(t *testing.T) {
	need(t, "make")
	prefix := installed(t, "none")
	for api, files := range map[string][]string{
		"shmem":   {"include/shmem.h", "include/mpp/shmem.h", "lib/libsma.so", "bin/oshcc"},
		"gasnet":  {"include/gasnet.h", "include/smp-conduit/gasnet_core.h", "lib/libgasnet-smp-par.a", "bin/gasnetrun_smp"},
		"portals": {"include/portals3.h", "include/portals/portals3.h", "lib/libportals.so", "lib/pkgconfig/portals.pc", "lib/libgasnetgo.so.1"},
	} {
		for _, f := range files {
			require.FileExists(t, filepath.Join(of(prefix, api), f))
		}
	}
	for _, root := range []string{"lib/gasnetgo/gasnet/include/smp-conduit/smp-seq.mak", "include/gasnetgo/gasnet/smp-conduit/smp-seq.mak", "include/gasnetgo/gasnet/gasnet_tools-seq.mak"} {
		out := do(t, client(t, "", map[string]string{"Makefile": "include " + prefix + "/" + root + "\nall:\n\t@echo $(GASNET_PREFIX)$(GASNETTOOLS_PREFIX)\n"}), nil, "make", "--no-print-directory")
		real, err := filepath.EvalSymlinks(prefix)
		require.NoError(t, err)
		require.Equal(t, of(real, "gasnet")+"\n", out, root)
		out = do(t, client(t, "", nil), nil, "sh", "-c", "cp "+prefix+"/"+root+" Makefile && make --no-print-directory -f - <<'EOF'\ninclude Makefile\nall:\n\t@echo $(GASNET_PREFIX)$(GASNETTOOLS_PREFIX)\nEOF\n")
		require.Equal(t, of(prefix, "gasnet")+"\n", out, "a copy of %s", root)
	}
}

// oneRuntime checks that all names resolve to the one library, and that it intercepts the installation of signal handlers: docs/adr/0006.
const oneRuntime = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static int one_runtime(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096];
	int n = 0;
	Dl_info of;

	while (fgets(line, sizeof line, maps))
		n += strstr(line, "/libgasnetgo.so") && strstr(line, "r-xp");
	fclose(maps);
	return n == 1 && dladdr(dlsym(RTLD_DEFAULT, "sigaction"), &of) && strstr(of.dli_fname, "/libgasnetgo.so") &&
	       dladdr(dlsym(RTLD_DEFAULT, "gasnetgo_version"), &of) && strstr(of.dli_fname, "/libgasnetgo.so");
}
`

// gasnetWithShmem is another implementation of SHMEM over GASNet, with a function that has the same name as one of the library.
const gasnetWithShmem = oneRuntime + `
#include <shmem.h>
#include <gasnet.h>
#ifndef OTHER_SHMEM
#error "the program's own shmem.h is hidden"
#endif

static volatile sig_atomic_t caught;
static void catch(int s) { caught = s; }

int main(int argc, char **argv)
{
	struct sigaction act = {.sa_handler = catch};

	if (gasnet_init(&argc, &argv) != GASNET_OK || gasnet_attach(NULL, 0, GASNET_PAGESIZE, GASNET_PAGESIZE) != GASNET_OK)
		return 2;
	sigaction(SIGTERM, &act, NULL);
	raise(SIGTERM);
	if (caught != SIGTERM)
		return 3;
#ifdef LIVE
	if (!one_runtime())
		return 4;
#endif
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
	if (shmem_my_pe() != 1000 + (int)gasnet_mynode())
		return 5;
	if (gasnet_mynode() == 0)
		printf("%d ranks, all well\n", (int)gasnet_nodes());
	gasnet_exit(0);
}
`

// linkers are the compiler's flags for its own linker and, where tests are wide, for others that this host has.
func linkers() []string {
	flags := []string{""}
	for _, name := range []string{"gold", "lld"} {
		if _, err := exec.LookPath("ld." + name); err == nil && wide() {
			flags = append(flags, "-fuse-ld="+name)
		}
	}
	return flags
}

func TestOtherLibrary(t *testing.T) {
	prefix := installed(t, "none")
	include, lib := filepath.Join(prefix, "include", "gasnetgo"), filepath.Join(of(prefix, "gasnet"), "lib")
	files := map[string]string{
		"shmem.h": "#define OTHER_SHMEM\nint shmem_my_pe(void);\n",
		"other.c": "#include <gasnet.h>\nint shmem_my_pe(void) { return 1000 + (int)gasnet_mynode(); }\n",
	}
	flags := " -D_GNU_SOURCE -DGASNET_SEQ -I" + include + "/gasnet -I. "
	libs := " -L" + lib + " -lgasnet-smp-seq -Wl,-rpath," + lib + ":. "
	for _, linker := range linkers() {
		for name, how := range map[string]string{
			"object":  "$CC -o prog prog.c other.c" + flags + libs,
			"archive": "$CC -c other.c" + flags + "&& ar rc libother.a other.o && $CC -o prog prog.c -L. -lother" + flags + libs,
			"library": "$CC -shared -fPIC -o libother.so other.c" + flags + libs + "&& $CC -o prog prog.c -L. -lother" + flags + libs,
		} {
			t.Run(name+linker, func(t *testing.T) {
				for _, world := range []struct {
					define string
					run    []string
				}{{"-DLIVE", []string{"gasnetgo", "run", "-n", "2"}}, {"", []string{"gasnetgo", "run", "--machine", "ideal", "-n", "2"}}} {
					dir := client(t, gasnetWithShmem, files)
					do(t, dir, []string{"CC=" + cc() + " -Wl,--as-needed " + linker + " " + world.define}, "sh", "-c", how)
					world.run[0] = filepath.Join(prefix, "bin", "gasnetgo")
					require.Equal(t, "2 ranks, all well\n", do(t, dir, nil, append(world.run, "./prog")...))
				}
			})
		}
	}
}

// A profiling tool interposes the library's functions and calls the twins.
func TestProfilingTool(t *testing.T) {
	prefix := installed(t, "none")
	files := map[string]string{"tool.c": `
#include <pshmem.h>
static int calls;
int shmem_n_pes(void) { return calls++, pshmem_n_pes(); }
void shmem_finalize(void)
{
	pshmem_finalize();
	if (calls != 1)
		__builtin_trap();
}
`}
	lib := of(prefix, "shmem") + "/lib"
	flags := " -I" + prefix + "/include/gasnetgo/shmem -L" + lib + " -Wl,-rpath," + lib + ":."
	for name, how := range map[string]string{
		"object":  "$CC -o prog prog.c tool.c" + flags + " -lpsma -lsma",
		"archive": "$CC -c tool.c" + flags + " && ar rc libtool.a tool.o && $CC -o prog prog.c -L." + flags + " -ltool -lpsma -lsma",
		"library": "$CC -shared -fPIC -o libtool.so tool.c" + flags + " && $CC -o prog prog.c -L." + flags + " -ltool -lpsma -lsma",
	} {
		t.Run(name, func(t *testing.T) {
			dir := client(t, program, files)
			do(t, dir, []string{"CC=" + cc()}, "sh", "-c", how)
			for _, world := range [][]string{{"-n", "2"}, {"--machine", "ideal", "-n", "2"}} {
				require.Equal(t, "2 ranks, all well\n", do(t, dir, nil, append(append([]string{filepath.Join(prefix, "bin", "gasnetgo"), "run"}, world...), "./prog")...))
			}
		})
	}
}

// An undefined function is reported when the program is linked, not when it runs.
func TestMissingNames(t *testing.T) {
	prefix := installed(t, "none")
	for _, c := range []struct{ api, flag, name string }{{"gasnet", "-lgasnet-smp-par", "shmem_init"}, {"portals", "-lportals", "gasnet_init"},
		{"shmem", "-lsma", "PtlInit"}, {"gasnet", "-lgasnet_tools-seq", "shmem_init"}} {
		flag, name := c.flag, c.name
		dir := client(t, "extern int "+name+"(void);\nint main(void) { return "+name+"(); }\n", nil)
		cmd := exec.Command(cc(), "-o", "prog", "prog.c", "-L"+of(prefix, c.api)+"/lib", flag)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), "undefined reference to `"+name+"'", flag)
		do(t, dir, nil, cc(), "-o", "prog", "prog.c", "-L"+prefix+"/lib", "-lgasnetgo")
	}
}

// Several APIs in one program, each by its own library: one job, one library.
func TestAPIsTogether(t *testing.T) {
	need(t, "pkg-config")
	prefix := installed(t, "none")
	text := oneRuntime + `
#include <shmem.h>
#include <portals/portals3.h>
#include <dlfcn.h>

int main(void)
{
	int max, n;
	void *later = dlopen(LIB "/libsma.so", RTLD_NOW);

	if (!later || dlsym(later, "shmem_n_pes") != dlsym(RTLD_DEFAULT, "shmem_n_pes") || PtlInit(&max) != PTL_OK)
		return 1;
	shmem_init();
	n = shmem_n_pes();
	if (!one_runtime() || strcmp(ptl_err_str[PTL_OK], "PTL_OK") != 0)
		return 2;
	if (shmem_my_pe() == 0)
		printf("%d ranks, all well\n", n);
	shmem_finalize();
	return 0;
}
`
	for _, linker := range linkers() {
		for _, names := range []string{"shmem portals", "portals shmem", "gasnetgo-portals shmem", "portals gasnetgo gasnetgo-shmem"} {
			dir := client(t, text, nil)
			do(t, dir, []string{pkgConfigPath(prefix), "CC=" + cc()}, "sh", "-c",
				"$CC "+linker+` -DLIB='"`+of(prefix, "shmem")+`/lib"' -o prog prog.c $(pkg-config --cflags --libs `+names+`)`)
			require.Equal(t, "2 ranks, all well\n", do(t, dir, nil, filepath.Join(of(prefix, "shmem"), "bin", "oshrun"), "-n", "2", "./prog"))
		}
	}
}

// A program that loads the library itself finds its functions there, too.
func TestLoadedLate(t *testing.T) {
	lib := filepath.Join(build(t), "lib")
	dir := client(t, `
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	void *h = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	const char *(*version)(void);

	if (argc < 2 || !h)
		return printf("%s\n", dlerror()), 1;
	version = (const char *(*)(void))dlsym(h, "gasnetgo_version_string");
	return printf("%s\n", version()) < 0;
}
`, nil)
	do(t, dir, nil, cc(), "-o", "prog", "prog.c", "-ldl")
	for _, name := range []string{"libgasnetgo.so", "libsma.so", "libportals.so", "libgasnetgo-gasnet.so.1"} {
		require.Regexp(t, `^\D*\d+\.\d+\.\d+`, do(t, dir, nil, "./prog", filepath.Join(lib, name)), name)
	}
}
