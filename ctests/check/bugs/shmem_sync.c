/* shmem_sync_all instead of shmem_barrier_all: puts are not complete behind it. */
#include "../../gt_shmem.h"

static long data[512];

int main(void)
{
	long source[512];

	gt_start();
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	shmem_long_put(data, source, 512, GT_NEXT);
	shmem_sync_all();
	shmem_sync_all();
	CHECK(data[511] == GT_PREV + 1, "%ld", data[511]);
	shmem_barrier_all();
	return gt_finish();
}
