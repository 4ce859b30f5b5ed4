/* computes.c - prints the virtual time of steps of a stencil, and of the ways to compute that are named by an argument: "more" takes another way through the program, "long" computes for some
 * seconds of CPU time, with calls in between; a number behind it is how many of 100 parts of that. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POINTS = 1000, STEPS = 10 };

static long flag;
static double a[POINTS], b[POINTS];

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void step(int times)
{
	for (int k = 0; k < times; k++) {
		for (int i = 1; i < POINTS - 1; i++)
			b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
		memcpy(a, b, sizeof a);
	}
}

int main(int argc, char **argv)
{
	int me, n;
	long long took;

	shmem_init();
	me = shmem_my_pe();
	n = shmem_n_pes();
	for (int i = 0; i < POINTS; i++)
		a[i] = b[i] = i * (me + 1);
	if (argc > 1 && strcmp(argv[1], "more") == 0)
		shmem_long_p(&flag, 1, me);
	for (int k = 0; argc > 1 && strcmp(argv[1], "long") == 0 && k < (argc > 2 ? atoi(argv[2]) : 100); k++) {
		step(20000);
		shmem_barrier_all();
	}
	shmem_barrier_all();
	took = now();
	for (int k = 0; k < STEPS; k++) {
		step(20);
		shmem_long_p(&flag, k, (me + 1) % n);
		shmem_barrier_all();
	}
	took = now() - took;
	printf("%d: %lld ns, %g\n", me, took, a[POINTS / 2]);
	shmem_finalize();
	return 0;
}
