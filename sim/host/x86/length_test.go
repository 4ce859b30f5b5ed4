package x86_test

import (
	"encoding/hex"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim/host/x86"
)

func TestLength(t *testing.T) {
	for code, want := range map[string]int{
		"0f31": 2, "0f01f9": 3, "660f31": 3,
		"90": 1, "c3": 1, "0f0b": 2, "f30f1efa": 4, // endbr64
		"8b04250f310000":         7, // mov 0x310f, %eax
		"b80f310000":             5,
		"48b80f31000000000000":   10, // movabs
		"66b80f31":               4,
		"488b050f310000":         7, // mov 0x310f(%rip), %rax
		"c784248000000001000000": 11,
		"f6c301":                 3, // test $1, %bl
		"f6d3":                   2, // not %bl
		"f7d8":                   2,
		"f7c001000000":           6,
		"66f7c00100":             5,
		"a10f31000000000000":     9, // movabs 0x310f, %eax
		"67a10f310000":           6,
		"c5f877":                 3, // vzeroupper
		"c5f9700f31":             5, // vpshufd $0x31, (%rdi), %xmm1
		"c4e37d390131":           6, // vextracti128 $0x31, ...
		"c4e2791801":             5, // vbroadcastss (%rcx), %xmm0
		"62f17c48100f":           6, // vmovups (%rdi), %zmm1
		"62f17c48104f31":         7, // with a short displacement
		"62f37d48390131":         7, // vextracti32x4 $0x31, ...
		"8fe97881c1":             5, // vfrczpd, XOP
		"8f00":                   2, // pop (%rax)
		"e80f310000":             5,
		"66e80f310000":           0, // two lengths
		"666648e80f310000":       8, // a call of __tls_get_addr, padded
		"06":                     0, "c4": 0, "0f": 0, "": 0, "b80f31": 0, "62c1": 0,
		"666666666666666666666666666690":   15,
		"66666666666666666666666666666690": 0,
	} {
		b, err := hex.DecodeString(code)
		require.NoError(t, err)
		n, kind := x86.Length(b)
		assert.Equal(t, want, n, code)
		switch code {
		case "0f31", "660f31":
			assert.Equal(t, x86.Rdtsc, kind, code)
		case "0f01f9":
			assert.Equal(t, x86.Rdtscp, kind, code)
		default:
			assert.Equal(t, x86.Other, kind, code)
		}
	}
}

// TestLengthAgainstObjdump: the lengths are those of the disassembler of binutils.
func TestLengthAgainstObjdump(t *testing.T) {
	againstObjdump(t, "intel64", func(t *testing.T, all iter.Seq[instruction]) {
		seen, unknown, wrong := 0, 0, 0
		for i := range all {
			word := strings.Fields(i.text)[0]
			if word == ".byte" || isPrefixAlone(i.text) || i.code[0] == 0x9b { // wait, joined with what follows
				continue
			}
			seen++
			switch n, kind := x86.Length(i.code); {
			case n == 0:
				unknown++
				if unknown < 20 {
					t.Log("unknown: ", i.line)
				}
			case n != len(i.code), (kind == x86.Rdtsc) != (word == "rdtsc"), (kind == x86.Rdtscp) != (word == "rdtscp"):
				if wrong++; wrong < 20 {
					assert.Fail(t, "wrong length or kind", "%d, %v: %s", n, kind, i.line)
				}
			}
		}
		t.Logf("%d instructions, %d of them unknown", seen, unknown)
		require.Positive(t, seen)
		assert.LessOrEqual(t, unknown, seen/10_000)
	})
}

// isPrefixAlone: objdump shows prefixes that do not belong to an instruction as one.
func isPrefixAlone(text string) bool {
	for _, w := range strings.Fields(text) {
		if w != "data16" && w != "addr32" && w != "lock" && w != "rep" && w != "repz" && w != "repnz" && w != "cs" && w != "ds" && w != "es" && w != "fs" && w != "gs" && w != "ss" && !strings.HasPrefix(w, "rex") {
			return false
		}
	}
	return true
}

// TestLengthIsLocal: an instruction's length does not depend on what follows it, and with less than that there is none.
func TestLengthIsLocal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "code")
		n, kind := x86.Length(code)
		if n == 0 {
			return
		}
		require.LessOrEqual(t, n, min(15, len(code)))
		more := append(append([]byte(nil), code[:n]...), rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "more")...)
		again, same := x86.Length(more)
		require.Equal(t, n, again)
		require.Equal(t, kind, same)
		for k := range n {
			cut, _ := x86.Length(code[:k])
			require.Zero(t, cut)
		}
	})
}
