/* put_signal of all types and sizes, plain and on contexts, blocking and not: a PE that sees the signal sees the data. Data on the heap with signals
 * among the globals, and the other way round. */
#include "../gt_shmem.h"

#define MOST 300 /* elements */

static unsigned char global[MOST * 16] __attribute__((aligned(16)));
static uint64_t global_sig;
static struct gt_ctx with[GT_CONTEXTS];
static uint64_t sent, expected; /* number of signals so far, and the expected value of the word */

/* One message of each PE to the next, in each of the four ways. */
#define ROUND(WHAT, T, PUT, PUT_NBI, CTX_PUT, CTX_PUT_NBI)                                                                                      \
	for (int way = 0; way < 2 * (GT_CONTEXTS + 1); way++) {                                                                                 \
		T *data = (T *)(void *)(way % 2 ? heap : global);                                                                               \
		uint64_t *sig = way % 2 ? &global_sig : heap_sig;                                                                               \
		int c = way / 2, op = way % 3 ? SHMEM_SIGNAL_ADD : SHMEM_SIGNAL_SET;                                                            \
		static T out[MOST], want[MOST];                                                                                                 \
		size_t n = way == 3 ? 0 : sent % MOST;                                                                                          \
		uint64_t value = op == SHMEM_SIGNAL_SET ? sent + 1 : 2;                                                                         \
		expected = *sig + (op == SHMEM_SIGNAL_SET ? sent + 1 - *sig : 2);                                                               \
		sent++;                                                                                                                         \
		gt_fill(out, n * sizeof(T), gt_me, (int)sent);                                                                                  \
		gt_fill(want, n * sizeof(T), GT_PREV, (int)sent);                                                                               \
		shmem_barrier_all();                                                                                                            \
		if (c == GT_CONTEXTS && sent % 2)                                                                                               \
			PUT(data, out, n, sig, value, op, GT_NEXT);                                                                             \
		else if (c == GT_CONTEXTS)                                                                                                      \
			PUT_NBI(data, out, n, sig, value, op, GT_NEXT);                                                                         \
		else if (sent % 2)                                                                                                              \
			CTX_PUT(with[c].ctx, data, out, n, sig, value, op, with[c].next);                                                       \
		else                                                                                                                            \
			CTX_PUT_NBI(with[c].ctx, data, out, n, sig, value, op, with[c].next);                                                   \
		uint64_t seen = shmem_signal_wait_until(sig, SHMEM_CMP_EQ, expected);                                                           \
		CHECK(seen == expected && shmem_signal_fetch(sig) == expected, WHAT " way %d: %" PRIu64 ", not %" PRIu64, way, seen, expected); \
		CHECK(memcmp(data, want, n * sizeof(T)) == 0, WHAT " way %d: %zu elements have not arrived", way, n);                           \
		if (c < GT_CONTEXTS)                                                                                                            \
			shmem_ctx_quiet(with[c].ctx);                                                                                           \
		shmem_barrier_all();                                                                                                            \
	}

#define TYPED(NAME, T)                                                                                                   \
	static void test_##NAME(unsigned char *heap, uint64_t *heap_sig)                                                 \
	{                                                                                                                \
		ROUND(#NAME, T, shmem_##NAME##_put_signal, shmem_##NAME##_put_signal_nbi, shmem_ctx_##NAME##_put_signal, \
		      shmem_ctx_##NAME##_put_signal_nbi)                                                                 \
	}
GT_RMA_TYPES(TYPED)

#define SIZED(BITS, T)                                                                                                        \
	static void test_##BITS(unsigned char *heap, uint64_t *heap_sig)                                                      \
	{                                                                                                                     \
		ROUND(#BITS " bits", T, shmem_put##BITS##_signal, shmem_put##BITS##_signal_nbi, shmem_ctx_put##BITS##_signal, \
		      shmem_ctx_put##BITS##_signal_nbi)                                                                       \
	}
GT_RMA_SIZES(SIZED)

static void test_mem(unsigned char *heap, uint64_t *heap_sig)
{
	ROUND("mem", unsigned char, shmem_putmem_signal, shmem_putmem_signal_nbi, shmem_ctx_putmem_signal, shmem_ctx_putmem_signal_nbi)
}

int main(void)
{
	gt_start();
	unsigned char *heap = shmem_malloc(sizeof global);
	uint64_t *heap_sig = shmem_calloc(1, sizeof *heap_sig);
	gt_contexts(with);
	for (int i = 0; i < 5; i++) { /* the sizes of messages change from one to the next */
#define CALL(NAME, T) test_##NAME(heap, heap_sig);
		GT_RMA_TYPES(CALL)
		GT_RMA_SIZES(CALL)
		test_mem(heap, heap_sig);
	}
	return gt_finish();
}
