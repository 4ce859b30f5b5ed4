/* C++: overloads for the typed functions. Templates show that the type of the argument alone selects. */
#include "../gt_shmem.h"

static shmem_ctx_t made;
static uint64_t word;

template <class T> static void rma(T *words)
{
	T out[4] = {T(gt_me + 1), T(2), T(3), T(4)}, in[4] = {};
	shmem_put(words, out, 4, GT_NEXT);
	shmem_p(&words[4], T(gt_me + 5), GT_NEXT);
	shmem_put_nbi(&words[5], out, 1, GT_NEXT);
	shmem_iput(&words[6], out, 1, 2, 2, GT_NEXT);
	shmem_barrier_all();
	CHECK(words[0] == T(GT_PREV + 1) && words[3] == T(4), "put");
	CHECK(words[4] == T(GT_PREV + 5) && words[5] == T(GT_PREV + 1) && words[7] == T(3), "p, put_nbi, iput");
	shmem_get(in, words, 4, GT_NEXT);
	CHECK(in[0] == T(gt_me + 1) && in[3] == T(4), "get");
	shmem_get_nbi(in, words + 4, 2, GT_NEXT);
	shmem_quiet();
	CHECK(in[0] == T(gt_me + 5), "get_nbi");
	shmem_iget(in, words, 1, 3, 2, GT_NEXT);
	CHECK(in[1] == T(4), "iget");
	T got = shmem_g(&words[4], GT_NEXT);
	CHECK(got == T(gt_me + 5), "g");
	shmem_barrier_all();
	/* on a context */
	shmem_put(made, words, out + 1, 2, GT_NEXT);
	shmem_p(made, &words[2], T(7), GT_NEXT);
	shmem_put_nbi(made, &words[3], out + 3, 1, GT_NEXT);
	shmem_iput(made, &words[4], out, 1, 3, 2, GT_NEXT);
	shmem_ibput(made, &words[6], out, 2, 2, 2, 1, GT_NEXT);
	shmem_ctx_quiet(made);
	shmem_barrier_all();
	CHECK(words[0] == T(2) && words[1] == T(3) && words[2] == T(7) && words[3] == T(4), "put on a context");
	CHECK(words[4] == T(GT_PREV + 1) && words[5] == T(4) && words[6] == T(GT_PREV + 1) && words[7] == T(2), "iput, ibput on a context");
	shmem_get(made, in, words, 2, GT_NEXT);
	shmem_get_nbi(made, in + 2, words + 2, 2, GT_NEXT);
	shmem_ctx_quiet(made);
	CHECK(in[0] == T(2) && in[1] == T(3) && in[2] == T(7) && in[3] == T(4), "get on a context");
	shmem_iget(made, in, words, 1, 2, 2, GT_NEXT);
	CHECK(in[1] == T(7) && shmem_g(made, &words[3], GT_NEXT) == T(4), "iget, g on a context");
	shmem_ibget(made, in, words, 2, 4, 2, 2, GT_NEXT);
	CHECK(in[1] == T(3) && in[3] == T(4), "ibget on a context");
	shmem_barrier_all();
	uint64_t then = word;
	shmem_barrier_all();
	shmem_put_signal(words, out, 1, &word, 1, SHMEM_SIGNAL_ADD, GT_NEXT);
	shmem_put_signal_nbi(words + 1, out, 1, &word, 1, SHMEM_SIGNAL_ADD, GT_NEXT);
	shmem_put_signal(made, words + 2, out, 1, &word, 1, SHMEM_SIGNAL_ADD, GT_NEXT);
	shmem_put_signal_nbi(made, words + 3, out, 1, &word, 1, SHMEM_SIGNAL_ADD, GT_NEXT);
	shmem_signal_add(&word, 1, GT_NEXT);
	shmem_signal_add(made, &word, 1, GT_NEXT);
	CHECK(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, then + 6) == then + 6, "signals");
	for (int i = 0; i < 4; i++)
		CHECK(words[i] == T(GT_PREV + 1), "signal %d", i);
	shmem_ctx_quiet(made);
	shmem_barrier_all();
}

template <class T> static void amo(T *word)
{
	*word = 0;
	shmem_barrier_all();
	shmem_atomic_set(word, T(10), GT_NEXT);
	shmem_atomic_add(word, T(5), GT_NEXT);
	shmem_atomic_inc(word, GT_NEXT);
	CHECK(shmem_atomic_fetch(word, GT_NEXT) == T(16), "set, add, inc, fetch");
	CHECK(shmem_atomic_fetch_add(word, T(2), GT_NEXT) == T(16), "fetch_add");
	CHECK(shmem_atomic_fetch_inc(word, GT_NEXT) == T(18), "fetch_inc");
	CHECK(shmem_atomic_swap(word, T(20), GT_NEXT) == T(19), "swap");
	CHECK(shmem_atomic_compare_swap(word, T(20), T(21), GT_NEXT) == T(20), "compare_swap");
	shmem_barrier_all();
	CHECK(*word == T(21), "at the end");
	shmem_barrier_all();
	T f = 0;
	shmem_atomic_set(made, word, T(10), GT_NEXT);
	shmem_ctx_fence(made);
	shmem_atomic_add(made, word, T(5), GT_NEXT);
	shmem_atomic_inc(made, word, GT_NEXT);
	shmem_ctx_quiet(made);
	CHECK(shmem_atomic_fetch(made, word, GT_NEXT) == T(16), "set, add, inc, fetch on a context");
	CHECK(shmem_atomic_fetch_add(made, word, T(2), GT_NEXT) == T(16), "fetch_add on a context");
	CHECK(shmem_atomic_fetch_inc(made, word, GT_NEXT) == T(18), "fetch_inc on a context");
	CHECK(shmem_atomic_swap(made, word, T(20), GT_NEXT) == T(19), "swap on a context");
	CHECK(shmem_atomic_compare_swap(made, word, T(20), T(21), GT_NEXT) == T(20), "compare_swap on a context");
	shmem_atomic_fetch_add_nbi(made, &f, word, T(1), GT_NEXT);
	shmem_ctx_quiet(made);
	CHECK(f == T(21), "fetch_add_nbi on a context");
	shmem_barrier_all();
	CHECK(*word == T(22), "at the end, on a context");
	shmem_barrier_all();
}

template <class T> static void bits(T *word)
{
	*word = T(0xff);
	shmem_barrier_all();
	shmem_atomic_and(word, T(0x3f), GT_NEXT);
	shmem_atomic_or(word, T(0x40), GT_NEXT);
	shmem_atomic_xor(word, T(0x01), GT_NEXT);
	CHECK(shmem_atomic_fetch_and(word, T(0x7c), GT_NEXT) == T(0x7e), "fetch_and");
	CHECK(shmem_atomic_fetch_or(word, T(0x01), GT_NEXT) == T(0x7c), "fetch_or");
	CHECK(shmem_atomic_fetch_xor(word, T(0x02), GT_NEXT) == T(0x7d), "fetch_xor");
	CHECK(shmem_atomic_fetch_and(made, word, T(0x0f), GT_NEXT) == T(0x7f), "fetch_and on a context");
	CHECK(shmem_atomic_fetch_or(made, word, T(0x10), GT_NEXT) == T(0x0f), "fetch_or on a context");
	CHECK(shmem_atomic_fetch_xor(made, word, T(0x10), GT_NEXT) == T(0x1f), "fetch_xor on a context");
	shmem_barrier_all();
}

template <class T> static void wait(T *words)
{
	T ones[4] = {1, 1, 1, 1};
	size_t index[4];
	for (int i = 0; i < 4; i++)
		words[i] = 0;
	shmem_barrier_all();
	shmem_put(words, ones, 4, GT_NEXT);
	shmem_wait_until(&words[0], SHMEM_CMP_EQ, T(1));
	shmem_wait_until_all(words, 4, nullptr, SHMEM_CMP_EQ, T(1));
	CHECK(shmem_wait_until_any(words, 4, nullptr, SHMEM_CMP_EQ, T(1)) < 4, "any");
	CHECK(shmem_wait_until_some(words, 4, index, nullptr, SHMEM_CMP_EQ, T(1)) == 4, "some");
	CHECK(shmem_test(&words[3], SHMEM_CMP_EQ, T(1)) == 1, "test");
	CHECK(shmem_test_all(words, 4, nullptr, SHMEM_CMP_EQ, T(1)) == 1, "test_all");
	CHECK(shmem_test_any(words, 4, nullptr, SHMEM_CMP_GT, T(1)) == SIZE_MAX, "test_any");
	shmem_barrier_all();
}

int main()
{
	gt_start();
	CHECK(shmem_ctx_create(0, &made) == 0, "context");
	void *heap = shmem_malloc(16 * 16);
#define RMA(NAME, T) rma(static_cast<T *>(heap));
	GT_RMA_TYPES(RMA)
#define AMO(NAME, T) amo(static_cast<T *>(heap));
	GT_AMO_TYPES(AMO)
#define BITS(NAME, T) bits(static_cast<T *>(heap));
	GT_BIT_TYPES(BITS)
#define WAIT(NAME, T) wait(static_cast<T *>(heap));
	GT_WAIT_TYPES(WAIT)
	shmem_free(heap);
	return gt_finish();
}
