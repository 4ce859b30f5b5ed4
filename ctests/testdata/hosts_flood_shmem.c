/* hosts_flood_shmem.c - puts, atomics with and without a result, and signals to a process that takes no messages for a second. */
#include "../gt.h"

#include <shmem.h>

#include "hosts_flood.h"

int main(int argc, char **argv)
{
	shmem_init();
	GT_BEGIN(shmem_my_pe(), shmem_n_pes());
	uint64_t(*room)[WORDS] = shmem_calloc((size_t)gt_n, sizeof *room);
	long *sum = shmem_calloc(3, sizeof *sum);
	uint64_t *signalled = shmem_calloc((size_t)gt_n, sizeof *signalled);
	const int last = gt_n - 1;

	flood_begin(argc, argv);
	shmem_barrier_all();
	if (flood_last()) {
		flood_away();
		for (int r = 0; r < last; r++) {
			shmem_signal_wait_until(&signalled[r], SHMEM_CMP_EQ, (uint64_t)flood_messages);
			CHECK(flood_number(room[r], r) == flood_messages, "from %d: the last message is %d", r, flood_number(room[r], r));
		}
	} else {
		uint64_t words[WORDS];
		long old = 0;

		for (int i = 1; i <= flood_messages; i++) {
			flood_fill(words, gt_me, i);
			shmem_put_signal(room[gt_me], words, WORDS, &signalled[gt_me], 1, SHMEM_SIGNAL_ADD, last);
			shmem_long_atomic_add(&sum[0], i, last);
			if (i % 8 == 0)
				shmem_long_atomic_fetch_add_nbi(&old, &sum[1], 1, last);
			if (i % 128 == 0)
				shmem_long_atomic_fetch_inc(&sum[2], last);
		}
		shmem_quiet();
		flood_sent();
	}
	shmem_barrier_all();
	if (flood_last()) {
		const long n = flood_messages;
		CHECK(sum[0] == last * (n * (n + 1) / 2) && sum[1] == last * (n / 8) && sum[2] == last * (n / 128), "%ld %ld %ld", sum[0], sum[1],
		      sum[2]);
	}
	shmem_finalize();
	return GT_END();
}
