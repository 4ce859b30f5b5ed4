/* lapi_bench.c - LAPI's measures of gasnetgo bench: each one and what it is compared with alternate in the same processes on the same memory.
 *
 *   lapi_bench TRIALS     2 ranks
 *
 * Rank 0 prints "NAME VALUE LIMIT" per trial, in nanoseconds, microseconds (interrupt) or bytes per nanosecond. */
#define _GNU_SOURCE
#define GASNET_SEQ 1
#include "bench.h"

#include <gasnet.h>
#include <lapi.h>
#include <sys/uio.h>

enum {
	COPIES = 5,      /* large copies at a time */
	LARGE = 1 << 20, /* bytes of a large copy */
	HEADER = 64,     /* bytes of a user header, and of GASNet's message */
	CALLS = 200,     /* puts to a target that computes */
};

enum { MEDIUM = 200, MEDIUM_BACK, NOTIFIED };

struct shared {
	struct bench_lines lines;
	_Alignas(LINE) long idle;
};

/* What a rank tells the other. */
struct place {
	struct target {
		void *word;
		lapi_cntr_t *came;
	} hidden, shared; /* private memory, as LAPI's programs have it; the program's data, which all ranks reach while SHMEM is there */
	void *window, *memory, *header;
	long pid;
};

static struct shared *mine, *theirs;
static struct place here, there, *spots;
static lapi_handle_t h;
static lapi_cntr_t *came, shared_came, done, answered;
static char *local, *window;
static long word;
static volatile long pongs, notified;
static volatile size_t large_bytes = LARGE;

#define OK(call)                                                             \
	do {                                                                 \
		const int rc_ = (call);                                      \
		if (rc_ != LAPI_SUCCESS) {                                   \
			fprintf(stderr, "lapi_bench: %s: %d\n", #call, rc_); \
			exit(1);                                             \
		}                                                            \
	} while (0)

static void medium(gasnet_token_t t, void *buf, size_t n) { gasnet_AMReplyMedium0(t, MEDIUM_BACK, buf, n); }
static void medium_back(gasnet_token_t t, void *buf, size_t n)
{
	(void)t;
	(void)buf;
	(void)n;
	pongs++;
}
static void notify(gasnet_token_t t)
{
	(void)t;
	notified++;
}

/* A poll of one task's counter; the other task's put makes it grow. */
static void see(lapi_cntr_t *c)
{
	int v = 0;

	do
		OK(LAPI_Getcntr(h, c, &v));
	while (v == 0 && LAPI_Probe(h) == LAPI_SUCCESS);
	OK(LAPI_Setcntr(h, c, 0));
}

/* One way, in ns: each task puts and polls its counter in turn. */
static double puts_in_turn(const struct target *at, lapi_cntr_t *c)
{
	static long value;

	return TIMED(ROUNDS,
	             {
			     value = i;
			     if (me == 0)
				     OK(LAPI_Put(h, (uint)peer, 8, at->word, &value, at->came, NULL, NULL));
			     see(c);
			     if (me == 1)
				     OK(LAPI_Put(h, (uint)peer, 8, at->word, &value, at->came, NULL, NULL));
		     }) /
	       2;
}

static void answer(lapi_handle_t *hndl, void *param)
{
	char header[HEADER] = {0};

	(void)param;
	OK(LAPI_Amsend(*hndl, (uint)peer, there.header, header, HEADER, NULL, 0, NULL, NULL, NULL));
}

/* Of a message of rank 0, which is answered, and of the answer, which is counted. */
static void *on_message(lapi_handle_t *hndl, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **info)
{
	lapi_return_info_t *r = (lapi_return_info_t *)(void *)msg_len;

	(void)hndl;
	(void)uhdr;
	(void)uhdr_len;
	(void)info;
	__atomic_add_fetch(&answered.cntr, 1, __ATOMIC_RELEASE);
	if (me == 1) {
		*comp = answer;
		r->ret_flags = LAPI_SEND_REPLY;
	}
	return NULL;
}

static void until(lapi_cntr_t *c, int val) { OK(LAPI_Waitcntr(h, c, val, NULL)); }

static double messages(void)
{
	char header[HEADER] = {0};
	double ns = 0;

	if (me == 0) {
		ns = TIMED(ROUNDS, {
			OK(LAPI_Amsend(h, (uint)peer, there.header, header, HEADER, NULL, 0, NULL, NULL, NULL));
			until(&answered, 1);
		});
		OK(LAPI_Put(h, (uint)peer, 8, there.hidden.word, &word, there.hidden.came, NULL, NULL));
	} else {
		until(&answered, ROUNDS);
		until(came, 1); /* the last answer has left */
	}
	return ns;
}

static double mediums(void)
{
	static char payload[HEADER];
	double ns = 0;

	pongs = 0;
	if (me == 0) {
		ns = TIMED(ROUNDS, {
			gasnet_AMRequestMedium0((gasnet_node_t)peer, MEDIUM, payload, HEADER);
			GASNET_BLOCKUNTIL(pongs == i + 1);
		});
		gasnet_AMRequestShort0((gasnet_node_t)peer, NOTIFIED);
	} else {
		GASNET_BLOCKUNTIL(notified > 0);
		notified = 0;
	}
	return ns;
}

static void put(void *to, void *from)
{
	OK(LAPI_Put(h, (uint)peer, LARGE, to, from, there.hidden.came, NULL, &done));
	until(&done, 1);
}

static void by_kernel(void)
{
	const struct iovec from = {local, LARGE}, to = {there.memory, LARGE};

	if (process_vm_writev((pid_t)there.pid, &from, 1, &to, 1, 0) != LARGE) {
		perror("lapi_bench: process_vm_writev");
		exit(1);
	}
}

static void large(int trial)
{
	void *const far = shmem_ptr(window, peer);
	double lib, raw;

	if (me == 1) { /* waits in calls of the library */
		until(came, 2 * 2 * COPIES);
		return;
	}
	COMPARED(COPIES, put(there.window, window), memcpy(far, window, large_bytes));
	report("put_bw", LARGE / lib, LARGE / raw);
	COMPARED(COPIES, put(there.memory, local), by_kernel());
	report("put_bw_private", LARGE / lib, LARGE / raw);
}

/* To a target that computes: its counter here, in µs. */
static void interrupted(int trial, double raw)
{
	if (me == 1) {
		spin_until(&mine->idle, trial + 1, true);
		OK(LAPI_Waitcntr(h, came, CALLS, NULL));
		return;
	}
	const double ns = TIMED(CALLS, {
		OK(LAPI_Put(h, (uint)peer, 8, there.hidden.word, &word, there.hidden.came, NULL, &done));
		until(&done, 1);
	});
	report("interrupt", ns / 1e3, raw / 1e3);
	shmem_long_p(&mine->idle, trial + 1, peer);
}

static void tell_places(void)
{
	came = calloc(1, 64 + sizeof *came);
	if (!came)
		exit(1);
	here = (struct place){{(char *)came + 64, came}, {&word, &shared_came}, window, aligned_alloc(4096, LARGE), (void *)on_message, getpid()};
	spots = shmem_align(64, sizeof *spots);
	if (!spots || !here.memory)
		exit(1);
	memset(here.memory, 0, LARGE);
	shmem_putmem(spots, &here, sizeof here, peer);
	shmem_barrier_all();
	there = *spots;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{MEDIUM, (void (*)())medium}, {MEDIUM_BACK, (void (*)())medium_back}, {NOTIFIED, (void (*)())notify}};
	lapi_info_t info = {0};

	if (gasnet_init(&argc, &argv) != GASNET_OK || gasnet_attach(table, sizeof table / sizeof table[0], GASNET_PAGESIZE, 0) != GASNET_OK)
		return 1;
	const int trials = argc > 1 ? atoi(argv[1]) : 1;
	OK(LAPI_Init(&h, &info));
	shmem_init();
	if (shmem_n_pes() != 2) {
		fprintf(stderr, "lapi_bench: wants two ranks\n");
		gasnet_exit(2);
	}
	me = shmem_my_pe();
	peer = 1 - me;
	mine = shmem_align(4096, sizeof *mine);
	window = shmem_align(4096, LARGE);
	local = aligned_alloc(4096, LARGE);
	if (!mine || !window || !local)
		gasnet_exit(1);
	memset(mine, 0, sizeof *mine);
	memset(window, 0, LARGE);
	memset(local, 0, LARGE);
	theirs = shmem_ptr(mine, peer);
	tell_places();
	bind_to_core(me, 2);
	bench_lines(&mine->lines, &theirs->lines);
	for (int t = 0; t <= trials; t++) {
		bench_trial(t);
		const double raw = bench_raw_round_trip();
		shmem_barrier_all();
		OK(LAPI_Senv(h, INTERRUPT_SET, 0));
		const double one_way = puts_in_turn(&there.hidden, came);
		shmem_barrier_all();
		const double one_way_shared = puts_in_turn(&there.shared, &shared_came);
		shmem_barrier_all();
		const double am = messages();
		shmem_barrier_all();
		const double gasnet = mediums();
		shmem_barrier_all();
		if (me == 0) {
			report("put_lat", one_way, 2.5 * raw / 2);
			report("put_lat_shared", one_way_shared, 2.5 * raw / 2);
			report("am_rtt", am, gasnet);
		}
		OK(LAPI_Senv(h, INTERRUPT_SET, 1));
		large(t);
		shmem_barrier_all();
		interrupted(t, raw);
		shmem_barrier_all();
	}
	fflush(stdout);
	OK(LAPI_Gfence(h));
	OK(LAPI_Term(h));
	gasnet_exit(0);
}
