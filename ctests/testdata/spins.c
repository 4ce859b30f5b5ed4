/* spins.c - programs that compute until something has happened, without calling the library. argv[1]: word, delay, sort; charged prints how much of the CPU time of a loop it
 * is charged; clock and yields watch a clock. */
#include <sched.h>
#include <shmem.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

static volatile long word;
static volatile int sink;

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The CPU time of the thread that runs the ranks, which the C library's clocks do not show. */
static double real(void)
{
#ifdef __x86_64__
	struct timespec t = {0};
	long rc = SYS_clock_gettime;

	__asm__ volatile("syscall" : "+a"(rc) : "D"((long)CLOCK_THREAD_CPUTIME_ID), "S"(&t) : "rcx", "r11", "memory");
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#else
	return 0;
#endif
}

/* One loop of a second without a call. */
static void compute(void)
{
	const double begin = seconds(), from = real();
	double took;

	do {
		for (int i = 0; i < 100000; i++)
			sink++;
		took = real() - from;
	} while (took < 1);
	printf("charged %d %%\n", (int)(100 * (seconds() - begin) / took));
}

/* As benchmarks find how many rounds of a loop take some time: more, until a clock shows it. */
static void calibrate(void)
{
	for (long rounds = 1000; rounds <= 100000000000; rounds *= 2) {
		const double begin = seconds();

		for (long i = 0; i < rounds; i++)
			sink++;
		if (seconds() - begin >= 0.02)
			return;
	}
	printf("no number of rounds takes any time\n");
	exit(1);
}

/* Reads a clock, as one that waits for it does; yields: with something else now and then. */
static void watch_clock(bool yields)
{
	for (long reads = 1; reads <= 1200000; reads++) {
		if (seconds() < 0)
			exit(3);
		if (yields && reads % 100000 == 0)
			sched_yield();
	}
}

static int compare(const void *a, const void *b)
{
	while (word == 0) /* forever, in a function that the C library has called */
		;
	return *(const char *)a - *(const char *)b;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "word";
	int me, n;

	shmem_init();
	me = shmem_my_pe();
	n = shmem_n_pes();
	shmem_barrier_all();
	if (!strcmp(mode, "charged")) {
		for (int i = 0; i < 2; i++)
			compute();
	} else if (!strcmp(mode, "delay")) {
		calibrate();
	} else if (!strcmp(mode, "clock") || !strcmp(mode, "yields")) {
		if (me == 1)
			watch_clock(*mode == 'y');
	} else if (me == n - 1) { /* the others have run long before */
		struct timespec t = {.tv_nsec = 1000000};

		nanosleep(&t, NULL);
		for (int to = 0; to < n; to++)
			shmem_long_p((long *)&word, 1, to);
		shmem_quiet();
	} else if (!strcmp(mode, "sort")) {
		char text[] = "cba";

		qsort(text, 3, 1, compare);
		if (strcmp(text, "abc") != 0)
			exit(2);
	} else {
		const double begin = seconds();

		while (word == 0)
			;
		if (seconds() - begin > 0.05) /* the word has been stored after 0.001 */
			printf("a wait of a millisecond took %g s\n", seconds() - begin);
	}
	shmem_barrier_all();
	if (me == 0)
		printf("over\n");
	shmem_finalize();
	return 0;
}
