/* Signals without data: set and add on local and remote words, plain and on contexts; waits with every comparison. */
#include "../gt_shmem.h"

static uint64_t word[8];

static void updates(void)
{
	struct gt_ctx with[GT_CONTEXTS];
	uint64_t *heap = shmem_calloc(2, sizeof *heap), top = UINT64_C(1) << 63;

	gt_contexts(with);
	shmem_signal_set(&heap[0], top + (uint64_t)gt_me, GT_NEXT);
	CHECK(shmem_signal_wait_until(&heap[0], SHMEM_CMP_NE, 0) == top + (uint64_t)GT_PREV, "set");
	for (int pe = 0; pe < gt_n; pe++)
		shmem_signal_add(&heap[1], (uint64_t)(gt_me + 1), pe);
	CHECK(shmem_signal_wait_until(&heap[1], SHMEM_CMP_EQ, (uint64_t)(gt_n * (gt_n + 1) / 2)) == (uint64_t)(gt_n * (gt_n + 1) / 2), "add");
	for (int c = 0; c < GT_CONTEXTS; c++) {
		shmem_ctx_signal_set(with[c].ctx, &word[c], 5, with[c].next);
		shmem_ctx_fence(with[c].ctx);
		shmem_ctx_signal_add(with[c].ctx, &word[c], UINT64_MAX, with[c].next); /* wraps around */
		shmem_ctx_quiet(with[c].ctx);
		CHECK(shmem_signal_wait_until(&word[c], SHMEM_CMP_EQ, 4) == 4, "context %d", c);
		CHECK(shmem_signal_fetch(&word[c]) == 4, "context %d: %" PRIu64, c, shmem_signal_fetch(&word[c]));
	}
	shmem_barrier_all();
	shmem_free(heap);
}

/* A signal goes round the ring; each PE waits with another comparison for the signal of the PE before. */
static void comparisons(void)
{
	static const int cmp[] = {SHMEM_CMP_EQ, SHMEM_CMP_NE, SHMEM_CMP_GT, SHMEM_CMP_GE, SHMEM_CMP_LT, SHMEM_CMP_LE};
	static const uint64_t against[] = {50, 100, 49, 50, 51, 50}, start[] = {100, 100, 40, 40, 100, 100};

	for (int i = 0; i < 6; i++) {
		word[6] = start[i];
		shmem_barrier_all();
		if (gt_me == 0)
			shmem_signal_set(&word[6], 50, GT_NEXT);
		uint64_t v = shmem_signal_wait_until(&word[6], cmp[i], against[i]);
		CHECK(v == 50, "comparison %d: %" PRIu64, cmp[i], v);
		if (gt_me != 0)
			shmem_signal_set(&word[6], 50, GT_NEXT);
		shmem_barrier_all();
	}
}

/* The PE's own word, with signal_wait_until and with the other routines that wait and test. */
static void others(void)
{
	shmem_signal_set(&word[7], 9, gt_me);
	shmem_quiet();
	CHECK(shmem_uint64_test(&word[7], SHMEM_CMP_EQ, 9), "test");
	shmem_uint64_wait_until(&word[7], SHMEM_CMP_GE, 9);
	shmem_barrier_all();
	while (shmem_signal_fetch(&word[7]) == 9 && gt_n > 1) /* a program may poll */
		if (gt_me == 0) {
			for (int pe = 0; pe < gt_n; pe++)
				shmem_signal_set(&word[7], 10, pe);
			shmem_quiet();
		}
	shmem_barrier_all();
}

int main(void)
{
	gt_start();
	updates();
	comparisons();
	others();
	return gt_finish();
}
