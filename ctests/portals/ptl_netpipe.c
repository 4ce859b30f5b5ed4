/* ptl_netpipe.c - latency and bandwidth of puts and gets between two processes, after the fashion of NetPIPE: sizes double and are perturbed by 3 bytes to
 * both sides; each size is timed over as many repetitions as take a given time, and the best of several rounds counts. One match entry serves the
 * whole run (gets have a second one); its descriptor is made once per size, before the clock starts.
 *
 *   ptl_netpipe [-o put|get] [-m ping|stream|both] [-l smallest] [-u largest] [-p perturbation] [-a size,...] [-r rounds] [-t microseconds]
 *               [-n repetitions] [-f]
 *
 *   ping    one message at a time, there and back; time is half of that. With gets, a rank's turn begins with the GET_END of the other rank's get.
 *   stream  many messages in one direction, the last one acknowledged by the peer. A get blocks: the next one begins when it is complete.
 *   both    a message in each direction at a time
 *
 *   -a      measures these sizes as well
 *   -f      ranks 0 and the last one measure: those that are furthest from each other on a line of nodes
 *
 * Ranks 0 and 1 measure, others are idle. Columns: bytes, repetitions, MB/s (10^6 bytes), microseconds per message. Lines that begin with # are comments. */
#include "../gt_portals.h"

#include "../../bench/figures/curve.h"

enum mode { PING, STREAM, BOTH };

static struct {
	bool get, far;
	enum mode mode;
	struct curve curve;
	int rounds;
	double microseconds;
} options = {false, false, PING, {1, 8 << 20, 3, 0, {0}}, 3, 20000};

enum { WINDOW = 64 }; /* messages of a stream that may be in flight */

static ptl_handle_eq_t arrivals, sends;
static ptl_handle_me_t me, get_me;
static ptl_handle_md_t target, get_target, source;
static char *sink, *well;
static int peer;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* The next event of a queue of this kind, and of a message of this length unless that is ANY. Others are skipped. */
#define ANY ((ptl_size_t)-1)
static void event(ptl_handle_eq_t eq, ptl_event_kind_t kind, ptl_size_t length)
{
	ptl_event_t e;
	do {
		int rc = PtlEQWait(eq, &e);
		if ((rc != PTL_OK && rc != PTL_EQ_DROPPED) || e.ni_fail_type != PTL_NI_OK)
			FATAL("an event: %s, fail %u", gt_code(rc), e.ni_fail_type);
	} while (e.type != kind || (length != ANY && e.mlength != length));
}

static void put(size_t n) { OK(PtlPutRegion(source, 0, n, PTL_NOACK_REQ, gt_id(peer), PT, 0, 1, 0, 0)); }

/* An empty message. It consumes all events of this and earlier messages, so that a stream cannot take them for its own. */
static void signal_peer(void)
{
	put(0);
	event(sends, PTL_EVENT_SEND_END, 0);
}

static void blocking_get(size_t n)
{
	OK(PtlGetRegion(source, 0, n, gt_id(peer), PT, 0, 2, 0));
	event(sends, PTL_EVENT_REPLY_END, ANY);
}

/* Both sides call these with the same numbers. */
static void ping(size_t n, long repetitions)
{
	void (*send)(size_t) = options.get ? blocking_get : put;
	ptl_event_kind_t came = options.get ? PTL_EVENT_GET_END : PTL_EVENT_PUT_END;
	for (long i = 0; i < repetitions; i++) {
		if (gt_me == 0) {
			send(n);
			event(arrivals, came, ANY);
		} else {
			event(arrivals, came, ANY);
			send(n);
		}
	}
}

static void stream(size_t n, long repetitions)
{
	if (options.get) {
		for (long i = 0; gt_me == 0 && i < repetitions; i++)
			blocking_get(n);
		return;
	}
	if (gt_me == 0) {
		for (long i = 0; i < repetitions; i++) {
			put(n);
			event(sends, PTL_EVENT_SEND_END, ANY);
			if (i % WINDOW == WINDOW - 1)
				event(arrivals, PTL_EVENT_PUT_END, ANY); /* the number that the peer has received */
		}
		event(arrivals, PTL_EVENT_PUT_END, ANY);
	} else {
		for (long i = 0; i < repetitions; i++) {
			event(arrivals, PTL_EVENT_PUT_END, ANY);
			if (i % WINDOW == WINDOW - 1)
				signal_peer();
		}
		signal_peer();
	}
}

static void both(size_t n, long repetitions)
{
	for (long i = 0; i < repetitions; i++) {
		if (options.get) {
			blocking_get(n);
		} else {
			put(n);
			event(arrivals, PTL_EVENT_PUT_END, ANY);
		}
	}
}

/* Synchronizes the two ranks: a message to a separate entry there and back. */
static void meet(void)
{
	if (gt_me == 0) {
		signal_peer();
		event(arrivals, PTL_EVENT_PUT_END, ANY);
	} else {
		event(arrivals, PTL_EVENT_PUT_END, ANY);
		signal_peer();
	}
}

static void exchange(size_t n, long repetitions)
{
	switch (options.mode) {
	case PING: ping(n, repetitions); break;
	case STREAM: stream(n, repetitions); break;
	case BOTH: both(n, repetitions); break;
	}
}

/* Microseconds of one exchange. */
static double timed(size_t n, long repetitions)
{
	meet();
	double begin = now();
	exchange(n, repetitions);
	double took = (now() - begin) / (double)repetitions;
	meet(); /* a side that is not timed does not run ahead */
	return took;
}

/* Rank 0 decides the number of repetitions of a round, and sends it to the peer in the bytes of a message. */
static long agree(size_t n, double estimate)
{
	long repetitions = options.curve.repetitions;
	if (repetitions == 0) {
		if (gt_me == 0) {
			double count = options.microseconds / (estimate > 0.01 ? estimate : 0.01);
			repetitions = count < 3 ? 3 : count > 1e6 ? 1000000 : (long)count;
			memcpy(well, &repetitions, sizeof repetitions);
			put(sizeof repetitions);
			event(arrivals, PTL_EVENT_PUT_END, ANY);
		} else {
			event(arrivals, PTL_EVENT_PUT_END, ANY);
			memcpy(&repetitions, sink, sizeof repetitions);
			signal_peer();
		}
	}
	(void)n;
	return repetitions;
}

static void size(size_t n)
{
	size_t room = n > 64 ? n : 64;
	ptl_md_t md = gt_md(sink, room, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, arrivals);
	ptl_md_t well_md = gt_md(sink, room, PTL_MD_THRESH_INF, PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE,
	                         options.mode == PING ? arrivals : PTL_EQ_NONE); /* only ping waits for gets of the peer */
	ptl_md_t from = gt_md(well, room, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, sends);
	static double estimate = 1;
	double best = 0;
	ptl_event_t e;

	MUST(PtlMDAttach(me, md, PTL_RETAIN, &target));
	if (options.get)
		MUST(PtlMDAttach(get_me, well_md, PTL_RETAIN, &get_target));
	MUST(PtlMDBind(gt_ni, from, PTL_RETAIN, &source));
	gt_barrier();
	if (n == options.curve.smallest) { /* warm-up, and a first estimate of the time */
		timed(n, 10);
		estimate = timed(n, 20);
	}
	long repetitions = agree(n, estimate);
	for (int round = 0; round < options.rounds; round++) {
		double took = timed(n, repetitions);
		if (round == 0 || took < best)
			best = took;
	}
	estimate = best;
	gt_barrier();
	while (PtlEQGet(arrivals, &e) != PTL_EQ_EMPTY || PtlEQGet(sends, &e) != PTL_EQ_EMPTY)
		; /* events that no wait has taken */
	SETTLES(PtlMDUnlink(target));
	if (options.get)
		SETTLES(PtlMDUnlink(get_target));
	SETTLES(PtlMDUnlink(source));
	if (gt_me == 0) {
		double one = options.mode == PING ? best / 2 : best, bytes = (double)n * (options.mode == BOTH ? 2 : 1);
		printf("%10zu %8ld %12.3f %12.3f\n", n, repetitions, bytes / one, one);
		fflush(stdout);
	}
}

#define OPTIONS "[-o put|get] [-m ping|stream|both] [-r rounds] [-t microseconds] [-f]"

static void parse(int argc, char **argv)
{
	static const char *const modes[] = {"ping", "stream", "both"};
	for (int c, mode; (c = getopt(argc, argv, "o:m:r:t:f" CURVE_OPTIONS)) != -1;)
		switch (c) {
		case 'o':
			if (strcmp(optarg, "put") != 0 && strcmp(optarg, "get") != 0)
				curve_usage(argv[0], OPTIONS);
			options.get = *optarg == 'g';
			break;
		case 'm':
			if ((mode = curve_mode(modes, BOTH + 1, optarg)) < 0)
				curve_usage(argv[0], OPTIONS);
			options.mode = (enum mode)mode;
			break;
		case 'r': options.rounds = atoi(optarg); break;
		case 't': options.microseconds = atof(optarg); break;
		case 'f': options.far = true; break;
		default:
			if (!curve_option(&options.curve, c, optarg))
				curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc || options.rounds < 1 || options.curve.largest < options.curve.smallest)
		curve_usage(argv[0], OPTIONS);
}

int main(int argc, char **argv)
{
	gt_begin(cnos_get_rank(), cnos_get_size());
	parse(argc, argv);
	gt_open();
	gt_barrier();
	if (gt_n < 2)
		GT_SKIP("needs 2 processes");
	int other = options.far ? gt_n - 1 : 1;
	bool measures = gt_me == 0 || gt_me == other;
	peer = gt_me == 0 ? other : 0;
	if (measures) {
		size_t room = curve_room(&options.curve);
		arrivals = gt_eq(4096);
		sends = gt_eq(4096);
		sink = malloc(room), well = malloc(room);
		memset(sink, 1, room), memset(well, 2, room);
		MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 1, 0, PTL_RETAIN, PTL_INS_AFTER, &me));
		if (options.get) /* the first of the list, as if it had one entry: each that a message passes takes time */
			MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 2, 0, PTL_RETAIN, PTL_INS_BEFORE, &get_me));
	}
	if (gt_me == 0) {
		printf("# %s, %s\n", options.get ? "get" : "put",
		       options.mode == PING     ? "ping-pong"
		       : options.mode == STREAM ? "stream"
		                                : "both directions");
		printf("#    bytes   rounds         MB/s           us\n");
	}
	for (size_t n = 0; (n = curve_next(&options.curve, n)) != 0;) {
		if (measures) {
			size(n);
		} else { /* the barriers of size */
			gt_barrier();
			gt_barrier();
		}
	}
	if (measures)
		OK(PtlMEUnlink(me));
	if (measures && options.get)
		OK(PtlMEUnlink(get_me));
	return gt_finish();
}
