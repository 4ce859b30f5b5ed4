/* shmem_ptr: loads and stores through it access the other PE's object; it also works for the PE's own objects. */
#include "../gt_shmem.h"

static long counter = 1;
static int cells[64];

int main(void)
{
	gt_start();
	int *heap = shmem_calloc(64, sizeof *heap);
	shmem_barrier_all();

	for (int pe = 0; pe < gt_n; pe++) {
		int *h = shmem_ptr(heap, pe), *c = shmem_ptr(cells, pe);
		CHECK(h != NULL, "heap of pe %d", pe);
		CHECK(c != NULL, "global of pe %d", pe);
		if (h == NULL || c == NULL)
			continue;
		h[gt_me] = 1000 * pe + gt_me;
		c[gt_me] = 2000 * pe + gt_me;
		CHECK(shmem_ptr(heap + 63, pe) == h + 63, "offsets inside a block of pe %d", pe);
		__atomic_fetch_add((long *)shmem_ptr(&counter, pe), 1, __ATOMIC_SEQ_CST);
	}
	shmem_barrier_all();
	for (int pe = 0; pe < gt_n; pe++) {
		CHECK(heap[pe] == 1000 * gt_me + pe, "heap[%d] is %d", pe, heap[pe]);
		CHECK(cells[pe] == 2000 * gt_me + pe, "cells[%d] is %d", pe, cells[pe]);
		const int *h = shmem_ptr(heap, pe);
		for (int i = 0; h != NULL && i < gt_n; i++)
			CHECK(h[i] == 1000 * pe + i, "load from pe %d", pe);
	}
	CHECK(counter == 1 + gt_n, "counter %ld", counter);

	shmem_barrier_all();

	/* a PE's pointer to its own object is the object: stores through it change the object, and loads see puts */
	int *self = shmem_ptr(heap, gt_me);
	CHECK(self != NULL, "self");
	if (self != NULL) {
		self[1] = -5;
		CHECK(*(volatile int *)(heap + 1) == -5, "%d", heap[1]);
	}
	CHECK(shmem_ptr(cells, gt_me) != NULL, "own global");
	shmem_barrier_all();
	shmem_int_p(&heap[2], 77 + gt_me, GT_NEXT);
	shmem_barrier_all();
	int *next = shmem_ptr(heap, GT_NEXT);
	CHECK(next == NULL || next[2] == 77 + gt_me, "through the pointer: %d", next[2]);

	int local;
	CHECK(shmem_ptr(&local, gt_me) == NULL && shmem_ptr(&local, GT_NEXT) == NULL, "stack");
	CHECK(shmem_ptr(NULL, gt_me) == NULL, "NULL");
	CHECK(shmem_ptr(heap, -1) == NULL && shmem_ptr(heap, gt_n) == NULL, "pe out of range");
	shmem_barrier_all();
	shmem_free(heap);
	return gt_finish();
}
