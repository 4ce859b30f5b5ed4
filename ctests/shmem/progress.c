/* One-sided: the target makes no call. It computes, sleeps or spins on its own memory while others put, get, add and lock. */
#include "../gt_shmem.h"

static long done, table[1024], lock_word, spins;

int main(void)
{
	gt_start();
	if (gt_n < 2)
		GT_SKIP("needs 2 PEs");
	long *heap = shmem_calloc(1024, sizeof *heap);
	shmem_barrier_all();
	for (int how = 0; how < 3; how++) {
		if (gt_me == 0) {
			uint64_t end = gt_ns() + 100000000;
			if (how == 0)
				gt_sleep_ms(100);
			else if (how == 1)
				while (gt_ns() < end)
					spins++;
			else
				while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) < (gt_n - 1) * 3)
					spins++;
		} else {
			for (int i = 0; i < 1024; i++) {
				shmem_long_atomic_add(&table[i], gt_me, 0);
				shmem_long_p(&heap[gt_me], i, 0);
				CHECK(shmem_long_g(&heap[gt_me], 0) == i, "get");
			}
			shmem_set_lock(&lock_word);
			shmem_clear_lock(&lock_word);
			shmem_long_atomic_inc(&done, 0);
		}
		/* no PE has waited for PE 0 before this barrier */
		shmem_barrier_all();
	}
	long each = 3L * gt_n * (gt_n - 1) / 2;
	for (int i = 0; i < 1024 && gt_me == 0; i++)
		CHECK(table[i] == each, "table[%d] is %ld, not %ld", i, table[i], each);
	return gt_finish();
}
