package host_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The tests run programs in a host of their own: the executable that is shipped, and a library that has this package and, instead of a simulated
// machine, the world of testdata/driver. What a program does in a process of its own is what it must do there.

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

var work = "" // where everything is built; set once, before any test

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "simhost")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	work = dir
	for _, c := range [][]string{
		{"go", "build", "-buildmode=c-shared", "-o", dir + "/libdriver.so", "-ldflags", "-extldflags '-Wl,-soname,libdriver.so'",
			"./testdata/driver"},
		{"cc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIE", "-pie", "-fno-builtin", "-rdynamic", "-o", dir + "/simhost", "exe/simhost.c", "exe/malloc.c", "-L" + dir,
			"-ldriver", "-Wl,-rpath,$ORIGIN"},
		{"cc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", dir + "/libnative.so", "testdata/native.c"},
	} {
		if text, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			fmt.Printf("%s: %v\n%s", strings.Join(c, " "), err, text)
			return 1
		}
	}
	return m.Run()
}

// built returns the program of a source, for the driver's world or as a process.
func built(t testing.TB, source, library string, flags ...string) string {
	t.Helper()
	cc, std := "cc", "-std=gnu17"
	if strings.HasSuffix(source, ".cc") {
		cc, std = "c++", "-std=gnu++17"
		if _, err := exec.LookPath(cc); err != nil {
			t.Skip("no C++ compiler")
		}
	}
	name := strings.TrimSuffix(filepath.Base(source), filepath.Ext(source)) + "-" + library + "-" + strings.Join(flags, "")
	out := filepath.Join(work, strings.NewReplacer("/", "_", " ", "_").Replace(name))
	args := append([]string{std, "-O2", "-g1", "-Wall", "-Wno-unused-result", "-o", out, "testdata/" + source}, flags...)
	args = append(args, "-L"+work, "-l"+library, "-Wl,-rpath,"+work, "-lm")
	compile, _ := builds.LoadOrStore(out, sync.OnceValue(func() string {
		text, err := exec.Command(cc, args...).CombinedOutput()
		if err != nil {
			return fmt.Sprintf("%v\n%s", err, text)
		}
		return ""
	}))
	require.Empty(t, compile.(func() string)())
	return out
}

// builds has what has compiled each program of this run, by its path.
var builds sync.Map

type result struct {
	out, err string
	status   int
}

func run(t *testing.T, env []string, args ...string) result {
	t.Helper()
	c := exec.Command("timeout", append([]string{"-k", "1", "60"}, args...)...)
	c.Env = append(os.Environ(), env...)
	var out, errs strings.Builder
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if err != nil {
		require.IsType(t, &exec.ExitError{}, err)
	}
	r := result{out.String(), errs.String(), c.ProcessState.ExitCode()}
	return r
}

func (r result) String() string { return fmt.Sprintf("status %d\n%s\n%s", r.status, r.out, r.err) }

// on runs a program on n ranks.
func on(t *testing.T, n int, program string, args ...string) result {
	return run(t, []string{"DRIVER_HOST=nid00007"}, append([]string{work + "/simhost", strconv.Itoa(n), program}, args...)...)
}

func TestPrograms(t *testing.T) {
	for source, variants := range map[string][]string{
		"globals.c": {"", "-O0", "-Wl,-z,now -Wl,-z,relro", "-Wl,-z,noseparate-code -Wl,-z,lazy", "-Wl,-z,pack-relative-relocs", "-Wl,--hash-style=sysv",
			"-rdynamic -s", "-Wl,-z,max-page-size=65536", "-fPIC -mno-direct-extern-access"},
		"environs.c": {"", "-fPIC"},
		"stacks.c":   {"", "-O0", "-O3 -fstack-protector-all", "-D_FORTIFY_SOURCE=2"},
		"nested.c":   {"-O0", "-O2"},
		"tls.c":      {"", "-O0 -fPIC", "-fPIC -ftls-model=global-dynamic -Wl,--no-relax"},
		"times.c":    {""},
		"state.c":    {"-rdynamic", "-fPIC -rdynamic -O0 -mno-direct-extern-access"},
		"objects.cc": {"", "-O0", "-static-libgcc -static-libstdc++", "-static-libgcc"},
	} {
		for _, flags := range variants {
			t.Run(source+" "+flags, func(t *testing.T) { onSomeRanks(t, source, strings.Fields(flags)) })
		}
	}
}

func onSomeRanks(t *testing.T, source string, flags []string) {
	if !compiles(t, flags) {
		t.Skip("the compiler does not know these flags")
	}
	program := built(t, source, "driver", flags...)
	for _, n := range []int{1, 2, 7} {
		r := on(t, n, program)
		require.Zero(t, r.status, "%d ranks: %v", n, r)
		assert.Empty(t, r.err)
	}
}

func compiles(t *testing.T, flags []string) bool {
	source := filepath.Join(t.TempDir(), "empty.c")
	require.NoError(t, os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o644))
	return exec.Command("cc", append(flags, "-Werror", "-o", source+".out", source)...).Run() == nil
}

// TestCounter: reads of the time stamp counter are requests, in all that ranks have copies of.
func TestCounter(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("only x86-64's counter is the world's")
	}
	for _, flags := range []string{"-O2", "-O0", "-O3 -s -fno-plt", "-Os -Wl,-z,noseparate-code -fno-asynchronous-unwind-tables"} {
		t.Run(flags, func(t *testing.T) { onSomeRanks(t, "counter.c", append(strings.Fields(flags), "-DSIMULATED")) })
	}
	program := built(t, "counter.c", "driver", "-DSIMULATED")
	r := run(t, []string{"DRIVER_WHERE=1"}, work+"/simhost", "3", program)
	require.Zero(t, r.status, "%v", r)
	assert.Regexp(t, `(?m)^driver: rank 1, rdtsc: < everything\S* .*< registers\S* .*< main`, r.err)
	assert.Regexp(t, `(?m)^driver: rank 2, rdtscp: < main`, r.err)
	assert.Zero(t, run(t, nil, built(t, "counter.c", "native")).status)
}

// TestSlices: turns of limited length let other ranks run, and change nothing.
func TestSlices(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("ranks are not interrupted here")
	}
	for _, flags := range []string{"-O2", "-O0", "-O3 -march=native -ffast-math"} {
		t.Run(flags, func(t *testing.T) {
			if !compiles(t, strings.Fields(flags)) {
				t.Skip("the compiler does not know these flags")
			}
			r := run(t, []string{"DRIVER_SLICE=1"}, work+"/simhost", "3", built(t, "slices.c", "driver", strings.Fields(flags)...))
			require.Zero(t, r.status, "%v", r)
			var slices int
			_, err := fmt.Sscanf(r.err, "driver: slices %d\n", &slices)
			require.NoError(t, err, "%v", r)
			assert.Greater(t, slices, 5)
		})
	}
}

// What is printed by one rank is what a process prints.
func TestAsInAProcess(t *testing.T) {
	signals := map[string]int{"abort": 6, "assert": 6, "raise": 15, "kill": 10, "abort_handled": 6, "throw": 6}
	for _, command := range []string{
		"getopts.c -n 1000 1", "getopts.c -n 1000 2", "getopts.c 17 -n 1000", "state.c", "objects.cc", "objects.cc throw",
		"exits.c return", "exits.c exit", "exits.c negative", "exits.c _exit", "exits.c _Exit", "exits.c quick", "exits.c adds", "exits.c again", "exits.c abort",
		"exits.c assert", "exits.c raise", "exits.c kill", "exits.c handled", "exits.c abort_handled", "exits.c jump", "exits.c blocked",
	} {
		t.Run(command, func(t *testing.T) {
			args := strings.Fields(command)
			native := run(t, nil, append([]string{built(t, args[0], "native", "-rdynamic")}, args[1:]...)...)
			r := on(t, 1, built(t, args[0], "driver", "-rdynamic"), args[1:]...)
			same(t, strings.ReplaceAll(native.out, "-native-", "-driver-"), r.out)
			if signal := signals[args[len(args)-1]]; signal != 0 {
				assert.Equal(t, 128+signal, r.status, "%v", r)
				assert.Contains(t, r.err, strings.ReplaceAll(native.err, "-native-", "-driver-"))
				return
			}
			assert.Equal(t, native.status, r.status, "%v", r)
			same(t, native.err, r.err)
		})
	}
}

// same shows the first difference only.
func same(t *testing.T, want, got string) {
	t.Helper()
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; i < len(w) || i < len(g); i++ {
		if i < len(w) && i < len(g) && w[i] == g[i] {
			continue
		}
		from := max(0, i-8)
		assert.Fail(t, "output differs", "line %d\nwant %q\ngot  %q", i, w[min(from, len(w)):min(i+1, len(w))], g[min(from, len(g)):min(i+1, len(g))])
		return
	}
}

func TestGetoptOfManyRanks(t *testing.T) {
	program := built(t, "getopts.c", "driver")
	all := on(t, 5, program, "-n", "1000", "3")
	require.Zero(t, all.status, "%v", all)
	assert.Greater(t, len(all.out), 100000)
}

func TestCrashes(t *testing.T) {
	program := built(t, "crashes.c", "driver")
	for how, want := range map[string]struct {
		status int
		say    []string
	}{
		"null":     {139, []string{"rank 1: SIGSEGV: no access to address 0x10\n", "in culprit", "(crashes.c:", "in main+"}},
		"divide":   {136, []string{"SIGFPE", "in culprit"}},
		"illegal":  {132, []string{"SIGILL", "in culprit"}},
		"overflow": {139, []string{"SIGSEGV: the stack is full", "in deep"}},
		"frame":    {139, []string{"SIGSEGV: the stack is full", "in frame+"}},
		"nowhere":  {139, []string{"SIGSEGV: no access to address 0x0", "in culprit"}},
		"wild":     {139, []string{"SIGSEGV: an address that no memory can have", "in culprit"}},
		"sort":     {139, []string{"no access to address 0x8", "in compare+", "in qsort", "in culprit", "in main+"}},
		"free":     {134, []string{"SIGABRT", "in culprit", "in main+"}},
		"text":     {139, []string{"SIGSEGV: no access", "in culprit"}},
	} {
		t.Run(how, func(t *testing.T) {
			r := on(t, 3, program, how)
			assert.Equal(t, want.status, r.status, "%v", r)
			for _, s := range want.say {
				assert.Contains(t, r.err, s)
			}
			assert.NotContains(t, r.out, "not reached")
			assert.Equal(t, 1, strings.Count(r.out, "before"), "what the rank had flushed comes out: %v", r)
			assert.NotContains(t, r.out, "unflushed")
		})
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o755))
		return path
	}
	other := func() string { // a program for another machine
		text, err := os.ReadFile(built(t, "refused.c", "driver"))
		require.NoError(t, err)
		text[18], text[19] = 243, 0 // RISC-V
		return file("riscv", string(text))
	}
	// A program, and a library that has something else when the program runs, or is gone.
	without := func(name, then string) string {
		library := func(text string) {
			source := file(name+".c", text)
			out, err := exec.Command("cc", "-shared", "-fPIC", "-o", dir+"/lib"+name+".so", source).CombinedOutput()
			require.NoError(t, err, "%s", out)
		}
		library("int gone(void) { return 1; }\n")
		user := file("user.c", "int gone(void); int main(void) { return gone(); }\n")
		out, err := exec.Command("cc", "-o", dir+"/user"+name, user, "-L"+dir, "-l"+name, "-Wl,-rpath,"+dir).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.NoError(t, os.Remove(dir+"/lib"+name+".so"))
		if then != "" {
			library(then)
		}
		return dir + "/user" + name
	}
	for _, c := range []struct{ program, say string }{
		{built(t, "refused.c", "driver", "-no-pie"), "is not position-independent; compile with -fPIE and link with -pie"},
		{file("script", "#!/bin/sh\n"), "is a script"},
		{file("text", "hello"), "is not a program"},
		{file("empty", ""), "is not a program"},
		{dir + "/nothing", "No such file or directory"},
		{dir, "is not a file"},
		{other(), "is for another machine"},
		{built(t, "allocates.c", "driver", "-rdynamic"), "has a malloc of its own"},
		{without("gone", ""), "needs a library that cannot be loaded: libgone.so"},
		{work + "/libnative.so", "is statically linked"},
		{without("other", "int other(void) { return 1; }\n"), "needs gone, which no library has"},
	} {
		r := on(t, 2, c.program)
		assert.Equal(t, 125, r.status, "%v", r)
		assert.Contains(t, r.err, c.say)
		assert.Equal(t, 1, strings.Count(r.err, "\n"), "one line: %v", r)
	}
	threads := on(t, 1, built(t, "threads.cc", "driver"))
	assert.Equal(t, 123, threads.status, "%v", threads)
	assert.Contains(t, threads.err, "pthread_create: this world has no threads of programs")
	program := built(t, "refused.c", "driver")
	for how, say := range map[string]string{
		"thread": "rank 0: pthread_create: this world has no threads of programs",
		"fork":   "fork: a rank of the simulated world cannot start processes",
		"system": "system: a rank",
		"popen":  "popen: a rank",
		"exec":   "execlp: a rank",
		"alarm":  "alarm: signals by time",
		"timer":  "setitimer: signals by time",
	} {
		r := on(t, 2, program, how)
		assert.Equal(t, 123, r.status, "%s: %v", how, r)
		assert.Contains(t, r.err, say)
	}
	assert.Contains(t, on(t, 2, program, "pause").err, "rank 0 waits in pause forever")
	assert.Equal(t, 77, on(t, 2, program).status)
}

func TestTags(t *testing.T) {
	program := built(t, "tags.c", "driver")
	r := run(t, []string{"DRIVER_TAG=1"}, work+"/simhost", "3", program)
	require.Zero(t, r.status, "%v", r)
	lines := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
	for _, l := range lines {
		assert.Regexp(t, `^\[(\d)\] (rank \d: whole line in pieces \d|last without end \d)$`, l)
	}
	assert.Len(t, lines, 3*6)
	assert.Regexp(t, `(?m)^\[1\] complaint of 1$`, r.err)
	for i := range 3 {
		assert.Equal(t, 6, strings.Count(r.out, fmt.Sprintf("[%d] ", i)))
	}
}

// Libraries beside the program have variables of their own in every rank.
func TestLibrariesOfTheProgram(t *testing.T) {
	t.Run("plain", func(t *testing.T) { broughtLibraries(t, on) })
	if runtime.GOARCH == "amd64" {
		t.Run("gnu2", func(t *testing.T) { broughtLibraries(t, on, "-mtls-dialect=gnu2") })
	}
}

func broughtLibraries(t *testing.T, on func(t *testing.T, n int, program string, args ...string) result, flags ...string) {
	dir := t.TempDir()
	for _, c := range [][]string{
		{"-shared", "-fPIC", "-o", dir + "/libouter.so", "testdata/brought/outer.c", "-Wl,-soname,libouter.so"},
		{"-shared", "-fPIC", "-o", dir + "/libinner.so", "testdata/brought/inner.c", "-L" + dir, "-louter", "-Wl,-soname,libinner.so"},
		{"-shared", "-fPIC", "-o", dir + "/libouter.so", "testdata/brought/outer.c", "-L" + dir, "-linner", "-Wl,-rpath,$ORIGIN",
			"-Wl,-soname,libouter.so"},
		{"-shared", "-fPIC", "-o", dir + "/libinner.so", "testdata/brought/inner.c", "-Wl,-soname,libinner.so"},
		{"-o", dir + "/prog", "testdata/brought/prog.c", "-L" + dir, "-louter", "-linner", "-L" + work, "-ldriver", "-Wl,-rpath,$ORIGIN:" + work},
	} {
		text, err := exec.Command("cc", append(append([]string{"-std=gnu17", "-O1", "-g", "-Wall"}, flags...), c...)...).CombinedOutput()
		require.NoError(t, err, "%s", text)
	}
	r := on(t, 4, dir+"/prog")
	require.Zero(t, r.status, "%v", r)
	assert.Equal(t, 4, strings.Count(r.out, "library down"))
}

var stats = regexp.MustCompile(`ranks (\d+) loaded_us (\d+) ran_us (\d+) resumes (\d+) ns_per_resume (\d+) rss_kb (\d+) maps (\d+)`)

// A rank that never calls the library again is stopped, and the report names where.
func TestStop(t *testing.T) {
	r := run(t, []string{"DRIVER_STOP=1"}, work+"/simhost", "2", built(t, "spins.c", "driver"))
	assert.Equal(t, 128+24, r.status, "%v", r)
	assert.Contains(t, r.err, "rank 1: SIGXCPU")
	assert.Contains(t, r.err, "in spin")
}

// In a deadlock the report names where each rank waits; making it changes nothing.
func TestWhere(t *testing.T) {
	r := on(t, 3, built(t, "stuck.c", "driver", "-O0"))
	assert.Equal(t, 124, r.status, "%v", r)
	assert.Regexp(t, `rank 0: \[.* in world_receive.* in inner.*\(stuck.c:6\).* in outer.* in main.*\(stuck.c:\d+\)\]`, r.err)
	assert.Regexp(t, `rank 1: \[.* in world_barrier.* in main.*\]`, r.err)
	assert.Regexp(t, `rank 2: \[\]`, r.err)
}

// The CPU time of a rank is what its program takes.
func TestMeasured(t *testing.T) {
	r := run(t, []string{"DRIVER_MEASURED=1"}, work+"/simhost", "2", built(t, "works.c", "driver"))
	require.Zero(t, r.status, "%v", r)
	m := regexp.MustCompile(`cpu_ms (\d+)`).FindStringSubmatch(r.err)
	require.NotNil(t, m, "%v", r)
	ms, _ := strconv.Atoi(m[1])
	assert.Greater(t, ms, 5)
}

// OpenMP works with one thread, which is what a rank has.
func TestOpenMP(t *testing.T) {
	if text, err := exec.Command("cc", "-print-file-name=libgomp.so").Output(); err != nil || !strings.Contains(string(text), "/") {
		t.Skip("the compiler has no OpenMP")
	}
	program := built(t, "openmp.c", "driver", "-fopenmp")
	r := run(t, []string{"OMP_NUM_THREADS=1"}, work+"/simhost", "2", program)
	assert.Zero(t, r.status, "%v", r)
	r = run(t, []string{"OMP_NUM_THREADS=3"}, work+"/simhost", "2", program)
	assert.Equal(t, 123, r.status, "%v", r)
	assert.Contains(t, r.err, "no threads of programs")
}

// A thousand ranks of a small program start, run, and take little memory and few mappings each.
func TestManyRanks(t *testing.T) {
	program := built(t, "storm.c", "driver")
	const ranks = 1000
	r := run(t, []string{"DRIVER_STATS=1"}, work+"/simhost", strconv.Itoa(ranks), program, "100")
	require.Zero(t, r.status, "%v", r)
	m := stats.FindStringSubmatch(r.err)
	require.NotNil(t, m, "%v", r)
	t.Log(m[0])
	kb, _ := strconv.Atoi(m[6])
	maps, _ := strconv.Atoi(m[7])
	assert.Less(t, kb, 50000+ranks*100)
	assert.Less(t, maps, 500+ranks*4)
}
