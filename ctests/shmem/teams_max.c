/* SHMEM_TEAMS_MAX=6 and SHMEM_TEAM_SHARED_ONLY_SELF=1, which the table of programs sets: four teams beside the two predefined ones, counted separately on
 * each PE, and a shared team of one. */
#include "../gt_shmem.h"

int main(void)
{
	shmem_team_t team[6], one;
	int made = 0;

	gt_start();
	CHECK(shmem_team_n_pes(SHMEM_TEAM_SHARED) == 1 && shmem_team_my_pe(SHMEM_TEAM_SHARED) == 0, "the shared team has %d PEs",
	      shmem_team_n_pes(SHMEM_TEAM_SHARED));
	CHECK(shmem_team_translate_pe(SHMEM_TEAM_SHARED, 0, SHMEM_TEAM_WORLD) == gt_me, "another PE's shared team");
	while (made < 6 && shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &team[made]) == 0)
		made++;
	CHECK(made == 4, "%d teams", made);
	CHECK(made < 6 && team[made] == SHMEM_TEAM_INVALID, "a team too many");
	shmem_team_destroy(team[1]);
	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, gt_n - 1, 1, 1, NULL, 0, &one) == 0, "after one was destroyed");
	CHECK((one != SHMEM_TEAM_INVALID) == (gt_me == gt_n - 1), "the last PE's");
	CHECK((shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, gt_n, NULL, 0, &team[1]) == 0) == false, "the last PE is in four");
	return gt_finish();
}
