/* portals_bench.c - the measures of gasnetgo bench portals.
 *
 *   portals_bench TRIALS        2 ranks: puts and gets of Portals compared with a cache line's transfer, a memcpy, a copy by the kernel
 *
 * Memory that both ranks see is SHMEM's heap; private memory is malloc's. The target polls its event queue except where it is said to compute. */
#define _GNU_SOURCE
#include "bench.h"
#include "bench_portals.h"

#include <sys/prctl.h>
#include <sys/uio.h>

enum {
	TRIPS = 500,     /* round trips at a time: about as long as those over plain lines, so that a preemption spoils as few trials of either */
	SMALL = 2000,    /* puts at a time, when their rate is measured */
	COPIES = 4,      /* large messages at a time */
	LARGE = 1 << 20, /* bytes of one */
	LIST = 1000,     /* entries of the long list */
	BYPASS = 9,      /* puts to a target that computes, per trial */
	INDEX = 40,      /* of the portal table; the next ones too */
	EVENTS = 8192,
};

#define SETTLE_NS 15e6
#define COMPUTE_NS 300000.0 /* between two puts to a target that computes: long enough for the target not to count as polling */

struct shared {
	struct bench_lines lines;
	_Alignas(LINE) long phase;     /* rank 0 lets rank 1 continue */
	_Alignas(LINE) long small;     /* target of small puts and gets */
	_Alignas(LINE) long remote[2]; /* rank's process and private memory, for the kernel */
	_Alignas(LINE) double raw[2];  /* results of rank 1 */
	_Alignas(4096) char large[LARGE];
};

static struct shared *mine, *theirs;
static char *private_memory;
static long phase;
static double bench_raw; /* round trip of two lines, ns, in this trial */
static ptl_process_id_t there;

/* Descriptors of this rank: the targets of the other rank, and its own sources. */
enum { AT_SMALL, AT_LARGE, AT_PRIVATE, AT_LIST, AT_SILENT };
static ptl_handle_md_t from_small, from_large, from_private;

static void start(void)
{
	ptl_process_id_t *map;

	open_interface(EVENTS);
	cnos_get_nidpid_map(&map);
	there = map[peer];
	private_memory = malloc(LARGE);
	memset(private_memory, me + 1, LARGE);
	offer(INDEX + AT_SMALL, 1, memory(&mine->small, sizeof mine->small, PTL_MD_OP_GET, eq));
	offer(INDEX + AT_LARGE, 1, memory(mine->large, LARGE, PTL_MD_OP_GET, eq));
	offer(INDEX + AT_PRIVATE, 1, memory(private_memory, LARGE, PTL_MD_OP_GET, eq));
	for (unsigned i = 0; i <= LIST; i++)
		offer(INDEX + AT_LIST, i, memory(&mine->small, sizeof mine->small, PTL_MD_OP_GET, eq));
	offer(INDEX + AT_SILENT, 1, memory(&mine->small, sizeof mine->small, PTL_MD_OP_GET, PTL_EQ_NONE));
	from_small = bind(memory(&private_memory[0], sizeof(long), PTL_MD_OP_GET, eq));
	from_large = bind(memory(mine->large, LARGE, PTL_MD_OP_GET, eq));
	from_private = bind(memory(private_memory, LARGE, PTL_MD_OP_GET, eq));
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	mine->remote[0] = getpid();
	mine->remote[1] = (long)private_memory;
	shmem_barrier_all();
}

/* Takes events until one of the kind. */
static void until(ptl_event_kind_t kind)
{
	ptl_event_t e;
	do
		while (PtlEQGet(eq, &e) == PTL_EQ_EMPTY)
			;
	while (e.type != kind);
}

static void put(ptl_handle_md_t from, unsigned at, ptl_match_bits_t bits, ptl_ack_req_t ack)
{
	MUST(PtlPut(from, ack, there, INDEX + at, 0, bits, 0, 0));
}

static void get(ptl_handle_md_t into, unsigned at) { MUST(PtlGet(into, there, INDEX + at, 0, 1, 0)); }

/* One way, with both endpoints polling: half of a round trip. */
static double one_way(unsigned at, ptl_match_bits_t bits)
{
	const double trip = TIMED(TRIPS, {
		if (me == 0)
			put(from_small, at, bits, PTL_NOACK_REQ);
		until(PTL_EVENT_PUT_END);
		if (me == 1)
			put(from_small, at, bits, PTL_NOACK_REQ);
	});

	return trip / 2;
}

/* Rank 1 polls for events, or only computes, until rank 0 ends the phase. */
static void phase_ends(void) { shmem_long_p(&mine->phase, ++phase, peer); }

static void poll_phase(void)
{
	ptl_event_t e;
	for (++phase; __atomic_load_n(&mine->phase, __ATOMIC_ACQUIRE) != phase;)
		PtlEQGet(eq, &e);
}

static void compute_phase(void) { spin_until(&mine->phase, ++phase, true); }

static void compute(double ns)
{
	double begin = now();
	while (now() - begin < ns)
		relax();
}

/* The kernel's copy of the peer's private memory into this rank's: the limit for memory that the peer does not share. */
static void kernel_copy(void)
{
	struct iovec to = {private_memory, LARGE}, from = {(void *)theirs->remote[1], LARGE};
	if (process_vm_readv((pid_t)theirs->remote[0], &to, 1, &from, 1, 0) != LARGE)
		memcpy(private_memory, mine->large, LARGE); /* not permitted here, for the library either; a memcpy is a stricter limit */
}

/* COPIES messages, all in flight at the same time. */
static void put_large(ptl_handle_md_t from, unsigned at)
{
	for (int i = 0; i < COPIES; i++)
		put(from, at, 1, PTL_ACK_REQ);
	for (int i = 0; i < COPIES; i++)
		until(PTL_EVENT_ACK);
}

static void get_large(ptl_handle_md_t into, unsigned at)
{
	for (int i = 0; i < COPIES; i++)
		get(into, at);
	for (int i = 0; i < COPIES; i++)
		until(PTL_EVENT_REPLY_END);
}

static double rate_of(double ns, int copies) { return (double)LARGE * copies / ns; }

/* The cost after a first pass has brought the data from the other core's cache. */
#define SETTLED(times, what) ((what), TIMED(times, what))

/* Rank 0 moves large messages while rank 1 polls; then the rank that copied the bytes (the target of a put, the initiator of a get) copies as many by
 * itself, while the other polls as before. */
static void bandwidths(void)
{
	double put_shared = 0, get_shared = 0, put_private = 0, get_private = 0, copy = 0, kernel = 0;

	if (me == 0) {
		put_shared = SETTLED(2, put_large(from_large, AT_LARGE));
		get_shared = SETTLED(2, get_large(from_large, AT_LARGE));
		put_private = SETTLED(2, put_large(from_private, AT_PRIVATE));
		get_private = SETTLED(2, get_large(from_private, AT_PRIVATE));
		copy = SETTLED(2 * COPIES, memcpy(mine->large, theirs->large, LARGE));
		kernel = SETTLED(2 * COPIES, kernel_copy());
		phase_ends();
		poll_phase();
	} else {
		poll_phase();
		mine->raw[0] = SETTLED(2 * COPIES, memcpy(mine->large, theirs->large, LARGE));
		mine->raw[1] = SETTLED(2 * COPIES, kernel_copy());
		shmem_double_put(mine->raw, mine->raw, 2, peer);
		phase_ends();
	}
	shmem_barrier_all();
	if (me == 0) {
		report("put_bw", rate_of(put_shared, COPIES), rate_of(mine->raw[0], 1));
		report("put_bw_private", rate_of(put_private, COPIES), rate_of(mine->raw[1], 1));
		report("get_bw", rate_of(get_shared, COPIES), rate_of(copy, 1));
		report("get_bw_private", rate_of(get_private, COPIES), rate_of(kernel, 1));
	}
}

static void rate(void)
{
	if (me == 0) {
		double ns = TIMED(SMALL, put(from_small, AT_SILENT, 1, PTL_NOACK_REQ));
		put(from_small, AT_SILENT, 1, PTL_ACK_REQ);
		until(PTL_EVENT_ACK);
		report("put_rate", ns, bench_raw);
		phase_ends();
	} else {
		poll_phase();
	}
}

/* Both ranks poll for a while, so that threads that the phase before has woken, Go's own among them, go back to sleep. */
static void settle(void)
{
	ptl_event_t e;
	for (double begin = now(); now() - begin < SETTLE_NS;)
		PtlEQGet(eq, &e);
	shmem_barrier_all();
}

static void latencies(void)
{
	double first, last;

	settle();
	one_way(AT_SMALL, 1); /* large messages have replaced the contents of the caches */
	shmem_barrier_all();
	first = one_way(AT_SMALL, 1);
	shmem_barrier_all();
	last = one_way(AT_LIST, LIST);
	shmem_barrier_all();
	if (me == 0) {
		double ns = TIMED(TRIPS, (get(from_small, AT_SMALL), until(PTL_EVENT_REPLY_END)));
		phase_ends();
		report("put_lat", first, 2.5 * bench_raw / 2);
		report("match_1000", last, first);
		report("get_lat", ns, bench_raw);
	} else {
		poll_phase();
	}
}

/* Each put to a target that computes is a trial of its own, in microseconds; the limit is the same to one that polls. */
static void bypass(void)
{
	for (int i = 0; i < BYPASS; i++) {
		if (me == 0) {
			compute(COMPUTE_NS);
			double begin = now();
			put(from_small, AT_SILENT, 1, PTL_ACK_REQ);
			until(PTL_EVENT_ACK);
			double us = (now() - begin) / 1000;
			report("bypass", us, bench_raw / 1000);
		}
	}
	if (me == 0)
		phase_ends();
	else
		compute_phase();
}

int main(int argc, char **argv)
{
	int trials = argc > 1 ? atoi(argv[1]) : 1;

	shmem_init();
	me = shmem_my_pe();
	peer = 1 - me;
	mine = shmem_align(4096, sizeof *mine);
	theirs = shmem_n_pes() == 2 && mine ? shmem_ptr(mine, peer) : NULL;
	if (!theirs) {
		fprintf(stderr, "portals_bench: wants two ranks that share memory\n");
		shmem_global_exit(1);
	}
	memset(mine, 0, sizeof *mine);
	bind_to_core(me, 2);
	bench_lines(&mine->lines, &theirs->lines);
	start();
	for (int t = 0; t <= trials; t++) {
		bench_trial(t);
		bench_raw = bench_raw_round_trip();
		shmem_barrier_all();
		latencies();
		shmem_barrier_all();
		rate();
		shmem_barrier_all();
		bandwidths();
		shmem_barrier_all();
		bypass();
		shmem_barrier_all();
	}
	shmem_finalize();
	return 0;
}
