/* C11: collectives by one name for all types. Each call must reach the function of the type of its second argument. */
#include "../gt_shmem.h"

#include <complex.h>
#include <shmemx.h>

static shmem_team_t team;

#define COLLECT(NAME, T)                                                                                                      \
	static T s_##NAME[8 * 64], d_##NAME[8 * 64];                                                                          \
	static void collect_##NAME(void)                                                                                      \
	{                                                                                                                     \
		T *s = s_##NAME, *d = d_##NAME;                                                                               \
		const int last = gt_n - 1;                                                                                    \
		for (int i = 0; i < 2 * gt_n; i++)                                                                            \
			s[i] = (T)(gt_me + i);                                                                                \
		CHECK(shmem_broadcast(team, d, s, 2, last) == 0 && d[1] == (T)(last + 1), #NAME " broadcast");                \
		CHECK(shmem_fcollect(team, d, s, 2) == 0 && d[2 * last + 1] == (T)(last + 1), #NAME " fcollect");             \
		CHECK(shmem_collect(team, d, s, 1) == 0 && d[last] == (T)last, #NAME " collect");                             \
		CHECK(shmem_alltoall(team, d, s, 2) == 0 && d[2 * last] == (T)(last + 2 * gt_me), #NAME " alltoall");         \
		CHECK(shmem_alltoalls(team, d, s, 2, 1, 2) == 0 && d[4 * last] == (T)(last + 2 * gt_me), #NAME " alltoalls"); \
		CHECK(shmem_min_reduce(team, d, s, 2) == 0 && d[1] == (T)1, #NAME " min");                                    \
		CHECK(shmem_max_reduce(team, d, s, 2) == 0 && d[1] == (T)(last + 1), #NAME " max");                           \
	}
GT_RMA_TYPES(COLLECT)

#define SUM(NAME, T)                                                                                       \
	static T a_##NAME[3], b_##NAME[3];                                                                 \
	static void sum_##NAME(void)                                                                       \
	{                                                                                                  \
		T *s = a_##NAME, *d = b_##NAME;                                                            \
		s[0] = s[1] = s[2] = 1;                                                                    \
		CHECK(shmem_sum_reduce(team, d, s, 3) == 0 && d[2] == (T)gt_n, #NAME " sum");              \
		CHECK(shmem_prod_reduce(team, d, s, 3) == 0 && d[2] == (T)1, #NAME " prod");               \
		CHECK(shmem_sum_inscan(team, d, s, 3) == 0 && d[2] == (T)(gt_me + 1), #NAME " inscan");    \
		CHECK(shmem_sum_exscan(team, d, s, 3) == 0 && d[2] == (T)gt_me, #NAME " exscan");          \
		CHECK(shmemx_sum_inscan(team, d, s, 3) == 0 && d[2] == (T)(gt_me + 1), #NAME " x inscan"); \
		CHECK(shmemx_sum_exscan(team, d, s, 3) == 0 && d[2] == (T)gt_me, #NAME " x exscan");       \
	}
GT_SUM_TYPES(SUM)

#define BITS(NAME, T)                                                                                        \
	static void bits_##NAME(void)                                                                        \
	{                                                                                                    \
		T *s = s_##NAME, *d = d_##NAME;                                                              \
		s[0] = gt_me == 0 ? 6 : 3;                                                                   \
		CHECK(shmem_and_reduce(team, d, s, 1) == 0 && d[0] == (gt_n > 1 ? 2 : 6), #NAME " and");     \
		CHECK(shmem_or_reduce(team, d, s, 1) == 0 && d[0] == (gt_n > 1 ? 7 : 6), #NAME " or");       \
		CHECK(shmem_xor_reduce(team, d, s, 1) == 0 && d[0] == (gt_n % 2 ? 6 : 6 ^ 3), #NAME " xor"); \
	}
GT_REDUCE_BITS_TYPES(BITS)

int main(void)
{
	static long sync_array[SHMEM_SYNC_SIZE];
	static int64_t from[4] = {1, 2, 3, 4}, to[4 * 64];

	gt_start();
	team = SHMEM_TEAM_WORLD;
#define CALL_COLLECT(NAME, T) collect_##NAME();
	GT_RMA_TYPES(CALL_COLLECT)
#define CALL_SUM(NAME, T) sum_##NAME();
	GT_SUM_TYPES(CALL_SUM)
#define CALL_BITS(NAME, T) bits_##NAME();
	GT_REDUCE_BITS_TYPES(CALL_BITS)
	/* The same names on an active set: the functions. */
	CHECK(shmem_sync(SHMEM_TEAM_WORLD) == 0, "status");
	shmem_sync(0, 0, gt_n, sync_array);
	shmem_broadcast(to, from, 4, gt_n - 1, 0, 0, gt_n, sync_array);
	CHECK(gt_me == gt_n - 1 || to[3] == 4, "broadcast");
	shmem_collect(to, from, 4, 0, 0, gt_n, sync_array);
	CHECK(to[4 * gt_n - 1] == 4, "collect");
	shmem_fcollect(to, from, 4, 0, 0, gt_n, sync_array);
	CHECK(to[4 * gt_n - 2] == 3, "fcollect");
	return gt_finish();
}
