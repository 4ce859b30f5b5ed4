/* The source of a non-blocking put is written to before its quiet. */
#include "../../gt_shmem.h"

static long data[512];

int main(void)
{
	long source[512];

	gt_start();
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	shmem_long_put_nbi(data, source, 512, GT_NEXT);
	shmem_long_put_nbi(data, source, 512, gt_me); /* something else to do for as long as the first one takes */
	shmem_sync_all();
	shmem_sync_all();
	for (int i = 0; i < 512; i++)
		source[i] = -1; /* the put may still read it: a shmem_quiet is missing before this loop */
	shmem_barrier_all();
	CHECK(data[511] == GT_PREV + 1 || data[511] == gt_me + 1, "%ld", data[511]);
	shmem_barrier_all();
	return gt_finish();
}
