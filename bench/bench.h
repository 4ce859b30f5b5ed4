/* bench.h - shared by the programs of gasnetgo bench: clocks, alternating trials, and the machine's own round trip between two cores.
 *
 * Rank 0 prints lines for the tool that started it: "NAME VALUE LIMIT" per trial. Ranks synchronize by SHMEM's barrier and share SHMEM's heap. */
#ifndef BENCH_H
#define BENCH_H

#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <shmem.h>

enum {
	ROUNDS = 2000, /* round trips and small barriers per trial */
	LINE = 128,    /* distance of data that must not share a cache line, adjacent-line prefetch included */
};

static int me, peer;

/* In the symmetric heap of both. */
struct bench_lines {
	_Alignas(LINE) long ping;    /* written by the peer, watched by the owner */
	_Alignas(LINE) long file[2]; /* rank 0's process and descriptor of the plain lines */
	long mapped;
};

static struct bench_lines *bench_mine, *bench_theirs;
static char *bench_plain; /* plain shared memory beside the library's, or NULL */

#define PLAIN 0x400000000000 /* where the plain lines are mapped */

#define BARRIER_OF_COMPILER() __asm__ __volatile__("" ::: "memory")

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Per pass of BODY over n passes, in ns. */
#define TIMED(n, BODY)                           \
	({                                       \
		double begin_ = now();           \
		for (long i = 0; i < (n); i++) { \
			BODY;                    \
			BARRIER_OF_COMPILER();   \
		}                                \
		(now() - begin_) / (double)(n);  \
	})

/* Begins a trial of all ranks. The first one, 0, touches all memory, and the tool discards what it reports. */
static inline void bench_trial(int trial)
{
	if (trial == 1 && me == 0)
		puts("begin 0 0");
	shmem_barrier_all();
}

static void report(const char *name, double value, double limit) { printf("%s %.6g %.6g\n", name, value, limit); }

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("isb" ::: "memory");
#endif
}

/* Spins on a word as a program without the library would; yields the core only after a very long time. */
static void spin_until(const long *word, long value, bool pause)
{
	for (long looks = 1; __atomic_load_n(word, __ATOMIC_ACQUIRE) != value; looks++) {
		if (pause)
			relax();
		if (looks % 100000 == 0)
			sched_yield();
	}
}

/* One core per rank, in turn, out of those that this job may use. Called after shmem_init, which has to see the original set of cores. */
static void bind_to_core(int core, int cores)
{
	cpu_set_t all, one;
	int count;
	if (sched_getaffinity(0, sizeof all, &all) || (count = CPU_COUNT(&all)) < cores)
		return;
	CPU_ZERO(&one);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all) && core-- == 0)
			CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof one, &one);
}

/* Both sides of a measure, as ABBA or BAAB in turn, so that neither always runs with the caches of the other. Sets lib and raw. */
#define COMPARED(n, LIB, RAW)                                             \
	do {                                                              \
		lib = raw = 0;                                            \
		for (int turn = 0; turn < 4; turn++)                      \
			if ((turn == 0 || turn == 3) == (trial % 2 == 0)) \
				lib += TIMED(n, LIB) / 2;                 \
			else                                              \
				raw += TIMED(n, RAW) / 2;                 \
	} while (0)

/* Two cache lines in plain shared memory without the library, at one address in both processes: some cores are slower when they share a
 * line under two addresses, which must not affect the limit. NULL where a container does not let rank 1 open rank 0's file. */
static char *plain_lines(struct bench_lines *mine)
{
	char path[64];
	void *mapped = MAP_FAILED;
	int fd;

	if (me == 0) {
		fd = memfd_create("bench", MFD_CLOEXEC);
		if (fd >= 0 && ftruncate(fd, 4096) == 0) {
			shmem_long_p(&mine->file[0], getpid(), 1);
			shmem_long_p(&mine->file[1], fd, 1);
		}
		shmem_barrier_all();
	} else {
		shmem_barrier_all();
		snprintf(path, sizeof path, "/proc/%ld/fd/%ld", mine->file[0], mine->file[1]);
		fd = mine->file[0] ? open(path, O_RDWR | O_CLOEXEC) : -1;
	}
	if (fd >= 0)
		mapped = mmap((void *)PLAIN, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, fd, 0);
	mine->mapped = mapped != MAP_FAILED;
	shmem_barrier_all();
	return mine->mapped && bench_theirs->mapped ? mapped : NULL;
}

/* A round trip over two cache lines, each written by one rank and watched by the other. */
static double bench_round_trip(bool pause)
{
	static long turn;
	long *out = bench_plain ? (long *)(void *)(bench_plain + me * LINE) : &bench_theirs->ping;
	long *in = bench_plain ? (long *)(void *)(bench_plain + peer * LINE) : &bench_mine->ping;
	double ns;
	if (me == 0) {
		ns = TIMED(ROUNDS, {
			__atomic_store_n(out, turn + i + 1, __ATOMIC_RELEASE);
			spin_until(in, turn + i + 1, pause);
		});
	} else {
		ns = TIMED(ROUNDS, {
			spin_until(in, turn + i + 1, pause);
			__atomic_store_n(out, turn + i + 1, __ATOMIC_RELEASE);
		});
	}
	turn += ROUNDS;
	return ns;
}

/* Which way of spinning is faster depends on whether the two cores are threads of one; the machine's limit is the better. */
static inline double bench_raw_round_trip(void)
{
	double busy = bench_round_trip(false), calm;
	shmem_barrier_all();
	calm = bench_round_trip(true);
	return busy < calm ? busy : calm;
}

/* Prepares raw_round_trip on 2 ranks. */
static inline void bench_lines(struct bench_lines *mine, struct bench_lines *theirs)
{
	bench_mine = mine;
	bench_theirs = theirs;
	bench_plain = plain_lines(mine);
}

#endif
