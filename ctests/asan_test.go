package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The sanitizer's options. Leaks: Go's memory lives in mappings that the leak checker cannot scan, so it would report C memory to which only Go
// has pointers. The library maps a file over the program's globals after the sanitizer has put its red zones around them; shadow memory
// depends on addresses only, so the zones stay. The sanitizer does not handle SIGSEGV: Go's runtime installs handlers that chain.
const asanOptions = "ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:exitcode=66:detect_stack_use_after_return=0:allow_user_segv_handler=1:handle_segv=0"

// TestASan runs programs built with AddressSanitizer against the library. The compiler instruments the inline functions of the headers. The
// sanitizer also intercepts memcpy and similar functions inside the library, so it catches a put that reads or writes past a program's
// buffer. With GASNETGO_ASAN=1 the C side of the library itself is built with the sanitizer, too.
func TestASan(t *testing.T) {
	flags := []string{"-fsanitize=address", "-fno-omit-frame-pointer", "-O1", "-Wno-stringop-overflow"}
	if !sanitizes(t, flags) {
		t.Skip("the compiler has no AddressSanitizer")
	}
	names := []string{"shmem/put_types", "shmem/get_types", "shmem/rma_sized", "shmem/rma_zero", "shmem/strided", "shmem/nbi", "shmem/amo",
		"shmem/amo_contention", "shmem/malloc", "shmem/realloc", "shmem/malloc_align", "shmem/wait_types", "shmem/wait_arrays", "shmem/lock",
		"shmem/coll_types", "shmem/coll_random", "shmem/coll_generics", "shmem/globals", "shmem/globals_after", "shmem/init_nested", "shmem/accessible", "shmem/ptr", "shmem/threads", "shmem/gasnetgo_h",
		"portals/match", "portals/md", "portals/iovec", "portals/ops", "portals/post", "portals/eq", "portals/unlink", "portals/errors",
		"portals/order", "portals/visible", "portals/sizes", "portals/gasnet_idiom", "portals/ompi_mtl_idiom",
		"gasnet/am_args", "gasnet/coll_data", "gasnet/coll_flight", "gasnet/coll_images", "gasnet/coll_reduce", "gasnet/coll_scan", "gasnet/coll_team", "gasnet/core", "gasnet/moves", "gasnet/vis_shapes",
		"armci/accumulate", "armci/codes", "armci/consistency", "armci/descriptors", "armci/group", "armci/groups_disjoint", "armci/memory", "armci/message", "armci/mutex", "armci/others", "armci/progress", "armci/transfer",
		"lapi/again", "lapi/am", "lapi/calls", "lapi/errors", "lapi/layouts", "lapi/leave", "lapi/put", "lapi/storm", "lapi/twin", "lapi/with_shmem"}
	if testing.Short() {
		names = names[:3]
	}
	if runs("TestASan library", "") {
		dir := sanitizedLibrary(t)
		flags = append(flags, "-L"+dir, "-Wl,-rpath,"+dir)
	}
	asan, quick := variant{"asan", flags}, variant{"asan-O0", append(slices.Clone(flags), "-O0")}
	skips := readSkips(t)
	env := []string{asanOptions}
	for _, name := range names {
		if !runs("TestASan", name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel() // compiles most of the time
			how := asan
			if strings.HasPrefix(name, "shmem/") || strings.HasPrefix(name, "portals/") { // take longer to compile than to run
				how = quick
			}
			o := job{np: 3, env: env}.run(t, at.program.get(t, name+".c", how))
			judge(t, known(skips, name, "asan"), o)
			assert.NotContains(t, o.err, "AddressSanitizer", "%s", o)
			if strings.HasPrefix(name, "gasnet/") { // memory of operations in flight is copied, and compared
				o = job{np: 3, env: append(env, "GASNETGO_DEBUG=1")}.run(t, at.program.get(t, name+".c", asan))
				judge(t, known(skips, name, "asan"), o)
				assert.Empty(t, o.err, "%s", o)
			}
		})
	}

	// The sanitizer must catch errors; otherwise the runs above prove nothing. Each rank makes one that is in the program's own access, in an operation's
	// local memory, or in its remote memory.
	program := at.program.get(t, "shmem/asan/caught.c", asan)
	caughtByASan(t, env, program, `(main|[a-z_]+) .*caught\.c:\d+`, map[string]string{
		"overread":     "heap-buffer-overflow", // malloc's
		"load beyond":  "READ of size 8",
		"store beyond": "WRITE of size 8",
		"load freed":   "READ of size 8",
		"load moved":   "READ of size 8",
		"load shrunk":  "READ of size 8",
		"load before":  "READ of size 8",
		"put from":     "READ of size 80",
		"put beyond":   "WRITE of size 8",
		"put word":     "WRITE of size 8",
		"get beyond":   "READ of size 8",
		"get freed":    "READ of size 8",
		"strided":      "WRITE of size",
		"atomic freed": "WRITE of size 4",
		"fetch freed":  "READ of size 8",
		"signal freed": "WRITE of size 8",
		"wait freed":   "READ of size 8",
		"reduce":       "WRITE of size 8",
		"none":         "",
	})

	// Puts that are compiled into the program go through the library, which checks them.
	t.Run("caught/direct", func(t *testing.T) {
		direct := variant{"asan-direct", append([]string{"-DGASNETGO_DIRECT"}, flags...)}
		o := job{np: 2, env: env, args: []string{"put word"}}.run(t, at.program.get(t, "shmem/asan/caught.c", direct))
		assert.Equal(t, 66, o.status, "%s", o)
		assert.Contains(t, o.err, "use-after-poison")
	})

	t.Run("fortran", func(t *testing.T) { asanFortran(t, flags) })
}

// asanFortran runs programs in Fortran that are compiled with flags, and makes errors that the sanitizer reports with the program's line.
func asanFortran(t *testing.T, flags []string) {
	needFortran(t)
	asan, env := variant{"asan", append(slices.Clone(flags), "-g1")}, []string{asanOptions}
	for _, p := range pick("TestASan fortran", fortranPrograms(t)) {
		t.Run(p.name(), func(t *testing.T) {
			t.Parallel()
			o := job{np: 3, env: env}.run(t, at.program.get(t, p.source, asan))
			o.verdict(t)
			assert.NotContains(t, o.err, "AddressSanitizer", "%s", o)
		})
	}
	program := at.program.get(t, "testdata/fortran_asan.f90", asan)
	caughtByASan(t, env, program, `(asan|main|MAIN__) .*fortran_asan\.f90:\d+`, map[string]string{
		"overread":     "heap-buffer-overflow", // of an allocatable array
		"store beyond": "WRITE of size 4",
		"put beyond":   "WRITE of size",
		"get beyond":   "READ of size",
		"put freed":    "WRITE of size 4",
		"atomic freed": "WRITE of size 4",
		"wait freed":   "READ of size 4",
		"reduce":       "WRITE of size",
		"none":         "",
	})
}

// caughtByASan runs a program with each error that it can make, and looks for the sanitizer's report of it, with a function and a line of the program that match place. Without a report the program has to succeed.
func caughtByASan(t *testing.T, env []string, program, place string, reports map[string]string) {
	t.Helper()
	for name, report := range reports {
		t.Run("caught/"+name, func(t *testing.T) {
			o := job{np: 2, env: env, args: []string{name}}.run(t, program)
			if report == "" {
				o.verdict(t)
				return
			}
			assert.Equal(t, 66, o.status, "%s", o)
			assert.Contains(t, o.err, report)
			if report != "heap-buffer-overflow" {
				assert.Contains(t, o.err, "use-after-poison")
			}
			assert.Regexp(t, `#\d+ 0x[0-9a-f]+ in `+place, o.err)
		})
	}
}

func sanitizes(t *testing.T, flags []string) bool {
	source := filepath.Join(at.work, "empty.c")
	assert.NoError(t, os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o666))
	c := exec.Command("cc", append(append([]string{}, flags...), source, "-o", strings.TrimSuffix(source, ".c"))...)
	return c.Run() == nil && exec.Command(strings.TrimSuffix(source, ".c")).Run() == nil
}

// sanitizedLibrary builds the library once more with its C side under the sanitizer; the Go side is unchanged.
func sanitizedLibrary(t *testing.T) string {
	dir := filepath.Join(at.work, "asan")
	require.NoError(t, os.MkdirAll(dir, 0o777))
	so := filepath.Join(dir, "libgasnetgo.so.1")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-o", so, "-ldflags",
		"-extldflags '-Wl,-soname,libgasnetgo.so.1 -Wl,--version-script="+filepath.Join(at.root, "capi", "exports.map")+"'", "./capi/lib")
	build.Dir = at.root
	build.Env = append(os.Environ(), "CGO_ENABLED=1", "CGO_CFLAGS=-O1 -g -fsanitize=address -fno-omit-frame-pointer", "CGO_LDFLAGS=-fsanitize=address")
	text, err := build.CombinedOutput()
	require.NoError(t, err, string(text))
	require.NoError(t, os.Symlink("libgasnetgo.so.1", filepath.Join(dir, "libgasnetgo.so")))
	return dir
}
