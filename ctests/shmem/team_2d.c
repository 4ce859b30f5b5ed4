/* shmem_team_split_2d: rows and columns of every width, of the world and of a team that runs backwards. */
#include "../gt_shmem.h"

static void layout(shmem_team_t parent, int xrange)
{
	int n = shmem_team_n_pes(parent), me = shmem_team_my_pe(parent), width = xrange < n ? xrange : n;
	shmem_team_config_t xc = {.num_contexts = 2}, yc = {.num_contexts = 4}, got;
	shmem_team_t x = SHMEM_TEAM_INVALID, y = SHMEM_TEAM_INVALID;

	CHECK(shmem_team_split_2d(parent, xrange, &xc, SHMEM_TEAM_NUM_CONTEXTS, &x, &yc, SHMEM_TEAM_NUM_CONTEXTS, &y) == 0, "xrange %d", xrange);
	int row = me - me % width, in_row = n - row < width ? n - row : width, in_column = (n - me % width + width - 1) / width;
	CHECK(shmem_team_n_pes(x) == in_row && shmem_team_my_pe(x) == me % width, "%d of %d in x", shmem_team_my_pe(x), shmem_team_n_pes(x));
	CHECK(shmem_team_n_pes(y) == in_column && shmem_team_my_pe(y) == me / width, "%d of %d in y", shmem_team_my_pe(y), shmem_team_n_pes(y));
	for (int i = 0; i < in_row; i++)
		CHECK(shmem_team_translate_pe(x, i, parent) == row + i, "x member %d", i);
	for (int i = 0; i < in_column; i++)
		CHECK(shmem_team_translate_pe(y, i, parent) == me % width + i * width, "y member %d", i);
	CHECK(shmem_team_get_config(x, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0 && got.num_contexts == 2, "x configuration");
	CHECK(shmem_team_get_config(y, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0 && got.num_contexts == 4, "y configuration");
	CHECK(shmem_team_translate_pe(x, shmem_team_my_pe(x), y) == shmem_team_my_pe(y), "where they cross");
	shmem_team_destroy(y);
	shmem_team_destroy(x);
}

int main(void)
{
	shmem_team_t back, x = SHMEM_TEAM_WORLD, y = SHMEM_TEAM_WORLD;

	gt_start();
	for (int xrange = 1; xrange <= gt_n + 2; xrange++)
		layout(SHMEM_TEAM_WORLD, xrange);
	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, gt_n - 1, -1, gt_n, NULL, 0, &back) == 0, "backwards");
	for (int xrange = 1; xrange <= gt_n; xrange++)
		layout(back, xrange);
	CHECK(shmem_team_split_2d(back, 0, NULL, 0, &x, NULL, 0, &y) != 0, "no width");
	CHECK(x == SHMEM_TEAM_INVALID && y == SHMEM_TEAM_INVALID, "there are teams");
	x = y = SHMEM_TEAM_WORLD;
	CHECK(shmem_team_split_2d(SHMEM_TEAM_INVALID, 1, NULL, 0, &x, NULL, 0, &y) != 0, "no parent");
	CHECK(x == SHMEM_TEAM_INVALID && y == SHMEM_TEAM_INVALID, "there are teams of none");
	return gt_finish();
}
