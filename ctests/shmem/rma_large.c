/* Blocks of 1 byte to 16 MB at random places, every PE to random PEs, blocking and non-blocking, read back and compared. */
#include "../gt_shmem.h"

#define MOST ((size_t)16 << 20)

static unsigned char in_bss[MOST + 4096];

static void rounds(const char *where, unsigned char *target, unsigned char *source, unsigned char *back)
{
	for (int round = 0; round < 24; round++) {
		gt_srand((uint64_t)round);
		size_t bytes = round == 0 ? 1 : round == 1 ? MOST : gt_range(1, (uint64_t)1 << gt_range(1, 24));
		size_t at = gt_range(0, MOST + 4096 - bytes);
		int shift = (int)gt_range(0, (uint64_t)gt_n - 1), to = (gt_me + shift) % gt_n, from = (gt_me - shift + gt_n) % gt_n;

		gt_fill(source, bytes, gt_me, round);
		shmem_barrier_all();
		if (round % 2)
			shmem_putmem(target + at, source, bytes, to);
		else {
			shmem_putmem_nbi(target + at, source, bytes, to);
			shmem_quiet();
		}
		memset(source, 0, bytes < 1000 ? bytes : 1000);
		shmem_barrier_all();
		size_t bad = gt_differs(target + at, bytes, from, round);
		CHECK(bad == bytes, "%s: put of %zu bytes at %zu: differs at %zu", where, bytes, at, bad);
		if (round % 3) {
			shmem_getmem(back, target + at, bytes, to);
		} else {
			shmem_getmem_nbi(back, target + at, bytes, to);
			shmem_quiet();
		}
		bad = gt_differs(back, bytes, gt_me, round);
		CHECK(bad == bytes, "%s: get of %zu bytes at %zu: differs at %zu", where, bytes, at, bad);
		shmem_barrier_all();
	}
}

int main(void)
{
	gt_start();
	unsigned char *heap = shmem_malloc(MOST + 4096), *symmetric = shmem_malloc(MOST);
	unsigned char *source = malloc(MOST), *back = malloc(MOST);
	rounds("heap", heap, source, back);
	rounds("bss", in_bss, source, back);
	rounds("heap to heap", heap, symmetric, back);
	free(source), free(back);
	shmem_free(symmetric);
	shmem_free(heap);
	return gt_finish();
}
