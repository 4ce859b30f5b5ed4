/* flag.c - what a poll by plain loads costs: a ping-pong by a word of memory. argv[1]: load, wait (calls shmem_long_wait_until), call (loads in a function), scan (loads a row of words), lock (swaps), count (counts
 * how often), phase (loads another word besides each time), string (compares bytes), two (polls two words, of which both change at once). Prints nanoseconds of virtual time. */
#include <shmem.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 20, WORDS = 100 };

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

static volatile long flag, row[WORDS], pair[2];
static volatile long counted;
static int phase;
static long all;

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000 + t.tv_nsec;
}

static __attribute__((noinline)) long load(volatile long *at) { return *at; }

static __attribute__((noinline)) void look_at(int k) { __asm__ volatile("" ::"r"(row[k]) : "memory"); }

static void wait_for(const char *mode, long i)
{
	if (!strcmp(mode, "wait")) {
		shmem_long_wait_until((long *)&flag, SHMEM_CMP_GE, i);
	} else if (!strcmp(mode, "call")) {
		while (load(&flag) < i)
			;
	} else if (!strcmp(mode, "scan")) {
		for (int k = 0; row[k] < i; k = (k + 1) % WORDS)
			;
	} else if (!strcmp(mode, "lock")) {
		while (__atomic_exchange_n(&flag, 0, __ATOMIC_ACQ_REL) != i)
			;
	} else if (!strcmp(mode, "count")) {
		long own = 0;

		while (flag < i) {
			counted++;
			own++;
		}
		all += own;
	} else if (!strcmp(mode, "phase")) {
		do
			look_at(phase = (phase + 1) % 4);
		while (flag < i);
	} else if (!strcmp(mode, "string")) {
		while (memcmp((const void *)&flag, &i, sizeof i) != 0)
			__asm__ volatile("" ::: "memory");
	} else {
#if defined(VECTORS) && defined(__x86_64__) /* the loop is stepped through */
		__m128i all = _mm_set1_epi64x(7);

		while (flag < i)
			__asm__ volatile("paddq %0, %0; psrlq $1, %0" : "+x"(all));
#else
		while (flag < i)
			;
#endif
	}
}

/* Which of two words a loop sees first that change at once does not depend on where it was when it was found. */
static int first_of_two(void)
{
	for (;;) {
		if (pair[0])
			return 0;
		__asm__ volatile("nop; nop; nop; nop; nop; nop; nop; nop");
		if (pair[1])
			return 1;
		__asm__ volatile("nop; nop; nop; nop; nop; nop; nop; nop");
	}
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "load";
	long *const word = !strcmp(mode, "scan") ? (long *)&row[WORDS / 2] : (long *)&flag;
	long begin;
	int me;

	shmem_init();
	me = shmem_my_pe();
	shmem_barrier_all();
	begin = now();
	if (!strcmp(mode, "two")) {
		int seen[2] = {0, 0};

		for (int i = 0; i < ROUNDS; i++) {
			static const long both[2] = {1, 1};

			shmem_barrier_all();
			if (me == 0)
				shmem_putmem((void *)pair, both, sizeof both, 1);
			else
				seen[first_of_two()]++;
			shmem_barrier_all();
			pair[0] = pair[1] = 0;
		}
		if (me == 1)
			printf("first %d, second %d\n", seen[0], seen[1]);
	} else {
		for (long i = 1; i <= ROUNDS; i++) {
			if (me == 0)
				shmem_long_p(word, i, 1);
			wait_for(mode, i);
			if (me == 1)
				shmem_long_p(word, i, 0);
		}
	}
	if (me == 0)
		printf("%ld\n", (now() - begin) / ROUNDS / 2);
	shmem_barrier_all();
	shmem_finalize();
	return 0;
}
