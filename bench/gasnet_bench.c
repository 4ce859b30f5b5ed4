/* gasnet_bench.c - GASNet's measures of gasnetgo bench: each one and the machine's own limit alternate in the same processes.
 *
 *   gasnet_bench pair TRIALS     2 ranks: puts, gets, bandwidth, active messages, barrier, collectives
 *   gasnet_bench machine         the same once, without limits: on a simulated machine, where all repetitions are equal
 *   gasnet_bench oversubscribed TRIALS    4 ranks on 2 cores with GASNET_WAIT_BLOCK: barrier; the limit is 4 barriers of 2 ranks and 3 context switches
 *
 * Rank 0 prints "NAME VALUE LIMIT" per trial, in nanoseconds or bytes per nanosecond. */
#define _GNU_SOURCE
#define GASNET_SEQ 1
#include "bench.h"

#include <gasnet.h>

enum {
	SMALL = 10000,   /* calls of a small operation at a time */
	FLOOD = 20000,   /* messages one way */
	MEDIUM = 512,    /* bytes */
	COPIES = 5,      /* large copies at a time */
	LARGE = 1 << 20, /* bytes of a large copy */
	SHARED = 200,    /* barriers of 4 ranks per trial */
	SEGMENT = 4 << 20,
};

enum { PING = 200, PONG, MEDIUM_PING, MEDIUM_PONG, COUNT, NOTIFIED };

struct shared {
	struct bench_lines lines;
	_Alignas(LINE) long idle;
};

static struct shared *mine, *theirs;
static volatile long pongs, counted, notified;
static char payload[MEDIUM], *local, *here, *there;
static volatile size_t eight = 8;

static void ping(gasnet_token_t t) { gasnet_AMReplyShort0(t, PONG); }
static void pong(gasnet_token_t t)
{
	(void)t;
	pongs++;
}
static void medium_ping(gasnet_token_t t, void *buf, size_t n) { gasnet_AMReplyMedium0(t, MEDIUM_PONG, buf, n); }
static void medium_pong(gasnet_token_t t, void *buf, size_t n)
{
	(void)t;
	(void)buf;
	(void)n;
	pongs++;
}
static void count(gasnet_token_t t)
{
	(void)t;
	counted++;
}
static void notify(gasnet_token_t t)
{
	(void)t;
	notified++;
}

static void barrier(void)
{
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
}

static void one_sided(int trial)
{
	static long word;
	double lib, raw;

	COMPARED(SMALL, gasnet_put(peer, there, &word, 8), memcpy(there, &word, eight));
	report("put_lat", lib, raw);
	COMPARED(SMALL, gasnet_get(&word, peer, there, 8), memcpy(&word, there, eight));
	report("get_lat", lib, raw);
	COMPARED(SMALL, gasnet_put_nb(peer, there, &word, 8), memcpy(there, &word, eight));
	report("put_nb_rate", lib, raw);
	gasnet_wait_syncnbi_all();
	COMPARED(COPIES, gasnet_put_bulk(peer, there, local, LARGE), memcpy(there, local, LARGE));
	report("put_bw", LARGE / lib, LARGE / raw);
}

/* Round trips, in ns: rank 0 sends requests, rank 1 polls. */
#define ROUND_TRIPS(REQUEST)                                       \
	({                                                         \
		double each_ = 0;                                  \
		pongs = 0;                                         \
		if (me == 0) {                                     \
			each_ = TIMED(ROUNDS, {                    \
				REQUEST;                           \
				GASNET_BLOCKUNTIL(pongs == i + 1); \
			});                                        \
			gasnet_AMRequestShort0(peer, NOTIFIED);    \
		} else {                                           \
			GASNET_BLOCKUNTIL(notified > 0);           \
			notified = 0;                              \
		}                                                  \
		each_;                                             \
	})

/* One way, as fast as it goes; until the last one has been counted. */
static double flood(void)
{
	double ns = 0;

	counted = 0;
	if (me == 0) {
		double begin = now();
		for (int i = 0; i < FLOOD; i++)
			gasnet_AMRequestShort0(peer, COUNT);
		GASNET_BLOCKUNTIL(notified > 0);
		ns = (now() - begin) / FLOOD;
	} else {
		GASNET_BLOCKUNTIL(counted == FLOOD);
		gasnet_AMRequestShort0(peer, NOTIFIED);
	}
	notified = 0;
	return ns;
}

enum {
	BOTH_WAYS = GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC,
	MY_WAY = GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC
};

static void add(void *results, size_t count, const void *left, size_t left_count, const void *right, size_t size, int flags, int arg)
{
	(void)left_count, (void)size, (void)flags, (void)arg;
	for (size_t i = 0; i < count; i++)
		((long *)results)[i] = ((const long *)left)[i] + ((const long *)right)[i];
}

static void collectives(double raw)
{
	const gasnet_team_handle_t all = GASNET_TEAM_ALL;
	long one = 1, sum[2], two[2] = {1, 2};
	double ns[6], each[2];

	ns[0] = TIMED(ROUNDS, gasnet_coll_broadcast(all, sum, 0, &one, 8, BOTH_WAYS));
	ns[1] = TIMED(ROUNDS, gasnet_coll_gather_all(all, sum, &one, 8, MY_WAY));
	ns[2] = TIMED(ROUNDS, gasnet_coll_exchange(all, sum, two, 8, MY_WAY));
	ns[3] = TIMED(ROUNDS, gasnet_coll_reduce(all, 0, sum, &one, 0, 0, 8, 1, 0, 0, BOTH_WAYS));
	each[0] = TIMED(COPIES, memcpy(here, here + LARGE, LARGE));
	ns[4] = TIMED(COPIES, gasnet_coll_broadcast(all, here, 0, here + LARGE, LARGE, BOTH_WAYS));
	barrier();
	each[1] = TIMED(COPIES, memcpy(here, local, LARGE));
	ns[5] = TIMED(COPIES, gasnet_coll_gather(all, 0, local, here, LARGE / 2, BOTH_WAYS));
	barrier();
	if (me != 0)
		return;
	report("coll_broadcast", ns[0], raw);
	report("coll_gather_all", ns[1], raw);
	report("coll_exchange", ns[2], raw);
	report("coll_reduce", ns[3], raw);
	report("coll_broadcast_bw", LARGE / ns[4], LARGE / each[0]);
	report("coll_gather_bw", LARGE / ns[5], LARGE / each[1]);
}

static void pair(int trials)
{
	peer = 1 - me;
	theirs = shmem_ptr(mine, peer);
	if (!theirs)
		gasnet_exit(1);
	bind_to_core(me, 2);
	bench_lines(&mine->lines, &theirs->lines);
	for (int t = 0; t <= trials; t++) {
		bench_trial(t);
		if (me == 0) {
			one_sided(t);
			shmem_long_p(&mine->idle, t + 1, peer);
		} else {
			spin_until(&mine->idle, t + 1, true);
		}
		shmem_barrier_all();
		double raw = bench_raw_round_trip();
		shmem_barrier_all();
		double shorts = ROUND_TRIPS(gasnet_AMRequestShort0(peer, PING));
		shmem_barrier_all();
		double mediums = ROUND_TRIPS(gasnet_AMRequestMedium0(peer, MEDIUM_PING, payload, MEDIUM));
		shmem_barrier_all();
		double each = flood();
		shmem_barrier_all();
		double bar = TIMED(ROUNDS, barrier());
		shmem_barrier_all();
		if (me == 0) {
			report("am_short_rtt", shorts, raw);
			report("am_medium_rtt", mediums, raw);
			report("am_rate", each, 50);
			report("barrier", bar, raw);
		}
		collectives(raw);
	}
}

static void machine(void)
{
	enum { TIMES = 100 };
	static long word;

	peer = 1 - me;
	barrier();
	if (me == 0) {
		report("put_lat", TIMED(TIMES, gasnet_put(peer, there, &word, 8)), 0);
		report("get_lat", TIMED(TIMES, gasnet_get(&word, peer, there, 8)), 0);
		report("put_nb_rate", TIMED(TIMES, gasnet_put_nbi(peer, there, &word, 8); if (i == TIMES - 1) gasnet_wait_syncnbi_puts()), 0);
		report("put_bw", LARGE / TIMED(COPIES, gasnet_put_bulk(peer, there, local, LARGE)), 0);
	}
	barrier();
	double shorts = ROUND_TRIPS(gasnet_AMRequestShort0(peer, PING)),
	       mediums = ROUND_TRIPS(gasnet_AMRequestMedium0(peer, MEDIUM_PING, payload, MEDIUM));
	barrier();
	double each = flood();
	barrier();
	double bar = TIMED(ROUNDS, barrier());
	if (me == 0) {
		report("am_short_rtt", shorts, 0);
		report("am_medium_rtt", mediums, 0);
		report("am_rate", each, 0);
		report("barrier", bar, 0);
	}
	collectives(0);
}

/* The cost of handing the core to another process and back by two pipes: two context switches. */
static double context_switch(void)
{
	enum { TURNS = 500 };
	int there_[2], back[2];
	char c = 0;
	double ns;
	cpu_set_t all, one;

	if (pipe(there_) || pipe(back))
		return 0;
	sched_getaffinity(0, sizeof all, &all);
	bind_to_core(0, 1);
	sched_getaffinity(0, sizeof one, &one);
	if (fork() == 0) {
		for (int i = 0; i < TURNS; i++)
			if (read(there_[0], &c, 1) != 1 || write(back[1], &c, 1) != 1)
				break;
		_exit(0);
	}
	ns = TIMED(TURNS, if (write(there_[1], &c, 1) != 1 || read(back[0], &c, 1) != 1) break) / 2;
	sched_setaffinity(0, sizeof all, &all);
	return ns;
}

static void oversubscribed(int trials, double of_two)
{
	const double one_switch = me == 0 ? context_switch() : 0;

	gasnet_set_waitmode(GASNET_WAIT_BLOCK);
	for (int t = 0; t <= trials; t++) {
		if (t == 1 && me == 0)
			puts("begin 0 0");
		barrier();
		double ns = TIMED(SHARED, barrier());
		if (me == 0)
			report("barrier_4_ranks", ns, 4 * of_two + 3 * one_switch);
	}
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	int trials = argc > 2 ? atoi(argv[2]) : 1;
	gasnet_seginfo_t segments[64];
	gasnet_handlerentry_t table[] = {
	    {PING, (void (*)())ping},
	    {PONG, (void (*)())pong},
	    {MEDIUM_PING, (void (*)())medium_ping},
	    {MEDIUM_PONG, (void (*)())medium_pong},
	    {COUNT, (void (*)())count},
	    {NOTIFIED, (void (*)())notify},
	};

	gasnet_coll_fn_entry_t functions[] = {{add, 0}};

	if (gasnet_init(&argc, &argv) != GASNET_OK || gasnet_attach(table, sizeof table / sizeof table[0], SEGMENT, 0) != GASNET_OK)
		return 1;
	me = (int)gasnet_mynode();
	gasnet_coll_init(NULL, 0, functions, 1, 0);
	gasnet_getSegmentInfo(segments, 64);
	shmem_init();
	mine = shmem_align(4096, sizeof *mine);
	local = aligned_alloc(4096, LARGE);
	if (!mine || !local || gasnet_nodes() > 64)
		gasnet_exit(1);
	memset(mine, 0, sizeof *mine);
	memset(local, 1, LARGE);
	here = segments[me].addr;
	there = segments[gasnet_nodes() == 2 ? 1 - me : 0].addr;
	memset(here, 0, SEGMENT);
	shmem_barrier_all();
	if (!strcmp(mode, "pair") && gasnet_nodes() == 2) {
		pair(trials);
	} else if (!strcmp(mode, "machine") && gasnet_nodes() == 2) {
		machine();
	} else if (!strcmp(mode, "oversubscribed")) {
		oversubscribed(trials, argc > 3 ? atof(argv[3]) : 0);
	} else {
		fprintf(stderr, "gasnet_bench: pair TRIALS (2 ranks), machine (2 ranks), oversubscribed TRIALS NS\n");
		gasnet_exit(2);
	}
	fflush(stdout);
	barrier();
	gasnet_exit(0);
}
