/* A heap far larger than memory needs (SHMEM_SYMMETRIC_SIZE=8G, set by the driver), touched here and there. */
#include "../gt_shmem.h"

#define GB ((size_t)1 << 30)

int main(void)
{
	gt_start();
	unsigned char *all = shmem_malloc(8 * GB);
	CHECK(all != NULL, "no block of 8 GB");
	if (all == NULL)
		return 1;
	for (size_t at = 0; at < 8 * GB; at += GB / 2 - 4096)
		shmem_uchar_p(&all[at], (unsigned char)(at / 4096 + (size_t)gt_me), GT_NEXT);
	shmem_uchar_p(&all[8 * GB - 1], 77, GT_NEXT);
	shmem_barrier_all();
	for (size_t at = 0; at < 8 * GB; at += GB / 2 - 4096)
		CHECK(all[at] == (unsigned char)(at / 4096 + (size_t)GT_PREV), "at %zu", at);
	CHECK(all[8 * GB - 1] == 77, "last byte");

	/* one transfer longer than 2 GB: lengths are size_t. Zeros are read from untouched pages. */
	if (gt_me == 0) {
		unsigned char *end = all + 3 * GB;
		uint64_t word = 0x1122334455667788;
		memcpy(end - 8, &word, 8);
		shmem_get64(all + 4 * GB, all, 3 * GB / 8, 0);
		CHECK(memcmp(all + 7 * GB - 8, &word, 8) == 0, "a get of 3 GB");
	}
	shmem_barrier_all();
	shmem_free(all);
	return gt_finish();
}
