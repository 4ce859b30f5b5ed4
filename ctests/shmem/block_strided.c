/* ibput and ibget of all types and sizes, with and without a context, and iput and iget on contexts, compared with ten lines of simple code. */
#include "../gt_shmem.h"

#define ROOM 400 /* elements */

static unsigned char memory[ROOM * 16] __attribute__((aligned(16))), naive[ROOM * 16] __attribute__((aligned(16)));
static unsigned char source[ROOM * 16] __attribute__((aligned(16)));
static struct gt_ctx with[GT_CONTEXTS];

static void naive_copy(unsigned char *dest, const unsigned char *from, ptrdiff_t dst, ptrdiff_t sst, size_t block, size_t n, size_t size)
{
	for (size_t i = 0; i < n; i++)
		memcpy(dest + i * (size_t)dst * size, from + i * (size_t)sst * size, block * size);
}

/* One shape for each context; the last one uses the functions without a context. */
#define SHAPE(WHAT, T, MOST, PUT, GET, CTX_PUT, CTX_GET)                                                                      \
	for (int round = 0; round < 3 * (GT_CONTEXTS + 1); round++) {                                                         \
		int c = round % (GT_CONTEXTS + 1);                                                                            \
		gt_srand((uint64_t)round + sizeof(T) * 100);                                                                  \
		size_t block = gt_range(1, MOST), bytes = ROOM * sizeof(T);                                                   \
		ptrdiff_t dst = (ptrdiff_t)gt_range(block, 13), sst = (ptrdiff_t)gt_range(block, 13);                         \
		size_t n = round == 0 ? 1 : gt_range(1, ROOM / 13);                                                           \
		memset(memory, 0xaa, bytes);                                                                                  \
		memset(naive, 0xaa, bytes);                                                                                   \
		gt_fill(source, bytes, GT_PREV, round);                                                                       \
		naive_copy(naive, source, dst, sst, block, n, sizeof(T));                                                     \
		gt_fill(source, bytes, gt_me, round);                                                                         \
		shmem_barrier_all();                                                                                          \
		if (c == GT_CONTEXTS)                                                                                         \
			PUT;                                                                                                  \
		else                                                                                                          \
			CTX_PUT, shmem_ctx_quiet(with[c].ctx);                                                                \
		shmem_barrier_all();                                                                                          \
		CHECK(memcmp(memory, naive, bytes) == 0, WHAT " put %zu blocks of %zu, dst %td sst %td", n, block, dst, sst); \
		shmem_barrier_all();                                                                                          \
		gt_fill(memory, bytes, gt_me, round + 1);                                                                     \
		gt_fill(source, bytes, GT_NEXT, round + 1);                                                                   \
		memset(naive, 0xbb, bytes);                                                                                   \
		naive_copy(naive, source, dst, sst, block, n, sizeof(T));                                                     \
		memset(source, 0xbb, bytes);                                                                                  \
		shmem_barrier_all();                                                                                          \
		if (c == GT_CONTEXTS)                                                                                         \
			GET;                                                                                                  \
		else                                                                                                          \
			CTX_GET;                                                                                              \
		CHECK(memcmp(source, naive, bytes) == 0, WHAT " get %zu blocks of %zu, dst %td sst %td", n, block, dst, sst); \
		shmem_barrier_all();                                                                                          \
	}

/* A family of functions whose names have the same prefix and end in STEM and END. */
#define FAMILY(WHAT, T, PLAIN, CTX, STEM, END)                                                                                                    \
	T *m = (T *)(void *)memory, *s = (T *)(void *)source;                                                                                     \
	SHAPE(WHAT, T, 5, PLAIN(STEM, ibput, END)(m, s, dst, sst, block, n, GT_NEXT), PLAIN(STEM, ibget, END)(s, m, dst, sst, block, n, GT_NEXT), \
	      CTX(STEM, ibput, END)(with[c].ctx, m, s, dst, sst, block, n, with[c].next),                                                         \
	      CTX(STEM, ibget, END)(with[c].ctx, s, m, dst, sst, block, n, with[c].next))                                                         \
	SHAPE(WHAT, T, 1, PLAIN(STEM, iput, END)(m, s, dst, sst, n, GT_NEXT), PLAIN(STEM, iget, END)(s, m, dst, sst, n, GT_NEXT),                 \
	      CTX(STEM, iput, END)(with[c].ctx, m, s, dst, sst, n, with[c].next),                                                                 \
	      CTX(STEM, iget, END)(with[c].ctx, s, m, dst, sst, n, with[c].next))

#define TYPED_NAME(NAME, OP, UNUSED) shmem_##NAME##_##OP
#define TYPED_CTX_NAME(NAME, OP, UNUSED) shmem_ctx_##NAME##_##OP
#define SIZED_NAME(UNUSED, OP, BITS) shmem_##OP##BITS
#define SIZED_CTX_NAME(UNUSED, OP, BITS) shmem_ctx_##OP##BITS

#define TYPED(NAME, T) \
	static void test_##NAME(void) { FAMILY(#NAME, T, TYPED_NAME, TYPED_CTX_NAME, NAME, ) }
GT_RMA_TYPES(TYPED)

#define SIZED(BITS, T) \
	static void test_##BITS(void) { FAMILY(#BITS " bits", T, SIZED_NAME, SIZED_CTX_NAME, , BITS) }
GT_RMA_SIZES(SIZED)

int main(void)
{
	gt_start();
	gt_contexts(with);
#define CALL(NAME, T) test_##NAME();
	GT_RMA_TYPES(CALL)
	GT_RMA_SIZES(CALL)
	shmem_int_ibput(NULL, NULL, 1, 1, 1, 0, GT_NEXT); /* nothing to copy */
	shmem_int_ibget(NULL, NULL, 0, -1, 0, 5, GT_NEXT);
	return gt_finish();
}
