/* sisci_bench.c - SISCI's measures of gasnetgo bench: each one and what it is compared with alternate in the same processes.
 *
 *   sisci_bench TRIALS     2 ranks
 *
 * Rank 0 prints "NAME VALUE LIMIT" per trial, in nanoseconds, microseconds (interrupt, connect) or bytes per nanosecond. */
#define _GNU_SOURCE
#include "bench.h"

#include <sisci_api.h>

enum {
	COPIES = 5,      /* large copies at a time */
	LARGE = 1 << 20, /* bytes of one */
	CALLS = 200,     /* triggers and connections per trial */
	SEGMENT = 7,     /* a segment's id */
};

struct shared {
	struct bench_lines lines;
	unsigned int node, interrupt;
};

static struct shared *mine, *theirs;
static sci_desc_t sd;
static sci_map_t map; /* of the other rank's segment */
static sci_sequence_t sequence;
static volatile long *here, *there;
static sci_local_interrupt_t own;
static sci_remote_interrupt_t far;
static sci_error_t e;
static char *local;
static volatile size_t large_bytes = LARGE;

#define OK(call)                                                                               \
	do {                                                                                   \
		call;                                                                          \
		if (e != SCI_ERR_OK) {                                                         \
			fprintf(stderr, "sisci_bench: %s: %s\n", #call, SCIGetErrorString(e)); \
			shmem_global_exit(1);                                                  \
		}                                                                              \
	} while (0)

static void see(long value)
{
	for (long looks = 1; *here != value; looks++)
		if (looks % 100000 == 0)
			sched_yield();
}

/* One way, in ns: each rank stores to the other's segment, and polls its own, in turn. */
static double stores_in_turn(void)
{
	static long turn;
	const double ns = TIMED(ROUNDS, {
		if (me == 0)
			*there = turn + i + 1;
		see(turn + i + 1);
		if (me == 1)
			*there = turn + i + 1;
	});

	turn += ROUNDS;
	return ns / 2;
}

static void large(int trial)
{
	double lib, raw;

	COMPARED(COPIES, OK(SCIMemCpy(sequence, local, map, LARGE, LARGE, 0, &e)), memcpy((char *)(uintptr_t)there + LARGE, local, large_bytes));
	report("copy_bw", LARGE / lib, LARGE / raw);
	COMPARED(COPIES, OK(SCIMemCpy(sequence, local, map, LARGE, LARGE, SCI_FLAG_BLOCK_READ, &e)),
	         memcpy(local, (char *)(uintptr_t)there + LARGE, large_bytes));
	report("read_bw", LARGE / lib, LARGE / raw);
}

/* From the call that triggers until the return of the call that waits, in ns: both in turn. */
static double interrupts_in_turn(void)
{
	return TIMED(CALLS,
	             {
			     if (me == 0)
				     OK(SCITriggerInterrupt(far, 0, &e));
			     OK(SCIWaitForInterrupt(own, SCI_INFINITE_TIMEOUT, 0, &e));
			     if (me == 1)
				     OK(SCITriggerInterrupt(far, 0, &e));
		     }) /
	       2;
}

/* A connection and a map of 1 MB, in ns. The other rank waits in a call, as a server does. */
static double connections(void)
{
	double ns = 0;

	for (int i = 0; i < CALLS; i++) {
		sci_remote_segment_t s;
		sci_map_t m;
		const double begin = now();
		volatile char *at;

		OK(SCIConnectSegment(sd, &s, theirs->node, SEGMENT, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &e));
		OK(at = SCIMapRemoteSegment(s, &m, 0, LARGE, NULL, 0, &e));
		ns += now() - begin;
		at[i] = 1;
		OK(SCIUnmapSegment(m, 0, &e));
		OK(SCIDisconnectSegment(s, 0, &e));
	}
	return ns / CALLS;
}

static double mappings(void)
{
	return TIMED(CALLS, {
		char *const at = mmap(NULL, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (at != MAP_FAILED)
			munmap(at, LARGE);
	});
}

static void open_all(void)
{
	unsigned int node = 0;
	unsigned int number = 0;
	sci_local_segment_t segment;
	sci_remote_segment_t remote;
	sci_map_t own_map;

	OK(SCIInitialize(0, &e));
	OK(SCIOpen(&sd, 0, &e));
	OK(SCIGetLocalNodeId(0, &node, 0, &e));
	OK(SCICreateSegment(sd, &segment, SEGMENT, 2 * LARGE, NULL, NULL, 0, &e));
	OK(SCIPrepareSegment(segment, 0, 0, &e));
	OK(SCISetSegmentAvailable(segment, 0, 0, &e));
	OK(SCICreateInterrupt(sd, &own, 0, &number, NULL, NULL, 0, &e));
	mine->node = node;
	mine->interrupt = number;
	shmem_barrier_all();
	OK(SCIConnectSegment(sd, &remote, theirs->node, SEGMENT, 0, NULL, NULL, SCI_INFINITE_TIMEOUT, 0, &e));
	OK(here = SCIMapLocalSegment(segment, &own_map, 0, 2 * LARGE, NULL, 0, &e));
	OK(there = SCIMapRemoteSegment(remote, &map, 0, 2 * LARGE, NULL, 0, &e));
	OK(SCICreateMapSequence(map, &sequence, 0, &e));
	OK(SCIConnectInterrupt(sd, &far, theirs->node, 0, theirs->interrupt, SCI_INFINITE_TIMEOUT, 0, &e));
	memset((char *)(uintptr_t)there + LARGE, 0, LARGE);
	shmem_barrier_all();
}

int main(int argc, char **argv)
{
	const int trials = argc > 1 ? atoi(argv[1]) : 1;

	shmem_init();
	if (shmem_n_pes() != 2) {
		fprintf(stderr, "sisci_bench: wants two ranks\n");
		shmem_global_exit(2);
	}
	me = shmem_my_pe();
	peer = 1 - me;
	mine = shmem_align(4096, sizeof *mine);
	local = aligned_alloc(4096, LARGE);
	if (!mine || !local)
		shmem_global_exit(1);
	memset(mine, 0, sizeof *mine);
	memset(local, 0, LARGE);
	theirs = shmem_ptr(mine, peer);
	open_all();
	bind_to_core(me, 2);
	bench_lines(&mine->lines, &theirs->lines);
	for (int t = 0; t <= trials; t++) {
		bench_trial(t);
		const double raw = bench_raw_round_trip();
		shmem_barrier_all();
		const double one_way = stores_in_turn();
		shmem_barrier_all();
		if (me == 0) {
			report("store_lat", one_way, raw / 2);
			large(t);
		}
		shmem_barrier_all();
		const double woken = interrupts_in_turn();
		shmem_barrier_all();
		if (me == 0) {
			report("interrupt", woken / 1e3, raw / 2e3);
			report("connect", connections() / 1e3, mappings() / 1e3);
		}
		shmem_barrier_all();
	}
	fflush(stdout);
	shmem_barrier_all();
	SCITerminate();
	shmem_finalize();
	return 0;
}
