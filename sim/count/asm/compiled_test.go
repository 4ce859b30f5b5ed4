package asm

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim/count"
)

// compilers are those here whose assembly can be counted.
func compilers(t *testing.T) (list []string) {
	if runtime.GOARCH != "amd64" {
		t.Skip("assembly of x86-64 is counted")
	}
	for _, c := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(c); err == nil {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		t.Skip("no compiler: gcc or clang")
	}
	return list
}

// built compiles a program by way of its assembly, counted or not.
func built(t *testing.T, compiler string, flags []string, counts bool) (path string, r Result) {
	dir := t.TempDir()
	assembly, program := filepath.Join(dir, "ways.s"), filepath.Join(dir, "ways")
	out, err := exec.Command(compiler, append(flags, "-S", "-o", assembly, "testdata/ways.c")...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	if counts {
		text, err := os.ReadFile(assembly)
		require.NoError(t, err)
		r = Count(text)
		require.Empty(t, r.Why)
		require.NoError(t, os.WriteFile(assembly, r.Text, 0o644))
	}
	out, err = exec.Command(compiler, append(flags, "-o", program, assembly, "-lm")...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program, r
}

func output(t *testing.T, program string) string {
	out, err := exec.Command(program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestCompiled: counted programs compute what they did, whatever the compiler does to them, and all entries of their tables lead to additions.
func TestCompiled(t *testing.T) {
	for _, compiler := range compilers(t) {
		for _, flags := range []string{"-O0", "-O1 -g", "-O2", "-O3 -march=x86-64-v3", "-Os", "-O2 -fPIC -fno-plt", "-O2 -ffunction-sections -Wl,--gc-sections", "-O2 -fcf-protection -fstack-protector-all"} {
			name := compiler + " " + flags
			plain, _ := built(t, compiler, strings.Fields(flags), false)
			program, r := built(t, compiler, strings.Fields(flags), true)
			if strings.Contains(flags, "v3") && !strings.Contains(cpuFlags(t), " avx2 ") {
				continue
			}
			require.Equal(t, output(t, plain), output(t, program), name)
			file, err := os.ReadFile(program)
			require.NoError(t, err)
			table, err := count.In(file)
			require.NoError(t, err, name)
			require.Len(t, table.Blocks, r.Blocks+r.Strings, name)
			require.Greater(t, r.Blocks, 40, name)
			t.Logf("%s: %d blocks, %d merged, %d with flags saved, %d strings", name, r.Blocks, r.Merged, r.Saved, r.Strings)
			all := count.Counts{}
			for _, b := range table.Blocks {
				for class, n := range b.Counts {
					all[class] += n
				}
			}
			for _, class := range []count.Class{count.Int, count.Load, count.Store, count.Branch, count.Call, count.Multiply, count.FpAdd, count.FpMultiply, count.FpDivide, count.Function, count.Copy} {
				require.NotZero(t, all[class], "%s: class %d", name, class)
			}
		}
	}
}

func cpuFlags(t *testing.T) string {
	text, err := os.ReadFile("/proc/cpuinfo")
	require.NoError(t, err)
	_, flags, _ := strings.Cut(string(text), "\nflags")
	flags, _, _ = strings.Cut(flags, "\n")
	return flags + " "
}

// TestDamagedTables: a table that has been damaged is refused, or leads to immediates of additions all the same: nothing else of a program is changed.
func TestDamagedTables(t *testing.T) {
	program, _ := built(t, compilers(t)[0], []string{"-O2"}, true)
	file, err := os.ReadFile(program)
	require.NoError(t, err)
	good, err := count.In(file)
	require.NoError(t, err)
	places := map[uint64]bool{}
	for _, b := range good.Blocks {
		places[b.Offset] = true
	}
	magic := bytes.Index(file, []byte{0x47, 0x41, 0x43, 0x31})
	require.Positive(t, magic)
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 3000 {
		bad := bytes.Clone(file)
		bad[magic+r.IntN(400)] ^= 1 << r.IntN(8)
		table, err := count.In(bad)
		if err != nil {
			refused++
			require.Contains(t, err.Error(), "section gasnetgo_count: ")
			continue
		}
		for _, b := range table.Blocks {
			require.True(t, places[b.Offset])
		}
	}
	require.Positive(t, refused)
}
