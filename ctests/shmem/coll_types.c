/* Every typed collective once, on the world and on the even PEs: values are small, so that every type can hold the results. */
#include "../gt_shmem.h"

#include <complex.h>
#include <pshmem.h>
#include <shmemx.h>

enum { N = 5, MOST = 32 };

static _Alignas(16) char source[2 * N * MOST * 16], dest[2 * N * MOST * 16];
static long sync_array[SHMEM_SYNC_SIZE];
static shmem_team_t team;
static int me, n, start, logstride; /* in the team, which is also this active set */

/* The value of PE i at k: 0..7, so that a product of a few fits a byte. */
static int value(int i, int k) { return (i * 3 + k * 5 + 1) % 8; }

#define FILL(T, COUNT)                      \
	T *s = (T *)source, *d = (T *)dest; \
	for (int k = 0; k < (COUNT); k++)   \
		s[k] = (T)value(me, k);     \
	memset(dest, 0x5a, sizeof dest);    \
	shmem_team_sync(team)
#define SAME(T, WHAT, k, want) CHECK(d[k] == (T)(want), "%s at %d", WHAT, k)

#define MOVES(NAME, T)                                                                      \
	static void moves_##NAME(void)                                                      \
	{                                                                                   \
		const int root = n - 1;                                                     \
		FILL(T, 2 * N * n);                                                         \
		CHECK(shmem_##NAME##_broadcast(team, d, s, N, root) == 0, "status");        \
		for (int k = 0; k < N; k++)                                                 \
			SAME(T, #NAME "_broadcast", k, value(root, k));                     \
		shmem_team_sync(team);                                                      \
		CHECK(shmem_##NAME##_fcollect(team, d, s, N) == 0, "status");               \
		for (int k = 0; k < N * n; k++)                                             \
			SAME(T, #NAME "_fcollect", k, value(k / N, k % N));                 \
		shmem_team_sync(team);                                                      \
		CHECK(shmem_##NAME##_collect(team, d, s, (size_t)(me % 3)) == 0, "status"); \
		for (int i = 0, k = 0; i < n; i++)                                          \
			for (int j = 0; j < i % 3; j++, k++)                                \
				SAME(T, #NAME "_collect", k, value(i, j));                  \
		shmem_team_sync(team);                                                      \
		CHECK(shmem_##NAME##_alltoall(team, d, s, N) == 0, "status");               \
		for (int k = 0; k < N * n; k++)                                             \
			SAME(T, #NAME "_alltoall", k, value(k / N, me * N + k % N));        \
		shmem_team_sync(team);                                                      \
		memset(dest, 0, sizeof dest);                                               \
		CHECK(shmem_##NAME##_alltoalls(team, d, s, 2, 1, N) == 0, "status");        \
		for (int k = 0; k < N * n; k++) {                                           \
			SAME(T, #NAME "_alltoalls", 2 * k, value(k / N, me * N + k % N));   \
			SAME(T, #NAME "_alltoalls: gap", 2 * k + 1, 0);                     \
		}                                                                           \
	}
GT_RMA_TYPES(MOVES)

/* A reduction by a loop, in the order of PEs. */
#define EXPECT(T, k, COMBINE)                         \
	T want = (T)value(0, k);                      \
	for (int i = 1; i < n; i++) {                 \
		const T x = (T)value(i, k), a = want; \
		want = (T)(COMBINE);                  \
	}
#define REDUCTION(NAME, T, OP, COMBINE)                                                 \
	{                                                                               \
		FILL(T, N);                                                             \
		CHECK(shmem_##NAME##_##OP##_reduce(team, d, s, N) == 0, "status");      \
		for (int k = 0; k < N; k++) {                                           \
			EXPECT(T, k, COMBINE)                                           \
			SAME(T, #NAME "_" #OP "_reduce", k, want);                      \
		}                                                                       \
		CHECK(pshmem_##NAME##_##OP##_reduce(team, s, s, N) == 0, "status");     \
		for (int k = 0; k < N; k++)                                             \
			CHECK(s[k] == d[k], #NAME "_" #OP "_reduce in place at %d", k); \
	}
#define BITWISE(NAME, T)                       \
	static void bitwise_##NAME(void)       \
	{                                      \
		REDUCTION(NAME, T, and, a &x)  \
		REDUCTION(NAME, T, or, a | x)  \
		REDUCTION(NAME, T, xor, a ^ x) \
	}
GT_REDUCE_BITS_TYPES(BITWISE)
#define ORDERED(NAME, T)                               \
	static void ordered_##NAME(void)               \
	{                                              \
		REDUCTION(NAME, T, min, x < a ? x : a) \
		REDUCTION(NAME, T, max, a < x ? x : a) \
	}
GT_RMA_TYPES(ORDERED)

#define SUMS(NAME, T)                                                               \
	static void sums_##NAME(void)                                               \
	{                                                                           \
		REDUCTION(NAME, T, sum, a + x)                                      \
		REDUCTION(NAME, T, prod, a *x)                                      \
		FILL(T, N);                                                         \
		CHECK(shmem_##NAME##_sum_inscan(team, d, s, N) == 0, "status");     \
		for (int k = 0; k < N; k++) {                                       \
			T want = 0;                                                 \
			for (int i = 0; i <= me; i++)                               \
				want = (T)(want + (T)value(i, k));                  \
			SAME(T, #NAME "_sum_inscan", k, want);                      \
		}                                                                   \
		shmemx_##NAME##_sum_exscan(team, d, s, N);                          \
		CHECK(shmem_##NAME##_sum_exscan(team, s, s, N) == 0, "status");     \
		for (int k = 0; k < N; k++) {                                       \
			T want = 0;                                                 \
			for (int i = 0; i < me; i++)                                \
				want = (T)(want + (T)value(i, k));                  \
			SAME(T, "shmemx_" #NAME "_sum_exscan", k, want);            \
			CHECK(s[k] == want, #NAME "_sum_exscan in place at %d", k); \
		}                                                                   \
		for (int k = 0; k < N; k++)                                         \
			s[k] = 1;                                                   \
		shmemx_##NAME##_sum_inscan(team, d, s, N);                          \
		SAME(T, "shmemx_" #NAME "_sum_inscan", N - 1, me + 1);              \
	}
GT_SUM_TYPES(SUMS)

#define SET start, logstride, n
#define TO_ALL(NAME, T, OP, COMBINE)                                            \
	{                                                                       \
		FILL(T, N);                                                     \
		shmem_##NAME##_##OP##_to_all(d, s, N, SET, (T *)0, sync_array); \
		for (int k = 0; k < N; k++) {                                   \
			EXPECT(T, k, COMBINE)                                   \
			SAME(T, #NAME "_" #OP "_to_all", k, want);              \
		}                                                               \
	}
#define TO_ALL_BITS(NAME, T)                 \
	static void to_all_bits_##NAME(void) \
	{                                    \
		TO_ALL(NAME, T, and, a &x)   \
		TO_ALL(NAME, T, or, a | x)   \
		TO_ALL(NAME, T, xor, a ^ x)  \
	}
GT_OLD_BITS_TYPES(TO_ALL_BITS)
#define TO_ALL_REAL(NAME, T)                        \
	static void to_all_real_##NAME(void)        \
	{                                           \
		TO_ALL(NAME, T, min, x < a ? x : a) \
		TO_ALL(NAME, T, max, a < x ? x : a) \
	}
GT_OLD_REAL_TYPES(TO_ALL_REAL)
#define TO_ALL_SUM(NAME, T)                 \
	static void to_all_sum_##NAME(void) \
	{                                   \
		TO_ALL(NAME, T, sum, a + x) \
		TO_ALL(NAME, T, prod, a *x) \
	}
GT_OLD_SUM_TYPES(TO_ALL_SUM)

/* Untyped ones. */
#define SIZED(BITS, T)                                                                    \
	static void sized_##BITS(void)                                                    \
	{                                                                                 \
		FILL(T, 2 * N * n);                                                       \
		shmem_broadcast##BITS(d, s, N, 0, SET, sync_array);                       \
		if (me != 0)                                                              \
			SAME(T, "broadcast" #BITS, N - 1, value(0, N - 1));               \
		else                                                                      \
			CHECK(dest[0] == 0x5a, "broadcast" #BITS " writes to the root");  \
		shmem_sync(SET, sync_array);                                              \
		shmem_fcollect##BITS(d, s, N, SET, sync_array);                           \
		SAME(T, "fcollect" #BITS, N *n - 1, value(n - 1, N - 1));                 \
		shmem_barrier(SET, sync_array);                                           \
		shmem_collect##BITS(d, s, (size_t)me, SET, sync_array);                   \
		for (int i = 0, k = 0; i < n; i++)                                        \
			for (int j = 0; j < i; j++, k++)                                  \
				SAME(T, "collect" #BITS, k, value(i, j));                 \
		shmem_barrier(SET, sync_array);                                           \
		shmem_alltoall##BITS(d, s, N, SET, sync_array);                           \
		SAME(T, "alltoall" #BITS, N *n - 1, value(n - 1, me * N + N - 1));        \
		shmem_barrier(SET, sync_array);                                           \
		shmem_alltoalls##BITS(d, s, 1, 2, N, SET, sync_array);                    \
		SAME(T, "alltoalls" #BITS, N *n - 1, value(n - 1, 2 * (me * N + N - 1))); \
		shmem_barrier(SET, sync_array);                                           \
	}
SIZED(32, uint32_t)
SIZED(64, uint64_t)

static void untyped(void)
{
	FILL(uint64_t, N * n);
	(shmem_broadcast)(d, s, N, n - 1, SET, sync_array);
	if (me != n - 1)
		SAME(uint64_t, "broadcast", N - 1, value(n - 1, N - 1));
	(shmem_sync)(SET, sync_array);
	(shmem_fcollect)(d, s, N, SET, sync_array);
	SAME(uint64_t, "fcollect", N * n - 1, value(n - 1, N - 1));
	(shmem_sync)(SET, sync_array);
	(shmem_collect)(d, s, N, SET, sync_array);
	SAME(uint64_t, "collect", N * n - 1, value(n - 1, N - 1));
}

static void bytes(void)
{
	FILL(unsigned char, 2 * N * n);
	shmem_broadcastmem(team, d, s, N, 0);
	SAME(unsigned char, "broadcastmem", N - 1, value(0, N - 1));
	shmem_team_sync(team);
	shmem_fcollectmem(team, d, s, N);
	SAME(unsigned char, "fcollectmem", N *n - 1, value(n - 1, N - 1));
	shmem_team_sync(team);
	shmem_collectmem(team, d, s, N);
	SAME(unsigned char, "collectmem", N *n - 1, value(n - 1, N - 1));
	shmem_team_sync(team);
	shmem_alltoallmem(team, d, s, N);
	SAME(unsigned char, "alltoallmem", N *n - 1, value(n - 1, me * N + N - 1));
	shmem_team_sync(team);
	shmem_alltoallsmem(team, d, s, 2, 2, N);
	SAME(unsigned char, "alltoallsmem", 2 * (N * n - 1), value(n - 1, 2 * (me * N + N - 1)));
	CHECK(shmem_team_sync(team) == 0, "status");
}

static void everything(void)
{
#define CALL_MOVES(NAME, T) moves_##NAME();
	GT_RMA_TYPES(CALL_MOVES)
#define CALL_BITWISE(NAME, T) bitwise_##NAME();
	GT_REDUCE_BITS_TYPES(CALL_BITWISE)
#define CALL_ORDERED(NAME, T) ordered_##NAME();
	GT_RMA_TYPES(CALL_ORDERED)
#define CALL_SUMS(NAME, T) sums_##NAME();
	GT_SUM_TYPES(CALL_SUMS)
#define CALL_TO_ALL_BITS(NAME, T) to_all_bits_##NAME();
	GT_OLD_BITS_TYPES(CALL_TO_ALL_BITS)
#define CALL_TO_ALL_REAL(NAME, T) to_all_real_##NAME();
	GT_OLD_REAL_TYPES(CALL_TO_ALL_REAL)
#define CALL_TO_ALL_SUM(NAME, T) to_all_sum_##NAME();
	GT_OLD_SUM_TYPES(CALL_TO_ALL_SUM)
	sized_32();
	sized_64();
	untyped();
	bytes();
}

int main(void)
{
	shmem_team_t even;

	gt_start();
	for (int i = 0; i < SHMEM_SYNC_SIZE; i++)
		sync_array[i] = SHMEM_SYNC_VALUE + 7; /* not the required value: the library does not read it */
	team = SHMEM_TEAM_WORLD;
	me = gt_me;
	n = gt_n;
	everything();
	shmem_barrier_all();
	CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (gt_n + 1) / 2, NULL, 0, &even) == 0, "no team");
	if (gt_me % 2 == 0) {
		team = even;
		me = gt_me / 2;
		n = (gt_n + 1) / 2;
		logstride = 1;
		everything();
	}
	for (int i = 0; i < SHMEM_SYNC_SIZE; i++)
		CHECK(sync_array[i] == SHMEM_SYNC_VALUE + 7, "pSync is written");
	return gt_finish();
}
