/* shmem_malloc_with_hints: every hint, alone and with others, gives blocks at the same offset in all heaps, which work as targets of puts, atomics and
 * signals, and can be freed in any order. */
#include "../gt_shmem.h"

#include <shmemx.h>

#include <stdint.h>
#include <string.h>

#define BLOCKS 16

int main(void)
{
	static const long hints[] = {
	    0,
	    SHMEM_MALLOC_ATOMICS_REMOTE,
	    SHMEM_MALLOC_SIGNAL_REMOTE,
	    SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE,
	    SHMEMX_MALLOC_NO_BARRIER,
	    SHMEMX_MALLOC_NO_BARRIER | SHMEM_MALLOC_ATOMICS_REMOTE,
	};
	uint64_t *block[BLOCKS];

	gt_start();
	const int next = (gt_me + 1) % gt_n, before = (gt_me + gt_n - 1) % gt_n;
	for (size_t h = 0; h < sizeof hints / sizeof *hints; h++) {
		for (int i = 0; i < BLOCKS; i++) {
			block[i] = shmem_malloc_with_hints((size_t)(i + 3) * sizeof **block, hints[h]);
			CHECK(block[i] != NULL, "hints %ld, block %d", hints[h], i);
			memset(block[i], 0, (size_t)(i + 3) * sizeof **block);
		}
		shmem_barrier_all();
		for (int i = 0; i < BLOCKS; i++) {
			const uint64_t mine = (uint64_t)(1000 * gt_me + i);
			shmem_uint64_put_signal(block[i], &mine, 1, block[i] + 1, 7, SHMEM_SIGNAL_ADD, next);
			shmem_uint64_atomic_add(block[i] + 2, (uint64_t)i, next);
		}
		shmem_barrier_all();
		for (int i = 0; i < BLOCKS; i++) {
			CHECK(block[i][0] == (uint64_t)(1000 * before + i), "hints %ld, block %d: put", hints[h], i);
			CHECK(block[i][1] == 7, "hints %ld, block %d: signal", hints[h], i);
			CHECK(block[i][2] == (uint64_t)i, "hints %ld, block %d: atomic", hints[h], i);
		}
		for (int i = 0; i < BLOCKS; i += 2)
			shmem_free(block[i]);
		for (int i = 1; i < BLOCKS; i += 2)
			shmem_free(block[i]);
	}
	return gt_finish();
}
