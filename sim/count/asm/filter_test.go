package asm

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim/count"
)

const head = "\t.file\t\"x.c\"\n\t.text\n"

// marked is a counted assembly with a line "+" or "+saved" in place of each addition, and with nothing behind the code.
func marked(t *testing.T, code string) string {
	r := Count([]byte(head + code))
	require.Empty(t, r.Why)
	text, _, _ := strings.Cut(string(r.Text), "\t.hidden")
	text = strings.ReplaceAll(text, "\tleaq\t-128(%rsp), %rsp\n\tpushfq\n"+addition, "+saved\n")
	text = strings.ReplaceAll(text, "\tpopfq\n\tleaq\t128(%rsp), %rsp\n", "")
	text = strings.ReplaceAll(text, addition, "+\n")
	text = regexp.MustCompile(`(?m)^(\.Lgasnetgo.*|\t\.reloc.*)\n`).ReplaceAllString(text, "")
	return strings.TrimPrefix(text, head)
}

// TestPlaces: each block has an addition where no flag is in use.
func TestPlaces(t *testing.T) {
	for name, code := range map[string]struct{ code, want string }{
		"a function and a loop": {
			"f:\n\txorl\t%eax, %eax\n.L3:\n\taddl\t%edi, %eax\n\tjne\t.L3\n\tret\n",
			"f:\n+\n\txorl\t%eax, %eax\n.L3:\n+\n\taddl\t%edi, %eax\n\tjne\t.L3\n+\n\tret\n",
		},
		"a label that nothing refers to": {
			"f:\n\tnop\n\tmovl\t$1, %eax\n.LVL1:\n\tret\n",
			"f:\n+\n\tnop\n\tmovl\t$1, %eax\n.LVL1:\n\tret\n",
		},
		"two jumps after one comparison": {
			"f:\n\tcmpl\t$1, %edi\n\tjg\t.L1\n\tje\t.L2\n\tret\n.L1:\n\tnop\n.L2:\n\tret\n",
			"f:\n+\n\tcmpl\t$1, %edi\n\tjg\t.L1\n\tje\t.L2\n+\n\tret\n.L1:\n\tnop\n.L2:\n+\n\tret\n",
		},
		"flags in use at a label": {
			"f:\n\tcmpl\t$1, %edi\n\tjg\t.L1\n\tcmpl\t$2, %edi\n.L1:\n\tsete\t%al\n\tret\n",
			"f:\n+\n\tcmpl\t$1, %edi\n\tjg\t.L1\n+\n\tcmpl\t$2, %edi\n.L1:\n\tsete\t%al\n+\n\tret\n",
		},
		"and to the block's end": {
			"f:\n\tcmpl\t$1, %edi\n\tjg\t.L1\n\tcmpl\t$2, %edi\n.L1:\n\tsete\t%al\n\tjg\t.L2\n\tret\n.L2:\n\tret\n",
			"f:\n+\n\tcmpl\t$1, %edi\n\tjg\t.L1\n+\n\tcmpl\t$2, %edi\n.L1:\n+saved\n\tsete\t%al\n\tjg\t.L2\n+\n\tret\n.L2:\n+\n\tret\n",
		},
		"the carry beside a decrement": {
			"f:\n.L1:\n\tdecl\t%edi\n\tadcl\t%eax, %eax\n\tjne\t.L1\n\tret\n",
			"f:\n.L1:\n+saved\n\tdecl\t%edi\n\tadcl\t%eax, %eax\n\tjne\t.L1\n+\n\tret\n",
		},
		"behind a call": {
			"f:\n\tpushq\t%rbx\n\tcall\tg@PLT\n\tpopq\t%rbx\n\tret\n",
			"f:\n+\n\tpushq\t%rbx\n\tcall\tg@PLT\n+\n\tpopq\t%rbx\n\tret\n",
		},
		"behind the mark of an entry": {
			"f:\n\tendbr64\n\tret\n",
			"f:\n\tendbr64\n+\n\tret\n",
		},
		"nothing inside of a sequence for thread-local variables": {
			"f:\n\tcall\tg\n\t.byte\t0x66\n\tleaq\tx@tlsgd(%rip), %rdi\n\t.value\t0x6666\n\trex64\n\tcall\t__tls_get_addr@PLT\n\tret\n",
			"f:\n+\n\tcall\tg\n\t.byte\t0x66\n\tleaq\tx@tlsgd(%rip), %rdi\n\t.value\t0x6666\n\trex64\n\tcall\t__tls_get_addr@PLT\n+\n\tret\n",
		},
		"nor in a programmer's assembly": {
			"f:\n#APP\n# 3 \"x.c\" 1\n1:\tlock; decl (%rdi)\n\tjne 1b\n\tnop\n# 0 \"\" 2\n#NO_APP\n\tret\n",
			"f:\n#APP\n# 3 \"x.c\" 1\n+\n1:\tlock; decl (%rdi)\n\tjne 1b\n\tnop\n# 0 \"\" 2\n#NO_APP\n+\n\tret\n",
		},
		"a table of jumps in other sections": {
			"f:\n\tjmp\t*%rax\n\t.section\t.rodata\n.L4:\n\t.long\t.L5-.L4\n\t.text\n\tnop\n.L5:\n\tret\n\t.section .text.unlikely,\"ax\",@progbits\n.L6:\n\tjmp\t.L5\n",
			"f:\n+\n\tjmp\t*%rax\n\t.section\t.rodata\n.L4:\n\t.long\t.L5-.L4\n\t.text\n\tnop\n.L5:\n+\n\tret\n\t.section .text.unlikely,\"ax\",@progbits\n.L6:\n+\n\tjmp\t.L5\n",
		},
		"data in code": {
			"f:\n\tret\n.L4:\n\t.quad\t.L5\n.L5:\n\tleaq\t.L4(%rip), %rax\n\tret\n",
			"f:\n+\n\tret\n.L4:\n\t.quad\t.L5\n.L5:\n+\n\tleaq\t.L4(%rip), %rax\n\tret\n",
		},
	} {
		require.Equal(t, code.want, marked(t, code.code), name)
	}
}

// TestStrings: what is copied is counted by a register, and r11 and the flags are free before a call only.
func TestStrings(t *testing.T) {
	r := Count([]byte(head + "f:\n\trep stosq\n\tcall\tmemcpy@PLT\n\tjmp\t*memset@GOTPCREL(%rip)\n"))
	text := string(r.Text)
	require.Equal(t, 3, r.Strings)
	require.Contains(t, text, "\tpushfq\n\tpushq\t%r11\n\timulq\t$16777216, %rcx, %r11\n")
	require.Contains(t, text, "\tpopq\t%r11\n\tpopfq\n\tleaq\t128(%rsp), %rsp\n\trep stosq\n")
	require.Contains(t, text, "\timulq\t$16777216, %rdx, %r11\n.Lgasnetgo1_3:\n\taddq\t%r11, __gasnetgo_count(%rip)\n\tcall\tmemcpy@PLT\n")
	require.Equal(t, 2, strings.Count(text, "%rdx, %r11"))
	require.Contains(t, text, ".byte\t0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,8\n", "8 bytes a turn")
}

// TestTables: each group of sections has a table of its own, which goes with it, and counts beyond 255 have several entries.
func TestTables(t *testing.T) {
	code := "f:\n" + strings.Repeat("\taddl\t$1, %eax\n", 600) + "\tret\n\t.section\t.text._Z1gv,\"axG\",@progbits,_Z1gv,comdat\n_Z1gv:\n\tret\n"
	text := string(Count([]byte(head + code)).Text)
	require.Contains(t, text, "\t.section\tgasnetgo_count,\"a\",@progbits\n\t.p2align\t2\n.Lgasnetgo_table0:\n\t.long\t0x31434147, 3, __gasnetgo_count-.\n")
	require.Contains(t, text, "\t.section\tgasnetgo_count,\"aG\",@progbits,_Z1gv,comdat\n\t.p2align\t2\n.Lgasnetgo_table1:\n\t.long\t0x31434147, 1, __gasnetgo_count-.\n")
	require.Contains(t, text, ".byte\t255,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0\n")
	require.Contains(t, text, ".byte\t90,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n")
	require.Contains(t, text, "\t.hidden\t__gasnetgo_count\n\t.comm\t__gasnetgo_count,8,8\n")
	require.Equal(t, 2, strings.Count(text, ".reloc"))
}

// TestNotCounted: what no compiler has written, or not in this syntax, stays as it is.
func TestNotCounted(t *testing.T) {
	for text, why := range map[string]string{
		"f:\n\tret\n":                                    notCompiled,
		"\t.file\t\"x.S\"\nf:\n\tret\n":                  notCompiled,
		head + "\t.intel_syntax noprefix\n\tret\n":       intelSyntax,
		string(Count([]byte(head + "f:\n\tret\n")).Text): counted,
		"": notCompiled,
	} {
		r := Count([]byte(text))
		require.Equal(t, why, r.Why)
		require.Equal(t, text, string(r.Text))
	}
}

// TestClassify: which classes instructions have.
func TestClassify(t *testing.T) {
	const (
		i, l, s, b, c     = count.Int, count.Load, count.Store, count.Branch, count.Call
		add, mul, div, mv = count.FpAdd, count.FpMultiply, count.FpDivide, count.FpMove
		va, vm, vd        = count.VectorAdd, count.VectorMultiply, count.VectorDivide
	)
	for text, want := range map[string][]count.Class{
		"movl %eax, %ebx": {i}, "movl (%rax), %ebx": {l}, "movl %ebx, x(%rip)": {s}, "movl $1, 8(%rsp)": {s}, "movslq %ebx, %rdx": {i},
		"addl %eax, %ebx": {i}, "addl (%rax,%rbx,4), %ebx": {i, l}, "addl $1, x(%rip)": {i, l, s}, "cmpl $3, (%rax)": {i, l}, "incl (%rax)": {i, l, s},
		"leaq 8(%rax), %rbx": {i}, "pushq %rbx": {s}, "popq %rbx": {l}, "leave": {l, i}, "movq %fs:40, %rax": {l}, "movq x@GOTPCREL(%rip), %rax": {l},
		"lock cmpxchgl %eax, (%rdx)": {i, l, s}, "rep ret": {c}, "nop": {}, "nopw 0(%rax,%rax,1)": {}, "endbr64": {}, "cltq": {i}, "sete %al": {i}, "setne (%rax)": {s},
		"jmp .L3": {b}, "jne .L3": {b}, "jmp *%rax": {b}, "jmp *.L4(,%rax,8)": {b, l}, "call f@PLT": {c}, "call sin@PLT": {c, count.Function}, "call powf": {c, count.Function},
		"call floor@PLT": {c}, "call *pow@GOTPCREL(%rip)": {c, count.Function}, "call *8(%rax)": {c}, "call cos@PLT": {c, count.Function}, "call cexp": {c, count.Function},
		"imull %eax, %ebx": {count.Multiply}, "imulq $3, (%rax), %rbx": {count.Multiply, l}, "mulq %rcx": {count.Multiply}, "idivl %ecx": {count.Divide}, "divq (%rax)": {count.Divide, l},
		"movsd (%rax), %xmm0": {l}, "movsd %xmm0, (%rax)": {s}, "movapd %xmm0, %xmm1": {mv}, "addsd %xmm0, %xmm1": {add}, "addsd (%rax), %xmm1": {add, l}, "mulss %xmm0, %xmm1": {mul},
		"divsd 8(%rax), %xmm1": {div, l}, "sqrtsd %xmm0, %xmm0": {div}, "comisd %xmm0, %xmm1": {add}, "cvtsi2sdl %eax, %xmm0": {mv}, "cvtsi2sdl (%rax), %xmm0": {mv, l}, "pxor %xmm0, %xmm0": {mv},
		"addpd %xmm0, %xmm1": {va}, "mulpd (%rax), %xmm1": {vm, l}, "divps %xmm0, %xmm1": {vd}, "vaddpd %ymm0, %ymm1, %ymm2": {va, va}, "vmovupd (%rax), %ymm0": {l, l}, "vmovupd %zmm0, (%rax)": {s, s, s, s},
		"vfmadd231sd %xmm0, %xmm1, %xmm2": {mul, add}, "vfmadd213pd (%rax), %ymm1, %ymm2": {vm, vm, va, va, l, l}, "paddd %xmm0, %xmm1": {mv}, "pmuludq %xmm0, %xmm1": {vm}, "unpcklpd %xmm0, %xmm1": {mv},
		"movd %xmm0, %eax": {mv}, "vzeroupper": {}, "movhpd (%rax), %xmm0": {l}, "cvttsd2si %xmm0, %eax": {mv}, "cvtdq2pd %xmm0, %xmm1": {mv},
		"fldt 16(%rsp)": {l}, "fstpl (%rax)": {s}, "fadd %st(1), %st": {add}, "fmulp %st, %st(1)": {mul}, "fdivl (%rax)": {div, l}, "fsin": {count.Function}, "fxch %st(1)": {mv}, "fucomip %st(1), %st": {add},
		"movsq": {l, s}, "stosb": {s}, "data16 leaq x@tlsgd(%rip), %rdi": {i},
	} {
		in := statements(text)[0].instruction
		var got, expected count.Counts
		classify(&in, &got)
		for _, class := range want {
			expected[class]++
		}
		require.Equal(t, expected, got, text)
	}
}

// TestEffect: which flags instructions read and write. What is not known reads all.
func TestEffect(t *testing.T) {
	for text, want := range map[string][2]flags{
		"addl %eax, %ebx": {0, all}, "movl %eax, %ebx": {0, 0}, "leaq 1(%rax), %rax": {0, 0}, "incl %eax": {0, others}, "adcl %eax, %ebx": {carry, all}, "sbbl %eax, %eax": {carry, all},
		"jne .L1": {others, 0}, "jb .L1": {carry, 0}, "ja .L1": {all, 0}, "jg .L1": {others, 0}, "jmp .L1": {0, 0}, "seta %al": {all, 0}, "setl %al": {others, 0}, "cmovael %eax, %ebx": {carry, 0},
		"cmovl %eax, %ebx": {others, 0}, "cmovll %eax, %ebx": {others, 0}, "cmovbe %eax, %ebx": {all, 0}, "cmovnel %eax, %ebx": {others, 0},
		"shll $3, %eax": {0, all}, "shll %cl, %eax": {0, 0}, "shll %eax": {0, all}, "roll $3, %eax": {0, 0}, "btl %eax, %ebx": {0, carry}, "comisd %xmm0, %xmm1": {0, all}, "vucomiss %xmm0, %xmm1": {0, all},
		"ptest %xmm0, %xmm1": {0, all}, "vptestmd %zmm0, %zmm1, %k1": {0, 0}, "kortestw %k0, %k0": {0, all}, "addsd %xmm0, %xmm1": {0, 0}, "call f": {0, all}, "ret": {0, all}, "rep stosq": {0, 0}, "repz cmpsb": {0, 0},
		"lock addl $1, (%rax)": {0, all}, "pushfq": {all, 0}, "popfq": {0, all}, "fld1": {0, 0}, "fcomi %st(1), %st": {0, all}, "fcmovb %st(1), %st": {all, 0}, "zork %eax": {all, 0}, "sarxl %eax, %ebx, %ecx": {0, 0},
	} {
		in := statements(text)[0].instruction
		reads, writes := effect(&in)
		require.Equal(t, want, [2]flags{reads, writes}, text)
	}
}

var insertion = regexp.MustCompile(`^(\.Lgasnetgo\d+_\d+:|\t\.reloc\t\., R_X86_64_NONE, \.Lgasnetgo_table\d+|\taddq\t\$16777216, __gasnetgo_count\(%rip\)|\timulq\t\$16777216, %r[cd]x, %r11|\taddq\t%r11, __gasnetgo_count\(%rip\)|\tleaq\t-?128\(%rsp\), %rsp|\tp(ush|op)fq|\tp(ush|op)q\t%r11)$`)

// FuzzCount: whatever the text is, all its lines stay, in order, and each entry of a table has its label once.
func FuzzCount(f *testing.F) {
	f.Add(head + "f:\n\tcmpl $1, %eax\n\tjg .L1\n\trep movsb\n.L1:\n\tsete %al\n\tjmp *%rax\n\t.quad .L1\n#APP\n\tint3; nop\n#NO_APP\n\tcall memcpy\n")
	f.Add(head + "\t.section a,\"axMG\",@progbits,1,g,comdat\n\"x y\": ; .L:\n\t.pushsection .b\n\t.popsection\n\t.popsection\n\tlock\n\tj \n,\n(\n")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(text, "gasnetgo", "")
		if strings.Contains(text, "fq") || strings.Contains(text, "128") || strings.Contains(text, "%r11") { // could be taken for an insertion
			return
		}
		r := Count([]byte(text))
		if r.Why != "" {
			require.Equal(t, text, string(r.Text))
			return
		}
		out, table, _ := strings.Cut(string(r.Text), "\t.hidden\t__gasnetgo_count\n")
		var kept []string
		for _, line := range strings.Split(out, "\n") {
			if !insertion.MatchString(line) {
				kept = append(kept, line)
			}
		}
		require.Equal(t, text, strings.Join(kept, "\n"))
		for _, m := range regexp.MustCompile(`\.long\t(\.Lgasnetgo\d+_\d+)-4-\.`).FindAllStringSubmatch(table, -1) {
			require.Equal(t, 1, strings.Count(out, "\n"+m[1]+":\n"), m[1])
		}
	})
}
