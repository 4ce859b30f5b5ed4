/* shmem_coll_bench.c - the measures of gasnetgo bench for SHMEM's collectives: each one and the machine's own limit alternate in the same processes,
 * on the same memory.
 *
 *   shmem_coll_bench TRIALS     on 2 ranks, or more
 *
 * Rank 0 prints "NAME VALUE LIMIT" per trial. For 8 bytes the value is the time of a call. The limit is a round trip of two lines, or with more than
 * 2 ranks a barrier that is written with a futex; both in ns. For more bytes the value is the rate at which they arrive at all ranks together, in bytes
 * per ns, and the limit the rate at which all ranks copy as many with memcpy, each within its own memory. */
#define _GNU_SOURCE
#include "bench.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>

enum { MOST = 1 << 20 };

struct shared {
	struct bench_lines lines;
	_Alignas(LINE) uint32_t count; /* rank 0's: ranks in the futex barrier */
	_Alignas(LINE) uint32_t round; /* rank 0's: rounds it has completed */
	_Alignas(4096) char source[MOST];
	_Alignas(4096) char dest[MOST];
	_Alignas(4096) char copy[MOST];
};

static struct shared *mine, *first;
static int ranks;

static void futex_barrier(void)
{
	uint32_t round = __atomic_load_n(&first->round, __ATOMIC_ACQUIRE);
	if (__atomic_add_fetch(&first->count, 1, __ATOMIC_ACQ_REL) == (uint32_t)ranks) {
		__atomic_store_n(&first->count, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&first->round, round + 1, __ATOMIC_RELEASE);
		syscall(SYS_futex, &first->round, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
		return;
	}
	while (__atomic_load_n(&first->round, __ATOMIC_ACQUIRE) == round)
		syscall(SYS_futex, &first->round, FUTEX_WAIT, round, NULL, NULL, 0);
}

/* Per pass, from the begin of the first rank to the end of the last. */
#define TOGETHER(n, BODY)                        \
	({                                       \
		shmem_barrier_all();             \
		double from_ = now();            \
		for (long i = 0; i < (n); i++) { \
			BODY;                    \
			BARRIER_OF_COMPILER();   \
		}                                \
		shmem_barrier_all();             \
		(now() - from_) / (double)(n);   \
	})

static double limit; /* of small collectives */

static void small(const char *name, double ns)
{
	char full[64];

	snprintf(full, sizeof full, "%s_%d", name, ranks);
	if (me == 0)
		report(full, ns, limit);
}

/* bytes is the amount that arrives at each rank, n the number of calls at a time. */
#define LARGE(NAME, n, bytes, CALL)                                                 \
	do {                                                                        \
		char full[64];                                                      \
		const double all = 1.0 * ranks * (bytes);                           \
		double lib, raw = 0;                                                \
		if (trial % 2)                                                      \
			raw = TOGETHER(n, memcpy(mine->copy, mine->source, bytes)); \
		lib = TOGETHER(n, CALL);                                            \
		if (trial % 2 == 0)                                                 \
			raw = TOGETHER(n, memcpy(mine->copy, mine->source, bytes)); \
		snprintf(full, sizeof full, "%s_%d", NAME, ranks);                  \
		if (me == 0)                                                        \
			report(full, all / lib, all / raw);                         \
	} while (0)

static void measure(int trial)
{
	const long few = ranks == 2 ? 2000 : 100, many = ranks == 2 ? 10 : 5;
	const size_t block = MOST / (size_t)ranks;
	const shmem_team_t team = SHMEM_TEAM_WORLD;
	int64_t *d = (int64_t *)mine->dest, *s = (int64_t *)mine->source;

	if (ranks == 2) {
		shmem_barrier_all();
		limit = bench_raw_round_trip();
		mine->lines.ping = 0;
	} else {
		futex_barrier();
		limit = TOGETHER(few, futex_barrier());
	}
	small("sync", TOGETHER(few, shmem_team_sync(team)));
	small("broadcast_8", TOGETHER(few, shmem_int64_broadcast(team, d, s, 1, 0)));
	small("reduce_8", TOGETHER(few, shmem_int64_sum_reduce(team, d, s, 1)));
	small("fcollect_8", TOGETHER(few, shmem_int64_fcollect(team, d, s, 1)));
	small("alltoall_8", TOGETHER(few, shmem_int64_alltoall(team, d, s, 1)));
	LARGE("broadcast_64K", many * 10, 64 << 10, shmem_broadcastmem(team, d, s, 64 << 10, 0));
	LARGE("reduce_64K", many * 10, 64 << 10, shmem_double_sum_reduce(team, (double *)d, (double *)s, (64 << 10) / 8));
	LARGE("broadcast_1M", many, MOST, shmem_broadcastmem(team, d, s, MOST, 0));
	LARGE("reduce_1M", many, MOST, shmem_double_sum_reduce(team, (double *)d, (double *)s, MOST / 8));
	LARGE("fcollect_1M", many, MOST, shmem_fcollectmem(team, d, s, block));
	LARGE("alltoall_1M", many, MOST, shmem_alltoallmem(team, d, s, block));
}

int main(int argc, char **argv)
{
	const int trials = argc > 1 ? atoi(argv[1]) : 1;

	shmem_init();
	me = shmem_my_pe();
	ranks = shmem_n_pes();
	mine = shmem_align(4096, sizeof *mine);
	if (!mine || ranks < 2 || !(first = shmem_ptr(mine, 0))) {
		fprintf(stderr, "shmem_coll_bench: wants two ranks or more that see each other's memory\n");
		shmem_global_exit(1);
	}
	memset(mine, 0, sizeof *mine);
	shmem_barrier_all();
	if (ranks == 2) {
		struct shared *theirs = shmem_ptr(mine, 1 - me);
		peer = 1 - me;
		bind_to_core(me, 2);
		bench_lines(&mine->lines, &theirs->lines);
	}
	for (int t = 0; t <= trials; t++) {
		bench_trial(t);
		measure(t);
	}
	shmem_free(mine);
	shmem_finalize();
	return 0;
}
