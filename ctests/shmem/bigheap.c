/* A heap of which only a few pages are touched (SHMEM_SYMMETRIC_SIZE=8G, set by the driver). */
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

	/* strides and offsets beyond 32 bits */
	shmem_barrier_all();
	uint64_t three[3] = {1, 2, (uint64_t)gt_me + 3}, back[3] = {0};
	shmem_iput64(all + 64, three, (ptrdiff_t)(3 * GB / 8), 1, 3, GT_NEXT);
	shmem_barrier_all();
	shmem_iget64(back, all + 64, 1, (ptrdiff_t)(3 * GB / 8), 3, GT_NEXT);
	CHECK(back[0] == 1 && back[1] == 2 && back[2] == (uint64_t)gt_me + 3, "stride of 3 GB");

	/* one transfer longer than 2 GB: lengths are size_t. Alone, since it needs 4 GB of memory. */
	size_t bytes = 2 * GB + 4096;
	if (gt_n == 1 && getenv("GT_SHORT") == NULL) {
		uint64_t word = 0x1122334455667788;
		memcpy(all + bytes - 8, &word, 8);
		shmem_get64(all + 4 * GB, all, bytes / 8, 0);
		CHECK(memcmp(all + 4 * GB + bytes - 8, &word, 8) == 0, "a get of more than 2 GB");
	}
	shmem_barrier_all();
	shmem_free(all);
	return gt_finish();
}
