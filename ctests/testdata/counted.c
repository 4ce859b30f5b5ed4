/* counted.c - prints how much longer 3,000 turns of a loop take than 1,000, in virtual time, for loops that have one instruction of a class in each turn. */
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Hides a value from the compiler, in a register. */
#define HIDE(x) __asm__ volatile("" : "+r"(x))
#define HIDE_FP(x) __asm__ volatile("" : "+x"(x))

enum { FEW = 1000, MANY = 3000 };

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static volatile long place;
static char from[MANY], to[MANY];

static void branches(long n)
{
	for (long i = 0; i < n; i++)
		HIDE(i);
}

static void loads(long n)
{
	for (long i = 0; i < n; i++)
		(void)place;
}

static void stores(long n)
{
	for (long i = 0; i < n; i++)
		place = 1;
}

__attribute__((noinline)) static void callee(void) { __asm__ volatile(""); }

static void calls(long n)
{
	for (long i = 0; i < n; i++) {
		callee();
		HIDE(i);
	}
}

static void multiplications(long n)
{
	long x = 3, y = 5;

	for (long i = 0; i < n; i++) {
		HIDE(y);
		x *= y;
		HIDE(x);
	}
}

static void divisions(long n)
{
	unsigned long x = 3, y = 5;

	for (long i = 0; i < n; i++) {
		HIDE(y);
		x = 7 + x / y;
		HIDE(x);
	}
}

/* One loop for each operation, on numbers that the compiler does not know. */
#define FLOATING(name, expression)             \
	static void name(long n)               \
	{                                      \
		double s = 1, x = 1.5;         \
                                               \
		for (long i = 0; i < n; i++) { \
			HIDE_FP(x);            \
			s = expression;        \
			HIDE_FP(s);            \
		}                              \
	}

FLOATING(fp_additions, s + x)
FLOATING(fp_multiplications, s *x)
FLOATING(fp_divisions, s / x)
FLOATING(functions, sin(s))

/* Bytes, not turns. */
static void copies(long n)
{
	HIDE(n);
	memcpy(to, from, (size_t)n);
	__asm__ volatile("" : : "r"(to) : "memory");
}

static void measure(const char *name, void (*loop)(long))
{
	long long took[2];

	for (int i = 0; i < 2; i++) {
		took[i] = now();
		loop(i ? MANY : FEW);
		took[i] = now() - took[i];
	}
	printf("%s %lld\n", name, took[1] - took[0]);
}

int main(void)
{
	shmem_init();
	measure("branch", branches);
	measure("load", loads);
	measure("store", stores);
	measure("call", calls);
	measure("multiply", multiplications);
	measure("divide", divisions);
	measure("fp_add", fp_additions);
	measure("fp_multiply", fp_multiplications);
	measure("fp_divide", fp_divisions);
	measure("function", functions);
	measure("copy", copies);
	shmem_finalize();
	return 0;
}
