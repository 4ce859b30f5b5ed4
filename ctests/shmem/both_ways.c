/* PEs of one host and of several: order and completion of what stays on a host and what leaves it, on the same words. Every PE writes to all, so in a job of two hosts each has both kinds of
 * peers. */
#include "../gt_shmem.h"

#define ROUNDS 40
#define SIDE 600 /* longs: more than a put that travels as a message has */

static long data[64], order[64], small, counter, total, held;
static uint64_t signalled;

int main(void)
{
	gt_start();
	long *side = shmem_malloc(SIDE * sizeof(long) * (size_t)gt_n), *lock = shmem_calloc(1, sizeof(long)), mine[SIDE];
	shmem_ctx_t ctx;
	const int has = shmem_ctx_create(0, &ctx) == 0;

	CHECK(gt_n <= 64, "64 PEs at most");
	for (long round = 1; round <= ROUNDS; round++) {
		/* A quiet completes both kinds: afterwards a counter, which all PEs add to, says so. */
		for (int i = 0; i < SIDE; i++)
			mine[i] = round * 1000 + gt_me;
		for (int pe = 0; pe < gt_n; pe++) {
			shmem_long_put_nbi(side + gt_me * SIDE, mine, round % 2 ? SIDE : 8, pe);
			shmem_long_p(&data[gt_me], round, pe);
			shmem_long_atomic_add(&total, 1, pe);
		}
		shmem_quiet();
		for (int pe = 0; pe < gt_n; pe++)
			shmem_long_atomic_inc(&counter, pe);
		shmem_long_wait_until(&counter, SHMEM_CMP_GE, round * gt_n);
		for (int pe = 0; pe < gt_n; pe++) {
			const long seen = side[pe * SIDE + (round % 2 ? SIDE - 1 : 7)];
			CHECK(data[pe] == round && seen == round * 1000 + pe, "round %ld, PE %d: %ld, %ld", round, pe, data[pe], seen);
		}
		CHECK(shmem_long_atomic_fetch(&total, gt_me) == round * gt_n, "round %ld: total %ld", round, total);
		shmem_barrier_all();

		/* A fence orders a put and a flag, to each PE; with a context of its own, too. */
		for (int pe = 0; pe < gt_n; pe++) {
			shmem_long_p(&data[gt_me], -round, pe);
			shmem_fence();
			shmem_long_p(&order[gt_me], 2 * round - 1, pe);
		}
		for (int pe = 0; pe < gt_n; pe++) {
			shmem_long_wait_until(&order[pe], SHMEM_CMP_GE, 2 * round - 1);
			CHECK(data[pe] == -round, "round %ld: PE %d's flag overtook its put: %ld", round, pe, data[pe]);
		}
		shmem_sync_all();
		if (has)
			for (int pe = 0; pe < gt_n; pe++) {
				shmem_ctx_long_p(ctx, &data[gt_me], round + 7, pe);
				shmem_ctx_fence(ctx);
				shmem_ctx_long_p(ctx, &order[gt_me], 2 * round, pe);
			}
		for (int pe = 0; has && pe < gt_n; pe++) {
			while (shmem_long_test(&order[pe], SHMEM_CMP_GE, 2 * round) == 0)
				;
			CHECK(data[pe] == round + 7, "round %ld: PE %d's flag overtook its put on a context: %ld", round, pe, data[pe]);
		}
		if (has)
			shmem_ctx_quiet(ctx);

		/* Signals of all, polled without a wait. */
		for (int pe = 0; pe < gt_n; pe++)
			shmem_long_put_signal(&small, &round, 1, &signalled, 1, SHMEM_SIGNAL_ADD, pe);
		while (shmem_signal_fetch(&signalled) < (uint64_t)(round * gt_n))
			;
		CHECK(small == round, "round %ld: a signal overtook its put: %ld", round, small);

		/* A lock, under which all add by get and put. */
		shmem_set_lock(lock);
		long sum;
		shmem_long_get(&sum, &held, 1, gt_n - 1);
		shmem_long_p(&held, sum + 1, gt_n - 1);
		shmem_clear_lock(lock);
		shmem_barrier_all();
		if (gt_me == gt_n - 1)
			CHECK(held == round * gt_n, "round %ld: %ld under the lock", round, held);
		shmem_barrier_all();
	}
	for (int pe = 0; pe < gt_n; pe++) {
		CHECK(shmem_pe_accessible(pe) && shmem_addr_accessible(&total, pe), "PE %d is not accessible", pe);
		if (shmem_ptr(&total, pe))
			CHECK(*(long *)shmem_ptr(&total, pe) == ROUNDS * gt_n, "PE %d: total %ld", pe, *(long *)shmem_ptr(&total, pe));
	}
	if (has)
		shmem_ctx_destroy(ctx);
	shmem_barrier_all();
	return gt_finish();
}
