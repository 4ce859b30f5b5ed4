/* A PE reads what its owner has not written yet: a barrier is missing behind the initialisation. */
#include "../../gt_shmem.h"

static long ready;

int main(void)
{
	long *table;

	gt_start();
	table = shmem_malloc(512 * sizeof *table); /* all PEs have it from here on, with anything in it */
	for (int i = 0; i < 512; i++)
		table[i] = 0;
	shmem_barrier_all();
	shmem_long_atomic_inc(&ready, gt_me); /* some call before it */
	for (int i = 0; i < 512; i++)
		table[i] = gt_me + 1;
	CHECK(shmem_long_g(&table[511], GT_NEXT) == GT_NEXT + 1, "too early");
	shmem_barrier_all();
	return gt_finish();
}
