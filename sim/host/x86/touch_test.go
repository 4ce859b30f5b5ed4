package x86_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/sim/host/x86"
)

// TestTouches: what instructions access, also without an operand that names memory; and which of them a loop may not have that only polls.
func TestTouches(t *testing.T) {
	var r [16]uint64
	for i := range r {
		r[i] = uint64(i+1) << 16
	}
	const rax, rbx, rsp, rbp = 0, 3, 4, 5
	push, pop := x86.Touch{Address: r[rsp] - 8, Bytes: 8, Store: true}, x86.Touch{Address: r[rsp], Bytes: 8, Load: true}
	load := func(at uint64, n int) x86.Touch { return x86.Touch{Address: at, Bytes: n, Load: true} }
	for _, c := range []struct {
		code, what string
		touches    []x86.Touch
	}{
		{"488b05f0000000", "mov 0xf0(%rip), %rax", []x86.Touch{load(0x1000+7+0xf0, 8)}},
		{"3b4308", "cmp 8(%rbx), %eax", []x86.Touch{load(r[rbx]+8, 4)}},
		{"8943fc", "mov %eax, -4(%rbx)", []x86.Touch{{Address: r[rbx] - 4, Bytes: 4, Store: true}}},
		{"8703", "xchg %eax, (%rbx)", []x86.Touch{{Address: r[rbx], Bytes: 4, Load: true, Store: true}}},
		{"c5f96f03", "vmovdqa (%rbx), %xmm0", []x86.Touch{load(r[rbx], 16)}},
		{"55", "push %rbp", []x86.Touch{push}},
		{"6a01", "push $1", []x86.Touch{push}},
		{"5d", "pop %rbp", []x86.Touch{pop}},
		{"c9", "leave", []x86.Touch{load(r[rbp], 8)}},
		{"e800000000", "call", []x86.Touch{push}},
		{"ffd0", "call *%rax", []x86.Touch{push}},
		{"ff10", "call *(%rax)", []x86.Touch{load(r[rax], 8), push}},
		{"ff30", "push (%rax)", []x86.Touch{load(r[rax], 8), push}},
		{"ff20", "jmp *(%rax)", []x86.Touch{load(r[rax], 8)}},
		{"c3", "ret", []x86.Touch{pop}},
		{"f3c3", "rep ret", []x86.Touch{pop}},
	} {
		code, err := hex.DecodeString(c.code)
		require.NoError(t, err)
		touches, ok := x86.Touches(code, &r, 0x1000)
		require.True(t, ok, c.what)
		assert.Equal(t, c.touches, touches, c.what)
	}
	for code, what := range map[string]string{
		"7500": "jne", "eb00": "jmp", "f390": "pause", "ffe0": "jmp *%rax", "488d0403": "lea", "4839c3": "cmp %rax, %rbx", "0faef0": "mfence", "f30f1efa": "endbr64", "90": "nop",
		"c5f877": "vzeroupper", "0f1f440000": "nop 0(%rax)", "66490f6ec0": "movq %r8, %xmm0",
	} {
		bytes, err := hex.DecodeString(code)
		require.NoError(t, err)
		touches, ok := x86.Touches(bytes, &r, 0x1000)
		assert.True(t, ok, what)
		for _, touch := range touches {
			assert.Zero(t, touch.Bytes, what)
		}
	}
	// Of a thread: the stack's guard is one.
	touches, ok := x86.Touches([]byte{0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0}, &r, 0x1000)
	assert.True(t, ok)
	for _, touch := range touches {
		assert.Zero(t, touch.Bytes)
	}
	for code, what := range map[string]string{
		"0f05": "syscall", "cd80": "int", "0f31": "rdtsc", "0f01f9": "rdtscp", "0fa2": "cpuid", "0fc7f0": "rdrand", "f3480fc7f8": "rdpid", "9c": "pushf", "9d": "popf", "e460": "in", "f4": "hlt", "cc": "int3", "0f0b": "ud2",
		"f3a4": "rep movsb", "aa": "stosb", "660ff7c1": "maskmovdqu", "0fae03": "fxsave", "64c70425000000000000000000": "mov to fs:", "c4e2719004c8": "gather", "678b00": "mov (%eax)", "d7": "xlat",
		"48a10000000000000000": "mov from an absolute address", "c8000000": "enter", "0f01d0": "xgetbv", "f3480faed0": "wrfsbase", "c7f800000000": "xbegin", "": "nothing", "48": "half of one",
	} {
		bytes, err := hex.DecodeString(code)
		require.NoError(t, err)
		_, ok := x86.Touches(bytes, &r, 0x1000)
		assert.False(t, ok, what)
	}
}
