package x86_test

import (
	"encoding/hex"
	"iter"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sim/host/x86"
)

func decode(t *testing.T, code string) (x86.Instruction, bool) {
	t.Helper()
	b, err := hex.DecodeString(code)
	require.NoError(t, err)
	return x86.Decode(b)
}

func TestDecode(t *testing.T) {
	for code, want := range map[string]struct {
		load, store bool
		bytes       int
	}{
		"8b07":           {true, false, 4}, // mov (%rdi), %eax
		"488907":         {false, true, 8}, // mov %rax, (%rdi)
		"66894704":       {false, true, 2}, // mov %ax, 4(%rdi)
		"8807":           {false, true, 1}, // mov %al, (%rdi)
		"c60705":         {false, true, 1}, // movb $5, (%rdi)
		"48c70705000000": {false, true, 8}, // movq $5, (%rdi)
		"0fb607":         {true, false, 1}, // movzbl (%rdi), %eax
		"480fbf07":       {true, false, 2}, // movswq (%rdi), %rax
		"833f00":         {true, false, 4}, // cmpl $0, (%rdi)
		"830701":         {true, true, 4},  // addl $1, (%rdi)
		"f0480fc107":     {true, true, 8},  // lock xadd %rax, (%rdi)
		"8707":           {true, true, 4},  // xchg %eax, (%rdi)
		"f0480fb10f":     {true, true, 8},  // lock cmpxchg
		"f0480fc70f":     {true, true, 16}, // lock cmpxchg16b
		"0f1107":         {false, true, 16},
		"f30f1107":       {false, true, 4},
		"c5fe7f07":       {false, true, 32}, // vmovdqu %ymm0, (%rdi)
		"c5fa6f07":       {true, false, 16}, // vmovdqu (%rdi), %xmm0
		"62e1fe28ef07":   {false, false, 0}, // not this prefix
		"62e17f286f07":   {true, false, 32}, // vmovdqu8 (%rdi), %ymm16
		"62e1fe487f4702": {false, true, 64}, // vmovdqu64 %zmm16, 128(%rdi)
		"62f17e4a7f07":   {false, false, 0}, // with a mask
		"0fe707":         {false, true, 8},  // movntq
		"66480fe707":     {false, true, 16}, // movntdq
		"480fc307":       {false, true, 8},  // movnti
		"dd07":           {true, false, 8},  // fldl
		"db3f":           {false, true, 10}, // fstpt
		"f348a5":         {true, true, 8},   // rep movsq
		"f3aa":           {false, true, 1},  // rep stosb
	} {
		i, ok := decode(t, code)
		require.True(t, ok, code)
		assert.Equal(t, want.load, i.Load, code)
		assert.Equal(t, want.store, i.Store, code)
		assert.Equal(t, want.bytes, i.Bytes, code)
	}
	for _, code := range []string{"90", "89c0", "0f0b", "c3", "c5f877", "0fae07", "dd37", "c4e275900417" /* vpgatherdd */} {
		_, ok := decode(t, code)
		assert.False(t, ok, code)
	}
	for code, want := range map[string]string{
		"8b07":               "8b042500100040",
		"43890c8d00000000":   "40890c2500100040", // with an index and a base
		"488b0500000000":     "488b042500100040",
		"c5fe7f07":           "c5fe7f042500100040",
		"c4a17e7f44ba10":     "c4e17e7f042500100040",
		"62a1fe487f44f702":   "62e1fe487f042500100040",
		"43c7448d0805000000": "40c704250010004005000000",
	} {
		i, ok := decode(t, code)
		require.True(t, ok, code)
		assert.Equal(t, want, hex.EncodeToString(i.Redirect(0x40001000)), code)
	}
}

// Prefixes, also those that objdump names since they do nothing: it disassembles tables, too.
const prefixes = `((lock|repn?z?|xacquire|xrelease|bnd|notrack|rex(\.[WRXB]+)?|[c-gs]s|data16|addr32) )*`

var (
	operand = regexp.MustCompile(`\b(BYTE|WORD|DWORD|FWORD|QWORD|TBYTE|OWORD|XMMWORD|YMMWORD|ZMMWORD)( PTR|\b.*\{1to)`)
	sizes   = map[string]int{"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "TBYTE": 10, "OWORD": 16, "XMMWORD": 16, "YMMWORD": 32, "ZMMWORD": 64}
	writes  = regexp.MustCompile(`^` + prefixes + `(mov|vmov|set|f?n?st|vst|pextr|vpextr|vextract|extract|fist|fbst|fnst|pop|vcvtps2ph)`)
	changes = regexp.MustCompile(`^` + prefixes + `(add|sub|adc|sbb|and|or|xor|inc|dec|neg|not|sh|sa|ro|rc|xchg|xadd|cmpxchg|bts|btr|btc)`)
)

// TestDecodeAgainstObjdump: what an instruction does with memory is what the disassembler of binutils says, for all that are known.
func TestDecodeAgainstObjdump(t *testing.T) {
	againstObjdump(t, "intel", func(t *testing.T, all iter.Seq[instruction]) {
		seen, unknown, wrong := 0, 0, 0
		complain := func(i x86.Instruction, line string) {
			if wrong++; wrong < 30 {
				assert.Fail(t, "not what objdump says", "load %v store %v bytes %d: %s", i.Load, i.Store, i.Bytes, line)
			}
		}
		for d := range all {
			i, ok := x86.Decode(d.code)
			m := operand.FindStringSubmatch(d.text)
			if !ok || i.None || i.Flow || m == nil || i.Length != len(d.code) {
				continue
			}
			seen++
			first, _, _ := strings.Cut(d.text, ",")
			into := strings.Contains(first, "PTR")
			load, store := true, false
			switch {
			case into && changes.MatchString(d.text):
				store = true
			case into && writes.MatchString(d.text):
				load, store = false, true
			}
			switch {
			case i.Bytes == 0:
				if unknown++; unknown < 20 {
					t.Log("unknown: ", d.line)
				}
			case i.Bytes != sizes[m[1]], i.String == 0 && (i.Load != load || i.Store != store):
				complain(i, d.line)
			}
		}
		t.Logf("%d accesses to memory, %d of them unknown, %d wrong", seen, unknown, wrong)
		require.Positive(t, seen)
		assert.LessOrEqual(t, unknown, seen/50)
	})
}

// TestRedirectIsAnInstruction: what Redirect returns has the length that it has, and does the same with memory.
func TestRedirectIsAnInstruction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "code")
		i, ok := x86.Decode(code)
		if !ok || i.String != 0 {
			return
		}
		to := i.Redirect(0x12345678)
		if len(to) > 15 { // prefixes that do nothing
			return
		}
		n, _ := x86.Length(to)
		require.Equal(t, len(to), n)
		again, ok := x86.Decode(to)
		require.True(t, ok)
		require.Equal(t, [3]any{i.Load, i.Store, i.Bytes}, [3]any{again.Load, again.Store, again.Bytes})
	})
}

// FuzzDecode: no bytes make the decoder fail.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{0xf3, 0xa4})
	f.Fuzz(func(t *testing.T, code []byte) {
		if i, ok := x86.Decode(code); ok && i.String == 0 {
			i.Redirect(4096)
		}
	})
}
