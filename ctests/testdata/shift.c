/* Each rank puts numbers to the next one, 20 times, and rank 0 prints how long that takes. A job of three ranks fails.
 *
 * For tests of the commands that look at jobs: gasnetgo sweep, compare, report. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long from[64], to[64];

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

int main(void)
{
	shmem_init();
	int me = shmem_my_pe(), n = shmem_n_pes();
	double begin = now();
	for (int i = 0; i < 20; i++) {
		shmem_long_put(to, from, 64, (me + 1) % n);
		shmem_barrier_all();
	}
	if (me == 0)
		printf("time: %.3f us\n", now() - begin);
	if (n == 3)
		exit(3);
	shmem_finalize();
}
