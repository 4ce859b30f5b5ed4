/* Teams and their collectives as Sandia OpenSHMEM and Cray SHMEM had them before OpenSHMEM 1.5, in C99, C11 and C++ (early_teams_cxx.cc). */
#include "../gt_shmem.h"

#include <shmemx.h>

enum { MOST = 16 };

static long source[2 * MOST], dest[2 * MOST], sync_array[SHMEM_SYNC_SIZE];
static int64_t words[MOST];
static unsigned char bits;

static void sums(shmemx_team_t team, const char *how)
{
	const long n = shmemx_team_n_pes(team), me = shmemx_team_my_pe(team);

	source[0] = me + 1;
	dest[0] = 0;
	CHECK(shmemx_long_sum_reduce(team, dest, source, 1) == 0 && dest[0] == n * (n + 1) / 2, "%s: the sum is %ld", how, dest[0]);
	CHECK(shmemx_long_max_reduce(team, dest, source, 1) == 0 && dest[0] == n, "%s: the largest is %ld", how, dest[0]);
#if defined(__cplusplus) || __STDC_VERSION__ >= 201112L
	CHECK(shmemx_min_reduce(team, dest, source, 1) == 0 && dest[0] == 1, "%s: the smallest is %ld", how, dest[0]);
	CHECK(shmemx_fcollect(team, dest, source, 1) == 0 && dest[n - 1] == n, "%s: the last is %ld", how, dest[n - 1]);
#endif
	CHECK(shmemx_long_broadcast(team, dest, source, 1, (int)n - 1) == 0 && dest[0] == n, "%s: broadcast of %ld", how, dest[0]);
	CHECK(shmemx_long_fcollect(team, dest, source, 1) == 0 && dest[0] == 1 && dest[n - 1] == n, "%s: fcollect", how);
	CHECK(shmemx_long_collect(team, dest, source, 1) == 0 && dest[0] == 1 && dest[n - 1] == n, "%s: collect", how);
	for (long k = 0; k < n; k++)
		source[k] = 100 * me + k;
	CHECK(shmemx_long_alltoall(team, dest, source, 1) == 0 && dest[n - 1] == 100 * (n - 1) + me, "%s: alltoall", how);
	CHECK(shmemx_int64_alltoalls(team, words, words, 1, 1, 1) == 0, "%s: alltoalls", how);
	CHECK(shmemx_collectmem(team, dest, source, sizeof *dest) == 0 && dest[n - 1] == 100 * (n - 1), "%s: collectmem", how);
	bits = (unsigned char)(me == 0 ? 6 : 3);
	CHECK(shmemx_uchar_and_reduce(team, &bits, &bits, 1) == 0 && bits == (n == 1 ? 6 : 2), "%s: the common bits are %d", how, bits);
	CHECK(shmemx_team_sync(team) == 0, "%s: sync", how);
}

int main(void)
{
	shmemx_team_t odd = SHMEMX_TEAM_INVALID, all = SHMEMX_TEAM_NULL, row = SHMEMX_TEAM_INVALID, column = SHMEMX_TEAM_INVALID, of;
	shmemx_team_config_t config;
	shmem_ctx_t ctx = SHMEMX_CTX_INVALID;
	int (*const size)(shmemx_team_t) = shmemx_team_n_pes;

	gt_start();
	sums(SHMEMX_TEAM_WORLD, "the world");
	config.num_contexts = 1;
	CHECK(shmemx_team_split_strided(SHMEMX_TEAM_WORLD, 0, 1, gt_n, &config, SHMEMX_TEAM_NUM_CONTEXTS, &all) == 0, "a split");
	shmemx_team_split_strided(all, gt_n > 1, 2, gt_n > 1 ? gt_n / 2 : 1, &odd); /* Cray's */
	if (gt_n > 1) {
		CHECK((odd != SHMEMX_TEAM_INVALID) == (gt_me % 2 == 1), "membership");
		CHECK(shmemx_team_translate_pe(odd, 0, SHMEMX_TEAM_WORLD) == (gt_me % 2 ? 1 : -1), "translation");
	}
	if (odd != SHMEMX_TEAM_INVALID)
		sums(odd, "every other PE");
	CHECK(shmemx_team_split_2d(all, 2, NULL, 0, &row, NULL, 0, &column) == 0 && size(row) <= 2, "rows and columns");
	sums(row, "a row");
	sums(column, "a column");
	CHECK(shmemx_team_create_ctx(all, 0, &ctx) == 0 && shmemx_ctx_get_team(ctx, &of) == 0 && of == all, "a context");
	shmemx_sync(all); /* the next PE may still be in a sum, whose result is in dest, too */
	shmem_ctx_long_p(ctx, &dest[1], 7, GT_NEXT);
	shmem_ctx_quiet(ctx);
	shmemx_sync(all);
	CHECK(dest[1] == 7, "a put on the context: %ld", dest[1]);
	shmemx_sync(0, 0, gt_n, sync_array);
	shmemx_sync_all();
	CHECK(shmemx_team_n_pes(SHMEMX_TEAM_SHARED) == shmemx_team_n_pes(SHMEMX_TEAM_HOST), "the PEs of a host");
	shmem_ctx_destroy(ctx);
	shmemx_team_destroy(row);
	shmemx_team_destroy(column);
	shmemx_team_destroy(all);
	return gt_finish();
}
