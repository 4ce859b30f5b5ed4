package host_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// opened builds libraries and the program that opens them, for the driver's world or as a process.
func opened(t *testing.T, dir, library string, flags ...string) string {
	t.Helper()
	for _, c := range [][]string{
		{"-shared", "-fPIC", "-o", dir + "/libinner.so", "testdata/opened/inner.c", "-Wl,-soname,libinner.so"},
		{"-shared", "-fPIC", "-o", dir + "/libplugin.so", "testdata/opened/plugin.c", "-L" + dir, "-linner", "-lm", "-Wl,-rpath,$ORIGIN", "-Wl,-soname,libplugin.so"},
		{"-shared", "-fPIC", "-o", dir + "/libmissing.so", "testdata/opened/missing.c", "-Wl,-z,lazy"},
		{"-rdynamic", "-o", dir + "/prog", "testdata/opened/prog.c", "-L" + work, "-l" + library, "-lm", "-Wl,-rpath," + work},
	} {
		text, err := exec.Command("cc", append(append([]string{"-std=gnu17", "-O1", "-g", "-Wall"}, flags...), c...)...).CombinedOutput()
		require.NoError(t, err, "%s", text)
	}
	return dir + "/prog"
}

// TestOpened: libraries that are opened at run time have variables of their own in every rank, and dlopen and its like do as in a process.
func TestOpened(t *testing.T) {
	for _, flags := range []string{"", "-O0", "-mtls-dialect=gnu2", "-Wl,-z,pack-relative-relocs", "-Wl,--hash-style=sysv -Wl,-z,max-page-size=65536"} {
		t.Run(flags, func(t *testing.T) {
			if !compiles(t, strings.Fields(flags)) {
				t.Skip("the compiler does not know these flags")
			}
			dir := t.TempDir()
			native := run(t, nil, opened(t, dir, "native", strings.Fields(flags)...), dir)
			require.Zero(t, native.status, "%v", native)
			program := opened(t, dir, "driver", strings.Fields(flags)...)
			for _, env := range [][]string{nil, {"DRIVER_COMPACT=1"}} {
				r := run(t, env, work+"/simhost", "4", program, dir)
				require.Zero(t, r.status, "%v", r)
				assert.Empty(t, r.err)
				assert.Equal(t, sorted(strings.Repeat(native.out, 4)), sorted(r.out))
			}
		})
	}
	dir := t.TempDir()
	r := on(t, 2, opened(t, dir, "driver"), dir, "call")
	assert.Equal(t, 123, r.status, "%v", r)
	assert.Contains(t, r.err, "a call of a function that no library has, in "+dir+"/libmissing.so: undefined symbol: function_of_no_library")
}

func sorted(text string) []string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return lines
}

// TestOpenedByMany: what a library costs that a thousand ranks open.
func TestOpenedByMany(t *testing.T) {
	dir := t.TempDir()
	program := opened(t, dir, "driver")
	const ranks = 1000
	r := run(t, []string{"DRIVER_STATS=1"}, work+"/simhost", strconv.Itoa(ranks), program, dir)
	require.Zero(t, r.status, "%v", r)
	m := stats.FindStringSubmatch(r.err)
	require.NotNil(t, m, "%v", r)
	t.Log(m[0])
	assert.Equal(t, ranks, len(regexp.MustCompile(`(?m)^opened$`).FindAllString(r.out, -1)))
}
