/* Each atomic of each type alone: its effect, its result, and its _nbi form. On the heap and on globals, wrap-around included. */
#include "../gt_shmem.h"

/* Only the PE before accesses the word at w, so every result is known. */
#define STANDARD(NAME, T)                                                                                                       \
	static T NAME##_global[3];                                                                                              \
	static void std_##NAME(T *w)                                                                                            \
	{                                                                                                                       \
		T f = 0;                                                                                                        \
		w[0] = w[2] = (T)0x55;                                                                                          \
		w[1] = (T)5;                                                                                                    \
		shmem_barrier_all();                                                                                            \
		CHECK(shmem_##NAME##_atomic_fetch(&w[1], GT_NEXT) == 5, #NAME " fetch");                                        \
		shmem_##NAME##_atomic_add(&w[1], (T)-7, GT_NEXT);                                                               \
		CHECK(shmem_##NAME##_atomic_fetch(&w[1], GT_NEXT) == (T)-2, #NAME " add of a negative number");                 \
		shmem_##NAME##_atomic_inc(&w[1], GT_NEXT);                                                                      \
		CHECK(shmem_##NAME##_atomic_fetch_inc(&w[1], GT_NEXT) == (T)-1, #NAME " fetch_inc");                            \
		CHECK(shmem_##NAME##_atomic_fetch_inc(&w[1], GT_NEXT) == (T)0, #NAME " fetch_inc over zero");                   \
		CHECK(shmem_##NAME##_atomic_fetch_add(&w[1], (T)10, GT_NEXT) == (T)1, #NAME " fetch_add");                      \
		CHECK(shmem_##NAME##_atomic_compare_swap(&w[1], (T)3, (T)4, GT_NEXT) == (T)11, #NAME " compare_swap, unequal"); \
		CHECK(shmem_##NAME##_atomic_compare_swap(&w[1], (T)11, (T)-9, GT_NEXT) == (T)11, #NAME " compare_swap, equal"); \
		CHECK(shmem_##NAME##_atomic_swap(&w[1], (T)20, GT_NEXT) == (T)-9, #NAME " swap");                               \
		shmem_##NAME##_atomic_set(&w[1], (T)30, GT_NEXT);                                                               \
		shmem_##NAME##_atomic_fetch_nbi(&f, &w[1], GT_NEXT), shmem_quiet();                                             \
		CHECK(f == 30, #NAME " set, fetch_nbi");                                                                        \
		shmem_##NAME##_atomic_fetch_add_nbi(&f, &w[1], (T)2, GT_NEXT), shmem_quiet();                                   \
		CHECK(f == 30, #NAME " fetch_add_nbi");                                                                         \
		shmem_##NAME##_atomic_fetch_inc_nbi(&f, &w[1], GT_NEXT), shmem_quiet();                                         \
		CHECK(f == 32, #NAME " fetch_inc_nbi");                                                                         \
		shmem_##NAME##_atomic_compare_swap_nbi(&f, &w[1], (T)33, (T)34, GT_NEXT), shmem_quiet();                        \
		CHECK(f == 33, #NAME " compare_swap_nbi, equal");                                                               \
		shmem_##NAME##_atomic_compare_swap_nbi(&f, &w[1], (T)33, (T)99, GT_NEXT), shmem_quiet();                        \
		CHECK(f == 34, #NAME " compare_swap_nbi, unequal");                                                             \
		shmem_##NAME##_atomic_swap_nbi(&f, &w[1], (T)35, GT_NEXT), shmem_quiet();                                       \
		CHECK(f == 34, #NAME " swap_nbi");                                                                              \
		shmem_barrier_all();                                                                                            \
		CHECK(w[1] == 35 && w[0] == 0x55 && w[2] == 0x55, #NAME " at the end, or beside the word");                     \
		shmem_barrier_all();                                                                                            \
	}
GT_AMO_TYPES(STANDARD)

#define BITWISE(NAME, T)                                                                                                     \
	static void bit_##NAME(T *w)                                                                                         \
	{                                                                                                                    \
		T f = 0, top = (T)((T)1 << (sizeof(T) * 8 - 1));                                                             \
		w[0] = w[2] = (T)0x55;                                                                                       \
		w[1] = (T)(top | 0xff);                                                                                      \
		shmem_barrier_all();                                                                                         \
		shmem_##NAME##_atomic_and(&w[1], (T)(top | 0x3c), GT_NEXT);                                                  \
		CHECK(shmem_##NAME##_atomic_fetch_and(&w[1], (T)0x18, GT_NEXT) == (T)(top | 0x3c), #NAME " and, fetch_and"); \
		shmem_##NAME##_atomic_or(&w[1], top, GT_NEXT);                                                               \
		CHECK(shmem_##NAME##_atomic_fetch_or(&w[1], (T)0x81, GT_NEXT) == (T)(top | 0x18), #NAME " or, fetch_or");    \
		shmem_##NAME##_atomic_xor(&w[1], (T)(top | 0xff), GT_NEXT);                                                  \
		CHECK(shmem_##NAME##_atomic_fetch_xor(&w[1], (T)0xf0, GT_NEXT) == (T)0x66, #NAME " xor, fetch_xor");         \
		shmem_##NAME##_atomic_fetch_and_nbi(&f, &w[1], (T)0x0f, GT_NEXT), shmem_quiet();                             \
		CHECK(f == (T)0x96, #NAME " fetch_and_nbi");                                                                 \
		shmem_##NAME##_atomic_fetch_or_nbi(&f, &w[1], (T)0x10, GT_NEXT), shmem_quiet();                              \
		CHECK(f == (T)0x06, #NAME " fetch_or_nbi");                                                                  \
		shmem_##NAME##_atomic_fetch_xor_nbi(&f, &w[1], (T)0x11, GT_NEXT), shmem_quiet();                             \
		CHECK(f == (T)0x16, #NAME " fetch_xor_nbi");                                                                 \
		shmem_barrier_all();                                                                                         \
		CHECK(w[1] == (T)0x07 && w[0] == 0x55 && w[2] == 0x55, #NAME " bits at the end, or beside the word");        \
		shmem_barrier_all();                                                                                         \
	}
GT_BIT_TYPES(BITWISE)

int main(void)
{
	gt_start();
	void *heap = shmem_malloc(3 * sizeof(uint64_t));
#define CALL_STANDARD(NAME, T) \
	std_##NAME(heap);      \
	std_##NAME(NAME##_global);
	GT_AMO_TYPES(CALL_STANDARD)
#define CALL_BITWISE(NAME, T) \
	bit_##NAME(heap);     \
	bit_##NAME(NAME##_global);
	GT_BIT_TYPES(CALL_BITWISE)
	shmem_free(heap);
	return gt_finish();
}
