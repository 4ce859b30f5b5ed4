package counter_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/sim/host/counter"
	"gasnetgo/sim/host/x86"
	"gasnetgo/sim/host/x86/x86test"
)

// reads has reads of the counter, and constants that look like them.
const reads = `
#include <x86intrin.h>
unsigned aux;
unsigned constant(void) { return 0x0000310f; }
unsigned long wide(void) { return 0xf9010f310f0f0f31; }
static unsigned table[4000];
__attribute__((noinline)) unsigned far(void) { return *(volatile unsigned *)((char *)table + 0x310f); }
__attribute__((noinline)) unsigned long one(void) { return __rdtsc(); }
__attribute__((noinline)) unsigned long both(unsigned long *p)
{
	unsigned long a = __rdtsc();
	*p += a ^ 0xf9010f;
	return __rdtscp(&aux) - a;
}
#ifdef HIDDEN_CODE
__asm__(".text\n.byte 0x06\nnameless: rdtsc\nret\n");
#endif
int main(void)
{
	unsigned long x = constant() + wide() + far();
	return one() + both(&x) > x;
}
`

func compiled(t testing.TB, flags ...string) string {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("the compiler makes no x86-64 code here")
	}
	out := filepath.Join(t.TempDir(), "reads")
	c := exec.Command("cc", append([]string{"-w", "-o", out, "-x", "c", "-"}, flags...)...)
	c.Stdin = strings.NewReader(reads)
	text, err := c.CombinedOutput()
	require.NoError(t, err, "%s", text)
	return out
}

func in(t testing.TB, path string) counter.Found {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	return counter.In(f)
}

// shown are the reads that objdump shows.
func shown(t *testing.T, path string) (at []uint64) {
	t.Helper()
	if _, err := exec.LookPath("objdump"); err != nil {
		t.Skip("no objdump")
	}
	out, err := exec.Command("objdump", "-d", "-w", path).Output()
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`(?m)^ *([0-9a-f]+):\t[^\t]*\trdtscp?\b`).FindAllStringSubmatch(string(out), -1) {
		n, err := strconv.ParseUint(m[1], 16, 64)
		require.NoError(t, err)
		at = append(at, n)
	}
	return at
}

// TestIn: the reads of a program are found however it is compiled, and nothing else is.
func TestIn(t *testing.T) {
	for _, flags := range []string{"-O0", "-O2 -g", "-O2 -s", "-O2 -fno-asynchronous-unwind-tables", "-O3 -march=x86-64-v3", "-Os -z noseparate-code", "-O2 -shared -fPIC", "-O2 -flto"} {
		t.Run(flags, func(t *testing.T) {
			path := compiled(t, strings.Fields(flags)...)
			found := in(t, path)
			assert.Empty(t, found.Unclear)
			var at []uint64
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			for _, r := range found.Reads {
				at = append(at, r.At)
				code := map[x86.Kind][]byte{x86.Rdtsc: {0x0f, 0x31}, x86.Rdtscp: {0x0f, 0x01, 0xf9}}[r.Kind]
				assert.Equal(t, code, text[r.Offset:r.Offset+uint64(r.Length)])
			}
			assert.GreaterOrEqual(t, len(at), 3)
			assert.Equal(t, shown(t, path), at)
		})
	}
}

// TestInUnclear: code that belongs to no function is reported.
func TestInUnclear(t *testing.T) {
	path := compiled(t, "-O2", "-DHIDDEN_CODE")
	found := in(t, path)
	require.Len(t, found.Unclear, 1)
	require.Contains(t, shown(t, path), found.Unclear[0])
	require.Len(t, found.Reads, 3)
}

// TestInLibraries: the same in libraries of this system. Those of OpenSSL have data between their functions.
func TestInLibraries(t *testing.T) {
	for _, path := range x86test.Libraries() {
		found := in(t, path)
		all := shown(t, path)
		for _, r := range found.Reads {
			assert.Contains(t, all, r.At, path)
		}
		for _, at := range all {
			seen := false
			for _, r := range found.Reads {
				seen = seen || r.At == at
			}
			for _, u := range found.Unclear {
				seen = seen || u == at
			}
			assert.True(t, seen || strings.Contains(path, "libcrypto"), "%s: %#x", path, at)
		}
		t.Logf("%s: %d reads, %d unclear", path, len(found.Reads), len(found.Unclear))
	}
}

// Whatever is in the file, what is found lies in it and looks like a read of the counter.
func FuzzIn(f *testing.F) {
	program, err := os.ReadFile(compiled(f, "-O2"))
	require.NoError(f, err)
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := append([]byte(nil), program...)
		sections := int(binary.LittleEndian.Uint64(b[0x28:]))
		for range 1 + r.IntN(4) {
			at := []int{r.IntN(64), r.IntN(len(b)), sections + r.IntN(len(b)-sections)}[r.IntN(3)] &^ 7
			binary.LittleEndian.PutUint64(b[min(at, len(b)-8):], []uint64{0, 1, 1 << 31, 1<<63 - 1, 1 << 63, 1<<64 - 1, r.Uint64() >> r.IntN(64)}[r.IntN(7)])
		}
		for _, at := range counter.In(bytes.NewReader(b)).Reads {
			require.LessOrEqual(t, at.Offset+uint64(at.Length), uint64(len(b)))
			code := b[at.Offset : at.Offset+uint64(at.Length)]
			require.True(t, bytes.HasSuffix(code, []byte{0x0f, 0x31}) || bytes.HasSuffix(code, []byte{0x0f, 0x01, 0xf9}), "% x", code)
		}
	})
}

func FuzzLength(f *testing.F) {
	f.Add([]byte{0x0f, 0x31})
	f.Add([]byte{0x62, 0xf3, 0x7d, 0x48, 0x39, 0x01, 0x31})
	f.Fuzz(func(t *testing.T, code []byte) {
		n, kind := x86.Length(code)
		require.LessOrEqual(t, n, min(15, len(code)))
		if kind != x86.Other {
			require.GreaterOrEqual(t, n, 2)
		}
	})
}
