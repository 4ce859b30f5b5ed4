/* spins.c - programs that compute until something has happened, without calling the library. argv[1]: word, delay, sort. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile long word;
static volatile int sink;

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
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

static int compare(const void *a, const void *b)
{
	while (word == 0) /* for ever, in a function that the C library has called */
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
	if (!strcmp(mode, "delay")) {
		calibrate();
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
		while (word == 0)
			;
	}
	shmem_barrier_all();
	if (me == 0)
		printf("over\n");
	shmem_finalize();
	return 0;
}
