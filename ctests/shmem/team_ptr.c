/* shmem_team_ptr takes PE numbers of the team, and returns the same as shmem_ptr. */
#include "../gt_shmem.h"

static int global[2];

int main(void)
{
	shmem_team_t back;

	gt_start();
	int *heap = shmem_malloc(sizeof *heap), local;
	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, gt_n - 1, -1, gt_n, NULL, 0, &back) == 0, "split");
	for (int i = 0; i < gt_n; i++) {
		CHECK(shmem_team_ptr(back, heap, i) == shmem_ptr(heap, gt_n - 1 - i), "heap of %d", i);
		CHECK(shmem_team_ptr(back, global, i) == shmem_ptr(global, gt_n - 1 - i), "global of %d", i);
		CHECK(shmem_team_ptr(SHMEM_TEAM_WORLD, heap, i) == shmem_ptr(heap, i), "world %d", i);
	}
	CHECK(shmem_team_ptr(back, heap, shmem_team_my_pe(back)) == heap, "myself");
	CHECK(shmem_team_ptr(back, heap, -1) == NULL && shmem_team_ptr(back, heap, gt_n) == NULL, "out of range");
	CHECK(shmem_team_ptr(back, &local, 0) == NULL, "stack");
	CHECK(shmem_team_ptr(SHMEM_TEAM_INVALID, heap, 0) == NULL, "no team");
	return gt_finish();
}
