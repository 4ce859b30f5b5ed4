/* Correct programs in which PEs wait for a long time: for a PE that is late, or works with others meanwhile, or is in collectives of length 0. Mismatch
 * detection reports none of them. Threads of a PE may be in collectives that would deadlock in one thread. */
#include "../gt_shmem.h"

#include <pthread.h>

enum { LATE_MS = 400, N = 40000 };

static long source[N], dest[N * 4], flag, sync_array[SHMEM_SYNC_SIZE];
static shmem_team_t all_team;

static void late(int pe)
{
	if (gt_me == pe % gt_n)
		gt_sleep_ms(LATE_MS);
}

static void *one_thread(void *team)
{
	CHECK(shmem_team_sync(*(shmem_team_t *)team) == 0, "a sync by a thread");
	return NULL;
}

/* On PE 0 a thread waits in a team's sync before another one calls the barrier that the others are in. */
static void threads_cross(void)
{
	pthread_t thread;

	if (gt_me != 0) {
		shmem_barrier_all();
		one_thread(&all_team);
		return;
	}
	pthread_create(&thread, NULL, one_thread, &all_team);
	gt_sleep_ms(2 * LATE_MS);
	shmem_barrier_all();
	pthread_join(thread, NULL);
}

int main(void)
{
	shmem_team_t odd;
	int provided;

	shmem_init_thread(getenv("GT_SIMULATED") ? SHMEM_THREAD_SINGLE : SHMEM_THREAD_MULTIPLE, &provided);
	gt_begin(shmem_my_pe(), shmem_n_pes());
	if (provided == SHMEM_THREAD_MULTIPLE) { /* once more as a program with one thread, to which mismatch detection applies */
		shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &all_team);
		threads_cross();
		shmem_finalize();
		shmem_init();
	}
	shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &all_team);

	shmem_team_split_strided(SHMEM_TEAM_WORLD, gt_n > 1, 2, gt_n > 1 ? gt_n / 2 : 1, NULL, 0, &odd);
	if (odd != SHMEM_TEAM_INVALID) { /* a team of some works while the others wait */
		for (int i = 0; i < 5; i++)
			shmem_long_sum_reduce(odd, dest, source, 10);
		late(1);
		shmem_team_sync(odd);
	}
	CHECK(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, source, 1) == 0, "a reduction");

	late(0);
	shmem_long_broadcast(all_team, dest, source, N, 0); /* the root is late */
	late(1);
	shmem_long_fcollect(all_team, dest, source, N / 4 / (size_t)gt_n);

	shmem_long_sum_reduce(all_team, dest, source, 0); /* no PE waits in these */
	shmem_long_broadcast(all_team, dest, source, 0, 0);
	shmem_long_broadcast(all_team, dest, source, 1, 0);
	shmem_long_broadcast(all_team, dest, source, 2, 0);
	late(gt_n - 1);
	shmem_long_collect(all_team, dest, source, gt_me == 0 ? 0 : 3);

	if (gt_me == 0) { /* the late one waits for this PE, but not in a collective */
		gt_sleep_ms(LATE_MS);
		shmem_long_p(&flag, 1, gt_n - 1);
	} else if (gt_me == gt_n - 1) {
		shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
	}
	shmem_sync(0, 0, gt_n, sync_array);
	late(0);
	shmem_team_destroy(all_team);
	return gt_finish();
}
