/* The result of shmem_test_lock is not looked at, since no other PE can have the lock yet. One may. */
#include "../../gt_shmem.h"

static long lock, sum, turn;

int main(void)
{
	gt_start();
	if (gt_me == 0) {
		shmem_test_lock(&lock); /* first come */
		shmem_long_p(&sum, shmem_long_g(&sum, 0) + 1, 0);
		shmem_clear_lock(&lock);
	} else {
		for (int i = 0; i < 20; i++)
			shmem_long_atomic_fetch(&turn, 0);
		shmem_set_lock(&lock);
		shmem_long_p(&sum, shmem_long_g(&sum, 0) + 1, 0);
		shmem_clear_lock(&lock);
	}
	shmem_barrier_all();
	if (gt_me == 0)
		CHECK(sum == gt_n, "%ld", sum);
	return gt_finish();
}
