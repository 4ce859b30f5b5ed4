/* What a non-blocking get fetches is read before its quiet: a sync completes nothing. */
#include "../../gt_shmem.h"

static long data[512];

int main(void)
{
	long into[512] = {0};

	gt_start();
	for (int i = 0; i < 512; i++)
		data[i] = gt_me + 1;
	shmem_barrier_all();
	shmem_long_get_nbi(into, data, 512, GT_NEXT);
	for (int i = 0; i < 4; i++)
		shmem_sync_all();
	CHECK(into[511] == GT_NEXT + 1, "%ld", into[511]);
	shmem_barrier_all();
	return gt_finish();
}
