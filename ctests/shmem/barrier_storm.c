/* Many barriers in a row: no PE leaves the k-th before all have entered it. Phase counters in globals and on the heap check that. */
#include "../gt_shmem.h"

#define ROUNDS 1000

static long phase[1024]; /* phase[i] here: written by PE i */

int main(void)
{
	gt_start();
	if (gt_n > 1024)
		GT_SKIP("counters for 1024 PEs");
	long *count = shmem_calloc(1, sizeof *count);
	shmem_barrier_all();
	for (long round = 1; round <= ROUNDS; round++) {
		int to = (int)((gt_me + round) % gt_n);
		shmem_long_p(&phase[gt_me], round, to);
		shmem_long_atomic_inc(count, to);
		if (round % 97 == gt_me % 97)
			gt_sleep_ms(1); /* stragglers */
		if (round % 2)
			shmem_barrier_all();
		else {
			shmem_quiet();
			shmem_sync_all();
		}
		int from = (int)(((gt_me - round) % gt_n + gt_n) % gt_n);
		CHECK(phase[from] == round, "round %ld: PE %d had not entered (%ld)", round, from, phase[from]);
		CHECK(*count == round, "round %ld: count %ld", round, *count);
		shmem_sync_all(); /* no PE may write for the next round before all have checked */
	}

	/* thousands of barriers without anything in between */
	uint64_t t = gt_ns();
	for (int i = 0; i < 2000; i++) {
		shmem_barrier_all();
		shmem_sync_all();
	}
	MSG0("%d ranks: %" PRIu64 " ns per barrier", gt_n, (gt_ns() - t) / 4000);
	shmem_free(count);
	return gt_finish();
}
