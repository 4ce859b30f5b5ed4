/* shmem_bench.c - SHMEM's measures of gasnetgo bench: each one and the machine's own limit alternate in the same processes, on the same memory.
 *
 *   shmem_bench pair TRIALS     2 ranks: puts, gets, atomics, bandwidth, a small barrier, a round trip
 *   shmem_bench alone TRIALS    1 rank: locks, the allocator
 *   shmem_bench storm TRIALS    many ranks on 2 cores: a barrier against one written with a futex
 *   shmem_bench empty           starts and ends
 *   shmem_bench memory          resident memory of an idle rank, by kind
 *
 * Rank 0 prints lines for the tool that started it: "NAME VALUE LIMIT" per trial, in nanoseconds or bytes per nanosecond; memory prints
 * "NAME BYTES". Every trial takes all measures, so that a slow phase of the machine affects both sides of each. */
#define _GNU_SOURCE
#include "bench.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>

enum {
	SMALL = 10000,   /* calls of a small operation at a time */
	STORM = 40,      /* barriers of many ranks per trial */
	COPIES = 5,      /* large copies at a time */
	LARGE = 1 << 20, /* bytes of a large copy */
};

/* All data that the ranks share: the same block of the symmetric heap on every rank. */
struct shared {
	_Alignas(LINE) long word; /* target of the small operations */
	struct bench_lines lines;
	_Alignas(LINE) uint64_t sig;   /* signal word */
	_Alignas(LINE) long idle;      /* set to let a computing rank continue */
	_Alignas(LINE) uint32_t count; /* rank 0's: ranks in the futex barrier */
	_Alignas(LINE) uint32_t round; /* rank 0's: rounds it has completed */
	_Alignas(4096) char large[LARGE];
};

static struct shared *mine, *theirs;
static char *local;               /* ordinary memory for the large copies */
static volatile size_t eight = 8; /* a length that the compiler does not know, as in the library */

/* What a Fortran compiler makes of call shmem_put8, shmem_set_lock and shmem_clear_lock, whose lock is an INTEGER. */
void shmem_put8_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_set_lock_(int *lock);
void shmem_clear_lock_(int *lock);

/* Rank 0 calls the library, and does the same without it, on the memory of a peer that computes meanwhile. */
static void one_sided(int trial)
{
	static long word;
	const int one = 1;
	long sum = 0;
	double lib, raw;
	volatile long *there = &theirs->word;

	COMPARED(SMALL, shmem_put64(&mine->word, &word, 1, peer), memcpy((void *)there, &word, eight));
	report("put_lat", lib, raw);
	COMPARED(SMALL, shmem_put8_(&mine->word, &word, &one, &peer), shmem_put64(&mine->word, &word, 1, peer));
	report("fortran_put", lib, raw);
	COMPARED(SMALL, shmem_long_p(&mine->word, i, peer), *there = i);
	report("p_rate", lib, raw);
	COMPARED(SMALL, shmem_get64(&word, &mine->word, 1, peer), memcpy(&word, (const void *)there, eight));
	report("get_lat", lib, raw);
	COMPARED(SMALL, sum += shmem_long_g(&mine->word, peer), sum += *there);
	report("g_lat", lib, raw);
	COMPARED(SMALL, sum += shmem_long_atomic_fetch_add(&mine->word, 1, peer), sum += __atomic_fetch_add(&theirs->word, 1, __ATOMIC_SEQ_CST));
	report("fadd_lat", lib, raw);
	word = sum;

	COMPARED(COPIES, shmem_putmem(mine->large, local, LARGE, peer), memcpy(theirs->large, local, LARGE));
	report("put_bw", LARGE / lib, LARGE / raw);
	COMPARED(COPIES, shmem_getmem(local, mine->large, LARGE, peer), memcpy(local, theirs->large, LARGE));
	report("get_bw", LARGE / lib, LARGE / raw);
}

/* The cost of contexts, signals, locks and the allocator, compared with the operations that they consist of. */
static void on_contexts(int trial)
{
	static shmem_ctx_t ctx;
	static long word;
	long sum = 0;
	double lib, raw;
	uint64_t *sig = &mine->sig;

	if (trial == 0)
		shmem_ctx_create(0, &ctx);
	COMPARED(SMALL, shmem_ctx_put64(ctx, &mine->word, &word, 1, peer), shmem_put64(&mine->word, &word, 1, peer));
	report("ctx_put", lib, raw);
	COMPARED(SMALL, shmem_ctx_long_p(ctx, &mine->word, i, peer), shmem_long_p(&mine->word, i, peer));
	report("ctx_p", lib, raw);
	COMPARED(SMALL, shmem_ctx_get64(ctx, &word, &mine->word, 1, peer), shmem_get64(&word, &mine->word, 1, peer));
	report("ctx_get", lib, raw);
	COMPARED(SMALL, sum += shmem_ctx_long_atomic_fetch_add(ctx, &mine->word, 1, peer), sum += shmem_long_atomic_fetch_add(&mine->word, 1, peer));
	report("ctx_fadd", lib, raw);
	COMPARED(SMALL, shmem_ctx_quiet(ctx), shmem_quiet());
	report("ctx_quiet", lib, raw);
	COMPARED(SMALL, shmem_put64_signal(&mine->word, &word, 1, sig, 1, SHMEM_SIGNAL_SET, peer), shmem_put64(&mine->word, &word, 1, peer));
	report("signal_put", lib, raw);
	COMPARED(SMALL, shmem_put64_signal(&mine->word, &word, 1, sig, 1, SHMEM_SIGNAL_ADD, peer), {
		shmem_put64(&mine->word, &word, 1, peer);
		shmem_ulong_atomic_add((unsigned long *)sig, 1, peer);
	});
	report("signal_put_add", lib, raw);
	COMPARED(SMALL, shmem_signal_set(sig, 1, peer), shmem_ulong_p((unsigned long *)sig, 1, peer));
	report("signal_set", lib, raw);
	COMPARED(SMALL, sum += (long)shmem_signal_fetch(sig), sum += *(volatile long *)(void *)sig);
	report("signal_fetch", lib, raw);
	word = sum;
}

/* One rank: an uncontended lock compared with two atomics, Fortran's with C's, and the allocator without other ranks compared with malloc. */
static void alone(int trials)
{
	static long lock;
	static int narrow;
	double lib, raw;

	for (int trial = 0; trial <= trials; trial++) {
		if (trial == 1)
			puts("begin 0 0");
		COMPARED(
		    SMALL,
		    {
			    shmem_set_lock(&lock);
			    shmem_clear_lock(&lock);
		    },
		    {
			    __atomic_exchange_n(&mine->word, 1, __ATOMIC_SEQ_CST);
			    __atomic_exchange_n(&mine->word, 0, __ATOMIC_SEQ_CST);
		    });
		report("lock", lib, raw);
		COMPARED(
		    SMALL,
		    {
			    shmem_set_lock_(&narrow);
			    shmem_clear_lock_(&narrow);
		    },
		    {
			    shmem_set_lock(&lock);
			    shmem_clear_lock(&lock);
		    });
		report("fortran_lock", lib, raw);
		COMPARED(
		    SMALL / 10,
		    {
			    void *volatile block = shmem_malloc(64);
			    shmem_free(block);
		    },
		    {
			    void *volatile block = malloc(64);
			    free(block);
		    });
		report("malloc_64", lib / 1e3, raw / 1e3);
	}
}

static double shmem_round_trip(void)
{
	double ns;
	mine->lines.ping = 0;
	shmem_barrier_all();
	if (me == 0) {
		ns = TIMED(ROUNDS, {
			shmem_long_p(&mine->lines.ping, i + 1, peer);
			shmem_long_wait_until(&mine->lines.ping, SHMEM_CMP_EQ, i + 1);
		});
	} else {
		ns = TIMED(ROUNDS, {
			shmem_long_wait_until(&mine->lines.ping, SHMEM_CMP_EQ, i + 1);
			shmem_long_p(&mine->lines.ping, i + 1, peer);
		});
	}
	return ns;
}

static void pair(int trials)
{
	peer = 1 - me;
	theirs = shmem_ptr(mine, peer);
	if (!theirs) {
		fprintf(stderr, "shmem_bench: the peer's heap cannot be reached by loads and stores\n");
		shmem_global_exit(1);
	}
	bind_to_core(me, 2);
	bench_lines(&mine->lines, &theirs->lines);
	for (int t = 0; t <= trials; t++) {
		bench_trial(t);
		if (me == 0) {
			one_sided(t);
			on_contexts(t);
			shmem_long_p(&mine->idle, t + 1, peer);
		} else {
			spin_until(&mine->idle, t + 1, true);
		}

		shmem_barrier_all();
		double raw = bench_raw_round_trip();
		shmem_barrier_all();
		double barrier = TIMED(ROUNDS, shmem_barrier_all());
		double trip = shmem_round_trip();
		shmem_barrier_all();
		mine->lines.ping = 0;
		shmem_barrier_all();
		if (me == 0) {
			report("barrier", barrier, raw);
			report("put_wait", trip, raw);
		}
	}
}

/* A simple central barrier: a counter; the last rank wakes the others, which sleep on a futex. */
static void futex_barrier(struct shared *s, uint32_t ranks)
{
	uint32_t round = __atomic_load_n(&s->round, __ATOMIC_ACQUIRE);
	if (__atomic_add_fetch(&s->count, 1, __ATOMIC_ACQ_REL) == ranks) {
		__atomic_store_n(&s->count, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&s->round, round + 1, __ATOMIC_RELEASE);
		syscall(SYS_futex, &s->round, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
		return;
	}
	while (__atomic_load_n(&s->round, __ATOMIC_ACQUIRE) == round)
		syscall(SYS_futex, &s->round, FUTEX_WAIT, round, NULL, NULL, 0);
}

static void storm(int trials)
{
	struct shared *central = shmem_ptr(mine, 0);
	uint32_t ranks = (uint32_t)shmem_n_pes();
	for (int t = 0; t <= trials; t++) {
		bench_trial(t);
		double lib = TIMED(STORM, shmem_barrier_all());
		futex_barrier(central, ranks);
		double raw = TIMED(STORM, futex_barrier(central, ranks));
		if (me == 0)
			report("barrier_many", lib, raw);
	}
}

/* Sums /proc/self/smaps by kind of mapping. */
static void memory(void)
{
	enum { LIBRARY, OTHER, ANONYMOUS, WINDOWS, KINDS };
	static const char *const names[KINDS] = {"library", "program", "anonymous", "windows"};
	unsigned long rss[KINDS] = {0}, pss[KINDS] = {0}, kb;
	int kind = ANONYMOUS;
	char line[4096];
	FILE *f = fopen("/proc/self/smaps", "re");

	if (!f) {
		fprintf(stderr, "shmem_bench: /proc/self/smaps: %s\n", strerror(errno));
		shmem_global_exit(1);
	}
	while (fgets(line, sizeof line, f)) {
		unsigned long from, to;
		if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
			kind = strstr(line, "/memfd:") ? WINDOWS : strstr(line, "libgasnetgo") ? LIBRARY : strchr(line, '/') ? OTHER : ANONYMOUS;
		else if (sscanf(line, "Rss: %lu", &kb) == 1)
			rss[kind] += kb;
		else if (sscanf(line, "Pss: %lu", &kb) == 1)
			pss[kind] += kb;
	}
	fclose(f);
	for (int k = 0; k < KINDS; k++)
		printf("%s %lu %lu\n", names[k], rss[k] << 10, pss[k] << 10);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	int trials = argc > 2 ? atoi(argv[2]) : 1;

	if (!strcmp(mode, "storm")) {
		/* Before shmem_init, so that the library sees 2 cores as well. */
		cpu_set_t all, two;
		if (!sched_getaffinity(0, sizeof all, &all)) {
			CPU_ZERO(&two);
			for (int cpu = 0, left = 2; cpu < CPU_SETSIZE && left; cpu++)
				if (CPU_ISSET(cpu, &all)) {
					CPU_SET(cpu, &two);
					left--;
				}
			sched_setaffinity(0, sizeof two, &two);
		}
	}
	shmem_init();
	me = shmem_my_pe();
	if (!strcmp(mode, "empty")) {
		shmem_finalize();
		return 0;
	}
	if (!strcmp(mode, "memory")) {
		shmem_barrier_all();
		if (me == 0)
			memory();
		shmem_finalize();
		return 0;
	}

	mine = shmem_align(4096, sizeof *mine);
	local = aligned_alloc(4096, LARGE);
	if (!mine || !local) {
		fprintf(stderr, "shmem_bench: no memory\n");
		shmem_global_exit(1);
	}
	memset(mine, 0, sizeof *mine);
	memset(local, 1, LARGE);
	shmem_barrier_all();
	if (!strcmp(mode, "pair") && shmem_n_pes() == 2) {
		pair(trials);
	} else if (!strcmp(mode, "alone")) {
		alone(trials);
	} else if (!strcmp(mode, "storm")) {
		storm(trials);
	} else {
		fprintf(stderr, "shmem_bench: pair TRIALS (2 ranks), alone TRIALS, storm TRIALS, empty or memory\n");
		shmem_global_exit(2);
	}
	shmem_free(mine);
	shmem_finalize();
	return 0;
}
