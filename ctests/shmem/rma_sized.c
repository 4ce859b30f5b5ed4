/* put8..put128, get8..get128, putmem, getmem: any alignment, any length, heap and globals. */
#include "../gt_shmem.h"

#define BYTES 4096

static unsigned char global[BYTES + 64] __attribute__((aligned(64)));

#define SIZED(BITS, T)                                                                                    \
	static void put##BITS(void *d, const void *s, size_t n, int pe) { shmem_put##BITS(d, s, n, pe); } \
	static void get##BITS(void *d, const void *s, size_t n, int pe) { shmem_get##BITS(d, s, n, pe); }
GT_RMA_SIZES(SIZED)

static const struct {
	const char *name;
	void (*put)(void *, const void *, size_t, int);
	void (*get)(void *, const void *, size_t, int);
	size_t size, align;
} family[] = {
    {"mem", shmem_putmem, shmem_getmem, 1, 1},
    {"8", put8, get8, 1, 1},
    {"16", put16, get16, 2, 2},
    {"32", put32, get32, 4, 4},
    {"64", put64, get64, 8, 8},
    {"128", put128, get128, 16, 8},
};

static void check(const char *where, unsigned char *target)
{
	static unsigned char source[BYTES + 64], back[BYTES + 64];

	for (size_t f = 0; f < sizeof family / sizeof *family; f++)
		for (int round = 0; round < 60; round++) {
			gt_srand((uint64_t)(f * 1000 + (size_t)round)); /* the same on all PEs */
			size_t size = family[f].size, n = gt_range(1, round % 3 ? 64 / size + 1 : BYTES / size), bytes = n * size;
			size_t at = gt_range(0, 63 / family[f].align) * family[f].align, from = gt_range(0, 63);
			if (bytes > BYTES)
				bytes = (n = BYTES / size) * size;

			memset(target, 0xcc, BYTES + 64);
			gt_fill(source + from, bytes, gt_me, round);
			shmem_barrier_all();
			family[f].put(target + at, source + from, n, GT_NEXT);
			memset(source, 0, sizeof source);
			shmem_barrier_all();
			CHECK(gt_differs(target + at, bytes, GT_PREV, round) == bytes, "put%s to %s: %zu bytes at +%zu", family[f].name, where, bytes,
			      at);
			for (size_t i = 0; i < BYTES + 64; i++)
				if ((i < at || i >= at + bytes) && target[i] != 0xcc)
					ERR("put%s to %s wrote outside, at %zu of [%zu,+%zu)", family[f].name, where, i, at, bytes);

			memset(back, 0xdd, sizeof back);
			family[f].get(back + from, target + at, n, GT_NEXT);
			CHECK(gt_differs(back + from, bytes, gt_me, round) == bytes, "get%s from %s: %zu bytes", family[f].name, where, bytes);
			CHECK((from == 0 || back[from - 1] == 0xdd) && (from + bytes == sizeof back || back[from + bytes] == 0xdd),
			      "get%s from %s wrote outside", family[f].name, where);
			shmem_barrier_all();
		}
}

int main(void)
{
	gt_start();
	unsigned char *heap = shmem_align(64, BYTES + 64);
	check("heap", heap);
	check("global", global);

	/* between the two kinds of memory, and from and to read-only and stack memory */
	static const char text[] = "read-only";
	char local[sizeof text];
	shmem_barrier_all();
	shmem_putmem(heap, text, sizeof text, GT_NEXT);
	shmem_barrier_all();
	shmem_getmem(local, heap, sizeof text, GT_PREV);
	CHECK(strcmp(local, text) == 0, "%s", local);
	shmem_putmem(global, heap, sizeof text, GT_NEXT);
	shmem_barrier_all();
	CHECK(strcmp((char *)global, text) == 0, "heap to global");
	shmem_getmem(heap + 100, global, sizeof text, GT_NEXT);
	CHECK(strcmp((char *)heap + 100, text) == 0, "global to heap");
	shmem_barrier_all();
	shmem_free(heap);
	return gt_finish();
}
