/* Sandia's counting transfers: each counts once, on the PE whose memory it accesses, and after the bytes. */
#include "../gt_shmem.h"

#include <shmemx.h>

#define TIMES 20

static long slots[64];

int main(void)
{
	shmemx_ct_t ct, other;
	long mine, seen[64];

	gt_start();
	shmemx_ct_create(&ct);
	shmemx_ct_create(&other);
	CHECK(ct != NULL && other != NULL && ct != other, "two counters");
	CHECK(shmemx_ct_get(ct) == 0, "a new counter is %ld", shmemx_ct_get(ct));

	/* All PEs write to all: a PE whose counter has the full count has all bytes. */
	for (int round = 1; round <= TIMES; round++) {
		mine = 100 * round + gt_me;
		shmem_barrier_all();
		for (int k = 0; k < gt_n; k++)
			shmemx_putmem_ct(ct, &slots[gt_me], &mine, sizeof mine, (gt_me + k) % gt_n);
		shmemx_ct_wait(ct, (long)round * gt_n);
		for (int k = 0; k < gt_n; k++)
			CHECK(slots[k] == 100 * round + k, "round %d: %ld of PE %d", round, slots[k], k);
	}
	CHECK(shmemx_ct_get(ct) == (long)TIMES * gt_n, "counted %ld", shmemx_ct_get(ct));
	CHECK(shmemx_ct_get(other) == 0, "another counter is %ld", shmemx_ct_get(other));

	/* A get adds to the counter of the PE that it reads. */
	shmem_barrier_all();
	shmemx_ct_set(ct, -1);
	CHECK(shmemx_ct_get(ct) == -1, "set to %ld", shmemx_ct_get(ct));
	shmem_barrier_all();
	memset(seen, 0, sizeof seen);
	shmemx_getmem_ct(ct, seen, slots, sizeof slots[0] * (size_t)gt_n, 0);
	for (int k = 0; k < gt_n; k++)
		CHECK(seen[k] == 100 * TIMES + k, "read %ld of PE %d", seen[k], k);
	if (gt_me == 0)
		shmemx_ct_wait(ct, gt_n - 1);
	shmem_barrier_all();
	CHECK(shmemx_ct_get(ct) == (gt_me == 0 ? gt_n - 1 : -1), "after reads %ld", shmemx_ct_get(ct));

	shmemx_ct_free(&ct);
	CHECK(ct == NULL, "a destroyed counter");
	shmemx_ct_free(&ct);
	shmemx_ct_free(&other);
	return gt_finish();
}
