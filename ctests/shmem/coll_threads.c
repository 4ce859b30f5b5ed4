/* Three threads of each PE are in collectives at the same time, each with a team or an active set of its own. */
#include "../gt_shmem.h"

#include <pthread.h>

enum { THREADS = 3, ROUNDS = 60, N = 1500 };

static long source[THREADS][N], dest[THREADS][N], sync_array[SHMEM_SYNC_SIZE];
static shmem_team_t teams[2];

static void *work(void *arg)
{
	const int t = (int)(intptr_t)arg;
	long *s = source[t], *d = dest[t];

	for (int round = 0; round < ROUNDS; round++) {
		const size_t n = (size_t)(round * 37 % N + 1);
		const int root = round % gt_n, from = t == 1 ? gt_n - 1 - root : root; /* team 1 counts backwards */
		for (size_t k = 0; k < n; k++)
			s[k] = gt_me + round + (long)k;
		if (t < 2)
			shmem_long_sum_reduce(teams[t], d, s, n);
		else
			shmem_long_sum_to_all(d, s, (int)n, 0, 0, gt_n, NULL, sync_array);
		for (size_t k = 0; k < n; k++)
			CHECK(d[k] == gt_n * (round + (long)k) + (long)gt_n * (gt_n - 1) / 2, "thread %d round %d: sum %zu is %ld", t, round, k,
			      d[k]);
		if (t < 2)
			shmem_long_broadcast(teams[t], d, s, n, root);
		else
			shmem_broadcast64(d, s, n, root, 0, 0, gt_n, sync_array);
		for (size_t k = 0; k < n; k++)
			CHECK((t == 2 && gt_me == root) || d[k] == from + round + (long)k, "thread %d round %d: broadcast %zu is %ld", t, round, k,
			      d[k]);
		/* source may be changed as soon as a call returns */
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int provided;

	shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
	gt_begin(shmem_my_pe(), shmem_n_pes());
	if (provided < SHMEM_THREAD_MULTIPLE)
		GT_SKIP("no SHMEM_THREAD_MULTIPLE");
	teams[0] = SHMEM_TEAM_WORLD;
	shmem_team_split_strided(SHMEM_TEAM_WORLD, gt_n - 1, gt_n > 1 ? -1 : 1, gt_n, NULL, 0, &teams[1]);
	for (int t = 0; t < THREADS; t++)
		pthread_create(&threads[t], NULL, work, (void *)(intptr_t)t);
	for (int t = 0; t < THREADS; t++)
		pthread_join(threads[t], NULL);
	shmem_barrier_all();
	return gt_finish();
}
