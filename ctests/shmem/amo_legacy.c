/* The atomics of before 1.4 under their old names, all types that the header has. */
#include "../gt_shmem.h"

#define OLD(NAME, T)                                                                                       \
	static T NAME##_word;                                                                              \
	static void old_##NAME(void)                                                                       \
	{                                                                                                  \
		NAME##_word = 40;                                                                          \
		shmem_barrier_all();                                                                       \
		CHECK(shmem_##NAME##_fadd(&NAME##_word, 5, GT_NEXT) == 40, #NAME " fadd");                 \
		CHECK(shmem_##NAME##_finc(&NAME##_word, GT_NEXT) == 45, #NAME " finc");                    \
		shmem_##NAME##_add(&NAME##_word, 4, GT_NEXT);                                              \
		shmem_##NAME##_inc(&NAME##_word, GT_NEXT);                                                 \
		shmem_quiet();                                                                             \
		CHECK(shmem_##NAME##_cswap(&NAME##_word, 50, 60, GT_NEXT) == 51, #NAME " cswap, unequal"); \
		CHECK(shmem_##NAME##_cswap(&NAME##_word, 51, 61, GT_NEXT) == 51, #NAME " cswap, equal");   \
		CHECK(shmem_##NAME##_swap(&NAME##_word, 70, GT_NEXT) == 61, #NAME " swap");                \
		shmem_barrier_all();                                                                       \
		CHECK(NAME##_word == 70, #NAME " at the end");                                             \
	}
GT_AMO_TYPES(OLD)
OLD(short, short)

#define OLD_EXT(NAME, T)                                                                                 \
	static T NAME##_ext;                                                                             \
	static void ext_##NAME(void)                                                                     \
	{                                                                                                \
		shmem_##NAME##_set(&NAME##_ext, (T)(gt_me + 3), GT_NEXT);                                \
		shmem_barrier_all();                                                                     \
		CHECK(NAME##_ext == (T)(GT_PREV + 3), #NAME " set");                                     \
		CHECK(shmem_##NAME##_fetch(&NAME##_ext, GT_NEXT) == (T)(gt_me + 3), #NAME " fetch");     \
		shmem_barrier_all();                                                                     \
		CHECK(shmem_##NAME##_swap(&NAME##_ext, (T)9, GT_NEXT) == (T)(gt_me + 3), #NAME " swap"); \
		shmem_barrier_all();                                                                     \
		CHECK(NAME##_ext == (T)9, #NAME " after swap");                                          \
	}
GT_EXT_TYPES(OLD_EXT)

static long untyped;
static long cells[8];

int main(void)
{
	gt_start();
#define CALL(NAME, T) old_##NAME();
	GT_AMO_TYPES(CALL)
	CALL(short, short)
#define CALL_EXT(NAME, T) ext_##NAME();
	GT_EXT_TYPES(CALL_EXT)

	/* the untyped forms; parentheses keep C11's macros of the same names away */
	untyped = 11;
	shmem_barrier_all();
	CHECK((shmem_swap)(&untyped, 12, GT_NEXT) == 11, "swap");
	shmem_barrier_all();
	CHECK(untyped == 12, "%ld", untyped);
	shmem_barrier_all();
	CHECK((shmem_cswap)(&untyped, 12, 20, GT_NEXT) == 12, "cswap");
	CHECK((shmem_fadd)(&untyped, 5, GT_NEXT) == 20 && (shmem_finc)(&untyped, GT_NEXT) == 25, "fadd, finc");
	(shmem_add)(&untyped, 3, GT_NEXT);
	(shmem_inc)(&untyped, GT_NEXT);
	shmem_barrier_all();
	CHECK(untyped == 30, "%ld", untyped);
	long source[8] = {gt_me + 1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {0};
	shmem_barrier_all();
	(shmem_put)(cells, source, 3, GT_NEXT);
	shmem_barrier_all();
	CHECK(cells[0] == GT_PREV + 1 && cells[2] == 3 && cells[3] == 0, "untyped put");
	(shmem_get)(back, cells, 3, GT_NEXT);
	CHECK(back[0] == gt_me + 1 && back[2] == 3 && back[3] == 0, "untyped get");
	shmem_barrier_all();
	(shmem_iput)(cells, source, 2, 1, 4, GT_NEXT);
	shmem_barrier_all();
	CHECK(cells[0] == GT_PREV + 1 && cells[2] == 2 && cells[4] == 3 && cells[6] == 4, "untyped iput");
	(shmem_iget)(back, cells, 1, 2, 4, GT_NEXT);
	CHECK(back[0] == gt_me + 1 && back[1] == 2 && back[2] == 3 && back[3] == 4, "untyped iget");

	/* masked swaps: each PE has bits of its own in the words of PE 0 */
#define MSWAP(NAME, T)                                                                                               \
	{                                                                                                            \
		static T word;                                                                                       \
		T bit = (T)(1 << gt_me % 14), other = (T)(gt_me < 14 ? (T)-1 : bit);                                 \
		for (int round = 0; round < 50 && gt_me < 14; round++) {                                             \
			CHECK((shmem_##NAME##_mswap(&word, bit, other, 0) & bit) == 0, #NAME " mswap to set");       \
			CHECK((shmem_##NAME##_mswap(&word, bit, (T)~bit, 0) & bit) == bit, #NAME " mswap to clear"); \
		}                                                                                                    \
		shmem_barrier_all();                                                                                 \
		CHECK(word == 0, #NAME " mswap leaves something");                                                   \
	}
	MSWAP(short, short)
	MSWAP(int, int)
	MSWAP(long, long)

	/* wait: until no longer equal */
	static short s = 1;
	static int i = 1;
	static long l = 1, l2 = 1, l3 = 1;
	static long long ll = 1;
	shmem_barrier_all();
	shmem_short_p(&s, 2, GT_NEXT);
	shmem_int_p(&i, 3, GT_NEXT);
	shmem_long_p(&l, 4, GT_NEXT);
	shmem_longlong_p(&ll, 5, GT_NEXT);
	shmem_long_p(&l2, 6, GT_NEXT);
	shmem_long_p(&l3, 7, GT_NEXT);
	shmem_short_wait(&s, 1);
	shmem_int_wait(&i, 1);
	shmem_long_wait(&l, 1);
	shmem_longlong_wait(&ll, 1);
	shmem_wait(&l2, 1);
	(shmem_wait_until)(&l3, SHMEM_CMP_EQ, 7);
	CHECK(s == 2 && i == 3 && l == 4 && ll == 5 && l2 == 6 && l3 == 7, "wait returned too early");
	shmem_barrier_all();
	return gt_finish();
}
