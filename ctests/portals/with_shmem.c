/* Portals and OpenSHMEM in one program: ranks are PEs, symmetric memory works with Portals, and waits of one do not block the other. */
#include "../gt_portals.h"

#include <shmem.h>

static long counters[64], global[100];

int main(void)
{
	shmem_init();
	gt_begin(shmem_my_pe(), shmem_n_pes());
	gt_open();
	CHECK(cnos_get_rank() == gt_me && cnos_get_size() == gt_n, "rank %d of %d", cnos_get_rank(), cnos_get_size());
	gt_barrier();
	shmem_barrier_all();

	ptl_handle_eq_t eq = gt_eq(64), there = gt_eq(64);
	long *heap = shmem_malloc(100 * sizeof *heap);
	unsigned quiet = PTL_MD_EVENT_START_DISABLE;
	struct gt_end h = gt_offer(1, heap, 100 * sizeof *heap, BOTH_OPS | PTL_MD_MANAGE_REMOTE | quiet, there);
	struct gt_end g = gt_offer(2, global, sizeof global, BOTH_OPS | PTL_MD_MANAGE_REMOTE | quiet, there);
	struct gt_end s = gt_bind_md(gt_md(heap, 100 * sizeof *heap, PTL_MD_THRESH_INF, quiet, eq), PTL_RETAIN);
	struct gt_end gs = gt_bind_md(gt_md(global, sizeof global, PTL_MD_THRESH_INF, quiet, eq), PTL_RETAIN);
	shmem_barrier_all();

	for (long round = 1; round <= 200; round++) {
		/* by SHMEM there, by Portals back, and the other way round, in symmetric heap and globals */
		long value = gt_me * 1000 + round;
		shmem_long_p(&heap[1], value, GT_NEXT);
		shmem_long_p(&global[1], value + 1, GT_NEXT);
		shmem_quiet();
		heap[2] = global[2] = 0;
		OK(PtlGetRegion(s.h, 16, 8, NEXT_ID, PT, 0, 1, 8));
		TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 1, .length = 8, .offset = 16);
		TAKE(eq, PTL_EVENT_REPLY_END, &s, .bits = 1, .length = 8, .offset = 16);
		OK(PtlGetRegion(gs.h, 16, 8, NEXT_ID, PT, 0, 2, 8));
		TAKE(eq, PTL_EVENT_SEND_END, &gs, .bits = 2, .length = 8, .offset = 16);
		TAKE(eq, PTL_EVENT_REPLY_END, &gs, .bits = 2, .length = 8, .offset = 16);
		TAKE(there, PTL_EVENT_GET_END, &h, .from = GT_PREV, .bits = 1, .length = 8, .offset = 8);
		TAKE(there, PTL_EVENT_GET_END, &g, .from = GT_PREV, .bits = 2, .length = 8, .offset = 8);
		CHECK(heap[2] == value && global[2] == value + 1, "round %ld: %ld and %ld fetched", round, heap[2], global[2]);

		heap[3] = value * 2, global[3] = value * 3;
		OK(PtlPutRegion(s.h, 24, 8, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 32, 0));
		OK(PtlPutRegion(gs.h, 24, 8, PTL_ACK_REQ, NEXT_ID, PT, 0, 2, 32, 0));
		for (int i = 0; i < 4; i++)
			NEXT_EVENT(eq);
		CHECK(shmem_long_g(&heap[4], GT_NEXT) == value * 2 && shmem_long_g(&global[4], GT_NEXT) == value * 3, "round %ld: what was put",
		      round);
		TAKE(there, PTL_EVENT_PUT_END, &h, .from = GT_PREV, .bits = 1, .length = 8, .offset = 32);
		TAKE(there, PTL_EVENT_PUT_END, &g, .from = GT_PREV, .bits = 2, .length = 8, .offset = 32);
		shmem_barrier_all();
		/* a SHMEM wait for a Portals put */
		long one = round;
		struct gt_end o = gt_bind(&one, 8, PTL_EQ_NONE);
		OK(PtlPut(o.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 80, 0));
		shmem_long_wait_until(&heap[10], SHMEM_CMP_EQ, round);
		TAKE(there, PTL_EVENT_PUT_END, &h, .from = GT_PREV, .bits = 1, .length = 8, .offset = 80);
		gt_close(&o);
		shmem_long_atomic_inc(&counters[gt_me % 64], (gt_me + (int)round) % gt_n);
		if (round % 2)
			gt_barrier();
		else
			shmem_barrier_all();
	}
	long sum = 0, mine = 0;
	for (int i = 0; i < 64; i++)
		mine += counters[i];
	counters[0] = mine;
	shmem_barrier_all();
	for (int pe = 0; pe < gt_n; pe++)
		sum += shmem_long_g(&counters[0], pe);
	CHECK(sum == 200L * gt_n, "%ld increments", sum);
	shmem_barrier_all();

	/* one ends before the other */
	NOTHING(eq);
	NOTHING(there);
	gt_close(&h);
	gt_close(&g);
	gt_barrier();
	OK(PtlNIFini(gt_ni));
	PtlFini();
	shmem_long_p(&global[5], 5, GT_NEXT);
	shmem_barrier_all();
	CHECK(global[5] == 5, "SHMEM after PtlFini");
	shmem_free(heap);
	shmem_finalize();
	return gt_end();
}
