/* Reads of the time stamp counter are requests, and change nothing but their own results. The driver's counter goes on by 10 for each look at a clock, and has two
 * ranks to a node. As a process of its own the program only runs. */
#include <setjmp.h>
#include <stddef.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <x86intrin.h>

#include "check.h"
#include "world.h"

#ifdef SIMULATED
enum { simulated = 1 };
#else
enum { simulated = 0 };
#endif

static unsigned long clock_now(void)
{
	struct timespec t;

	CHECK(clock_gettime(CLOCK_MONOTONIC, &t) == 0);
	return (unsigned long)t.tv_sec * 1000000000 + (unsigned long)t.tv_nsec;
}

/* What a function that uses all kinds of registers, and the space below its stack pointer, finds in them after a read. */
struct all {
	uint64_t rax, rdx, same[13]; /* rcx, rbx, rsi, rbp, r8 to r15, rdi */
	uint64_t below[16], flags, xmm[16];
	char top[16], next[16]; /* of the x87's stack, 10 bytes each */
};

void everything(struct all *a);

#define PATTERN 0x0123456789abcdef

__asm__(".text\n.type everything, @function\neverything:\n.cfi_startproc\n"
        "pushq %rbp\n.cfi_adjust_cfa_offset 8\npushq %rbx\n.cfi_adjust_cfa_offset 8\n"
        "pushq %r12\n.cfi_adjust_cfa_offset 8\npushq %r13\n.cfi_adjust_cfa_offset 8\n"
        "pushq %r14\n.cfi_adjust_cfa_offset 8\npushq %r15\n.cfi_adjust_cfa_offset 8\npushq %rdi\n.cfi_adjust_cfa_offset 8\n"
        "movabsq $0x0123456789abcdef, %rax\n"
        ".irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16\n incq %rax\n movq %rax, -8*\\i(%rsp)\n.endr\n"
        ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n incq %rax\n movq %rax, %xmm\\i\n.endr\n"
        "fldpi\nfld1\n"
        "movq $3, %rcx\nmovq $4, %rbx\nmovq $5, %rsi\nmovq $6, %rbp\n"
        ".irp i, 8, 9, 10, 11, 12, 13, 14, 15\n movq $\\i, %r\\i\n.endr\n"
        "movq $-1, %rax\nmovq $-1, %rdx\nmovq $77, %rdi\nstd\nstc\n"
        "rdtsc\n"
        "xchgq %rdi, (%rsp)\n"
        "movq %rax, 0(%rdi)\nmovq %rdx, 8(%rdi)\nmovq %rcx, 16(%rdi)\nmovq %rbx, 24(%rdi)\nmovq %rsi, 32(%rdi)\nmovq %rbp, 40(%rdi)\n"
        ".irp i, 8, 9, 10, 11, 12, 13, 14, 15\n movq %r\\i, 48+8*(\\i-8)(%rdi)\n.endr\n"
        "movq (%rsp), %rax\nmovq %rax, 112(%rdi)\n"
        ".irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16\n movq -8*\\i(%rsp), %rax\n movq %rax, 112+8*\\i(%rdi)\n.endr\n"
        "pushfq\n.cfi_adjust_cfa_offset 8\npopq %rax\n.cfi_adjust_cfa_offset -8\ncld\nmovq %rax, 248(%rdi)\n"
        ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n movq %xmm\\i, 256+8*\\i(%rdi)\n.endr\n"
        "fstpt 384(%rdi)\nfstpt 400(%rdi)\n"
        "popq %rax\n.cfi_adjust_cfa_offset -8\npopq %r15\n.cfi_adjust_cfa_offset -8\npopq %r14\n.cfi_adjust_cfa_offset -8\n"
        "popq %r13\n.cfi_adjust_cfa_offset -8\npopq %r12\n.cfi_adjust_cfa_offset -8\npopq %rbx\n.cfi_adjust_cfa_offset -8\n"
        "popq %rbp\n.cfi_adjust_cfa_offset -8\nret\n.cfi_endproc\n.size everything, . - everything\n");

static __attribute__((noinline)) void registers(unsigned long before)
{
	static const uint64_t same[13] = {3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 77};
	const long double one = 1, pi = 3.141592653589793238512808959406186204433L;
	struct all a;

	everything(&a);
	CHECK(a.rax >> 32 == 0 && a.rdx >> 32 == 0);
	if (simulated)
		CHECK((a.rdx << 32 | a.rax) == before + 10);
	CHECK(memcmp(a.same, same, sizeof same) == 0);
	for (uint64_t i = 0; i < 16; i++)
		CHECK(a.below[i] == PATTERN + 1 + i && a.xmm[i] == PATTERN + 17 + i);
	CHECK((a.flags & 0x401) == 0x401); /* direction and carry */
	CHECK(memcmp(a.top, &one, 10) == 0 && memcmp(a.next, &pi, 10) == 0);
}

/* A handler beside the rank's stack. */
static volatile unsigned long in_handler;
static sigjmp_buf back;

static void on_segv(int sig)
{
	(void)sig;
	in_handler = __rdtsc();
	siglongjmp(back, 1);
}

/* Chosen while the program is mapped, before there is a world. */
static int chosen(void) { return 7; }
static void *choose(void) { return __rdtsc() ? (void *)chosen : NULL; }
int indirect(void) __attribute__((ifunc("choose")));

#ifdef UNCLEAR
__asm__(".text\n.byte 0x06\nrdtsc\nret\n"); /* of no function */
#endif

int main(void)
{
	const unsigned me = (unsigned)world_rank();
	unsigned processor = 99;
	unsigned long a, b, c, last;

	world_barrier();
	a = clock_now();
	b = __rdtsc();
	c = __rdtscp(&processor);
	last = clock_now();
	if (simulated) {
		CHECK(b == a + 10 && c == b + 10 && last == c + 10);
		CHECK(processor == ((me / 2) << 12 | me % 2));
	}
	registers(last);
	signal(SIGSEGV, on_segv);
	a = __rdtsc();
	if (sigsetjmp(back, 1) == 0)
		*(volatile int *)16 = 1;
	if (simulated)
		CHECK(in_handler == a);
	CHECK(indirect() == 7);
	world_barrier();
	return 0;
}
