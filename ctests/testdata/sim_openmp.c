/* OpenMP in a simulated rank: teams of several sizes, one after the other, their barriers, tasks and order; calls of the library by all of them. */
#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <shmem.h>

static long box[8];

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

int main(void)
{
	int provided, sum = 0, n = 0, order[8] = {0};
	long begin, took;

	shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
	const int me = shmem_my_pe(), next = (me + 1) % shmem_n_pes();
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 1000; i++)
		sum += i;
#pragma omp parallel for ordered schedule(dynamic) num_threads(3)
	for (int i = 0; i < 8; i++) {
#pragma omp ordered
		order[n++] = i;
	}
	begin = now();
#pragma omp parallel num_threads(4)
	{
#pragma omp single
		for (int i = 0; i < 5; i++) {
#pragma omp task
			{
#pragma omp critical
				sum++;
			}
		}
		usleep(100 * (unsigned)omp_get_thread_num());
#pragma omp barrier
		shmem_long_p(&box[omp_get_thread_num()], 100 * me + omp_get_thread_num(), next);
		shmem_quiet();
	}
	took = now() - begin;
	shmem_barrier_all();
	printf("%d: level %d, procs %d, sum %d, order %d %d %d, box %ld %ld %ld %ld, %s\n", me, provided, omp_get_num_procs(), sum, order[0],
	       order[3], order[7], box[0], box[1], box[2], box[3], took >= 300000 && took < 400000 ? "in time" : "late");
	shmem_finalize();
	return 0;
}
