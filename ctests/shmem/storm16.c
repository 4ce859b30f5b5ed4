/* Sixteen ranks, usually more than cores: barriers, point-to-point rings and contended atomics make progress, and idle ranks sleep. */
#include "../gt_shmem.h"

#include <sys/resource.h>

static long token, sum, late;

static double cpu_seconds(void)
{
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

int main(void)
{
	gt_start();
	for (int i = 0; i < 2000; i++)
		shmem_barrier_all();
	for (int i = 0; i < 2000; i++)
		shmem_sync_all();

	for (long lap = 1; lap <= 200; lap++) { /* a token goes round */
		if (gt_me == 0)
			shmem_long_p(&token, lap, GT_NEXT);
		shmem_long_wait_until(&token, SHMEM_CMP_GE, lap);
		if (gt_me != 0)
			shmem_long_p(&token, lap, GT_NEXT);
	}
	for (int i = 0; i < 5000; i++)
		shmem_long_atomic_add(&sum, 1, i % gt_n);
	shmem_barrier_all();
	long total = 0;
	for (int pe = 0; pe < gt_n; pe++)
		total += shmem_long_g(&sum, pe);
	CHECK(total == 5000L * gt_n, "sum %ld", total);

	/* all wait for a rank that sleeps. The test checks processor time, which is not wall-clock time */
	shmem_barrier_all();
	double cpu = cpu_seconds();
	if (gt_me == 0) {
		gt_sleep_ms(600);
		for (int pe = 0; pe < gt_n; pe++)
			shmem_long_p(&late, 1, pe);
	}
	shmem_long_wait_until(&late, SHMEM_CMP_EQ, 1);
	cpu = cpu_seconds() - cpu;
	CHECK(cpu < 0.3, "a rank that waits 0.6 s uses %.3f s of its core", cpu);
	shmem_barrier_all();
	cpu = cpu_seconds();
	if (gt_me == 0)
		gt_sleep_ms(600);
	shmem_barrier_all();
	cpu = cpu_seconds() - cpu;
	CHECK(cpu < 0.3, "a rank that waits 0.6 s in a barrier uses %.3f s of its core", cpu);
	return gt_finish();
}
