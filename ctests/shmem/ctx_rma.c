/* Every put and get on contexts, the default one included, of the world and of a team that runs backwards: all types, all sizes, bytes. */
#include "../gt_shmem.h"

#define LEN 19 /* elements */

static unsigned char global[(LEN + 2) * 16] __attribute__((aligned(16)));
static struct gt_ctx with[GT_CONTEXTS];

/* The row of the next PE is written in each way and read back in each way; bytes beside it do not change. */
#define ROUND(WHAT, T, PUT, GET, PUT_NBI, GET_NBI)                                                                               \
	for (int c = 0; c < GT_CONTEXTS; c++)                                                                                    \
		for (int way = 0; way < 2; way++) {                                                                              \
			T *row = (T *)(void *)(way ? memory : global), out[LEN], in[LEN], want[LEN];                             \
			shmem_ctx_t ctx = with[c].ctx;                                                                           \
			memset(row, 0x77, (LEN + 2) * sizeof(T));                                                                \
			gt_fill(out, sizeof out, gt_me, c);                                                                      \
			gt_fill(want, sizeof want, GT_PREV, c);                                                                  \
			memset(in, 0, sizeof in);                                                                                \
			shmem_barrier_all();                                                                                     \
			if (way)                                                                                                 \
				PUT_NBI(ctx, row + 1, out, LEN, with[c].next);                                                   \
			else                                                                                                     \
				PUT(ctx, row + 1, out, LEN, with[c].next);                                                       \
			shmem_ctx_quiet(ctx);                                                                                    \
			shmem_barrier_all();                                                                                     \
			CHECK(memcmp(row + 1, want, sizeof want) == 0, WHAT " context %d: put %d", c, way);                      \
			memset(want, 0x77, sizeof(T));                                                                           \
			CHECK(memcmp(row, want, sizeof(T)) == 0 && memcmp(row + LEN + 1, want, sizeof(T)) == 0, WHAT " beside"); \
			if (way)                                                                                                 \
				GET_NBI(ctx, in, row + 1, LEN, with[c].next), shmem_ctx_quiet(ctx);                              \
			else                                                                                                     \
				GET(ctx, in, row + 1, LEN, with[c].next);                                                        \
			CHECK(memcmp(in, out, sizeof out) == 0, WHAT " context %d: get %d", c, way);                             \
			PUT(ctx, NULL, NULL, 0, with[c].next);                                                                   \
			GET(ctx, NULL, NULL, 0, with[c].next);                                                                   \
			PUT_NBI(ctx, NULL, NULL, 0, with[c].next);                                                               \
			GET_NBI(ctx, NULL, NULL, 0, with[c].next);                                                               \
			shmem_barrier_all();                                                                                     \
		}

#define TYPED(NAME, T)                                                                                                                  \
	static void test_##NAME(unsigned char *memory)                                                                                  \
	{                                                                                                                               \
		ROUND(#NAME, T, shmem_ctx_##NAME##_put, shmem_ctx_##NAME##_get, shmem_ctx_##NAME##_put_nbi, shmem_ctx_##NAME##_get_nbi) \
		for (int c = 0; c < GT_CONTEXTS; c++) {                                                                                 \
			T *word = (T *)(void *)memory;                                                                                  \
			shmem_ctx_##NAME##_p(with[c].ctx, word, (T)(c * 10 + gt_me), with[c].next);                                     \
			shmem_ctx_quiet(with[c].ctx);                                                                                   \
			shmem_barrier_all();                                                                                            \
			CHECK(*word == (T)(c * 10 + GT_PREV), #NAME " p, context %d", c);                                               \
			CHECK(shmem_ctx_##NAME##_g(with[c].ctx, word, with[c].next) == (T)(c * 10 + gt_me), #NAME " g, context %d", c); \
			shmem_barrier_all();                                                                                            \
		}                                                                                                                       \
	}
GT_RMA_TYPES(TYPED)

#define SIZED(BITS, T)                                                                                                                  \
	static void test_##BITS(unsigned char *memory)                                                                                  \
	{                                                                                                                               \
		ROUND(#BITS " bits", T, shmem_ctx_put##BITS, shmem_ctx_get##BITS, shmem_ctx_put##BITS##_nbi, shmem_ctx_get##BITS##_nbi) \
	}
GT_RMA_SIZES(SIZED)

static void test_mem(unsigned char *memory)
{
	ROUND("mem", unsigned char, shmem_ctx_putmem, shmem_ctx_getmem, shmem_ctx_putmem_nbi, shmem_ctx_getmem_nbi)
}

int main(void)
{
	gt_start();
	unsigned char *heap = shmem_malloc(sizeof global);
	gt_contexts(with);
#define CALL(NAME, T) test_##NAME(heap);
	GT_RMA_TYPES(CALL)
	GT_RMA_SIZES(CALL)
	test_mem(heap);
	return gt_finish();
}
