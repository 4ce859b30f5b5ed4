/* A flag is put behind its data without a fence: the flag may arrive first. */
#include "../../gt_shmem.h"

static long data[512], flag;

int main(void)
{
	long source[512];

	gt_start();
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	shmem_long_put(data, source, 512, GT_NEXT);
	shmem_long_atomic_set(&flag, 1, GT_NEXT); /* a shmem_fence is missing before this line */
	shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
	CHECK(data[511] == GT_PREV + 1, "%ld", data[511]);
	shmem_barrier_all();
	return gt_finish();
}
