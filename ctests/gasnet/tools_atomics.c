/* Every operation of the six families of counters: results, wrap-around, contention of threads, mutual exclusion, and memory ordering by flags. */
#include "../gt_tools.h"

#ifdef GASNETT_THREAD_SAFE
#define SAFE GT_THREADS
#else
#define SAFE 1 /* weak counters are for one thread */
#endif

enum { ROUNDS = 20000, LITMUS = 20000 };

#define REL GASNETT_ATOMIC_REL
#define ACQ GASNETT_ATOMIC_ACQ

static gasnett_atomic_t in_header = gasnett_atomic_init(7);
static gasnett_strongatomic64_t wide = gasnett_strongatomic64_init(UINT64_C(1) << 40);

static const int all_flags[] = {0,
                                GASNETT_ATOMIC_RMB_PRE,
                                GASNETT_ATOMIC_WMB_PRE,
                                GASNETT_ATOMIC_MB_PRE,
                                GASNETT_ATOMIC_RMB_POST,
                                GASNETT_ATOMIC_WMB_POST,
                                GASNETT_ATOMIC_MB_POST,
                                GASNETT_ATOMIC_RMB_POST_IF_TRUE,
                                GASNETT_ATOMIC_RMB_POST_IF_FALSE,
                                GASNETT_ATOMIC_MB_PRE | GASNETT_ATOMIC_MB_POST,
                                REL | ACQ,
                                GASNETT_ATOMIC_ACQ_IF_TRUE | REL};

#define FAMILY(X, V, ALL, THREADS)                                                                                                     \
	static void X##_answers(int flags)                                                                                             \
	{                                                                                                                              \
		X##_t a = X##_init(5);                                                                                                 \
		CHECK(sizeof a == sizeof(V), #X " has %zu bytes", sizeof a);                                                           \
		CHECK(X##_read(&a, flags) == 5, "init");                                                                               \
		X##_set(&a, ALL, flags);                                                                                               \
		CHECK(X##_read(&a, flags) == (V)ALL, "set");                                                                           \
		X##_increment(&a, flags);                                                                                              \
		CHECK(X##_read(&a, flags) == 0, "the largest value + 1");                                                              \
		X##_decrement(&a, flags);                                                                                              \
		CHECK(X##_read(&a, flags) == (V)ALL, "0 - 1");                                                                         \
		CHECK(X##_add(&a, 3, flags) == 2 && X##_read(&a, flags) == 2, "add returns the value after");                          \
		CHECK(!X##_decrement_and_test(&a, flags) && X##_decrement_and_test(&a, flags) && X##_read(&a, flags) == 0, "2, 1, 0"); \
		CHECK(!X##_decrement_and_test(&a, flags), "0, -1");                                                                    \
		X##_set(&a, 10, flags);                                                                                                \
		CHECK(X##_subtract(&a, 4, flags) == 6 && X##_subtract(&a, 7, flags) == (V)ALL, "subtract returns the value after");    \
		CHECK(X##_swap(&a, 21, flags) == (V)ALL && X##_read(&a, flags) == 21, "swap returns the value before");                \
		CHECK(!X##_compare_and_swap(&a, 20, 1, flags) && X##_read(&a, flags) == 21, "not 20");                                 \
		CHECK(X##_compare_and_swap(&a, 21, 1, flags) && X##_read(&a, flags) == 1, "21");                                       \
	}                                                                                                                              \
	static X##_t X##_sum, X##_down, X##_lock;                                                                                      \
	static uint64_t X##_plain;                                                                                                     \
	static int X##_zeros;                                                                                                          \
	static void X##_work(int me)                                                                                                   \
	{                                                                                                                              \
		for (int i = 0; i < ROUNDS; i++) {                                                                                     \
			V old;                                                                                                         \
			X##_increment(&X##_sum, 0);                                                                                    \
			X##_add(&X##_sum, 2, 0);                                                                                       \
			X##_decrement(&X##_sum, 0);                                                                                    \
			do                                                                                                             \
				old = X##_read(&X##_sum, 0);                                                                           \
			while (!X##_compare_and_swap(&X##_sum, old, old + 3, 0));                                                      \
			if (X##_decrement_and_test(&X##_down, 0))                                                                      \
				__sync_fetch_and_add(&X##_zeros, 1);                                                                   \
			if (i % 16 == 0) {                                                                                             \
				while (!X##_compare_and_swap(&X##_lock, 0, (V)me + 1, GASNETT_ATOMIC_ACQ_IF_TRUE))                     \
					gasnett_spinloop_hint();                                                                       \
				X##_plain++;                                                                                           \
				X##_set(&X##_lock, 0, REL);                                                                            \
			}                                                                                                              \
		}                                                                                                                      \
	}                                                                                                                              \
	static void X##_contention(void)                                                                                               \
	{                                                                                                                              \
		X##_set(&X##_down, (V)((THREADS)*ROUNDS), 0);                                                                          \
		gt_threads(THREADS, X##_work);                                                                                         \
		CHECK(X##_read(&X##_sum, 0) == (V)((THREADS)*ROUNDS * 5), "sum %" PRIu64, (uint64_t)X##_read(&X##_sum, 0));            \
		CHECK(X##_zeros == 1, "%d threads have seen 0", X##_zeros);                                                            \
		CHECK(X##_plain == (uint64_t)(THREADS) * (ROUNDS / 16), "%" PRIu64 " times in the lock", X##_plain);                   \
	}                                                                                                                              \
	static void X##_test(void)                                                                                                     \
	{                                                                                                                              \
		for (size_t i = 0; i < sizeof all_flags / sizeof all_flags[0]; i++)                                                    \
			X##_answers(all_flags[i]);                                                                                     \
		X##_contention();                                                                                                      \
	}

#define ALL32 0xFFFFFFFFu
#define ALL64 UINT64_MAX
FAMILY(gasnett_atomic, gasnett_atomic_val_t, GASNETT_ATOMIC_MAX, SAFE)
FAMILY(gasnett_atomic32, uint32_t, ALL32, SAFE)
FAMILY(gasnett_atomic64, uint64_t, ALL64, SAFE)
FAMILY(gasnett_strongatomic, gasnett_strongatomic_val_t, GASNETT_STRONGATOMIC_MAX, GT_THREADS)
FAMILY(gasnett_strongatomic32, uint32_t, ALL32, GT_THREADS)
FAMILY(gasnett_strongatomic64, uint64_t, ALL64, GT_THREADS)

/* Message passing: data, then a flag. The store of the flag is a release (REL), the reader's load an acquire (ACQ). */
static gasnett_strongatomic_t flag = gasnett_strongatomic_init(0), taken = gasnett_strongatomic_init(0);
static uint64_t message[8];

static void wait_for(gasnett_strongatomic_t *a, uint32_t v)
{
	while (gasnett_strongatomic_read(a, ACQ) != v)
		gasnett_sched_yield();
}

static void pass(int me)
{
	for (uint32_t i = 1; i <= LITMUS / 10; i++) {
		if (me == 0) {
			for (int k = 0; k < 8; k++)
				message[k] = i * (uint64_t)(k + 1);
			gasnett_strongatomic_set(&flag, i, REL);
			wait_for(&taken, i);
		} else {
			wait_for(&flag, i);
			for (int k = 0; k < 8; k++)
				CHECK(message[k] == i * (uint64_t)(k + 1), "message %u has %" PRIu64 " at %d", i, message[k], k);
			gasnett_strongatomic_set(&taken, i, REL);
		}
	}
}

/* Two threads store, then load the other's variable. With a full barrier between, at least one sees the other's store. */
static gasnett_strongatomic_t side[2][LITMUS];
static uint32_t seen[2][LITMUS];
static gasnett_strongatomic_t ready = gasnett_strongatomic_init(0);

static void dekker(int me)
{
	gasnett_strongatomic_increment(&ready, 0);
	while (gasnett_strongatomic_read(&ready, 0) < 2)
		gasnett_spinloop_hint();
	for (int i = 0; i < LITMUS; i++) {
		gasnett_strongatomic_set(&side[me][i], 1, i & 1 ? GASNETT_ATOMIC_MB_POST : 0);
		if (!(i & 1))
			gasnett_local_mb();
		seen[me][i] = gasnett_strongatomic_read(&side[1 - me][i], 0);
	}
}

static void litmus(void)
{
	int both = 0;
	if (gt_simulated())
		return;
	gt_threads(2, pass);
	gt_threads(2, dekker);
	for (int i = 0; i < LITMUS; i++)
		both += !seen[0][i] && !seen[1][i];
	CHECK(both == 0, "%d times neither has seen the other", both);
}

/* Other types used as a counter by a cast. */
static void casts(void)
{
	double d = 1.5, d2 = 2.5;
	int64_t i = -7;
	float f = 0.25f;
	uint64_t old, v;
	memcpy(&old, &d, 8);
	memcpy(&v, &d2, 8);
	CHECK(gasnett_strongatomic64_compare_and_swap((gasnett_strongatomic64_t *)&d, old, v, 0) && d == 2.5, "a double is %g", d);
	CHECK((int64_t)gasnett_strongatomic64_add((gasnett_strongatomic64_t *)&i, 10, 0) == 3 && i == 3, "an int64_t is %" PRId64, i);
	gasnett_strongatomic32_set((gasnett_strongatomic32_t *)&f, 0, 0);
	CHECK(f == 0, "a float is %g", (double)f);
}

int main(void)
{
	gasnett_atomic_t a = gasnett_atomic_init(0);
	gt_tools_begin();
	CHECK(gasnett_atomic_read(&in_header, 0) == 7 && gasnett_strongatomic64_read(&wide, 0) == UINT64_C(1) << 40, "static initialisers");
	CHECK(gasnett_atomic_signed(gasnett_atomic_subtract(&a, 1, 0)) == -1, "signed");
	gasnett_atomic_set(&a, (gasnett_atomic_val_t)GASNETT_ATOMIC_SIGNED_MAX, 0);
	CHECK(gasnett_atomic_signed(gasnett_atomic_add(&a, 1, 0)) == GASNETT_ATOMIC_SIGNED_MIN, "wraps around as signed");
	gasnett_atomic_test();
	gasnett_atomic32_test();
	gasnett_atomic64_test();
	gasnett_strongatomic_test();
	gasnett_strongatomic32_test();
	gasnett_strongatomic64_test();
	litmus();
	casts();
	gasnett_weak_mb();
	gasnett_weak_rmb();
	gasnett_weak_wmb();
	gasnett_local_rmb();
	gasnett_local_wmb();
	gasnett_compiler_fence();
	return GT_END();
}
