/* iput and iget of all types and sizes, compared with ten lines of simple code. */
#include "../gt_shmem.h"

#define ROOM 400 /* elements */

static unsigned char global[ROOM * 16] __attribute__((aligned(16)));
static unsigned char naive[ROOM * 16] __attribute__((aligned(16))), source[ROOM * 16] __attribute__((aligned(16)));

static void naive_copy(unsigned char *dest, const unsigned char *from, ptrdiff_t dst, ptrdiff_t sst, size_t n, size_t size)
{
	for (size_t i = 0; i < n; i++)
		memcpy(dest + i * (size_t)dst * size, from + i * (size_t)sst * size, size);
}

/* One shape: the PE before writes a PE's target, then the PE after reads it. */
#define SHAPE(WHAT, T, PUT, GET, memory)                                                                                    \
	for (int round = 0; round < 25; round++) {                                                                          \
		gt_srand((uint64_t)round + sizeof(T) * 100);                                                                \
		ptrdiff_t dst = (ptrdiff_t)gt_range(1, 9), sst = (ptrdiff_t)gt_range(1, 9), widest = dst > sst ? dst : sst; \
		size_t n = round == 0 ? 1 : gt_range(1, ROOM / (size_t)widest), bytes = ROOM * sizeof(T);                   \
		memset(memory, 0xaa, bytes);                                                                                \
		memset(naive, 0xaa, bytes);                                                                                 \
		gt_fill(source, bytes, GT_PREV, round);                                                                     \
		naive_copy(naive, source, dst, sst, n, sizeof(T));                                                          \
		gt_fill(source, bytes, gt_me, round);                                                                       \
		shmem_barrier_all();                                                                                        \
		PUT((T *)(memory), (const T *)source, dst, sst, n, GT_NEXT);                                                \
		shmem_barrier_all();                                                                                        \
		CHECK(memcmp(memory, naive, bytes) == 0, WHAT " iput n %zu dst %td sst %td", n, dst, sst);                  \
		shmem_barrier_all();                                                                                        \
		gt_fill(memory, bytes, gt_me, round + 1);                                                                   \
		gt_fill(source, bytes, GT_NEXT, round + 1);                                                                 \
		memset(naive, 0xbb, bytes);                                                                                 \
		naive_copy(naive, source, dst, sst, n, sizeof(T));                                                          \
		memset(source, 0xbb, bytes);                                                                                \
		shmem_barrier_all();                                                                                        \
		GET((T *)source, (const T *)(memory), dst, sst, n, GT_NEXT);                                                \
		CHECK(memcmp(source, naive, bytes) == 0, WHAT " iget n %zu dst %td sst %td", n, dst, sst);                  \
		shmem_barrier_all();                                                                                        \
	}

#define TYPED(NAME, T) \
	static void test_##NAME(unsigned char *memory) { SHAPE(#NAME, T, shmem_##NAME##_iput, shmem_##NAME##_iget, memory) }
GT_RMA_TYPES(TYPED)

#define SIZED(BITS, T) \
	static void test_##BITS(unsigned char *memory) { SHAPE(#BITS " bits", T, shmem_iput##BITS, shmem_iget##BITS, memory) }
GT_RMA_SIZES(SIZED)

int main(void)
{
	gt_start();
	unsigned char *heap = shmem_malloc(sizeof global);
#define CALL(NAME, T)      \
	test_##NAME(heap); \
	test_##NAME(global);
	GT_RMA_TYPES(CALL)
	GT_RMA_SIZES(CALL)
	shmem_free(heap);
	return gt_finish();
}
