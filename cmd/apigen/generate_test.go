package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const project = "../.."

func TestGeneratedIsCurrent(t *testing.T) {
	want, err := generate(project)
	require.NoError(t, err)
	stale, err := differences(project, want)
	require.NoError(t, err)
	require.Empty(t, stale, "go run ./cmd/apigen rewrites them")
}

func TestGenerationIsDeterministic(t *testing.T) {
	one, err := generate(project)
	require.NoError(t, err)
	two, err := generate(project)
	require.NoError(t, err)
	require.Equal(t, one, two)
}

// tree makes a project of a toy API in a temporary folder.
func tree(t *testing.T, header, table string) string {
	t.Helper()
	root := t.TempDir()
	write(t, root, "include/toy.h", header)
	write(t, root, "api/toy.tbl", "api toy\nid 7\ntitle Toys\nheaders toy.h\nmeaning gasnetgo/toy Box\n"+table)
	return root
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
}

func TestMistakesNameBothSides(t *testing.T) {
	const op = "op 1 take Take (n:i32) -> left:i32\nfamily toys\n"
	for _, c := range []struct{ name, header, table, want string }{
		{"function without a row", "int toy_take(int n);\nvoid toy_lose(void);\n", op + "fn toy_take : take(n)\n",
			"toy_lose (toy.h:2): no row of api/toy.tbl names it"},
		{"row without a function", "int toy_take(int n);\n", op + "fn toy_take : take(n)\nfn toy_lose : noop\n",
			"api/toy.tbl:9: toy_lose: no header of toy declares toy_lose (looked in toy.h)"},
		{"function with two rows", "int toy_take(int n);\n", op + "fn toy_take : take(n)\nfn toy_take : take(1)\n",
			"api/toy.tbl:9: toy_take: toy_take already has the row at line 8"},
		{"type without a function", "int toy_int_take(int n);\n", "type int I32 int\ntype long I64 long\nlist all int long\n" + op +
			"fn toy_{T}_take @all : take(n)\n", "toy_{T}_take: no header of toy declares toy_long_take"},
		{"wrong number of arguments", "int toy_take(int n);\n", op + "fn toy_take : take(n, 2)\n",
			"api/toy.tbl:8: fn toy_take: op take has 1 arguments, the row gives 2"},
		{"no such op", "int toy_take(int n);\n", op + "fn toy_take : steal(n)\n", `fn toy_take: no op "steal"`},
		{"no such list", "int toy_take(int n);\n", op + "fn toy_{T}_take @all : take(n)\n", `no list "all"`},
		{"no such word", "int toy_take(int n);\n", op + "fn toy_take : take({Mode.Fast})\n", "toy_take: {Mode.Fast}: no such word"},
		{"no such placeholder", "int toy_take(int n);\n", op + "fn toy_take : take({size})\n", "toy_take: {size} has no meaning here"},
		{"answers nothing", "int toy_take(int n);\n", op + "fn toy_take : noop\n", "toy_take: returns int (toy.h:1), but the row has no single result"},
		{"number used twice", "int toy_take(int n);\n", "op 1 give Give ()\n" + op, "op 1 take: line 6 has op 1 give"},
		{"no twin", "int toy_take(int n);\n", "twin p\n" + op + "fn toy_take : take(n)\n", "declared in toy.h:1, but its twin ptoy_take is in no header"},
		{"another twin", "int toy_take(int n);\nint ptoy_take(long n);\n", "twin p\n" + op + "fn toy_take : take(n)\n",
			"toy.h:1 says int toy_take(int n), but toy.h:2 says int ptoy_take(long n)"},
		{"exported twice over", "int toy_take(int n);\nextern int toy_box;\n", op + "fn toy_take : take(n)\nexport toy_box : because\n",
			"api/toy.tbl:9: export toy_box: toy.h:2 declares it, which exports it"},
		{"exported without a reason", "", "export toy_box\n", "export wants NAME : WHY"},
		{"again without a result", "", "op 1 take Take (n:i32) again\n", "op take: an again op has a result that says so"},
		{"types that do not mix", "", "type int I32 int\ntype 8 1\nlist all int 8\n", "list all: int and 8: C types and numbers of bytes do not mix"},
		{"more than a type", "int toy_int_take(int n);\nint toy_long_take(long m);\n", "type int I32 int\ntype long I64 long\nlist all int long\n" + op +
			"fn toy_{T}_take @all : take(1)\n", `api/toy.tbl:11: toy_{T}_take: "int(int n" and "int(long m" differ in more than their type`},
		{"a copy of more than a call", "void toy_take(int n);\nvoid ptoy_take(int n);\n", "twin p\nop 1 take Take (n:cptr) plane\nfamily toys\n" +
			"fn toy_take : take(&n) -> n = 1;\n", "api/toy.tbl:9: toy_take: op take takes the address of a variable"},
		{"unknown directive", "", "colour red\n", `api/toy.tbl:6: unknown directive "colour"`},
		{"not C", "int toy_take(;\n", op, "headers of toy"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := generate(tree(t, c.header, c.table))
			require.ErrorContains(t, err, c.want)
		})
	}
}

// A second API is a table and a header; the generator knows neither.
func TestAnotherAPI(t *testing.T) {
	root := tree(t, `#include <stdint.h>
typedef struct { int colour; double weight; } toy_t;
#define TOY_RED 3
int toy_take(int n, const char *why);
double toy_weigh(double a);
int toy_lose(void);
void toy_drop(int n, int *out);
`, `enum Kind Ball TeddyBear
const Col TOY_
type double F64 double
list real double
op 1 take Take (kind:i32 n:i32 why:cptr) -> left:i32
op 9 weigh Weigh (bits:u64) -> weight:u64
op 10 drop Drop (n:i32) plane
family toys
spec 4.2
fn toy_take : take({Kind.TeddyBear}, n, why) !partial bears only
fn toy_weigh : weigh(ga_bits_of_double(a))
fn toy_lose : unsupported -> return -1;
fn toy_drop : drop(n) -> if (out) *out += n;
`)
	files, err := generate(root)
	require.NoError(t, err)
	require.Contains(t, files["capi/toy/ztoy_frames.h"], "GA_OP_TOY_WEIGH = 1801,")
	require.Contains(t, files["capi/toy/ztoy_frames.h"], "GA_TOY_KIND_TEDDY_BEAR = 1,")
	require.Contains(t, files["capi/toy/ztoy_layout.c"], "_Static_assert(offsetof(toy_t, weight) == 8,")
	require.Contains(t, files["capi/ztoy_dispatch.go"], "pe.Take(fn, f.kind, f.n, f.why)")
	require.Contains(t, files["toy/zenum.go"], "ColRed = 3")
	require.Contains(t, files["python/gasnetgo/ztoy.py"], `"toy_take": (_c.c_int32, (_c.c_int32, _c.c_char_p)),`)
	require.Contains(t, files["docs/api/toy.md"], "4 functions: 2 full, 1 partial, 1 unsupported; they reach 3 operations.")
	require.Contains(t, files["docs/api/toy.md"], "| toy_take | `int toy_take(int n, const char *why)` | partial: bears only | take | 4.2 |")
	require.Contains(t, files["capi/exports.map"], "\ttoy_weigh;\n")

	for name, text := range files {
		write(t, root, name, text)
	}
	write(t, root, "capi/toy/plane.h", "#include <stdbool.h>\nstatic inline bool ga_toy_plane_drop(int n) { return n < 10; }\n")
	copyRuntime(t, root)
	write(t, root, "main.c", `#include <string.h>
#include <toy.h>
#include "toy/ztoy_frames.h"
#include "runtime/zbits.h"
static int dropped;
static void enter(struct ga_head *h)
{
	if (h->op == GA_OP_TOY_DROP) {
		dropped++;
	} else if (h->op == GA_OP_TOY_TAKE) {
		struct ga_toy_take *f = (struct ga_toy_take *)h;
		f->left = f->kind == GA_TOY_KIND_TEDDY_BEAR && h->bytes == sizeof *f && !strcmp(h->fn, "toy_take") && !strcmp(f->why, "fun") ? 100 - f->n : -1;
	} else {
		struct ga_toy_weigh *f = (struct ga_toy_weigh *)h;
		f->weight = ga_bits_of_double(2 * ga_double_of_bits(f->bits));
	}
}
void (*ga_enter)(struct ga_head *) = enter;
int main(void)
{
	int n = 0;
	toy_drop(1, &n); /* the plane's */
	toy_drop(20, &n);
	return !(toy_take(8, "fun") == 92 && toy_weigh(1.25) == 2.5 && toy_lose() == -1 && n == 21 && dropped == 1);
}
`)
	runC(t, root, append(globs(t, root, "capi/toy/z*.c"), filepath.Join(root, "main.c")), "-I"+filepath.Join(root, "include"), "-I"+filepath.Join(root, "capi"))
}

// Methods that answer codes take no name and return no error; a call may have to be made again; a plane answers all results.
func TestCodes(t *testing.T) {
	root := tree(t, `typedef struct { int nid, pid; } toy_id_t;
typedef enum { TOY_SMALL, TOY_LARGE = 7 } toy_size_t;
extern const char *toy_names[];
int toy_take(toy_id_t id, toy_size_t size, int *more);
void toy_drop(void);
`, `codes
include stub.h
op 1 take Take (nid:i32, pid:i32, big:bool) -> rc:i32, more:u64 plane again
op 2 drop Drop ()
family toys
fn toy_take : take(id.nid, id.pid, size == TOY_LARGE) -> toy_more(more, $more); return $rc;
fn toy_drop : drop()
export toy_secret : programs declare it themselves
`)
	files, err := generate(root)
	require.NoError(t, err)
	dispatch := files["capi/ztoy_dispatch.go"]
	require.Contains(t, dispatch, "f.rc, f.more = pe.Take(f.nid, f.pid, f.big != 0)\n\t\treturn nil")
	require.Contains(t, dispatch, "pe.Drop()\n\t\treturn nil")
	require.NotContains(t, dispatch, "frameName")
	require.NotContains(t, files, "toy/zenum.go")
	require.Contains(t, files["capi/exports.map"], "\ttoy_names;\n\ttoy_secret;\n\ttoy_take;\n")
	require.Contains(t, files["docs/api/toy.md"], "| toy_names | `extern const char *toy_names[]` |")
	require.Contains(t, files["docs/api/toy.md"], "| toy_secret | programs declare it themselves |")
	python := files["python/gasnetgo/ztoy.py"]
	require.Contains(t, python, "TOY_LARGE = 7\n")
	require.Contains(t, python, "class toy_id_t(_c.Structure):")
	require.Contains(t, python, `"toy_take": (_c.c_int32, (toy_id_t, _c.c_int32, _c.c_void_p)),`)

	for name, text := range files {
		write(t, root, name, text)
	}
	write(t, root, "capi/toy/stub.h", "static inline void toy_more(int *more, uint64_t n) { *more = (int)n; }\n")
	write(t, root, "capi/toy/plane.h", `static inline bool ga_toy_plane_take(int nid, int pid, bool big, int32_t *rc, uint64_t *more)
{
	*rc = pid, *more = 3;
	return nid == 0 && !big;
}
`)
	copyRuntime(t, root)
	write(t, root, "main.c", `#include <toy.h>
#include "runtime/again.h"
#include "toy/ztoy_frames.h"
static int left = 3;
bool ga_make_again(const struct ga_head *h, int32_t rc) { return h->fn && rc == GA_AGAIN_WAIT; }
static void enter(struct ga_head *h)
{
	struct ga_toy_take *f = (struct ga_toy_take *)h;
	f->rc = f->big && --left > 0 ? GA_AGAIN_WAIT : f->nid + f->pid;
	f->more = 9;
}
void (*ga_enter)(struct ga_head *) = enter;
int main(void)
{
	int more = 0;
	if (toy_take((toy_id_t){0, 5}, TOY_SMALL, &more) != 5 || more != 3)
		return 1;
	if (toy_take((toy_id_t){2, 5}, TOY_LARGE, &more) != 7 || more != 9 || left != 0)
		return 2;
	return 0;
}
`)
	runC(t, root, append(globs(t, root, "capi/toy/z*.c"), filepath.Join(root, "main.c")), "-I"+filepath.Join(root, "include"), "-I"+filepath.Join(root, "capi"))
}

func globs(t *testing.T, root, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, pattern))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// copyRuntime gives a tree the headers that stubs include.
func copyRuntime(t *testing.T, root string) {
	t.Helper()
	for _, name := range []string{"capi/runtime/edge.h", "capi/runtime/again.h"} {
		text, err := os.ReadFile(filepath.Join(project, name))
		require.NoError(t, err)
		write(t, root, name, string(text))
	}
}

// runC builds and runs a C program; it must exit with 0.
func runC(t *testing.T, dir string, sources []string, flags ...string) {
	t.Helper()
	bin := filepath.Join(dir, "prog")
	args := append([]string{"-std=gnu17", "-Wall", "-Wextra", "-Werror", "-o", bin}, append(flags, sources...)...)
	out, err := exec.Command("cc", args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.Command(bin).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

func TestStaleFilesAreNamedAndRewritten(t *testing.T) {
	root := tree(t, "int toy_take(int n);\n", "op 1 take Take (n:i32) -> left:i32\nfamily toys\nfn toy_take : take(n)\n")
	require.ErrorContains(t, run(root, true, io.Discard), "not current: capi/exports.map capi/runtime/zbits.h capi/toy/ztoy_frames.h")
	require.NoError(t, run(root, false, io.Discard))
	require.NoError(t, run(root, true, io.Discard))

	write(t, root, "capi/zold_frames.h", "/* "+marker+" */\n")
	write(t, root, "capi/zmine.h", "/* by hand */\n")
	write(t, root, "docs/api/toy.md", "edited")
	require.ErrorContains(t, run(root, true, io.Discard), "not current: capi/zold_frames.h docs/api/toy.md (go run")
	require.NoError(t, run(root, false, io.Discard))
	require.NoFileExists(t, filepath.Join(root, "capi/zold_frames.h"))
	require.FileExists(t, filepath.Join(root, "capi/zmine.h"))
	require.NoError(t, run(root, true, io.Discard))
}

func TestPythonModulesImportWithoutTheLibrary(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("no python3 here: %v", err)
	}
	const program = `
import ctypes, importlib, pathlib, sys, types
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
modules = [importlib.import_module(f.stem) for f in sorted(pathlib.Path(sys.argv[1]).glob("z*.py"))]
assert len(modules) > 6, modules
for m in modules:
    for c in vars(m).values():
        if isinstance(c, type) and issubclass(c, ctypes.Structure):
            assert c.__doc__.endswith(": %d bytes." % ctypes.sizeof(c)), (m, c, ctypes.sizeof(c))
import zshmem, zjob, zportals
class Library:
    def __getattr__(self, name):
        f = types.SimpleNamespace(); setattr(self, name, f); return f
lib = zportals.bind(zshmem.bind(zjob.bind(Library())))
assert len(lib.shmem_long_put.argtypes) == 4 and lib.shmem_malloc.restype is zshmem._c.c_void_p
assert lib.shmem_double_g.restype is zshmem._c.c_double and zshmem.SHMEM_CMP_NE == 1
assert lib.PtlMDBind.argtypes[1] is zportals.ptl_md_t and zportals._c.sizeof(zportals.ptl_event_t) == 144 and zportals.PTL_EVENT_ACK == 10
`
	out, err := exec.Command(python, "-c", program, filepath.Join(project, "python/gasnetgo")).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestPythonFields: arrays and unions of structs have the size that they have in C.
func TestPythonFields(t *testing.T) {
	root := tree(t, `typedef union { int word; char bytes[12]; } toy_any_t;
typedef struct { toy_any_t any; short pair[2][3]; void *name; long rest[4]; } toy_box_t;
int toy_take(toy_box_t *box, int counts[2], int n);
`, "op 1 take Take (n:i32) -> left:i32\nfamily toys\nfn toy_take : take(n)\n")
	files, err := generate(root)
	require.NoError(t, err)
	require.Contains(t, files["python/gasnetgo/ztoy.py"], `class toy_box_t(_c.Structure):
    """toy_box_t of the headers: 64 bytes."""

    _fields_ = [
        ("any", _c.c_uint32 * 3),
        ("pair", _c.c_int16 * 3 * 2),
        ("name", _c.c_void_p),
        ("rest", _c.c_int64 * 4),
    ]
`)
	require.Contains(t, files["python/gasnetgo/ztoy.py"], `"toy_take": (_c.c_int32, (_c.c_void_p, _c.c_void_p, _c.c_int32)),`)
}

// Every promised function is exported under its name and its twin's, once.
func TestExportsAreTheHeaders(t *testing.T) {
	files, err := generate(project)
	require.NoError(t, err)
	var symbols []string
	for _, line := range strings.Split(files["capi/exports.map"], "\n") {
		if name, ok := strings.CutSuffix(strings.TrimSpace(line), ";"); ok && name != "*" && name != "}" {
			symbols = append(symbols, name)
		}
	}
	require.Subset(t, symbols, []string{"PtlPut", "ptl_err_str", "ptl_event_str", "cnos_get_rank", "PMI_Init", "shmem_long_put", "pshmem_long_put", "my_pe", "start_pes", "pstart_pes", "p_my_pe", "gasnetgo_rank"})
	require.NotContains(t, symbols, "pmy_pe")
	seen := map[string]bool{}
	for _, s := range symbols {
		require.False(t, seen[s], s)
		seen[s] = true
	}
}
