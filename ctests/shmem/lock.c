/* Locks: mutual exclusion of a counter that is read and written without atomics, several locks, on the heap and in globals. */
#include "../gt_shmem.h"

#define LOCKS 4

static long lock_global[LOCKS], counter[LOCKS], holder[LOCKS];

static void enter(long *lock, long *count, long *holder)
{
	/* PE 0's copies are the shared ones */
	long seen = shmem_long_g(count, 0);
	CHECK(shmem_long_g(holder, 0) == 0, "two holders");
	shmem_long_p(holder, gt_me + 1, 0);
	shmem_quiet();
	if (seen % 11 == 0)
		usleep(50);
	CHECK(shmem_long_g(holder, 0) == gt_me + 1, "two holders, by the check on release");
	shmem_long_p(holder, 0, 0);
	shmem_long_p(count, seen + 1, 0);
	shmem_clear_lock(lock); /* completes the puts */
}

int main(void)
{
	gt_start();
	long *lock_heap = shmem_calloc(LOCKS, sizeof *lock_heap);
	long *count_heap = shmem_calloc(LOCKS, sizeof *count_heap), *who_heap = shmem_calloc(LOCKS, sizeof *who_heap);
	int turns = 2000 / gt_n + 1, tries = 0, got = 0;

	shmem_barrier_all();
	for (int i = 0; i < turns; i++) {
		int k = (int)gt_range(0, LOCKS - 1);
		if (i % 2) {
			shmem_set_lock(&lock_global[k]);
			enter(&lock_global[k], &counter[k], &holder[k]);
		} else {
			shmem_set_lock(&lock_heap[k]);
			enter(&lock_heap[k], &count_heap[k], &who_heap[k]);
		}
	}
	/* by polling */
	for (int i = 0; i < 200; tries++) {
		int busy = shmem_test_lock(&lock_global[0]);
		CHECK(busy == 0 || busy == 1, "test_lock says %d", busy);
		if (busy) {
			usleep(10);
			continue;
		}
		enter(&lock_global[0], &counter[0], &holder[0]);
		i++, got++;
	}
	shmem_barrier_all();
	if (gt_me == 0) {
		long sum = 0, sum_heap = 0;
		for (int k = 0; k < LOCKS; k++)
			sum += counter[k], sum_heap += count_heap[k];
		CHECK(sum + sum_heap == (long)gt_n * (turns + 200), "%ld entries counted, %d made", sum + sum_heap, gt_n * (turns + 200));
	}
	/* all are free: each PE in turn acquires each at once */
	for (int pe = 0; pe < gt_n; pe++) {
		for (int k = 0; k < LOCKS && pe == gt_me; k++) {
			CHECK(shmem_test_lock(&lock_global[k]) == 0, "a free lock cannot be had");
			CHECK(shmem_test_lock(&lock_heap[k]) == 0, "a free lock cannot be had");
			shmem_clear_lock(&lock_global[k]);
			shmem_clear_lock(&lock_heap[k]);
		}
		shmem_barrier_all();
	}
	return gt_finish();
}
