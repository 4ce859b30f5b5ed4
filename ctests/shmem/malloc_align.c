/* shmem_align with every power of two up to 2^24, small ones included, and the values that are rejected. */
#include "../gt_shmem.h"

int main(void)
{
	gt_start();
	for (int bit = 0; bit <= 24; bit++) {
		size_t align = (size_t)1 << bit;
		for (size_t size = 1; size <= 100000; size = size * 7 + 1) {
			char *p = shmem_align(align, size), *q = shmem_align(align, size), *r = shmem_malloc(5);
			CHECK(p != NULL && q != NULL && r != NULL, "align 2^%d size %zu", bit, size);
			if (p == NULL || q == NULL || r == NULL)
				return 1;
			CHECK((uintptr_t)p % align == 0 && (uintptr_t)q % align == 0, "align 2^%d: %p %p", bit, (void *)p, (void *)q);
			CHECK(p + size <= q || q + size <= p, "align 2^%d size %zu: blocks overlap", bit, size);
			CHECK(shmem_ptr(p, GT_NEXT) != NULL, "peer's");
			memset(p, 1, size);
			memset(q, 2, size);
			memset(r, 3, 5);
			CHECK(p[0] == 1 && p[size - 1] == 1 && q[size - 1] == 2 && r[4] == 3, "align 2^%d size %zu", bit, size);
			shmem_barrier_all();
			shmem_putmem(p, q, size, GT_NEXT);
			shmem_barrier_all();
			CHECK(p[size - 1] == 2, "align 2^%d size %zu: put", bit, size);
			shmem_free(q);
			shmem_free(p);
			shmem_free(r);
		}
	}
	CHECK(shmem_align(64, 0) == NULL, "size 0");
	CHECK(shmem_align(0, 64) == NULL, "alignment 0");
	CHECK(shmem_align(3, 64) == NULL, "alignment 3");
	CHECK(shmem_align(48, 64) == NULL, "alignment 48");
	CHECK(shmemalign(3, 64) == NULL, "old name, alignment 3");
	CHECK(shmem_align((size_t)1 << 62, 64) == NULL, "absurd alignment");
	return gt_finish();
}
