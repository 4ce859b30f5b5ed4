package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// gasnetProgram is the program of the clients below: it prints its mode, and assigns and defines the variables that cannot be in a shared library.
const gasnetProgram = `
#include <gasnet.h>
#include <gasnet_tools.h>

static gasnett_atomic_t called = gasnett_atomic_init(0);

static void hello(gasnet_token_t token, gasnet_handlerarg_t from)
{
	(void)token;
	(void)from;
	gasnett_atomic_increment(&called, 0);
}

static uintptr_t hooked;
static void hook(void *segbase, uintptr_t segsize) { hooked = segbase ? segsize : 0; }

#ifdef TRACED
gasneti_attach_hook_t gasnet_client_attach_hook = hook;

static void mine(void (*print)(const char *fmt, ...)) { print("mine: %d", 42); }

static void trace(void)
{
	gasnet_seginfo_t all[2];
	const char *file;
	unsigned int line;
	int four = 4;

	GASNETT_STATS_INIT(mine);
	GASNETT_TRACE_SETSOURCELINE("here", 7);
	GASNETT_TRACE_GETSOURCELINE(&file, &line);
	if (line != 7 || !GASNETT_TRACE_ENABLED || strcmp(GASNETT_TRACE_GETMASK(), "BNH") != 0)
		gasnet_exit(5);
	GASNETT_TRACE_PRINTF("hello %d", 3);
	gasnet_getSegmentInfo(all, 2);
	gasnet_put(1 - gasnet_mynode(), all[1 - gasnet_mynode()].addr, &four, 4);
}
#endif

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{200, (void (*)())hello}};
	int n;

#ifndef TRACED
	gasnet_client_attach_hook = hook;
#endif
	if (gasnet_init(&argc, &argv) != GASNET_OK || gasnet_attach(table, 1, GASNET_PAGESIZE, GASNET_PAGESIZE) != GASNET_OK)
		return 2;
	if (argc != 1 || hooked != GASNET_PAGESIZE)
		return 3;
#ifdef TRACED
	trace();
#endif
	n = (int)gasnet_nodes();
	gasnet_AMRequestShort1((gasnet_mynode() + 1) % n, 200, (gasnet_handlerarg_t)gasnet_mynode());
	GASNET_BLOCKUNTIL(gasnett_atomic_read(&called, 0) == 1);
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
	if (gasnet_mynode() == 0)
		printf("%d ranks, all well\n", n);
	gasnet_exit(0);
	return 0;
}
`

// toolsProgram needs no GASNet.
const toolsProgram = `
#include <gasnet_tools.h>
#include <stdio.h>
#ifdef _GASNET_H
#error "tools only"
#endif

extern volatile int gasnet_frozen; /* of the archive */

static int called;
static int mine(int fd) { (void)fd; return called++, 0; }
gasnett_backtrace_type_t gasnett_backtrace_user = {"USER", mine, 1};

int main(void)
{
	gasnett_tick_t t = gasnett_ticks_now();
	if (gasnett_ticks_now() < t || gasnett_print_backtrace(1) != 0 || called != 1 || gasnet_frozen != 0)
		return 1;
	printf("%s\n", _STRINGIFY(GASNETT_THREAD_MODEL));
	return 0;
}
`

// install makes an installation in a folder without blanks, so that a makefile can name it.
func install(t *testing.T, aliases string) (prefix string) {
	dir := build(t)
	prefix = filepath.Join(t.TempDir(), "prefix")
	do(t, "..", []string{"BUILD=" + dir, "DESTDIR=", "PREFIX=" + prefix, "ALIASES=" + aliases}, "scripts/install.sh")
	return prefix
}

// of is the prefix with the names of one API.
func of(prefix, api string) string { return filepath.Join(prefix, "lib", "gasnetgo", api) }

// client makes a folder with prog.c and other files.
func client(t *testing.T, program string, files map[string]string) string {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "prog.c"), []byte(program), 0o644))
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

const makefile = `
include $(GASNET)/include/$(CONDUIT)-conduit/$(CONDUIT)-$(MODE).mak
prog: prog.o
	$(GASNET_LD) $(GASNET_LDFLAGS) -o $@ $< $(GASNET_LIBS)
prog.o: prog.c
	$(GASNET_CC) $(GASNET_CPPFLAGS) $(GASNET_CFLAGS) -c -o $@ $<
`

// TestGasnetClients builds clients as their build systems do, and runs them by the launcher of that conduit.
func TestGasnetClients(t *testing.T) {
	need(t, "make")
	prefix := of(installed(t, "none"), "gasnet")
	bin := filepath.Join(prefix, "bin")
	const all = "3 ranks, all well\n"

	for _, c := range []struct{ conduit, mode string }{{"smp", "seq"}, {"smp", "par"}, {"smp", "parsync"}, {"mpi", "par"}, {"portals", "seq"}, {"udp", "parsync"}} {
		t.Run("fragment "+c.conduit+"-"+c.mode, func(t *testing.T) {
			dir := client(t, gasnetProgram, map[string]string{"Makefile": makefile})
			do(t, dir, nil, "make", "GASNET="+prefix, "CONDUIT="+c.conduit, "MODE="+c.mode)
			require.Equal(t, all, do(t, dir, nil, filepath.Join(bin, "gasnetrun_"+c.conduit), "-n", "3", "./prog"))
			text, err := os.ReadFile(filepath.Join(dir, "prog"))
			require.NoError(t, err)
			require.Contains(t, string(text), "$GASNetThreadModel: GASNET_"+strings.ToUpper(c.mode)+" $")
		})
		t.Run("pkg-config "+c.conduit+"-"+c.mode, func(t *testing.T) {
			need(t, "pkg-config")
			dir := client(t, gasnetProgram, nil)
			path := []string{"PKG_CONFIG_PATH=" + filepath.Join(prefix, "lib", "pkgconfig"), "P=gasnet-" + c.conduit + "-" + c.mode}
			do(t, dir, path, "sh", "-c", `$(pkg-config --variable=GASNET_CC $P) $(pkg-config --cflags $P) -o prog prog.c $(pkg-config --libs $P)`)
			require.Equal(t, all, do(t, dir, nil, filepath.Join(bin, "gasnetrun_"+c.conduit), "-np", "3", "./prog"))
			require.Equal(t, prefix, filepath.Clean(strings.TrimSpace(do(t, dir, path, "sh", "-c", "pkg-config --variable=GASNET_PREFIX $P"))))
		})
	}
	t.Run("linker of the mpi conduit", func(t *testing.T) {
		need(t, "pkg-config")
		const ask = "\nask:\n\t@echo '$(GASNET_LD)' '$(GASNET_LD_REQUIRES_MPI)'\n"
		bin := t.TempDir()
		for _, c := range []struct{ conduit, ld, mpi string }{{"mpi", filepath.Join(bin, "mpicc"), "1"}, {"smp", cc(), ""}} {
			dir := client(t, gasnetProgram, map[string]string{"Makefile": makefile + ask})
			words := []string{"make", "-s", "GASNET=" + prefix, "CONDUIT=" + c.conduit, "MODE=par"}
			require.NoError(t, os.WriteFile(filepath.Join(bin, "mpicc"), []byte("#!/bin/sh\necho with MPI >>linked\nexec "+cc()+" \"$@\"\n"), 0o755))
			path := []string{"PATH=" + bin + ":" + os.Getenv("PATH")}
			require.Equal(t, strings.TrimSpace(c.ld+" "+c.mpi), strings.TrimSpace(do(t, dir, path, append(words, "ask")...)))
			do(t, dir, path, append(words, "prog")...)
			if c.mpi != "" {
				require.FileExists(t, filepath.Join(dir, "linked"))
			} else {
				require.NoFileExists(t, filepath.Join(dir, "linked"))
			}
			pc := []string{"PKG_CONFIG_PATH=" + filepath.Join(prefix, "lib", "pkgconfig"), "P=gasnet-" + c.conduit + "-par"}
			ld := map[string]string{"mpi": "mpicc 1", "smp": cc()}[c.conduit]
			require.Equal(t, ld, strings.TrimSpace(do(t, dir, pc, "sh", "-c", `echo $(pkg-config --variable=GASNET_LD $P) $(pkg-config --variable=GASNET_LD_REQUIRES_MPI $P)`)))
		}
		// Where there is no MPI the library can do without.
		var tools []string
		for _, name := range []string{"make", "sh", "echo"} {
			at, err := exec.LookPath(name)
			require.NoError(t, err)
			tools = append(tools, at)
		}
		require.NoError(t, os.Remove(filepath.Join(bin, "mpicc")))
		for _, at := range tools {
			require.NoError(t, os.Symlink(at, filepath.Join(bin, filepath.Base(at))))
		}
		dir := client(t, gasnetProgram, map[string]string{"Makefile": makefile + ask})
		require.Equal(t, cc(), strings.TrimSpace(do(t, dir, []string{"PATH=" + bin}, "make", "-s", "GASNET="+prefix, "CONDUIT=mpi", "MODE=par", "ask")))
	})
	t.Run("written-out paths", func(t *testing.T) {
		dir := client(t, "#define GASNET_SEQ 1\n#define GASNET_CONDUIT_ARIES 1\n"+gasnetProgram, nil)
		do(t, dir, nil, cc(), "-o", "prog", "prog.c", "-I"+prefix+"/include", "-I"+prefix+"/include/aries-conduit", "-L"+prefix+"/lib", "-lgasnet-aries-seq")
		require.Equal(t, all, do(t, dir, nil, filepath.Join(bin, "gasnetrun_aries"), "-n", "3", "./prog"))
	})
	t.Run("library by its path", func(t *testing.T) {
		for _, ending := range []string{"a", "so"} {
			dir := client(t, gasnetProgram, nil)
			do(t, dir, nil, cc(), "-DGASNET_PAR", "-o", "prog", "prog.c", "-I"+prefix+"/include", prefix+"/lib/libgasnet-ibv-par."+ending, "-lpthread")
			require.Equal(t, all, do(t, dir, nil, filepath.Join(bin, "gasnetrun_ibv"), "-n", "3", "./prog"))
		}
	})
	t.Run("without a launcher", func(t *testing.T) {
		dir := client(t, gasnetProgram, map[string]string{"Makefile": makefile})
		do(t, dir, nil, "make", "GASNET="+prefix, "CONDUIT=smp", "MODE=seq")
		require.Equal(t, all, do(t, dir, []string{"GASNET_PSHM_NODES=3"}, "./prog"))
	})
	t.Run("traced", func(t *testing.T) {
		for _, world := range [][]string{{"-n", "2"}, {"--machine", "ideal", "-n", "2"}} {
			dir := client(t, gasnetProgram, map[string]string{"Makefile": makefile})
			do(t, dir, nil, "make", "GASNET="+prefix, "CONDUIT=smp", "MODE=par", "MANUAL_DEFINES=-DGASNET_TRACE -DTRACED")
			env := []string{"GASNET_TRACEFILE=trace.%", "GASNET_STATSFILE=stats.%", "GASNET_STATSNODES=1", "GASNET_TRACEMASK=BHN"}
			do(t, dir, env, append(append([]string{filepath.Join(bin, "gasnetrun_smp")}, world...), "./prog")...)
			for _, node := range []string{"0", "1"} {
				text, err := os.ReadFile(filepath.Join(dir, "trace."+node))
				require.NoError(t, err)
				require.Regexp(t, `(?s)^`+node+`\([0-9a-f]+\) \d+\.\d{6}s> \[here:7\] \(H\) hello 3\n.*\[prog\.c:\d+\] \(B\) BARRIER_NOTIFY: id = 0, flags = 1 \(anonymous\)\n.*\(B\) BARRIER_WAIT: waittime = \d+\.\d{3}us\n$`, string(text))
				require.NotContains(t, string(text), "(P)")
			}
			text, err := os.ReadFile(filepath.Join(dir, "stats.1"))
			require.NoError(t, err)
			require.Regexp(t, `(?s)^1> mine: 42\n.*\(P\) PUT +1  avg/min/max/total sz = 4/4/4/4\n.*\(B\) BARRIER_WAIT +1  avg/min/max/total waittime \(us\) = .*Total puts: 1 `, string(text))
			require.NoFileExists(t, filepath.Join(dir, "stats.0"))
		}
	})
	t.Run("simulated", func(t *testing.T) {
		dir := client(t, gasnetProgram, map[string]string{"Makefile": makefile})
		do(t, dir, nil, "make", "GASNET="+prefix, "CONDUIT=portals", "MODE=seq")
		require.Equal(t, all, do(t, dir, nil, filepath.Join(bin, "gasnetrun_portals"), "--machine", "ideal", "-n", "3", "./prog"))
	})
	for mode, want := range map[string]string{"seq": "SEQ\n", "par": "PAR\n"} {
		t.Run("tools-"+mode, func(t *testing.T) {
			dir := client(t, toolsProgram, map[string]string{"Makefile": "include " + prefix + "/include/gasnet_tools-" + mode + ".mak\nprog: prog.c\n" +
				"\t$(GASNETTOOLS_CC) $(GASNETTOOLS_CPPFLAGS) $(GASNETTOOLS_CFLAGS) $(GASNETTOOLS_LDFLAGS) -o $@ $< $(GASNETTOOLS_LIBS)\n"})
			do(t, dir, nil, "make")
			require.Equal(t, want, do(t, dir, nil, "./prog"))
			text, err := os.ReadFile(filepath.Join(dir, "prog"))
			require.NoError(t, err)
			require.Contains(t, string(text), "$GASNetToolsThreadModel: "+strings.TrimSpace(want)+" $")
			require.Contains(t, string(text), "$GASNetToolsConfig: RELEASE=1.29.3,")
			require.Equal(t, want, do(t, dir, nil, filepath.Join(bin, "gasnetrun_smp"), "--machine=ideal", "-n", "1", "./prog"))
			need(t, "pkg-config")
			path := []string{"PKG_CONFIG_PATH=" + filepath.Join(prefix, "lib", "pkgconfig"), "P=gasnet_tools-" + mode, "CC=" + cc()}
			do(t, dir, path, "sh", "-c", `$CC $(pkg-config --cflags $P) -o prog prog.c $(pkg-config --libs $P)`)
			require.Equal(t, want, do(t, dir, nil, "./prog"))
		})
	}
	t.Run("configure scripts", func(t *testing.T) {
		out := do(t, prefix, nil, "sh", "-c", `for n in MAJOR MINOR PATCH; do awk "/GASNET_RELEASE_VERSION_$n/ {print \$3}" include/gasnet_config.h; done`)
		require.Equal(t, "1\n29\n3\n", out)
		for _, c := range []string{"smp", "udp", "mpi", "ibv", "mxm", "psm", "ofi", "aries", "gemini", "pami", "shmem", "portals4", "portals", "lapi", "sci", "elan", "dcmf", "gm", "vapi"} {
			require.FileExists(t, filepath.Join(prefix, "include", c+"-conduit", "gasnet_core.h"))
			require.FileExists(t, filepath.Join(bin, "gasnetrun_"+c))
		}
	})
}
