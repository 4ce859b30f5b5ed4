/* A flag is used again: it is reset when the other side may already have set it for the next round. */
#include "../../gt_shmem.h"

static long flag;

int main(void)
{
	gt_start();
	for (long round = 1; round <= 3; round++) {
		shmem_long_atomic_set(&flag, round, GT_NEXT);
		shmem_long_wait_until(&flag, SHMEM_CMP_NE, 0);
		CHECK(flag == round, "round %ld: %ld", round, flag);
		shmem_long_atomic_fetch(&flag, GT_PREV); /* some work */
		flag = 0; /* the neighbour may be a round ahead: a shmem_sync_all is missing before this line, and one behind it */
		shmem_long_atomic_fetch(&flag, GT_PREV);
		shmem_long_atomic_fetch(&flag, GT_PREV);
		shmem_long_atomic_fetch(&flag, GT_PREV);
	}
	shmem_barrier_all();
	return gt_finish();
}
