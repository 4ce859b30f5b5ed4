/* The symmetric heap: alignment, zeros, hints, NULL for size 0, and blocks that do not overlap for any order of frees. */
#include "../gt_shmem.h"

#define BLOCKS 200

static uintptr_t offset_of(void *p, char *base) { return p == NULL ? UINTPTR_MAX : (uintptr_t)((char *)p - base); }

/* Every PE must get the same offset. */
static uintptr_t expected;
static void same_everywhere(void *p, char *base)
{
	expected = offset_of(p, base);
	shmem_barrier_all();
	CHECK(shmem_size_g((const size_t *)&expected, GT_NEXT) == expected, "PEs got different blocks");
	shmem_barrier_all();
}

static void shuffles(char *base)
{
	static char *block[BLOCKS];
	static size_t size[BLOCKS];

	gt_srand(42); /* the same on all PEs: the calls are collective */
	for (int round = 0; round < 2000; round++) {
		int i = (int)gt_range(0, BLOCKS - 1);
		if (block[i] != NULL) {
			size_t bad = gt_differs(block[i], size[i], gt_me, i);
			if (bad != size[i])
				FATAL("block %d of %zu bytes was overwritten at %zu", i, size[i], bad);
			shmem_free(block[i]);
			block[i] = NULL;
			continue;
		}
		size[i] = gt_range(1, gt_rand() % 10 == 0 ? 200000 : 600);
		switch (gt_rand() % 4) {
		case 0: block[i] = shmem_align((size_t)1 << gt_range(3, 12), size[i]); break;
		case 1:
			block[i] = shmem_calloc(size[i], 1);
			for (size_t k = 0; block[i] != NULL && k < size[i]; k++)
				if (block[i][k] != 0)
					FATAL("calloc: byte %zu of %zu is not 0", k, size[i]);
			break;
		default: block[i] = shmem_malloc(size[i]);
		}
		if (block[i] == NULL)
			FATAL("round %d: no %zu bytes", round, size[i]);
		gt_fill(block[i], size[i], gt_me, i);
		if (round % 50 == 0)
			same_everywhere(block[i], base);
	}
	for (int i = 0; i < BLOCKS; i++)
		if (block[i] != NULL) {
			CHECK(gt_differs(block[i], size[i], gt_me, i) == size[i], "block %d at the end", i);
			shmem_free(block[i]);
		}
}

int main(void)
{
	gt_start();
	char *base = shmem_malloc(64);
	CHECK(base != NULL && (uintptr_t)base % 16 == 0, "%p", (void *)base);

	CHECK(shmem_malloc(0) == NULL, "malloc(0)");
	CHECK(shmem_calloc(0, 8) == NULL && shmem_calloc(8, 0) == NULL, "calloc of nothing");
	shmem_free(NULL);
	for (size_t size = 1; size < 300; size += 13) {
		char *p = shmem_malloc(size);
		CHECK(p != NULL && (uintptr_t)p % 16 == 0, "malloc(%zu) at %p is not good for every type", size, (void *)p);
		shmem_free(p);
	}

	/* one PE alone may request 0 bytes: no synchronisation */
	if (gt_me == 0) {
		CHECK(shmem_malloc(0) == NULL, "alone");
		shmem_free(NULL);
	}

	for (long hints = 0; hints < 16; hints++) {
		long *p = shmem_malloc_with_hints(80, hints);
		CHECK(p != NULL, "hints %ld", hints);
		if (p == NULL)
			continue;
		p[0] = p[9] = 0;
		shmem_barrier_all();
		shmem_long_atomic_add(p + 9, 1, GT_NEXT);
		shmem_barrier_all();
		CHECK(p[9] == 1, "hints %ld: %ld", hints, p[9]);
		shmem_free(p);
	}
	CHECK(shmem_malloc_with_hints(0, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE) == NULL, "hints, size 0");
	long *p = shmem_malloc_with_hints(8, 1L << 40);
	CHECK(p != NULL, "unknown hint");
	shmem_free(p);

	/* large alignments: the heap has 512 MB */
	for (size_t align = (size_t)1 << 20; align <= (size_t)128 << 20; align *= 4) {
		char *q = shmem_align(align, 100);
		CHECK(q != NULL && (uintptr_t)q % align == 0, "align(%zu) gave %p", align, (void *)q);
		same_everywhere(q, base);
		shmem_free(q);
	}

	/* zeros even in reused memory */
	for (int i = 0; i < 5; i++) {
		unsigned char *dirty = shmem_malloc(1 << 20);
		memset(dirty, 0xee, 1 << 20);
		shmem_free(dirty);
		unsigned char *clean = shmem_calloc(1 << 10, 1 << 10);
		size_t at = 0;
		while (at < 1 << 20 && clean[at] == 0)
			at++;
		CHECK(at == 1 << 20, "byte %zu", at);
		shmem_free(clean);
	}
	shuffles(base);
	shmem_free(base);
	return gt_finish();
}
