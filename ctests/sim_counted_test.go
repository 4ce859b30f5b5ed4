package ctests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// counting compiles a program by a wrapper with --count.
func counting(t *testing.T, tool, source string, env []string, flags ...string) string {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("--count inserts additions into x86-64 assembly only (docs/adr/0019-counted-instructions.md)")
	}
	to := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(source), filepath.Ext(source)))
	c := exec.Command(filepath.Join(at.build, "bin", "gasnetgo-"+tool), append(append([]string{"--count", "-o", to, source}, flags...), "-lm")...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Empty(t, string(out))
	return to
}

// countedRun runs a program on a simulated machine, with its instructions counted.
func countedRun(t *testing.T, machine string, np int, path string, args []string, flags ...string) outcome {
	t.Helper()
	command := simulated(machine, np)
	command = append(append(command[:len(command)-1:len(command)-1], append([]string{"--compute", "counted"}, flags...)...), "--")
	return job{command: command, args: args, timeout: 60 * time.Second}.run(t, path)
}

// TestSimCountedExact: each turn of a loop takes what the instruction costs that it has.
func TestSimCountedExact(t *testing.T) {
	for _, compiler := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		path := counting(t, "oshcc", "testdata/counted.c", []string{"SHMEM_CC=" + compiler}, "-O2")
		for _, c := range []struct {
			cost, loop string
			turn       int // how many instructions of the class
		}{
			{"branch", "branch", 1}, {"load", "load", 1}, {"store", "store", 1}, {"call", "call", 2}, {"multiply", "multiply", 1}, {"divide", "divide", 1}, {"fp_add", "fp_add", 1}, {"fp_multiply", "fp_multiply", 1},
			{"fp_divide", "fp_divide", 1}, {"function", "function", 1}, {"copy", "copy", 1},
		} {
			flags := []string{"--set", "host.frequency=1GHz", "--set", "host.clock=1ns", "--set", "host.copy=0ns"}
			for _, zero := range []string{"int", "load", "store", "branch", "call", "multiply", "divide", "fp_add", "fp_multiply", "fp_divide", "fp_move", "vector_add", "vector_multiply", "vector_divide", "function"} {
				flags = append(flags, "--set", "cpu."+zero+"=0")
			}
			cost := []string{"--set", "cpu." + c.cost + "=3"}
			if c.cost == "copy" {
				cost = []string{"--set", "host.copy=3ns"}
			}
			o := countedRun(t, "xt3", 1, path, nil, append(flags, cost...)...)
			require.Zero(t, o.status, "%v", o)
			require.Empty(t, o.err)
			require.Contains(t, o.out, fmt.Sprintf("%s %d\n", c.loop, 2000*3*c.turn), "%s, cost of %s", compiler, c.cost)
		}
	}
}

// TestSimCountedPrograms: programs in C, C++ and Fortran compute what they do live, and have the same virtual times in every run, which depend on the machine.
func TestSimCountedPrograms(t *testing.T) {
	times := regexp.MustCompile(`\d+ ns`)
	for _, p := range []struct {
		tool, source, needs string
		flags               []string
	}{
		{"oshcc", "testdata/computes.c", "cc", []string{"-O2"}},
		{"oshcc", "testdata/computes.c", "cc", []string{"-O3", "-g", "-flto"}},
		{"oshc++", "testdata/counts.cc", "c++", []string{"-O2"}},
		{"oshc++", "testdata/counts.cc", "c++", []string{"-O0", "-ffunction-sections", "-Wl,--gc-sections"}},
		{"oshfort", "testdata/counts.f90", "gfortran", []string{"-O2"}},
	} {
		if _, err := exec.LookPath(p.needs); err != nil {
			t.Logf("%s is not installed: %s is left out", p.needs, p.source)
			continue
		}
		path := counting(t, p.tool, p.source, nil, p.flags...)
		first := countedRun(t, "xt3", 2, path, nil)
		require.Zero(t, first.status, "%v", first)
		require.Empty(t, first.err)
		require.Equal(t, first.out, countedRun(t, "xt3", 2, path, nil).out, "%v", p)
		require.Equal(t, first.out, countedRun(t, "xt3", 2, path, nil, "--stats=/dev/null").out, "observed, so that all ranks are coroutines: %v", p)
		require.NotEqual(t, first.out, countedRun(t, "sci", 2, path, nil).out, "%v", p)
		live := job{np: 2}.run(t, path)
		require.Zero(t, live.status, "%v", live)
		lines := func(o outcome) []string { return strings.Split(times.ReplaceAllString(o.out, "ns"), "\n") }
		require.ElementsMatch(t, lines(live), lines(first), "%v", p)
		free := job{command: simulated("xt3", 2), timeout: 60 * time.Second}.run(t, path)
		require.Zero(t, free.status)
		require.NotEqual(t, free.out, first.out, "without the flag computing is free")
	}
}

// TestSimCountedInterrupted: how often ranks that count are interrupted makes no difference to their times.
func TestSimCountedInterrupted(t *testing.T) {
	path := counting(t, "oshcc", "testdata/computes.c", nil, "-O2")
	args := []string{"long", "8"}
	whole := countedRun(t, "xt3", 2, path, args, "--spin", "0")
	require.Zero(t, whole.status, "%v", whole)
	require.Empty(t, whole.err)
	often := countedRun(t, "xt3", 2, path, args, "--spin", "2ms")
	require.Zero(t, often.status, "%v", often)
	require.Contains(t, often.err, "ranks that compute are interrupted from now on (--spin); runs are equal all the same")
	// Ranks that print at the same virtual time do so in either order.
	require.ElementsMatch(t, strings.Split(whole.out, "\n"), strings.Split(often.out, "\n"))
}

// TestSimCountedRefusals: what cannot be counted is refused with the way out, and what is not counted is named.
func TestSimCountedRefusals(t *testing.T) {
	const source = "testdata/computes.c"
	path := counting(t, "oshcc", source, nil, "-O2")
	o := countedRun(t, "ideal", 2, path, nil)
	assert.Equal(t, 2, o.status)
	assert.Contains(t, o.err, "ideal has no section [cpu]")
	assert.Contains(t, o.err, "record=FILE")
	o = countedRun(t, "xt3", 2, path, nil, "--set", "cpu.load=-1")
	assert.NotZero(t, o.status)
	assert.Contains(t, o.err, "cpu.load is -1: a number of cycles")
	o = inside(t, "xt3", 2, source, nil, "--compute", "counted")
	assert.Equal(t, 1, o.status)
	assert.Contains(t, o.err, "oshcc --count")
	o = inside(t, "xt3", 2, source, nil, "--compute", "counted:2")
	assert.Equal(t, 2, o.status)

	dir := t.TempDir()
	part, program := filepath.Join(dir, "part.c"), filepath.Join(dir, "whole.c")
	require.NoError(t, os.WriteFile(part, []byte("int part(int x) { return x + 1; }\n"), 0o644))
	require.NoError(t, os.WriteFile(program, []byte("#include <shmem.h>\nint part(int);\nint main(void) { shmem_init(); int x = part(1); shmem_finalize(); return x != 2; }\n"), 0o644))
	out, err := exec.Command("cc", "-shared", "-fPIC", "-o", filepath.Join(dir, "libpart.so"), part).CombinedOutput()
	require.NoError(t, err, "%s", out)
	path = counting(t, "oshcc", program, nil, "-L"+dir, "-lpart", "-Wl,-rpath,"+dir)
	o = countedRun(t, "xt3", 2, path, nil)
	assert.Zero(t, o.status, "%v", o)
	assert.Contains(t, o.err, "1 of 2 objects of the program do not count their instructions, and computing in them took no virtual time: libpart.so")
	assert.Equal(t, 1, strings.Count(o.err, "\n"))

	// Damage in the table.
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	at := strings.Index(string(text), "GAC1")
	require.Positive(t, at)
	text[at+4] = 0xff
	require.NoError(t, os.WriteFile(path, text, 0o755))
	o = countedRun(t, "xt3", 2, path, nil)
	assert.Equal(t, 1, o.status)
	assert.Contains(t, o.err, "section gasnetgo_count: it ends too early")
}

// TestSimCountedOpened: a library that ranks open while they run is counted, too, and in the compact layout.
func TestSimCountedOpened(t *testing.T) {
	dir := t.TempDir()
	plugin, program := filepath.Join(dir, "plugin.c"), filepath.Join(dir, "opens.c")
	require.NoError(t, os.WriteFile(plugin, []byte("int loops(int n) { volatile int x = 0; for (int i = 0; i < n; i++) x += i; return x; }\n"), 0o644))
	require.NoError(t, os.WriteFile(program, []byte(`#include <dlfcn.h>
#include <shmem.h>
#include <stdio.h>
#include <time.h>
int main(int argc, char **argv)
{
	struct timespec a, b;
	void *lib = dlopen(argv[1], RTLD_NOW);
	int (*loops)(int) = lib ? (int (*)(int))dlsym(lib, "loops") : 0;
	if (!loops) return 1;
	shmem_init();
	clock_gettime(CLOCK_MONOTONIC, &a);
	loops(10000);
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%d %ld\n", shmem_my_pe(), b.tv_nsec - a.tv_nsec);
	shmem_finalize();
	return dlclose(lib);
}
`), 0o644))
	path := counting(t, "oshcc", program, nil)
	library := counting(t, "oshcc", plugin, nil, "-shared", "-fPIC")
	usual := countedRun(t, "xt3", 3, path, []string{library})
	require.Zero(t, usual.status, "%v", usual)
	require.Empty(t, usual.err)
	found := regexp.MustCompile(`(?m)^\d (\d+)$`).FindAllStringSubmatch(usual.out, -1)
	require.Len(t, found, 3, "%v", usual)
	for _, m := range found {
		require.Equal(t, found[0][1], m[1], "ranks do the same")
		require.GreaterOrEqual(t, len(m[1]), 5, "10,000 turns of some cycles at 2.4 GHz take more than 10 us: %s", m[1])
	}
	command := simulated("xt3", 3)
	command = append(command[:len(command)-1:len(command)-1], "--compute", "counted", "--")
	compact := job{command: command, args: []string{library}, env: []string{"GASNETGO_SIM_LAYOUT=compact"}, timeout: 60 * time.Second}.run(t, path)
	require.Zero(t, compact.status, "%v", compact)
	require.Equal(t, usual.out, compact.out)
}

// TestCountFlag: the wrapper takes its flag, and says what it cannot count.
func TestCountFlag(t *testing.T) {
	oshcc := filepath.Join(at.build, "bin", "gasnetgo-oshcc")
	if runtime.GOARCH != "amd64" {
		t.Skip("--count inserts additions into x86-64 assembly only (docs/adr/0019-counted-instructions.md)")
	}
	out, err := exec.Command(oshcc, "--count", "-show", "x.c").CombinedOutput()
	require.NoError(t, err)
	assert.Contains(t, string(out), filepath.Join("libexec", "gasnetgo", "count"))
	assert.NotContains(t, string(out), "--count")
	c := exec.Command(oshcc, "--count", "x.c")
	c.Env = append(os.Environ(), "SHMEM_CC=echo")
	out, err = c.CombinedOutput()
	assert.Error(t, err)
	assert.Contains(t, string(out), "does not take its assembler")
	dir := t.TempDir()
	source := filepath.Join(dir, "intel.c")
	require.NoError(t, os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o644))
	out, err = exec.Command(oshcc, "--count", "-masm=intel", "-c", "-o", filepath.Join(dir, "intel.o"), source).CombinedOutput()
	require.NoError(t, err, "%s", out)
	if len(out) > 0 { // clang has another name for the flag
		assert.Contains(t, string(out), "is not counted: it has instructions in Intel's syntax")
	}
	out, err = exec.Command(filepath.Join(at.build, "libexec", "gasnetgo", "count", "as"), "x.s").CombinedOutput()
	assert.Error(t, err)
	assert.Contains(t, string(out), "is run by compilers")
}
