/* A barrier, and a sync, of an active set that all PEs call, members or not, as in test suites: a PE outside the set does not wait, and prints a line once. */
#include "../gt_shmem.h"

static long pSync[SHMEM_BARRIER_SYNC_SIZE], arrived, word;

int main(void)
{
	gt_start();
	for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; i++)
		pSync[i] = SHMEM_SYNC_VALUE;
	shmem_barrier_all();
	for (int round = 1; round <= 20 && gt_n > 1; round++) {
		if (gt_me > 0) {
			shmem_long_put(&word, &(long){round}, 1, gt_me == gt_n - 1 ? 1 : gt_me + 1);
			shmem_long_atomic_inc(&arrived, 1);
			shmem_barrier(1, 0, gt_n - 1, pSync);
			CHECK(word == round, "round %d: %ld has been put", round, word);
			CHECK(gt_me != 1 || shmem_long_atomic_fetch(&arrived, 1) >= (long)round * (gt_n - 1), "round %d: a member had not called yet",
			      round);
			shmem_sync(1, 0, gt_n - 1, pSync);
		} else { /* before the others could have come */
			shmem_barrier(1, 0, gt_n - 1, pSync);
			shmem_sync(1, 0, gt_n - 1, pSync);
		}
		shmem_barrier_all();
	}
	/* Every second one: the others call it as well. */
	shmem_barrier(0, 1, (gt_n + 1) / 2, pSync);
	return gt_finish();
}
