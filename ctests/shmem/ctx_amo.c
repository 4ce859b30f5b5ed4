/* Each atomic of each type on contexts: its effect and its result, blocking and not. */
#include "../gt_shmem.h"

static struct gt_ctx with[GT_CONTEXTS];

/* Only the PE before accesses the word, so every result is known. */
#define STANDARD(NAME, T)                                                                                                 \
	static T std_word_##NAME;                                                                                         \
	static void std_##NAME(shmem_ctx_t ctx, int pe)                                                                   \
	{                                                                                                                 \
		T f = 0, *w = &std_word_##NAME;                                                                           \
		*w = 5;                                                                                                   \
		shmem_barrier_all();                                                                                      \
		shmem_ctx_##NAME##_atomic_add(ctx, w, (T)-7, pe);                                                         \
		shmem_ctx_quiet(ctx);                                                                                     \
		CHECK(shmem_ctx_##NAME##_atomic_fetch(ctx, w, pe) == (T)-2, #NAME " add");                                \
		shmem_ctx_##NAME##_atomic_inc(ctx, w, pe);                                                                \
		shmem_ctx_quiet(ctx);                                                                                     \
		CHECK(shmem_ctx_##NAME##_atomic_fetch_inc(ctx, w, pe) == (T)-1, #NAME " inc, fetch_inc");                 \
		CHECK(shmem_ctx_##NAME##_atomic_fetch_add(ctx, w, (T)10, pe) == 0, #NAME " fetch_add");                   \
		CHECK(shmem_ctx_##NAME##_atomic_compare_swap(ctx, w, 3, 4, pe) == 10, #NAME " compare_swap, unequal");    \
		CHECK(shmem_ctx_##NAME##_atomic_compare_swap(ctx, w, 10, (T)-9, pe) == 10, #NAME " compare_swap, equal"); \
		CHECK(shmem_ctx_##NAME##_atomic_swap(ctx, w, 20, pe) == (T)-9, #NAME " swap");                            \
		shmem_ctx_##NAME##_atomic_set(ctx, w, 30, pe);                                                            \
		shmem_ctx_quiet(ctx);                                                                                     \
		shmem_ctx_##NAME##_atomic_fetch_nbi(ctx, &f, w, pe), shmem_ctx_quiet(ctx);                                \
		CHECK(f == 30, #NAME " set, fetch_nbi");                                                                  \
		shmem_ctx_##NAME##_atomic_fetch_add_nbi(ctx, &f, w, 2, pe), shmem_ctx_quiet(ctx);                         \
		CHECK(f == 30, #NAME " fetch_add_nbi");                                                                   \
		shmem_ctx_##NAME##_atomic_fetch_inc_nbi(ctx, &f, w, pe), shmem_ctx_quiet(ctx);                            \
		CHECK(f == 32, #NAME " fetch_inc_nbi");                                                                   \
		shmem_ctx_##NAME##_atomic_compare_swap_nbi(ctx, &f, w, 33, 34, pe), shmem_ctx_quiet(ctx);                 \
		CHECK(f == 33, #NAME " compare_swap_nbi");                                                                \
		shmem_ctx_##NAME##_atomic_swap_nbi(ctx, &f, w, 35, pe), shmem_ctx_quiet(ctx);                             \
		CHECK(f == 34, #NAME " swap_nbi");                                                                        \
		shmem_barrier_all();                                                                                      \
		CHECK(*w == 35, #NAME " at the end");                                                                     \
		shmem_barrier_all();                                                                                      \
	}
GT_AMO_TYPES(STANDARD)

#define BITWISE(NAME, T)                                                                                                  \
	static T bit_word_##NAME;                                                                                         \
	static void bit_##NAME(shmem_ctx_t ctx, int pe)                                                                   \
	{                                                                                                                 \
		T f = 0, *w = &bit_word_##NAME, top = (T)((T)1 << (sizeof(T) * 8 - 1));                                   \
		*w = (T)(top | 0xff);                                                                                     \
		shmem_barrier_all();                                                                                      \
		shmem_ctx_##NAME##_atomic_and(ctx, w, (T)(top | 0x3c), pe), shmem_ctx_quiet(ctx);                         \
		CHECK(shmem_ctx_##NAME##_atomic_fetch_and(ctx, w, 0x18, pe) == (T)(top | 0x3c), #NAME " and, fetch_and"); \
		shmem_ctx_##NAME##_atomic_or(ctx, w, top, pe), shmem_ctx_quiet(ctx);                                      \
		CHECK(shmem_ctx_##NAME##_atomic_fetch_or(ctx, w, 0x81, pe) == (T)(top | 0x18), #NAME " or, fetch_or");    \
		shmem_ctx_##NAME##_atomic_xor(ctx, w, (T)(top | 0xff), pe), shmem_ctx_quiet(ctx);                         \
		CHECK(shmem_ctx_##NAME##_atomic_fetch_xor(ctx, w, 0xf0, pe) == 0x66, #NAME " xor, fetch_xor");            \
		shmem_ctx_##NAME##_atomic_fetch_and_nbi(ctx, &f, w, 0x0f, pe), shmem_ctx_quiet(ctx);                      \
		CHECK(f == 0x96, #NAME " fetch_and_nbi");                                                                 \
		shmem_ctx_##NAME##_atomic_fetch_or_nbi(ctx, &f, w, 0x10, pe), shmem_ctx_quiet(ctx);                       \
		CHECK(f == 0x06, #NAME " fetch_or_nbi");                                                                  \
		shmem_ctx_##NAME##_atomic_fetch_xor_nbi(ctx, &f, w, 0x11, pe), shmem_ctx_quiet(ctx);                      \
		CHECK(f == 0x16, #NAME " fetch_xor_nbi");                                                                 \
		shmem_barrier_all();                                                                                      \
		CHECK(*w == 0x07, #NAME " at the end");                                                                   \
		shmem_barrier_all();                                                                                      \
	}
GT_BIT_TYPES(BITWISE)

#define FLOATING(NAME, T)                                                                                  \
	static T flt_word_##NAME;                                                                          \
	static void flt_##NAME(shmem_ctx_t ctx, int pe)                                                    \
	{                                                                                                  \
		T f = 0, *w = &flt_word_##NAME;                                                            \
		shmem_barrier_all();                                                                       \
		shmem_ctx_##NAME##_atomic_set(ctx, w, (T)-1.5, pe), shmem_ctx_quiet(ctx);                  \
		CHECK(shmem_ctx_##NAME##_atomic_swap(ctx, w, (T)2.25, pe) == (T)-1.5, #NAME " set, swap"); \
		CHECK(shmem_ctx_##NAME##_atomic_fetch(ctx, w, pe) == (T)2.25, #NAME " fetch");             \
		shmem_ctx_##NAME##_atomic_swap_nbi(ctx, &f, w, (T)8, pe), shmem_ctx_quiet(ctx);            \
		CHECK(f == (T)2.25, #NAME " swap_nbi");                                                    \
		shmem_ctx_##NAME##_atomic_fetch_nbi(ctx, &f, w, pe), shmem_ctx_quiet(ctx);                 \
		CHECK(f == (T)8, #NAME " fetch_nbi");                                                      \
		shmem_barrier_all();                                                                       \
	}
GT_FLOAT_TYPES(FLOATING)

/* All PEs at once, on every context: no update is lost. */
static void contended(void)
{
	static uint64_t count[2];

	for (int i = 0; i < 100; i++)
		for (int c = 0; c < GT_CONTEXTS; c++)
			for (int pe = 0; pe < gt_n; pe++) {
				shmem_ctx_uint64_atomic_inc(with[c].ctx, &count[0], pe);
				shmem_ctx_uint64_atomic_fetch_add_nbi(with[c].ctx, &(uint64_t){0}, &count[1], 3, pe);
				shmem_ctx_quiet(with[c].ctx); /* the results are variables of this scope */
			}
	shmem_barrier_all();
	CHECK(count[0] == (uint64_t)(100 * GT_CONTEXTS * gt_n) && count[1] == 3 * count[0], "%" PRIu64 " and %" PRIu64, count[0], count[1]);
}

int main(void)
{
	gt_start();
	gt_contexts(with);
	for (int c = 0; c < GT_CONTEXTS; c++) {
		shmem_ctx_t ctx = with[c].ctx;
		int pe = with[c].next;
#define CALL_STD(NAME, T) std_##NAME(ctx, pe);
		GT_AMO_TYPES(CALL_STD)
#define CALL_BIT(NAME, T) bit_##NAME(ctx, pe);
		GT_BIT_TYPES(CALL_BIT)
#define CALL_FLT(NAME, T) flt_##NAME(ctx, pe);
		GT_FLOAT_TYPES(CALL_FLT)
	}
	contended();
	return gt_finish();
}
