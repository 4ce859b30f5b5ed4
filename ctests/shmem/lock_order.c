/* Locks are granted in the order of requests, test_lock never queues, a release makes the holder's puts visible to the next. */
#include "../gt_shmem.h"

static long lock, order[1024], next, data[256], asked;

int main(void)
{
	gt_start();
	for (int round = 0; round < 5; round++) {
		shmem_barrier_all();
		if (gt_me == 0) {
			shmem_set_lock(&lock);
			for (int i = 0; i < gt_n; i++)
				order[i] = -1;
			next = asked = 0;
		}
		shmem_barrier_all();
		/* PEs request the lock one after the other, with time in between, while PE 0 holds it */
		if (gt_me != 0) {
			CHECK(shmem_test_lock(&lock) == 1, "acquired a lock that PE 0 holds");
			shmem_barrier_all();
			while (shmem_long_g(&asked, 0) != gt_me - 1)
				usleep(200);
			gt_sleep_ms(5); /* time for the PE before to enter the queue; no function tells whether it has */
			shmem_long_atomic_inc(&asked, 0);
			shmem_set_lock(&lock);
			long at = shmem_long_atomic_fetch_inc(&next, 0);
			shmem_long_p(&order[at], gt_me, 0);
			shmem_clear_lock(&lock);
		} else {
			shmem_barrier_all();
			shmem_long_wait_until(&asked, SHMEM_CMP_EQ, gt_n - 1);
			gt_sleep_ms(20);
			CHECK(shmem_long_atomic_fetch(&next, 0) == 0, "another PE acquired the lock that PE 0 holds");
			shmem_clear_lock(&lock);
		}
		shmem_barrier_all();
		/* Neighbours may swap if the operating system delays one between its signal and its request. A stack, or no order at all,
		 * would differ more. */
		for (int i = 0; gt_me == 0 && i < gt_n - 1; i++)
			CHECK(labs(order[i] - (i + 1)) <= 2, "round %d: PE %ld acquired the lock as number %d", round, order[i], i + 1);
	}

	/* no PE starves: each acquires the lock in its turn under contention; the holder updates a shared block */
	for (int i = 0; i < 100; i++) {
		shmem_set_lock(&lock);
		long block[256];
		shmem_long_get(block, data, 256, 0);
		for (int k = 0; k < 256; k++)
			if (block[k] != block[255])
				ERR("turn %d: the last holder's puts are not complete", i);
		for (int k = 0; k < 256; k++)
			block[k]++;
		shmem_long_put(data, block, 256, 0);
		shmem_clear_lock(&lock);
	}
	shmem_barrier_all();
	CHECK(gt_me != 0 || data[255] == 100L * gt_n, "%ld", data[255]);
	return gt_finish();
}
