/* put_nbi and get_nbi of all types and sizes: complete after quiet, and after barrier_all. */
#include "../gt_shmem.h"

#define LEN 50

static long double global[LEN];

#define TEST(NAME, T, PUT, GET)                                                                                 \
	static void test_##NAME(void *memory)                                                                   \
	{                                                                                                       \
		static T out[LEN], in[LEN];                                                                     \
		T *target = memory;                                                                             \
		gt_fill(out, sizeof out, gt_me, 1);                                                             \
		memset(memory, 0, sizeof out);                                                                  \
		memset(in, 0, sizeof in);                                                                       \
		shmem_barrier_all();                                                                            \
		for (int i = 0; i < LEN; i++)                                                                   \
			PUT(target + i, out + i, 1, GT_NEXT);                                                   \
		shmem_quiet();                                                                                  \
		memset(out, 0, sizeof out);                                                                     \
		shmem_sync_all(); /* quiet has completed them: a synchronisation is enough */                   \
		CHECK(gt_differs(memory, sizeof out, GT_PREV, 1) == sizeof out, #NAME " put_nbi");              \
		GET(in, target, LEN / 2, GT_NEXT);                                                              \
		GET(in + LEN / 2, target + LEN / 2, LEN - LEN / 2, GT_NEXT);                                    \
		shmem_quiet();                                                                                  \
		CHECK(gt_differs(in, sizeof in, gt_me, 1) == sizeof in, #NAME " get_nbi");                      \
		shmem_barrier_all();                                                                            \
		gt_fill(out, sizeof out, gt_me, 2);                                                             \
		PUT(target, out, LEN, GT_NEXT);                                                                 \
		shmem_barrier_all(); /* completes it as well */                                                 \
		CHECK(gt_differs(memory, sizeof out, GT_PREV, 2) == sizeof out, #NAME " put_nbi, barrier_all"); \
		shmem_barrier_all();                                                                            \
	}

/* NaNs and padding of floating types do not matter: bytes are compared, and only moved. */
#define TYPED(NAME, T) TEST(NAME, T, shmem_##NAME##_put_nbi, shmem_##NAME##_get_nbi)
GT_RMA_TYPES(TYPED)
#define SIZED(BITS, T) TEST(BITS, T, shmem_put##BITS##_nbi, shmem_get##BITS##_nbi)
GT_RMA_SIZES(SIZED)
TEST(mem, unsigned char, shmem_putmem_nbi, shmem_getmem_nbi)

int main(void)
{
	gt_start();
	void *heap = shmem_malloc(sizeof global);
#define CALL(NAME, T)      \
	test_##NAME(heap); \
	test_##NAME(global);
	GT_RMA_TYPES(CALL)
	GT_RMA_SIZES(CALL)
	CALL(mem, char)
	shmem_free(heap);
	return gt_finish();
}
