/* all, any and some, waiting and testing, scalar and vector forms, of every type: masks, empty sets, contents of indices. */
#include "../gt_shmem.h"

#define LEN 8

#define TEST(NAME, T)                                                                                                                \
	static T NAME##_words[LEN];                                                                                                  \
	static void test_##NAME(T *w)                                                                                                \
	{                                                                                                                            \
		const int none[LEN] = {1, 1, 1, 1, 1, 1, 1, 1}, odd[LEN] = {1, 0, 1, 0, 5, 0, -1, 0};                                \
		const T want[LEN] = {10, 11, 12, 13, 14, 15, 16, 17};                                                                \
		int mask[LEN];                                                                                                       \
		size_t index[LEN + 1], got;                                                                                          \
		for (int i = 0; i < LEN; i++)                                                                                        \
			w[i] = 0;                                                                                                    \
		/* empty sets */                                                                                                     \
		for (int e = 0; e < 2; e++) {                                                                                        \
			size_t n = e ? LEN : 0;                                                                                      \
			const int *m = e ? none : NULL;                                                                              \
			shmem_##NAME##_wait_until_all(w, n, m, SHMEM_CMP_EQ, 1);                                                     \
			shmem_##NAME##_wait_until_all_vector(w, n, m, SHMEM_CMP_EQ, want);                                           \
			CHECK(shmem_##NAME##_wait_until_any(w, n, m, SHMEM_CMP_EQ, 1) == SIZE_MAX, #NAME " any of %zu", n);          \
			CHECK(shmem_##NAME##_wait_until_any_vector(w, n, m, SHMEM_CMP_EQ, want) == SIZE_MAX, #NAME " any_vector");   \
			CHECK(shmem_##NAME##_wait_until_some(w, n, index, m, SHMEM_CMP_EQ, 1) == 0, #NAME " some of %zu", n);        \
			CHECK(shmem_##NAME##_wait_until_some_vector(w, n, index, m, SHMEM_CMP_EQ, want) == 0, #NAME " some_vector"); \
			CHECK(shmem_##NAME##_test_all(w, n, m, SHMEM_CMP_EQ, 1) == 1, #NAME " test_all of nothing is true");         \
			CHECK(shmem_##NAME##_test_all_vector(w, n, m, SHMEM_CMP_EQ, want) == 1, #NAME " test_all_vector");           \
			CHECK(shmem_##NAME##_test_any(w, n, m, SHMEM_CMP_EQ, 1) == SIZE_MAX, #NAME " test_any");                     \
			CHECK(shmem_##NAME##_test_any_vector(w, n, m, SHMEM_CMP_EQ, want) == SIZE_MAX, #NAME " test_any_vector");    \
			CHECK(shmem_##NAME##_test_some(w, n, index, m, SHMEM_CMP_EQ, 1) == 0, #NAME " test_some");                   \
			CHECK(shmem_##NAME##_test_some_vector(w, n, index, m, SHMEM_CMP_EQ, want) == 0, #NAME " test_some_vector");  \
		}                                                                                                                    \
		/* none satisfied yet */                                                                                             \
		CHECK(shmem_##NAME##_test_all(w, LEN, NULL, SHMEM_CMP_NE, 0) == 0, #NAME " test_all");                               \
		CHECK(shmem_##NAME##_test_any(w, LEN, NULL, SHMEM_CMP_NE, 0) == SIZE_MAX, #NAME " test_any");                        \
		CHECK(shmem_##NAME##_test_some(w, LEN, index, NULL, SHMEM_CMP_NE, 0) == 0, #NAME " test_some");                      \
		/* 3 and 6 are; 6 is masked out by odd */                                                                            \
		w[3] = 13, w[6] = 16;                                                                                                \
		CHECK(shmem_##NAME##_test_any(w, LEN, odd, SHMEM_CMP_GT, 12) == 3, #NAME " test_any, masked");                       \
		CHECK(shmem_##NAME##_wait_until_any(w, LEN, odd, SHMEM_CMP_GE, 13) == 3, #NAME " any, masked");                      \
		CHECK(shmem_##NAME##_wait_until_any_vector(w, LEN, odd, SHMEM_CMP_EQ, want) == 3, #NAME " any_vector, masked");      \
		CHECK(shmem_##NAME##_test_any_vector(w, LEN, odd, SHMEM_CMP_EQ, want) == 3, #NAME " test_any_vector, masked");       \
		got = shmem_##NAME##_test_some(w, LEN, index, NULL, SHMEM_CMP_GT, 1);                                                \
		CHECK(got == 2 && index[0] + index[1] == 9 && (index[0] == 3 || index[0] == 6), #NAME " test_some: %zu", got);       \
		index[1] = 12345;                                                                                                    \
		got = shmem_##NAME##_wait_until_some(w, LEN, index, odd, SHMEM_CMP_NE, 0);                                           \
		CHECK(got == 1 && index[0] == 3 && index[1] == 12345, #NAME " some, masked: %zu", got);                              \
		got = shmem_##NAME##_wait_until_some_vector(w, LEN, index, NULL, SHMEM_CMP_EQ, want);                                \
		CHECK(got == 2 && index[0] + index[1] == 9, #NAME " some_vector: %zu", got);                                         \
		got = shmem_##NAME##_test_some_vector(w, LEN, index, NULL, SHMEM_CMP_LT, want);                                      \
		CHECK(got == 6, #NAME " test_some_vector: %zu", got);                                                                \
		CHECK(shmem_##NAME##_test_all(w, LEN, NULL, SHMEM_CMP_LE, 16) == 1, #NAME " test_all");                              \
		CHECK(shmem_##NAME##_test_all_vector(w, LEN, NULL, SHMEM_CMP_LE, want) == 1, #NAME " test_all_vector");              \
		CHECK(shmem_##NAME##_test_all_vector(w, LEN, NULL, SHMEM_CMP_EQ, want) == 0, #NAME " test_all_vector, unequal");     \
		/* the PE before fills in the rest, some late; the mask excludes the elements seen */                                \
		for (int i = 0; i < LEN; i++)                                                                                        \
			mask[i] = w[i] != 0;                                                                                         \
		shmem_barrier_all();                                                                                                 \
		for (int i = 0; i < LEN; i++)                                                                                        \
			if (i != 3 && i != 6)                                                                                        \
				shmem_##NAME##_p(&w[i], want[i], GT_NEXT);                                                           \
		for (size_t had = 0; had < LEN - 2;) {                                                                               \
			if (had % 2) {                                                                                               \
				got = shmem_##NAME##_wait_until_any(w, LEN, mask, SHMEM_CMP_NE, 0);                                  \
				CHECK(got < LEN && !mask[got] && w[got] == want[got], #NAME " any returned %zu", got);               \
				mask[got < LEN ? got : 0] = 1;                                                                       \
				had++;                                                                                               \
				continue;                                                                                            \
			}                                                                                                            \
			got = shmem_##NAME##_wait_until_some_vector(w, LEN, index, mask, SHMEM_CMP_EQ, want);                        \
			if (got < 1 || got > LEN - 2 - had)                                                                          \
				FATAL(#NAME " some returned %zu", got);                                                              \
			for (size_t i = 0; i < got; i++) {                                                                           \
				CHECK(index[i] < LEN && !mask[index[i]], #NAME " some: index %zu", index[i]);                        \
				mask[index[i] % LEN] = 1;                                                                            \
			}                                                                                                            \
			had += got;                                                                                                  \
		}                                                                                                                    \
		shmem_##NAME##_wait_until_all(w, LEN, NULL, SHMEM_CMP_GE, 10);                                                       \
		shmem_##NAME##_wait_until_all_vector(w, LEN, NULL, SHMEM_CMP_EQ, want);                                              \
		for (int i = 0; i < LEN; i++)                                                                                        \
			CHECK(w[i] == want[i], #NAME " word %d", i);                                                                 \
		shmem_barrier_all();                                                                                                 \
	}
GT_WAIT_TYPES(TEST)

int main(void)
{
	gt_start();
	void *heap = shmem_malloc(LEN * sizeof(uint64_t));
#define CALL(NAME, T)      \
	test_##NAME(heap); \
	test_##NAME(NAME##_words);
	GT_WAIT_TYPES(CALL)
	shmem_free(heap);
	return gt_finish();
}
