/* The heap has the requested size, a block of all of it can be allocated repeatedly, and a larger one is NULL on every PE. */
#include "../gt_shmem.h"

#include <gasnetgo.h>

#define HEAP ((size_t)256 << 20) /* SHMEM_SYMMETRIC_SIZE=256M, set by the driver */

int main(void)
{
	gt_start();
	for (int round = 0; round < 4; round++) {
		char *all = shmem_malloc(HEAP);
		CHECK(all != NULL, "round %d: a block of the whole heap", round);
		if (all == NULL)
			break;
		all[0] = all[HEAP / 2] = all[HEAP - 1] = (char)(round + gt_me);
		CHECK(shmem_malloc(HEAP) == NULL, "twice the heap");
		char why[500];
		gasnetgo_error_text(why, sizeof why);
		CHECK(strstr(why, "SHMEM_SYMMETRIC_SIZE") != NULL, "the message does not name the variable: %s", why);
		shmem_barrier_all();
		CHECK(shmem_char_g(&all[HEAP - 1], GT_NEXT) == (char)(round + GT_NEXT), "last byte");
		shmem_barrier_all();
		shmem_free(all);

		/* fragments must merge again, whatever the order */
		char *part[64];
		for (int i = 0; i < 64; i++) {
			part[i] = shmem_malloc(HEAP / 64 - 64);
			CHECK(part[i] != NULL, "part %d", i);
		}
		for (int i = 0; i < 64; i++)
			shmem_free(part[(i * 37 + round) % 64]);
		char *half = shmem_malloc(HEAP / 2);
		half = shmem_realloc(half, HEAP);
		CHECK(half != NULL, "round %d: realloc to the whole heap", round);
		shmem_free(half);
	}
	CHECK(shmem_malloc(HEAP + 1) == NULL || HEAP % 4096 != 0, "a byte more than the heap");
	CHECK(shmem_malloc(SIZE_MAX) == NULL, "SIZE_MAX");
	CHECK(shmem_calloc(SIZE_MAX / 2, 3) == NULL, "a product that overflows");
	CHECK(shmem_align(4096, SIZE_MAX - 100) == NULL, "a sum that overflows");
	char *after = shmem_malloc(100);
	CHECK(after != NULL, "the heap still works");
	return gt_finish();
}
