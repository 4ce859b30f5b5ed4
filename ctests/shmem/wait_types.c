/* wait_until and test of every type with every comparison, at the edges of the type's range. */
#include "../gt_shmem.h"

static const int cmps[] = {SHMEM_CMP_EQ, SHMEM_CMP_NE, SHMEM_CMP_GT, SHMEM_CMP_GE, SHMEM_CMP_LT, SHMEM_CMP_LE};
static long turn;

#define COMPARE(a, cmp, b)                    \
	((cmp) == SHMEM_CMP_EQ   ? (a) == (b) \
	 : (cmp) == SHMEM_CMP_NE ? (a) != (b) \
	 : (cmp) == SHMEM_CMP_GT ? (a) > (b)  \
	 : (cmp) == SHMEM_CMP_GE ? (a) >= (b) \
	 : (cmp) == SHMEM_CMP_LT ? (a) < (b)  \
	                         : (a) <= (b))

/* The lowest and highest value of an integer type. For unsigned types all ones is above zero. */
#define HIGHEST(T) ((T)-1 > (T)0 ? (T)-1 : (T)(((uint64_t)1 << (sizeof(T) * 8 - 1)) - 1))
#define LOWEST(T) ((T)-1 > (T)0 ? (T)0 : (T)((uint64_t)1 << (sizeof(T) * 8 - 1)))

#define TEST(NAME, T)                                                                                                                  \
	static T NAME##_word[3]; /* the middle one is tested */                                                                        \
	static void test_##NAME(void)                                                                                                  \
	{                                                                                                                              \
		T edge[] = {LOWEST(T), (T)(LOWEST(T) + 1), 0, 1, 2, (T)(HIGHEST(T) - 1), HIGHEST(T)}, *w = &NAME##_word[1];            \
		int edges = (int)(sizeof edge / sizeof *edge);                                                                         \
		NAME##_word[0] = NAME##_word[2] = HIGHEST(T);                                                                          \
		for (int i = 0; i < edges; i++)                                                                                        \
			for (int k = 0; k < edges; k++)                                                                                \
				for (int c = 0; c < 6; c++) {                                                                          \
					*w = edge[i];                                                                                  \
					int want = COMPARE(edge[i], cmps[c], edge[k]);                                                 \
					CHECK(shmem_##NAME##_test(w, cmps[c], edge[k]) == want, #NAME " test: %d cmp %d %d", i, c, k); \
					if (want)                                                                                      \
						shmem_##NAME##_wait_until(w, cmps[c], edge[k]);                                        \
				}                                                                                                      \
		/* now the wait blocks: the PE before makes each comparison true */                                                    \
		static const struct {                                                                                                  \
			int from, to, cmp, with;                                                                                       \
		} step[] = {{1, 5, SHMEM_CMP_EQ, 5}, {1, 2, SHMEM_CMP_NE, 1}, {1, 9, SHMEM_CMP_GT, 8},                                 \
		            {1, 8, SHMEM_CMP_GE, 8}, {9, 2, SHMEM_CMP_LT, 3}, {9, 3, SHMEM_CMP_LE, 3}};                                \
		for (int s = 0; s < 6; s++) {                                                                                          \
			*w = (T)step[s].from;                                                                                          \
			shmem_barrier_all();                                                                                           \
			CHECK(gt_n == 1 || gt_me != 0 || !shmem_##NAME##_test(w, step[s].cmp, (T)step[s].with), #NAME " too early");   \
			if (gt_me == 0) { /* a chain: each wakes the next */                                                           \
				shmem_##NAME##_p(w, (T)step[s].to, GT_NEXT);                                                           \
				shmem_##NAME##_wait_until(w, step[s].cmp, (T)step[s].with);                                            \
			} else {                                                                                                       \
				shmem_##NAME##_wait_until(w, step[s].cmp, (T)step[s].with);                                            \
				shmem_##NAME##_p(w, (T)step[s].to, GT_NEXT);                                                           \
			}                                                                                                              \
			CHECK(*w == (T)step[s].to, #NAME " woke with another value");                                                  \
			shmem_barrier_all();                                                                                           \
		}                                                                                                                      \
		CHECK(NAME##_word[0] == HIGHEST(T) && NAME##_word[2] == HIGHEST(T), #NAME " wrote beside the word");                   \
	}
GT_WAIT_TYPES(TEST)

int main(void)
{
	gt_start();
#define CALL(NAME, T) test_##NAME();
	GT_WAIT_TYPES(CALL)

	/* woken by a put, a p, an atomic, a store through shmem_ptr */
	long *heap = shmem_calloc(1, sizeof *heap);
	for (long i = 1; i <= 400; i++) {
		long *word = i % 2 ? heap : &turn;
		if (gt_me == (int)(i % gt_n)) {
			if (i % 3 == 0)
				gt_sleep_ms(2); /* long enough for the others to be asleep */
			for (int pe = 0; pe < gt_n; pe++) {
				long *there = shmem_ptr(word, pe);
				switch (i % 4) {
				case 0: shmem_long_put(word, &i, 1, pe); break;
				case 1: shmem_long_atomic_swap(word, i, pe); break;
				case 2:
					shmem_long_put_nbi(word, &i, 1, pe);
					shmem_quiet();
					break;
				default:
					if (there != NULL)
						__atomic_store_n(there, i, __ATOMIC_RELEASE);
					else
						shmem_long_p(word, i, pe);
				}
			}
		}
		shmem_long_wait_until(word, SHMEM_CMP_GE, i);
		CHECK(*word == i, "turn %ld: %ld", i, *word);
		shmem_barrier_all();
	}
	shmem_free(heap);
	return gt_finish();
}
