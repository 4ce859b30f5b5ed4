/* shmem_realloc keeps the contents of the block, grows in place or moves, and leaves the old block unchanged when the heap is exhausted. */
#include "../gt_shmem.h"

int main(void)
{
	gt_start();
	CHECK(shmem_realloc(NULL, 0) == NULL, "nothing from nothing");
	size_t size = 1;
	char *p = shmem_realloc(NULL, size), *fence = NULL;
	CHECK(p != NULL, "realloc(NULL) is malloc");
	gt_fill(p, size, gt_me, 0);
	gt_srand(3);
	for (int round = 1; round < 300; round++) {
		size_t bigger = gt_range(1, round % 10 == 0 ? 4 << 20 : 5000), kept = bigger < size ? bigger : size;
		if (round % 3 == 0) { /* a block behind it, so that it must move */
			shmem_free(fence);
			fence = shmem_malloc(gt_range(1, 1000));
		}
		char *q = shmem_realloc(p, bigger);
		if (q == NULL)
			FATAL("round %d: no %zu bytes", round, bigger);
		size_t bad = gt_differs(q, kept, gt_me, round - 1);
		CHECK(bad == kept, "round %d: %zu to %zu bytes, differs at %zu", round, size, bigger, bad);
		p = q, size = bigger;
		gt_fill(p, size, gt_me, round);
		CHECK((uintptr_t)p % 16 == 0, "%p", (void *)p);
	}
	shmem_free(fence);

	/* failure leaves the block as it is, on all PEs */
	gt_fill(p, size, gt_me, 1000);
	CHECK(shmem_realloc(p, (size_t)1 << 50) == NULL, "more than there is");
	CHECK(gt_differs(p, size, gt_me, 1000) == size, "the old block was touched");
	shmem_barrier_all();
	shmem_char_p(p, 'x', GT_NEXT);
	shmem_barrier_all();
	CHECK(*p == 'x', "the old block is no longer symmetric");

	/* a peer's put before the call is in the block after it: entry barrier */
	long *words = shmem_malloc(1000 * sizeof *words);
	for (int i = 0; i < 1000; i++)
		words[i] = -1;
	shmem_barrier_all();
	for (int i = 0; i < 1000; i++)
		shmem_long_p(&words[i], gt_me * 1000 + i, GT_NEXT);
	words = shmem_realloc(words, 100000 * sizeof *words);
	for (int i = 0; i < 1000; i++)
		CHECK(words[i] == GT_PREV * 1000 + i, "words[%d] is %ld", i, words[i]);
	CHECK(shmem_realloc(words, 0) == NULL, "size 0 frees");
	shmem_free(p);
	return gt_finish();
}
