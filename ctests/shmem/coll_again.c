/* Collectives after the library has ended and started again, and on teams that reuse the slots of others: no state is left over. */
#include "../gt_shmem.h"

enum { N = 700 };

static long source[N], dest[N * 32];

static void all_of(shmem_team_t team)
{
	const int n = shmem_team_n_pes(team), me = shmem_team_my_pe(team);

	for (int round = 0; round < 6; round++) {
		for (int k = 0; k < N; k++)
			source[k] = me + k + round;
		shmem_long_broadcast(team, dest, source, 3, n - 1);
		CHECK(dest[2] == n - 1 + 2 + round, "broadcast: %ld", dest[2]);
		shmem_long_sum_reduce(team, dest, source, N);
		CHECK(dest[N - 1] == n * (N - 1L + round) + (long)n * (n - 1) / 2, "sum: %ld", dest[N - 1]);
		shmem_long_fcollect(team, dest, source, 4);
		CHECK(dest[4 * n - 1] == n - 1 + 3 + round, "fcollect: %ld", dest[4 * n - 1]);
		shmem_long_sum_exscan(team, dest, source, 1);
		CHECK(dest[0] == (long)me * (me - 1) / 2 + (long)me * round, "exscan: %ld", dest[0]);
		shmem_team_sync(team);
	}
}

int main(void)
{
	static long sync_array[SHMEM_SYNC_SIZE];

	for (int life = 0; life < 3; life++) {
		shmem_init();
		if (life == 0)
			gt_begin(shmem_my_pe(), shmem_n_pes());
		all_of(SHMEM_TEAM_WORLD);
		for (int i = 0; i < 4; i++) {
			/* All PEs, then one fewer: the id is the same, the members are not. */
			const int size = gt_n - (gt_n > 1 && i % 2);
			shmem_team_t team;
			CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, size, NULL, 0, &team) == 0, "no team");
			if (team != SHMEM_TEAM_INVALID)
				all_of(team);
			shmem_team_destroy(team);
		}
		for (int round = 0; round < 6; round++) {
			source[0] = gt_me + life;
			shmem_long_sum_to_all(dest, source, 1, 0, 0, gt_n, NULL, sync_array);
			CHECK(dest[0] == (long)gt_n * (gt_n - 1) / 2 + (long)gt_n * life, "sum_to_all: %ld", dest[0]);
			shmem_barrier(gt_me, 0, 1, sync_array);
		}
		shmem_finalize();
	}
	return gt_end();
}
