package include_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/kept"
)

// language is one way to compile a header.
type language struct{ name, compiler, flag string }

func languages() []language {
	return []language{
		{"C99", "cc", "-std=c99"},
		{"C11", "cc", "-std=c11"},
		{"C17", "cc", "-std=gnu17"},
		{"C++17", "c++", "-std=c++17"},
	}
}

// c11 and cxx are the languages with generic names.
func c11() language { return languages()[1] }
func cxx() language { return languages()[3] }

// need skips the test where the compiler is not installed.
func (l language) need(t *testing.T) {
	t.Helper()
	if _, missing := exec.LookPath(l.compiler); missing != nil {
		t.Skipf("no %s here: %v", l.compiler, missing)
	}
}

func (l language) suffix() string {
	if l.compiler == "c++" {
		return "cpp"
	}
	return "c"
}

// words is the compiler's, with more.
func (l language) words(more ...string) []string {
	return append([]string{l.flag, "-DGASNET_SEQ", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I."}, more...)
}

// compile translates text to an object file and returns its name, the compiler's words and its verdict. Every warning is an error.
func compile(t *testing.T, l language, text string, flags ...string) (object, words string, err error) {
	t.Helper()
	l.need(t)
	source := filepath.Join(t.TempDir(), "x."+l.suffix())
	require.NoError(t, os.WriteFile(source, []byte(text), 0o644))
	object = source + ".o"
	cc := exec.Command(l.compiler, append(l.words("-c", source, "-o", object), flags...)...)
	words, err = unlessKept(t, cc, l.name+strings.Join(flags, " "), source, object, cc.CombinedOutput)
	return object, words, err
}

// unlessKept runs a compiler unless there is an object that it has made of such a source with such flags and these headers before.
func unlessKept(t *testing.T, cc *exec.Cmd, flags, source, object string, run func() ([]byte, error)) (string, error) {
	t.Helper()
	build := os.Getenv("BUILD")
	if build == "" {
		build = "build"
	}
	if !filepath.IsAbs(build) {
		build = filepath.Join("..", build)
	}
	if _, err := os.Stat(filepath.Join(build, ".obj")); err != nil || strings.Contains(flags, "-I") { // nothing is built, or the test has headers of its own
		out, err := run()
		return string(out), err
	}
	folder, err := kept.Open(filepath.Join(build, ".obj", "headers"), ".")
	require.NoError(t, err)
	return folder.Build(cc.Path, []string{flags}, source, object, run)
}

func requireCompiles(t *testing.T, l language, text string, flags ...string) string {
	t.Helper()
	object, words, err := compile(t, l, text, flags...)
	require.NoError(t, err, "%s\n%s", words, text)
	return object
}

func headerFiles(t *testing.T) []string {
	t.Helper()
	var out []string
	require.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".h") {
			out = append(out, path)
		}
		return err
	}))
	require.NotEmpty(t, out)
	return out
}

func TestEveryHeaderCompilesAlone(t *testing.T) {
	for _, l := range languages() {
		t.Run(l.name, func(t *testing.T) {
			l.need(t)
			dir, args := t.TempDir(), l.words("-fsyntax-only")
			var all strings.Builder
			for i, h := range headerFiles(t) { // in one command, which takes half the time
				source := filepath.Join(dir, fmt.Sprintf("%d.%s", i, l.suffix()))
				require.NoError(t, os.WriteFile(source, []byte("#include <"+h+">\n#include <"+h+">\nint ga_not_empty;\n"), 0o644))
				args = append(args, source)
				all.WriteString(h + "\n")
			}
			list, done := filepath.Join(dir, "list"), filepath.Join(dir, "done") // what is kept: that there is no error
			require.NoError(t, os.WriteFile(list, []byte(all.String()), 0o644))
			cc := exec.Command(l.compiler, args...)
			out, err := unlessKept(t, cc, l.name+" alone", list, done, func() ([]byte, error) {
				out, err := cc.CombinedOutput()
				return out, errors.Join(err, os.WriteFile(done, nil, 0o644))
			})
			require.NoError(t, err, "%s", out)
		})
	}
}

func TestAllHeadersTogether(t *testing.T) {
	var text strings.Builder
	for _, h := range headerFiles(t) {
		text.WriteString("#include <" + h + ">\n")
	}
	for _, l := range languages() {
		t.Run(l.name, func(t *testing.T) { requireCompiles(t, l, text.String()) })
	}
}

func TestFunctionsStayVisible(t *testing.T) {
	const text = "#include <pshmem.h>\nvoid pshmem_init(void) {}\nvoid shmem_init(void) {}\n"
	object := requireCompiles(t, c11(), text, "-fvisibility=hidden")
	out, err := exec.Command("readelf", "-sW", object).Output()
	if err != nil {
		t.Skipf("no readelf here: %v", err)
	}
	require.Regexp(t, `GLOBAL DEFAULT .* shmem_init`, string(out))
	require.Regexp(t, `GLOBAL DEFAULT .* pshmem_init`, string(out))
}

// Names without a prefix of their own belong to the program.
func TestProgramsKeepTheirNames(t *testing.T) {
	for _, l := range languages() {
		t.Run(l.name, func(t *testing.T) {
			requireCompiles(t, l, `#include <shmem.h>
int my_pe = 1, num_pes = 2, globalexit = 3, complex = 4;
int use(void);
int use(void) { return my_pe + num_pes + globalexit + complex; }
`)
		})
	}
}

func TestConstantsAreConstant(t *testing.T) {
	for _, l := range languages() {
		t.Run(l.name, func(t *testing.T) {
			requireCompiles(t, l, `#include <shmem.h>
#if SHMEM_MAJOR_VERSION != 1 || SHMEM_MINOR_VERSION != 6 || _SHMEM_MAJOR_VERSION != 1
#error version
#endif
#if !defined(SHMEM_TEAM_NUM_CONTEXTS) || !defined(SHMEM_ALLTOALLS_SYNC_SIZE) || !defined(_SHMEM_CMP_EQ)
#error programs test these
#endif
#if !(SHMEM_THREAD_SINGLE < SHMEM_THREAD_FUNNELED && SHMEM_THREAD_FUNNELED < SHMEM_THREAD_SERIALIZED && SHMEM_THREAD_SERIALIZED < SHMEM_THREAD_MULTIPLE)
#error thread levels ascend
#endif
long pSync[SHMEM_SYNC_SIZE] = {SHMEM_SYNC_VALUE}, old[_SHMEM_BCAST_SYNC_SIZE] = {_SHMEM_SYNC_VALUE};
double pWrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
char name[SHMEM_MAX_NAME_LEN] = SHMEM_VENDOR_STRING;
shmem_ctx_t contexts[] = {SHMEM_CTX_DEFAULT, SHMEM_CTX_INVALID};
shmem_team_t teams[] = {SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED, SHMEM_TEAM_INVALID};
int which(int cmp);
int which(int cmp)
{
  if (contexts[0] == SHMEM_CTX_INVALID || teams[0] == SHMEM_TEAM_INVALID)
    return -1;
  switch (cmp) {
  case SHMEM_CMP_EQ: case SHMEM_CMP_NE: case SHMEM_CMP_GT: case SHMEM_CMP_GE: case SHMEM_CMP_LT: case SHMEM_CMP_LE: return 1;
  }
  return 0;
}
`)
		})
	}
}

// Programs that use GASNet often name what gasnet.h and gasnet_tools.h include elsewhere.
func TestGASNetBringsTheCLibrary(t *testing.T) {
	const use = `
int use(char *const *argv);
int use(char *const *argv)
{
  struct timeval t = {0, 0};
  return gettimeofday(&t, NULL) + errno + sched_yield() + (strlen(argv[0]) > INT_MAX) + (getenv("HOME") != NULL) + (time(NULL) == 0) +
         printf("%d\n", (int)getpid()) + STDOUT_FILENO;
}
`
	for _, l := range languages() {
		for _, h := range []string{"gasnet.h", "gasnet_tools.h"} {
			t.Run(l.name+"/"+h, func(t *testing.T) { requireCompiles(t, l, "#include <"+h+">\n"+use, "-D_DEFAULT_SOURCE") })
		}
	}
}

// Tools alone, SEQ by -DGASNET_SEQ undone: how programs say whether there are threads.
func TestToolsAreToldOfThreads(t *testing.T) {
	for _, c := range []struct{ defines, model, is string }{
		{"", "SEQ", "GASNETT_THREAD_SINGLE"},
		{"#define _REENTRANT\n", "PAR", "GASNETT_THREAD_SAFE"},
		{"#define GASNETT_THREAD_SAFE\n", "PAR", "GASNETT_THREAD_SAFE"},
		{"#define _REENTRANT\n#define GASNETT_THREAD_SINGLE\n", "SEQ", "GASNETT_THREAD_SINGLE"},
		{"#define GASNETT_LITE_MODE\n", "LITE", "GASNETT_LITE_MODE"},
	} {
		for _, l := range languages() {
			t.Run(l.name+"/"+c.defines, func(t *testing.T) {
				requireCompiles(t, l, "#undef GASNET_SEQ\n"+c.defines+`#include <gasnet_tools.h>
#if !`+c.is+`
#error `+c.is+`
#endif
char same[sizeof _STRINGIFY(GASNETT_THREAD_MODEL) == sizeof "`+c.model+`" ? 1 : -1];
int falls(int x);
int falls(int x)
{
  switch (x) {
  case 0:
    x++;
    GASNETT_FALLTHROUGH
  case 1:
    return x;
  default:
    gasnett_unreachable();
  }
}
`)
			})
		}
	}
	_, words, err := compile(t, c11(), "#undef GASNET_SEQ\n#define GASNETT_THREAD_SAFE\n#define GASNETT_THREAD_SINGLE\n#include <gasnet_tools.h>\n")
	require.Error(t, err)
	require.Contains(t, words, "contradicts")
}

// Programs are compiled with more warnings than -Wall.
func TestGASNetWithoutWarnings(t *testing.T) {
	const text = "#include <gasnet.h>\n#include <gasnet_coll.h>\n#include <gasnet_vis.h>\n#include <gasnet_handler.h>\n#include <gasnet_tools.h>\n"
	requireCompiles(t, c11(), text, "-Wshadow", "-Wstrict-prototypes", "-Wold-style-definition", "-Wundef", "-Wmissing-prototypes", "-Wcast-align")
	requireCompiles(t, cxx(), text, "-Wshadow", "-Wundef", "-Wmissing-declarations")
}

// TestDirect: puts and gets without a call are quiet in every language, with and without optimisation, and in two files of one program.
func TestDirect(t *testing.T) {
	const text = "#define GASNETGO_DIRECT\n#include <shmem.h>\n#include <gasnet.h>\nlong at;\nvoid f(void);\n" +
		"void f(void) { shmem_long_p(&at, 1, 0); shmem_putmem(&at, &at, sizeof at, 0); gasnet_put(0, &at, &at, 8); }\n"
	for _, l := range languages() {
		for _, level := range []string{"-O0", "-O2"} {
			requireCompiles(t, l, text, level, "-Wshadow", "-Wundef", "-Wmissing-declarations", "-Wcast-align")
		}
	}
}
