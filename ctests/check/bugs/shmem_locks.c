/* Two locks, which PEs take in different orders: each may wait for the other's. */
#include "../../gt_shmem.h"

static long locks[2], sums[2];

int main(void)
{
	gt_start();
	if (gt_me == 1)
		for (int i = 0; i < 6; i++)
			shmem_long_atomic_fetch(&sums[0], 0); /* PE 1 comes later, on the machine */
	if (gt_me < 2) {
		shmem_set_lock(&locks[gt_me]);
		shmem_set_lock(&locks[1 - gt_me]);
		for (int i = 0; i < 2; i++)
			shmem_long_p(&sums[i], shmem_long_g(&sums[i], 0) + 1, 0);
		shmem_clear_lock(&locks[1 - gt_me]);
		shmem_clear_lock(&locks[gt_me]);
	}
	shmem_barrier_all();
	if (gt_me == 0)
		CHECK(sums[0] == 2 && sums[1] == 2, "%ld %ld", sums[0], sums[1]);
	return gt_finish();
}
