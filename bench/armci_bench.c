/* armci_bench.c - ARMCI's measures of gasnetgo bench: each one and the machine's own limit alternate in the same processes on the same memory.
 *
 *   armci_bench TRIALS     2 ranks
 *
 * Rank 0 prints "NAME VALUE LIMIT" per trial, in nanoseconds, in bytes per nanosecond, or in microseconds (malloc). */
#define _GNU_SOURCE
#define ARMCI_WITHOUT_MPI 1
#include "bench.h"

#include <armci.h>

/* The loops of the limit are made for the CPU that runs, where the compiler can choose. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define BEST __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define BEST
#endif

enum {
	SMALL = 10000, /* calls of a small operation at a time */
	MIDDLE = 500,  /* strided transfers at a time */
	LARGE = 64,    /* large accumulates at a time */
	TIMES = 4,     /* allocations at a time */
	FEW = 8,       /* doubles of a small accumulate */
	MANY = 16384,  /* of a large one: 128 KiB */
	WORDS = 512,   /* rows of 8 bytes */
	ROWS = 64,     /* rows of ROW bytes */
	ROW = 512,
	STRIDE = 4400, /* from row to row in remote memory; as in PNNL's perf.c */
	BLOCK = 1 << 20,
	BYTES = WORDS * STRIDE + (4 << 10),
};

struct shared {
	struct bench_lines lines;
	_Alignas(LINE) long idle;
};

static struct shared *mine, *theirs;
static char *there, *local;
static volatile size_t eight = 8, row_bytes = ROW;

static BEST __attribute__((optimize("O3"), noinline)) void daxpy(double *restrict a, const double *restrict b, long n, double factor)
{
	for (long i = 0; i < n; i++)
		a[i] += factor * b[i];
}

static __attribute__((noinline)) void copy_words(char *to, const char *from)
{
	for (int i = 0; i < WORDS; i++)
		memcpy(to + (size_t)i * 8, from + (size_t)i * STRIDE, 8);
}

static __attribute__((noinline)) void copy_rows(char *to, const char *from)
{
	for (int i = 0; i < ROWS; i++)
		memcpy(to + (size_t)i * ROW, from + (size_t)i * STRIDE, row_bytes);
}

static void small(int trial)
{
	static long word, got;
	double lib, raw;

	COMPARED(
	    SMALL,
	    {
		    ARMCI_Put(&word, there, 8, peer);
		    ARMCI_Fence(peer);
	    },
	    memcpy(there, &word, eight));
	report("put_fence", lib, raw);
	COMPARED(
	    SMALL,
	    {
		    ARMCI_Put(&word, there, 8, peer);
		    ARMCI_Fence(peer);
	    },
	    {
		    memcpy(there, &word, eight);
		    __atomic_thread_fence(__ATOMIC_SEQ_CST);
	    });
	report("put_full", lib, raw);
	COMPARED(SMALL, ARMCI_Put(&word, there, 8, peer), memcpy(there, &word, eight));
	report("put_lat", lib, raw);
	COMPARED(SMALL, ARMCI_Get(there, &got, 8, peer), memcpy(&got, there, eight));
	report("get_lat", lib, raw);
	COMPARED(SMALL, ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &got, there, 1, peer),
	         got = __atomic_fetch_add((long *)(void *)there, 1, __ATOMIC_ACQ_REL));
	report("fadd_lat", lib, raw);
	COMPARED(
	    SMALL,
	    {
		    ARMCI_Lock(0, peer);
		    ARMCI_Unlock(0, peer);
	    },
	    {
		    (void)__atomic_exchange_n((long *)(void *)there, 1, __ATOMIC_ACQUIRE);
		    (void)__atomic_exchange_n((long *)(void *)there, 0, __ATOMIC_RELEASE);
	    });
	report("lock", lib, raw);
}

static void strides(int trial)
{
	int far = STRIDE, contiguous[] = {8, ROW}, words[] = {8, WORDS}, rows[] = {ROW, ROWS};
	double lib, raw;

	COMPARED(MIDDLE, ARMCI_GetS(there, &far, local, &contiguous[0], words, 1, peer), copy_words(local, there));
	report("gets_words", lib / 1e3, raw / 1e3);
	COMPARED(MIDDLE, ARMCI_GetS(there, &far, local, &contiguous[1], rows, 1, peer), copy_rows(local, there));
	report("gets_rows", ROW * ROWS / lib, ROW * ROWS / raw);
}

/* The factor makes sums that stay finite. */
static void accumulates(int trial)
{
	double factor = 1e-9, lib, raw;
	double *to = (double *)(void *)there;
	const double *from = (const double *)(const void *)local;

	memset(there, 0, MANY * sizeof(double));
	memset(local, 0, MANY * sizeof(double));
	COMPARED(SMALL, ARMCI_Acc(ARMCI_ACC_DBL, &factor, local, there, FEW * sizeof(double), peer), daxpy(to, from, FEW, factor));
	report("acc_lat", lib, raw);
	COMPARED(LARGE, ARMCI_Acc(ARMCI_ACC_DBL, &factor, local, there, MANY * sizeof(double), peer), daxpy(to, from, MANY, factor));
	report("acc_bw", MANY * sizeof(double) / lib, MANY * sizeof(double) / raw);
}

static void allocate(void)
{
	void *all[2];

	if (ARMCI_Malloc(all, BLOCK) || ARMCI_Free(all[me]))
		ARMCI_Error("armci_bench: no memory", 1);
}

static void map(void)
{
	void *p = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p != MAP_FAILED)
		munmap(p, BLOCK);
}

int main(int argc, char **argv)
{
	const int trials = argc > 1 ? atoi(argv[1]) : 1;
	void *all[2];

	ARMCI_Init();
	shmem_init();
	if (shmem_n_pes() != 2) {
		fprintf(stderr, "armci_bench: wants two ranks\n");
		return 2;
	}
	me = shmem_my_pe();
	peer = 1 - me;
	mine = shmem_align(4096, sizeof *mine);
	local = aligned_alloc(4096, BLOCK);
	if (!mine || !local || ARMCI_Malloc(all, BYTES) || ARMCI_Create_mutexes(1))
		ARMCI_Error("armci_bench: no memory", 1);
	memset(mine, 0, sizeof *mine);
	memset(local, 0, BLOCK);
	memset(all[me], 0, BYTES);
	there = all[peer];
	theirs = shmem_ptr(mine, peer);
	bind_to_core(me, 2);
	bench_lines(&mine->lines, &theirs->lines);
	for (int t = 0; t <= trials; t++) {
		bench_trial(t);
		if (me == 0) {
			small(t);
			strides(t);
			accumulates(t);
			shmem_long_p(&mine->idle, t + 1, peer);
		} else {
			spin_until(&mine->idle, t + 1, true);
		}
		shmem_barrier_all();
		const double raw = bench_raw_round_trip();
		shmem_barrier_all();
		const double bar = TIMED(ROUNDS, ARMCI_Barrier());
		const double block = TIMED(TIMES, allocate()), mapped = TIMED(TIMES, map());
		if (me == 0) {
			report("barrier", bar, raw);
			report("malloc", block / 1e3, mapped / 1e3);
		}
	}
	fflush(stdout);
	ARMCI_Free(all[me]);
	ARMCI_Destroy_mutexes();
	shmem_finalize();
	ARMCI_Finalize();
	return 0;
}
