/* put and p of all 24 types, to the heap and to globals, to every PE, with nothing written beside the target. */
#include "../gt_shmem.h"

#define LEN 37 /* elements; odd on purpose */

/* Every PE writes its row of every PE's table; the guards around rows must not change. */
#define TEST(NAME, T)                                                                                                      \
	static T NAME##_global[64][LEN + 2];                                                                               \
	static T NAME##_value(int from, int to, int i) { return (T)(from * 31 + to * 7 + i * 3 + 1); }                     \
	static void NAME##_check(const char *where, T table[][LEN + 2], int with_p)                                        \
	{                                                                                                                  \
		T source[LEN + 2];                                                                                         \
		for (int r = 0; r < gt_n; r++)                                                                             \
			for (int i = 0; i < LEN + 2; i++)                                                                  \
				table[r][i] = (T)99;                                                                       \
		shmem_barrier_all();                                                                                       \
		for (int to = 0; to < gt_n; to++) {                                                                        \
			for (int i = 0; i < LEN; i++)                                                                      \
				source[i + 1] = NAME##_value(gt_me, to, i);                                                \
			if (with_p)                                                                                        \
				for (int i = 0; i < LEN; i++)                                                              \
					shmem_##NAME##_p(&table[gt_me][i + 1], source[i + 1], to);                         \
			else                                                                                               \
				shmem_##NAME##_put(&table[gt_me][1], &source[1], LEN, to);                                 \
			memset(source, 0x5a, sizeof source); /* may be reused at once */                                   \
		}                                                                                                          \
		shmem_barrier_all();                                                                                       \
		for (int r = 0; r < gt_n; r++) {                                                                           \
			CHECK(table[r][0] == (T)99 && table[r][LEN + 1] == (T)99, #NAME " %s: beside row %d", where, r);   \
			for (int i = 0; i < LEN; i++)                                                                      \
				CHECK(table[r][i + 1] == NAME##_value(r, gt_me, i), #NAME " %s: %d from %d", where, i, r); \
		}                                                                                                          \
		shmem_barrier_all();                                                                                       \
	}                                                                                                                  \
	static void NAME##_test(void *heap)                                                                                \
	{                                                                                                                  \
		NAME##_check("put to heap", heap, 0);                                                                      \
		NAME##_check("put to global", NAME##_global, 0);                                                           \
		NAME##_check("p to heap", heap, 1);                                                                        \
		NAME##_check("p to global", NAME##_global, 1);                                                             \
	}
GT_RMA_TYPES(TEST)

int main(void)
{
	gt_start();
	if (gt_n > 64)
		GT_SKIP("tables have room for 64 PEs");
	void *heap = shmem_malloc(64 * (LEN + 2) * sizeof(long double));
#define CALL(NAME, T) NAME##_test(heap);
	GT_RMA_TYPES(CALL)
	shmem_free(heap);
	return gt_finish();
}
