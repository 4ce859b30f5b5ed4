/* Single instructions in watched memory do what they do in other memory: registers, flags and bytes are the same. */
#include <string.h>

#include "check.h"
#include "world.h"

enum { BYTES = 8192, SHOWN = 128 };

static unsigned char *map, *local;

/* What an instruction begins with, and what it leaves. */
static struct state {
	unsigned long rax, rdx, r8, flags;
	unsigned char xmm[64], left[SHOWN];
} both[2];

typedef void runs(unsigned char *p, struct state *s);

static void compare(const char *code, runs *run)
{
	for (int which = 0; which < 2; which++) {
		unsigned char *p = (which ? map : local) + 1024, begin[SHOWN];

		for (int i = 0; i < SHOWN; i++)
			begin[i] = (unsigned char)(i * 37 + 11);
		memcpy(p, begin, SHOWN);
		memset(&both[which], 0x31, sizeof both[which]);
		both[which].rdx = 7;
		run(p, &both[which]);
		memcpy(both[which].left, p, SHOWN);
	}
	if (memcmp(&both[0], &both[1], sizeof both[0]) != 0)
		fprintf(stderr, "%s: flags %lx, with a map %lx; rax %lx, %lx; rdx %lx, %lx; vector %d, memory %d\n", code, both[0].flags,
		        both[1].flags, both[0].rax, both[1].rax, both[0].rdx, both[1].rdx, memcmp(both[0].xmm, both[1].xmm, 64),
		        memcmp(both[0].left, both[1].left, SHOWN));
	CHECK(memcmp(&both[0], &both[1], sizeof both[0]) == 0);
}

/* rdi and rsi are the memory and the state. */
#define SAME(name, code)                                                                                                                            \
	__asm__(".text\n" #name ":\n\tpushq %rbx\n\tpushq %rsi\n\tmovq (%rsi), %rax\n\tmovq 8(%rsi), %rdx\n\tmovdqu 32(%rsi), %xmm0\n\t"            \
	        "movdqu 40(%rsi), %xmm1\n\txorl %ecx, %ecx\n\tmovq %rdi, %r9\n\t" code                                                              \
	        "\n\tpushfq\n\tpopq %r10\n\tpopq %rsi\n\tmovq %rax, (%rsi)\n\tmovq %rdx, 8(%rsi)\n\tmovq %rcx, 16(%rsi)\n\tmovq %r10, 24(%rsi)\n\t" \
	        "movdqu %xmm0, 32(%rsi)\n\tpopq %rbx\n\tret\n");                                                                                    \
	extern runs name;

#define ALL(X)                                                                                                                                   \
	X(i1, "movl %eax, (%rdi)")                                                                                                               \
	X(i2, "movb %dh, 1(%rdi)")                                                                                                               \
	X(i3, "movzwl 3(%rdi), %eax")                                                                                                            \
	X(i4, "movsbq 3(%rdi), %rax")                                                                                                            \
	X(i5, "addl %eax, 4(%rdi)")                                                                                                              \
	X(i6, "adcq 8(%rdi), %rax")                                                                                                              \
	X(i7, "cmpq %rax, 8(%rdi)")                                                                                                              \
	X(i8, "testb $0x80, 5(%rdi)")                                                                                                            \
	X(i9, "incb 7(%rdi)")                                                                                                                    \
	X(i10, "notq 9(%rdi)")                                                                                                                   \
	X(i11, "negw 9(%rdi)")                                                                                                                   \
	X(i12, "lock; decl 12(%rdi)")                                                                                                            \
	X(i13, "shll $3, 12(%rdi)")                                                                                                              \
	X(i14, "sarb 12(%rdi)")                                                                                                                  \
	X(i15, "xchgb %al, 12(%rdi)")                                                                                                            \
	X(i16, "lock; xaddq %rax, 16(%rdi)")                                                                                                     \
	X(i17, "movq 16(%rdi), %rax\n\tlock; cmpxchgq %rdx, 16(%rdi)")                                                                           \
	X(i18, "lock; cmpxchgq %rdx, 16(%rdi)")                                                                                                  \
	X(i19, "movl $1, %ebx\n\tmovl $2, %ecx\n\tmovq 32(%rdi), %rax\n\tmovq 40(%rdi), %rdx\n\tlock; cmpxchg16b 32(%rdi)")                      \
	X(i20, "btsl $3, 12(%rdi)")                                                                                                              \
	X(i21, "imull $9, 12(%rdi), %eax")                                                                                                       \
	X(i22, "mulq 12(%rdi)\n\ttestl %eax, %eax")                                                                                              \
	X(i23, "sete 12(%rdi)")                                                                                                                  \
	X(i24, "cmovzq 12(%rdi), %rax")                                                                                                          \
	X(i25, "pushq 12(%rdi)\n\tpopq %rax")                                                                                                    \
	X(i26, "movnti %rax, 16(%rdi)")                                                                                                          \
	X(i27, "movups %xmm0, 3(%rdi)")                                                                                                          \
	X(i28, "movaps %xmm0, 16(%rdi)")                                                                                                         \
	X(i29, "movntdq %xmm0, 32(%rdi)")                                                                                                        \
	X(i30, "movdqu 5(%rdi), %xmm0")                                                                                                          \
	X(i31, "movhps %xmm0, 5(%rdi)")                                                                                                          \
	X(i32, "movlps 5(%rdi), %xmm0")                                                                                                          \
	X(i33, "addps 16(%rdi), %xmm0")                                                                                                          \
	X(i34, "pcmpeqb 16(%rdi), %xmm0")                                                                                                        \
	X(i35, "movd %xmm0, 3(%rdi)")                                                                                                            \
	X(i36, "fldl 8(%rdi)\n\tfstpt 24(%rdi)")                                                                                                 \
	X(i37, "fildl 8(%rdi)\n\tfistpll 24(%rdi)")                                                                                              \
	X(i38, "movl $1, %ecx\n\tmovw %ax, 2(%rdi,%rcx,8)")                                                                                      \
	X(i39, "movl $64, %ecx\n\tmovw %ax, -2(%rdi,%rcx)")                                                                                      \
	X(i40, "prefetcht0 (%rdi)\n\tclflush (%rdi)")                                                                                            \
	X(i41, "movl $90, %ecx\n\tmovb $0x5a, %al\n\trep; stosb")                                                                                \
	X(i42, "movl $9, %ecx\n\trep; stosq")                                                                                                    \
	X(i43, "movq %rdi, %rsi\n\tleaq 64(%rdi), %rdi\n\tmovl $7, %ecx\n\trep; movsq")                                                          \
	X(i44, "movq %rdi, %rsi\n\tleaq 1(%rdi), %rdi\n\tmovl $70, %ecx\n\trep; movsb")                                                          \
	X(i45, "leaq 90(%rdi), %rsi\n\tleaq 100(%rdi), %rdi\n\tmovl $70, %ecx\n\tstd\n\trep; movsb\n\tcld")                                      \
	X(i46, "movq %rdi, %rsi\n\tmovsw\n\tlodsl")                                                                                              \
	X(i47, "movb $239, %al\n\tmovl $100, %ecx\n\trepne; scasb")                                                                              \
	X(i48, "movl $3, %eax\n\tscasl")                                                                                                         \
	X(i49, "leaq 1(%rdi), %rsi\n\tmovl $100, %ecx\n\trepe; cmpsb")                                                                           \
	X(i50, "movq %rdi, %rsi\n\tmovl $11, %ecx\n\trepe; cmpsw")                                                                               \
	X(i51,                                                                                                                                   \
	  "pushq %r12\n\tmovq %rdi, %r12\n\tpushq %r13\n\tmovq %r12, %r13\n\tmovl 4(%r13), %eax\n\taddl %eax, (%r12)\n\tpopq %r13\n\tpopq %r12") \
	X(i52, "movl %eax, 3061(%rdi)\n\tmovl 3061(%rdi), %edx\n\tmovups %xmm0, 3062(%rdi)\n\tmovups 3063(%rdi), %xmm0")                         \
	X(i54, "jmp 1f\n\t.p2align 12\n\t.skip 4093, 0x90\n1:\tmovl $0x12345678, 4(%rdi)") /* in two pages */                                    \
	X(i53, "divb 4(%rdi)\n\ttestl %eax, %eax")
#define AVX(X)                                                                    \
	X(v1, "vmovdqu 7(%rdi), %ymm2\n\tvmovdqu %ymm2, 50(%rdi)\n\tvzeroupper")  \
	X(v2, "vpbroadcastd 7(%rdi), %xmm0")                                      \
	X(v3, "vpcmpeqd %xmm1, %xmm1, %xmm1\n\tvpmaskmovd %xmm0, %xmm1, 8(%rdi)") \
	X(v4, "vextracti128 $0, %ymm0, 9(%rdi)")                                  \
	X(v5, "shlxq %rdx, 16(%rdi), %rax")                                       \
	X(v6, "vpxor %xmm1, %xmm1, %xmm1\n\tvpmaskmovd 8(%rdi), %xmm1, %xmm0\n\tvpmaskmovd %xmm0, %xmm1, 8(%rdi)")
#define AVX512(X)                                                                                     \
	X(w1, "vmovdqu64 7(%rdi), %zmm18\n\tvmovdqu64 %zmm18, 64(%rdi)\n\tvmovdqu8 %ymm18, 32(%rdi)") \
	X(w2, "movl $0x5a5a, %ecx\n\tkmovd %ecx, %k1\n\tvmovdqu8 %xmm0, 5(%rdi){%k1}")                \
	X(w3, "vpaddd 4(%rdi){1to4}, %xmm0, %xmm0")                                                   \
	X(w4, "movl $5, %ecx\n\tkmovd %ecx, %k1\n\tvmovdqu32 4(%rdi), %xmm0{%k1}{z}")                 \
	X(w5, "movl $5, %ecx\n\tkmovd %ecx, %k1\n\tvpcompressd %xmm0, 4(%rdi){%k1}")                  \
	X(w6, "vmovdqu64 -64(%rdi), %xmm16\n\tvpaddd 16(%rdi), %xmm16, %xmm16\n\tvmovdqu8 %xmm16, 16(%rdi)")
ALL(SAME)
AVX(SAME)
AVX512(SAME)

#define COMPARE(name, code) compare(code, name);

int main(void)
{
	unsigned char *own = world_segment(BYTES, 1);

	world_barrier();
	if (world_rank() == 0) {
		map = world_map(1);
		local = calloc(1, BYTES);
		ALL(COMPARE)
		if (__builtin_cpu_supports("avx2")) {
			AVX(COMPARE)
		}
		if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
			AVX512(COMPARE)
		}
		map = own; /* its own memory, which is watched for polls */
		memset(local, 0, BYTES);
		ALL(COMPARE)
	}
	world_barrier();
	return 0;
}
