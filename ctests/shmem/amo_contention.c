/* All PEs update the same words at the same time; no update is lost, no ticket is issued twice. Heap and globals, all types. */
#include "../gt_shmem.h"

#define TURNS 300

#define SUMS(NAME, T)                                                                                           \
	static T NAME##_global;                                                                                 \
	static void sums_##NAME(T *w, const char *where)                                                        \
	{                                                                                                       \
		T fetched, expect = 0, max = 0;                                                                 \
		*w = 0;                                                                                         \
		shmem_barrier_all();                                                                            \
		for (int i = 0; i < TURNS; i++) {                                                               \
			int pe = (gt_me + i) % gt_n;                                                            \
			shmem_##NAME##_atomic_add(w, (T)(gt_me + 1), pe);                                       \
			shmem_##NAME##_atomic_inc(w, pe);                                                       \
			fetched = shmem_##NAME##_atomic_fetch_add(w, 2, pe);                                    \
			fetched = shmem_##NAME##_atomic_fetch_inc(w, pe);                                       \
			shmem_##NAME##_atomic_fetch_add_nbi(&fetched, w, 3, pe);                                \
			shmem_quiet();                                                                          \
			T seen = shmem_##NAME##_atomic_fetch(w, pe), next;                                      \
			while ((next = shmem_##NAME##_atomic_compare_swap(w, seen, (T)(seen + 5), pe)) != seen) \
				seen = next;                                                                    \
		}                                                                                               \
		shmem_barrier_all();                                                                            \
		for (int pe = 0; pe < gt_n; pe++)                                                               \
			for (int i = 0; i < TURNS; i++)                                                         \
				if ((pe + i) % gt_n == gt_me)                                                   \
					expect = (T)(expect + (T)(pe + 1 + 1 + 2 + 1 + 3 + 5));                 \
		CHECK(*w == expect, #NAME " on %s: sum is off", where);                                         \
		/* tickets: all fetch from PE 0; together they are 0..n*TURNS-1 */                              \
		shmem_barrier_all();                                                                            \
		*w = 0;                                                                                         \
		shmem_barrier_all();                                                                            \
		for (int i = 0; i < TURNS; i++) {                                                               \
			T ticket = shmem_##NAME##_atomic_fetch_inc(w, 0);                                       \
			CHECK(i == 0 || ticket > max, #NAME " ticket went back");                               \
			max = ticket;                                                                           \
			if (ticket < (T)(gt_n * TURNS))                                                         \
				shmem_int_atomic_inc(&taken[(size_t)ticket], 0);                                \
		}                                                                                               \
		shmem_barrier_all();                                                                            \
		for (int i = 0; gt_me == 0 && i < gt_n * TURNS; i++) {                                          \
			CHECK(taken[i] == 1, #NAME " ticket %d given %d times", i, taken[i]);                   \
			taken[i] = 0;                                                                           \
		}                                                                                               \
		shmem_barrier_all();                                                                            \
	}

static int taken[64 * TURNS];
GT_AMO_TYPES(SUMS)

/* Every PE flips its own bit of a shared word; the others' bits are never disturbed. */
#define BITS(NAME, T)                                                                                                \
	static void bits_##NAME(T *w)                                                                                \
	{                                                                                                            \
		T mine = (T)((T)1 << gt_me % 31);                                                                    \
		*w = 0;                                                                                              \
		shmem_barrier_all();                                                                                 \
		for (int i = 0; gt_me < 31 && i < TURNS; i++) {                                                      \
			CHECK((shmem_##NAME##_atomic_fetch_or(w, mine, 0) & mine) == 0, #NAME " fetch_or");          \
			CHECK((shmem_##NAME##_atomic_fetch_xor(w, mine, 0) & mine) == mine, #NAME " fetch_xor");     \
			shmem_##NAME##_atomic_xor(w, mine, 0);                                                       \
			CHECK((shmem_##NAME##_atomic_fetch_and(w, (T)~mine, 0) & mine) == mine, #NAME " fetch_and"); \
			shmem_##NAME##_atomic_or(w, mine, 0);                                                        \
			shmem_##NAME##_atomic_and(w, (T)~mine, 0);                                                   \
		}                                                                                                    \
		shmem_barrier_all();                                                                                 \
		CHECK(*w == 0, #NAME " bits left over");                                                             \
		shmem_barrier_all();                                                                                 \
	}
GT_BIT_TYPES(BITS)

int main(void)
{
	gt_start();
	if (gt_n > 64)
		GT_SKIP("room for the tickets of 64 PEs");
	void *heap = shmem_malloc(64);
#define CALL(NAME, T)              \
	sums_##NAME(heap, "heap"); \
	sums_##NAME(&NAME##_global, "global");
	GT_AMO_TYPES(CALL)
#define CALL_BITS(NAME, T) bits_##NAME(heap), bits_##NAME(&NAME##_global);
	GT_BIT_TYPES(CALL_BITS)
	shmem_free(heap);
	return gt_finish();
}
