/* C11: one name for all types. Each call must reach the function of the type of its argument, with and without a context. */
#include "../gt_shmem.h"

#define RMA(NAME, T)                                                                                                           \
	static T rma_##NAME[8];                                                                                                \
	static void test_rma_##NAME(shmem_ctx_t ctx)                                                                           \
	{                                                                                                                      \
		T out[4] = {(T)(gt_me + 1), (T)2, (T)3, (T)4}, in[4] = {0};                                                    \
		shmem_put(rma_##NAME, out, 4, GT_NEXT);                                                                        \
		shmem_p(&rma_##NAME[4], (T)(gt_me + 5), GT_NEXT);                                                              \
		shmem_put_nbi(&rma_##NAME[5], out, 1, GT_NEXT);                                                                \
		shmem_iput(&rma_##NAME[6], out, 1, 2, 2, GT_NEXT);                                                             \
		shmem_barrier_all();                                                                                           \
		CHECK(rma_##NAME[0] == (T)(GT_PREV + 1) && rma_##NAME[3] == (T)4, #NAME " put");                               \
		CHECK(rma_##NAME[4] == (T)(GT_PREV + 5) && rma_##NAME[5] == (T)(GT_PREV + 1), #NAME " p, put_nbi");            \
		CHECK(rma_##NAME[6] == (T)(GT_PREV + 1) && rma_##NAME[7] == (T)3, #NAME " iput");                              \
		shmem_get(in, rma_##NAME, 4, GT_NEXT);                                                                         \
		CHECK(in[0] == (T)(gt_me + 1) && in[3] == (T)4, #NAME " get");                                                 \
		shmem_get_nbi(in, &rma_##NAME[4], 2, GT_NEXT), shmem_quiet();                                                  \
		CHECK(in[0] == (T)(gt_me + 5) && in[1] == (T)(gt_me + 1), #NAME " get_nbi");                                   \
		shmem_iget(in, rma_##NAME, 1, 3, 2, GT_NEXT);                                                                  \
		CHECK(in[1] == (T)4, #NAME " iget");                                                                           \
		CHECK(shmem_g(&rma_##NAME[4], GT_NEXT) == (T)(gt_me + 5), #NAME " g");                                         \
		_Static_assert(_Generic(shmem_g(&rma_##NAME[4], 0), T : 1, default : 0), #NAME " g has another type");         \
		shmem_barrier_all();                                                                                           \
		shmem_put(ctx, rma_##NAME, out + 1, 2, GT_NEXT), shmem_p(ctx, &rma_##NAME[2], (T)7, GT_NEXT);                  \
		shmem_put_nbi(ctx, &rma_##NAME[3], out + 3, 1, GT_NEXT);                                                       \
		shmem_iput(ctx, &rma_##NAME[4], out, 1, 3, 2, GT_NEXT);                                                        \
		shmem_ibput(ctx, &rma_##NAME[6], out, 2, 2, 2, 1, GT_NEXT);                                                    \
		shmem_ctx_quiet(ctx);                                                                                          \
		shmem_barrier_all();                                                                                           \
		CHECK(rma_##NAME[0] == (T)2 && rma_##NAME[1] == (T)3 && rma_##NAME[2] == (T)7, #NAME " ctx put, p");           \
		CHECK(rma_##NAME[3] == (T)4 && rma_##NAME[4] == (T)(GT_PREV + 1) && rma_##NAME[5] == (T)4, #NAME " ctx iput"); \
		CHECK(rma_##NAME[6] == (T)(GT_PREV + 1) && rma_##NAME[7] == (T)2, #NAME " ctx ibput");                         \
		shmem_get(ctx, in, rma_##NAME, 2, GT_NEXT), shmem_get_nbi(ctx, in + 2, &rma_##NAME[2], 2, GT_NEXT);            \
		shmem_ctx_quiet(ctx);                                                                                          \
		CHECK(in[0] == (T)2 && in[1] == (T)3 && in[2] == (T)7 && in[3] == (T)4, #NAME " ctx get");                     \
		shmem_iget(ctx, in, rma_##NAME, 1, 2, 2, GT_NEXT);                                                             \
		CHECK(in[1] == (T)7 && shmem_g(ctx, &rma_##NAME[3], GT_NEXT) == (T)4, #NAME " ctx iget, g");                   \
		shmem_ibget(ctx, in, rma_##NAME, 2, 4, 2, 2, GT_NEXT);                                                         \
		CHECK(in[1] == (T)3 && in[2] == (T)(gt_me + 1) && in[3] == (T)4, #NAME " ctx ibget");                          \
		shmem_barrier_all();                                                                                           \
		shmem_ibput(rma_##NAME, out, 2, 2, 1, 2, GT_NEXT), shmem_quiet();                                              \
		shmem_ibget(in, rma_##NAME, 1, 2, 1, 2, GT_NEXT);                                                              \
		CHECK(in[0] == (T)(gt_me + 1) && in[1] == (T)3, #NAME " ibput, ibget");                                        \
		shmem_barrier_all();                                                                                           \
		uint64_t then = word;                                                                                          \
		shmem_barrier_all();                                                                                           \
		shmem_put_signal(rma_##NAME, out, 1, &word, 1, SHMEM_SIGNAL_ADD, GT_NEXT);                                     \
		shmem_put_signal_nbi(rma_##NAME + 1, out, 1, &word, 1, SHMEM_SIGNAL_ADD, GT_NEXT);                             \
		shmem_put_signal(ctx, rma_##NAME + 2, out, 1, &word, 1, SHMEM_SIGNAL_ADD, GT_NEXT);                            \
		shmem_put_signal_nbi(ctx, rma_##NAME + 3, out, 1, &word, 1, SHMEM_SIGNAL_ADD, GT_NEXT);                        \
		shmem_signal_add(&word, 1, GT_NEXT), shmem_signal_add(ctx, &word, 1, GT_NEXT);                                 \
		CHECK(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, then + 6) == then + 6, #NAME " signals");                   \
		for (int i = 0; i < 4; i++)                                                                                    \
			CHECK(rma_##NAME[i] == (T)(GT_PREV + 1), #NAME " signal %d", i);                                       \
		shmem_ctx_quiet(ctx);                                                                                          \
		shmem_barrier_all();                                                                                           \
	}
static uint64_t word;
GT_RMA_TYPES(RMA)

#define AMO(NAME, T)                                                                                                                      \
	static T amo_##NAME;                                                                                                              \
	static void test_amo_##NAME(void)                                                                                                 \
	{                                                                                                                                 \
		T f = 0;                                                                                                                  \
		shmem_barrier_all();                                                                                                      \
		shmem_atomic_set(&amo_##NAME, (T)10, GT_NEXT);                                                                            \
		shmem_atomic_add(&amo_##NAME, (T)5, GT_NEXT);                                                                             \
		shmem_atomic_inc(&amo_##NAME, GT_NEXT);                                                                                   \
		CHECK(shmem_atomic_fetch(&amo_##NAME, GT_NEXT) == (T)16, #NAME " set, add, inc, fetch");                                  \
		CHECK(shmem_atomic_fetch_add(&amo_##NAME, (T)2, GT_NEXT) == (T)16, #NAME " fetch_add");                                   \
		CHECK(shmem_atomic_fetch_inc(&amo_##NAME, GT_NEXT) == (T)18, #NAME " fetch_inc");                                         \
		CHECK(shmem_atomic_swap(&amo_##NAME, (T)20, GT_NEXT) == (T)19, #NAME " swap");                                            \
		CHECK(shmem_atomic_compare_swap(&amo_##NAME, (T)20, (T)21, GT_NEXT) == (T)20, #NAME " compare_swap");                     \
		shmem_atomic_fetch_nbi(&f, &amo_##NAME, GT_NEXT), shmem_quiet();                                                          \
		CHECK(f == (T)21, #NAME " fetch_nbi");                                                                                    \
		shmem_atomic_fetch_add_nbi(&f, &amo_##NAME, (T)1, GT_NEXT), shmem_quiet();                                                \
		shmem_atomic_fetch_inc_nbi(&f, &amo_##NAME, GT_NEXT), shmem_quiet();                                                      \
		CHECK(f == (T)22, #NAME " fetch_add_nbi, fetch_inc_nbi");                                                                 \
		shmem_atomic_swap_nbi(&f, &amo_##NAME, (T)30, GT_NEXT), shmem_quiet();                                                    \
		CHECK(f == (T)23, #NAME " swap_nbi");                                                                                     \
		shmem_atomic_compare_swap_nbi(&f, &amo_##NAME, (T)30, (T)31, GT_NEXT), shmem_quiet();                                     \
		CHECK(f == (T)30, #NAME " compare_swap_nbi");                                                                             \
		_Static_assert(_Generic(shmem_atomic_fetch(&amo_##NAME, 0), T : 1, default : 0), #NAME " fetch has another type");        \
		/* names of before 1.4, wider than the specification */                                                                   \
		CHECK(shmem_fadd(&amo_##NAME, (T)1, GT_NEXT) == (T)31 && shmem_finc(&amo_##NAME, GT_NEXT) == (T)32, #NAME " fadd, finc"); \
		shmem_add(&amo_##NAME, (T)1, GT_NEXT), shmem_inc(&amo_##NAME, GT_NEXT);                                                   \
		CHECK(shmem_cswap(&amo_##NAME, (T)35, (T)36, GT_NEXT) == (T)35, #NAME " cswap");                                          \
		CHECK(shmem_swap(&amo_##NAME, (T)37, GT_NEXT) == (T)36 && shmem_fetch(&amo_##NAME, GT_NEXT) == (T)37, #NAME " swap");     \
		shmem_set(&amo_##NAME, (T)38, GT_NEXT);                                                                                   \
		shmem_barrier_all();                                                                                                      \
		CHECK(amo_##NAME == (T)38, #NAME " at the end");                                                                          \
		shmem_barrier_all();                                                                                                      \
		shmem_atomic_set(made, &amo_##NAME, (T)10, GT_NEXT), shmem_ctx_fence(made);                                               \
		shmem_atomic_add(made, &amo_##NAME, (T)5, GT_NEXT), shmem_atomic_inc(made, &amo_##NAME, GT_NEXT), shmem_ctx_quiet(made);  \
		CHECK(shmem_atomic_fetch(made, &amo_##NAME, GT_NEXT) == (T)16, #NAME " ctx set, add, inc, fetch");                        \
		CHECK(shmem_atomic_fetch_add(made, &amo_##NAME, (T)2, GT_NEXT) == (T)16, #NAME " ctx fetch_add");                         \
		CHECK(shmem_atomic_fetch_inc(made, &amo_##NAME, GT_NEXT) == (T)18, #NAME " ctx fetch_inc");                               \
		CHECK(shmem_atomic_swap(made, &amo_##NAME, (T)20, GT_NEXT) == (T)19, #NAME " ctx swap");                                  \
		CHECK(shmem_atomic_compare_swap(made, &amo_##NAME, (T)20, (T)21, GT_NEXT) == (T)20, #NAME " ctx compare_swap");           \
		shmem_atomic_fetch_nbi(made, &f, &amo_##NAME, GT_NEXT), shmem_ctx_quiet(made);                                            \
		CHECK(f == (T)21, #NAME " ctx fetch_nbi");                                                                                \
		shmem_atomic_fetch_add_nbi(made, &f, &amo_##NAME, (T)1, GT_NEXT), shmem_ctx_quiet(made);                                  \
		shmem_atomic_fetch_inc_nbi(made, &f, &amo_##NAME, GT_NEXT), shmem_ctx_quiet(made);                                        \
		shmem_atomic_swap_nbi(made, &f, &amo_##NAME, (T)30, GT_NEXT), shmem_ctx_quiet(made);                                      \
		CHECK(f == (T)23, #NAME " ctx nbi");                                                                                      \
		shmem_atomic_compare_swap_nbi(made, &f, &amo_##NAME, (T)30, (T)31, GT_NEXT), shmem_ctx_quiet(made);                       \
		CHECK(f == (T)30, #NAME " ctx compare_swap_nbi");                                                                         \
		shmem_barrier_all();                                                                                                      \
		CHECK(amo_##NAME == (T)31, #NAME " ctx at the end");                                                                      \
	}
static shmem_ctx_t made;
GT_AMO_TYPES(AMO)

#define BITS(NAME, T)                                                                                            \
	static void test_bit_##NAME(void)                                                                        \
	{                                                                                                        \
		T f = 0;                                                                                         \
		amo_##NAME = (T)0xff;                                                                            \
		shmem_barrier_all();                                                                             \
		shmem_atomic_and(&amo_##NAME, (T)0x3f, GT_NEXT), shmem_atomic_or(&amo_##NAME, (T)0x40, GT_NEXT); \
		shmem_atomic_xor(&amo_##NAME, (T)0x01, GT_NEXT);                                                 \
		CHECK(shmem_atomic_fetch_and(&amo_##NAME, (T)0x7c, GT_NEXT) == (T)0x7e, #NAME " fetch_and");     \
		CHECK(shmem_atomic_fetch_or(&amo_##NAME, (T)0x01, GT_NEXT) == (T)0x7c, #NAME " fetch_or");       \
		CHECK(shmem_atomic_fetch_xor(&amo_##NAME, (T)0x02, GT_NEXT) == (T)0x7d, #NAME " fetch_xor");     \
		shmem_atomic_fetch_and_nbi(&f, &amo_##NAME, (T)0x0f, GT_NEXT), shmem_quiet();                    \
		shmem_atomic_fetch_or_nbi(&f, &amo_##NAME, (T)0x10, GT_NEXT), shmem_quiet();                     \
		shmem_atomic_fetch_xor_nbi(&f, &amo_##NAME, (T)0x10, GT_NEXT), shmem_quiet();                    \
		CHECK(f == (T)0x1f, #NAME " nbi");                                                               \
		shmem_barrier_all();                                                                             \
		CHECK(amo_##NAME == (T)0x0f, #NAME " bits");                                                     \
		shmem_barrier_all();                                                                             \
		shmem_atomic_and(made, &amo_##NAME, (T)0x03, GT_NEXT), shmem_ctx_fence(made);                    \
		shmem_atomic_or(made, &amo_##NAME, (T)0x10, GT_NEXT), shmem_ctx_fence(made);                     \
		shmem_atomic_xor(made, &amo_##NAME, (T)0x01, GT_NEXT), shmem_ctx_quiet(made);                    \
		CHECK(shmem_atomic_fetch_and(made, &amo_##NAME, (T)0x12, GT_NEXT) == (T)0x12, #NAME " ctx and"); \
		CHECK(shmem_atomic_fetch_or(made, &amo_##NAME, (T)0x20, GT_NEXT) == (T)0x12, #NAME " ctx or");   \
		CHECK(shmem_atomic_fetch_xor(made, &amo_##NAME, (T)0x02, GT_NEXT) == (T)0x32, #NAME " ctx xor"); \
		shmem_atomic_fetch_and_nbi(made, &f, &amo_##NAME, (T)0x10, GT_NEXT), shmem_ctx_quiet(made);      \
		shmem_atomic_fetch_or_nbi(made, &f, &amo_##NAME, (T)0x01, GT_NEXT), shmem_ctx_quiet(made);       \
		shmem_atomic_fetch_xor_nbi(made, &f, &amo_##NAME, (T)0x01, GT_NEXT), shmem_ctx_quiet(made);      \
		CHECK(f == (T)0x11, #NAME " ctx nbi");                                                           \
	}
GT_BIT_TYPES(BITS)

#define WAIT(NAME, T)                                                                                                            \
	static T wait_##NAME[4];                                                                                                 \
	static void test_wait_##NAME(void)                                                                                       \
	{                                                                                                                        \
		T ones[4] = {1, 1, 1, 1};                                                                                        \
		size_t index[4];                                                                                                 \
		shmem_put(wait_##NAME, ones, 4, GT_NEXT);                                                                        \
		shmem_wait_until(&wait_##NAME[0], SHMEM_CMP_EQ, (T)1);                                                           \
		shmem_wait_until_all(wait_##NAME, 4, NULL, SHMEM_CMP_EQ, (T)1);                                                  \
		CHECK(shmem_wait_until_any(wait_##NAME, 4, NULL, SHMEM_CMP_EQ, (T)1) < 4, #NAME " any");                         \
		CHECK(shmem_wait_until_some(wait_##NAME, 4, index, NULL, SHMEM_CMP_EQ, (T)1) == 4, #NAME " some");               \
		shmem_wait_until_all_vector(wait_##NAME, 4, NULL, SHMEM_CMP_EQ, ones);                                           \
		CHECK(shmem_wait_until_any_vector(wait_##NAME, 4, NULL, SHMEM_CMP_EQ, ones) < 4, #NAME " any_vector");           \
		CHECK(shmem_wait_until_some_vector(wait_##NAME, 4, index, NULL, SHMEM_CMP_EQ, ones) == 4, #NAME " some_vector"); \
		CHECK(shmem_test(&wait_##NAME[3], SHMEM_CMP_NE, (T)1) == 0, #NAME " test");                                      \
		CHECK(shmem_test_all(wait_##NAME, 4, NULL, SHMEM_CMP_EQ, (T)1) == 1, #NAME " test_all");                         \
		CHECK(shmem_test_any(wait_##NAME, 4, NULL, SHMEM_CMP_GT, (T)1) == SIZE_MAX, #NAME " test_any");                  \
		CHECK(shmem_test_some(wait_##NAME, 4, index, NULL, SHMEM_CMP_GE, (T)1) == 4, #NAME " test_some");                \
		CHECK(shmem_test_all_vector(wait_##NAME, 4, NULL, SHMEM_CMP_EQ, ones) == 1, #NAME " test_all_vector");           \
		CHECK(shmem_test_any_vector(wait_##NAME, 4, NULL, SHMEM_CMP_EQ, ones) < 4, #NAME " test_any_vector");            \
		CHECK(shmem_test_some_vector(wait_##NAME, 4, index, NULL, SHMEM_CMP_EQ, ones) == 4, #NAME " test_some_vector");  \
		shmem_barrier_all();                                                                                             \
	}
GT_WAIT_TYPES(WAIT)

static float float_word;
static double double_word;

int main(void)
{
	gt_start();
	CHECK(shmem_ctx_create(0, &made) == 0, "context");
#define CALL_RMA(NAME, T) test_rma_##NAME(SHMEM_CTX_DEFAULT), test_rma_##NAME(made);
	GT_RMA_TYPES(CALL_RMA)
#define CALL_AMO(NAME, T) test_amo_##NAME();
	GT_AMO_TYPES(CALL_AMO)
#define CALL_BIT(NAME, T) test_bit_##NAME();
	GT_BIT_TYPES(CALL_BIT)
#define CALL_WAIT(NAME, T) test_wait_##NAME();
	GT_WAIT_TYPES(CALL_WAIT)

	shmem_atomic_set(&float_word, 1.25f, GT_NEXT);
	shmem_atomic_set(&double_word, 2.25, GT_NEXT);
	CHECK(shmem_atomic_fetch(&float_word, GT_NEXT) == 1.25f, "float");
	CHECK(shmem_atomic_swap(&double_word, 3.25, GT_NEXT) == 2.25, "double");
	CHECK(shmem_atomic_swap(made, &double_word, 4.25, GT_NEXT) == 3.25, "double on a context");
	shmem_signal_set(&word, 9, gt_me);
	CHECK(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 9) == 9, "signal_set");
	shmem_signal_set(made, &word, 8, gt_me);
	CHECK(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 8) == 8, "signal_set on a context");

	/* an array as argument, a pointer to const as source, volatile words of old programs */
	static int array[4];
	const int source[4] = {1, 2, 3, 4};
	const int *constant = array;
	static volatile long spun;
	shmem_put(array, source, 4, GT_NEXT);
	shmem_barrier_all();
	CHECK(shmem_g(constant, GT_NEXT) == 1 && shmem_atomic_fetch(constant + 1, GT_NEXT) == 2, "const");
	shmem_p((long *)&spun, 5L, GT_NEXT);
	shmem_wait_until((long *)&spun, SHMEM_CMP_EQ, 5L);
	shmem_barrier_all();
	return gt_finish();
}
