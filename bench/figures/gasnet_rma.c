/* gasnet_rma.c - the measurements of D. Bonachea and others: Porting GASNet to Portals, section 6, on any GASNet.
 *
 *   gasnet_rma [-m put|bulk|medium] [-o] [curve options]
 *
 *   put      blocking puts: the time of one (Figure 2)
 *   bulk     non-blocking bulk puts, then the wait for all of them: the time of one (Figure 3)
 *   medium   AM Medium requests without arguments, each with a reply of the same payload: the time of both (Figure 4)
 *   -o       the source of puts is outside the segment (Figure 5) */
#include "../../ctests/gt_gasnet.h"
#include "curve.h"

#define OPTIONS "[-m put|bulk|medium] [-o]"

enum mode { PUT, BULK, MEDIUM };
enum { REQUEST = 200, REPLY };

static char *here, *there; /* source, and target in the peer's segment */
static volatile long replies;

static void request(gasnet_token_t token, void *payload, size_t n) { GT_OK(gasnet_AMReplyMedium0(token, REPLY, payload, n)); }

static void reply(gasnet_token_t token, void *payload, size_t n)
{
	(void)token, (void)payload, (void)n;
	replies++;
}

/* Microseconds of one operation. */
static double timed(enum mode mode, size_t n, long repetitions)
{
	double begin = curve_now();
	switch (mode) {
	case PUT:
		for (long i = 0; i < repetitions; i++)
			gasnet_put(1, there, here, n);
		break;
	case BULK:
		for (long i = 0; i < repetitions; i++)
			gasnet_put_nbi_bulk(1, there, here, n);
		gasnet_wait_syncnbi_puts();
		break;
	case MEDIUM:
		for (long i = 0, all = replies; i < repetitions; i++) {
			GT_OK(gasnet_AMRequestMedium0(1, REQUEST, here, n));
			GASNET_BLOCKUNTIL(replies == all + i + 1);
		}
		break;
	}
	return (curve_now() - begin) / (double)repetitions;
}

int main(int argc, char **argv)
{
	static const char *names[] = {"put", "bulk", "medium"};
	gasnet_handlerentry_t table[] = {{REQUEST, (void (*)())request}, {REPLY, (void (*)())reply}};
	struct curve curve = CURVE_DEFAULT;
	int mode = PUT;
	bool outside = false;
	GT_OK(gasnet_init(&argc, &argv));
	gt_begin((int)gasnet_mynode(), (int)gasnet_nodes());
	for (int c; (c = getopt(argc, argv, "m:o" CURVE_OPTIONS)) != -1;)
		switch (c) {
		case 'm':
			mode = curve_mode(names, MEDIUM + 1, optarg);
			if (mode < 0)
				curve_usage(argv[0], OPTIONS);
			break;
		case 'o': outside = true; break;
		default:
			if (!curve_option(&curve, c, optarg))
				curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc)
		curve_usage(argv[0], OPTIONS);
	size_t room = (curve_room(&curve) + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
	GT_OK(gasnet_attach(table, 2, 2 * room, 0));
	gt_segments = (gasnet_seginfo_t *)calloc((size_t)gt_n, sizeof *gt_segments);
	GT_OK(gasnet_getSegmentInfo(gt_segments, gt_n));
	if (gt_n < 2)
		GT_SKIP("needs 2 nodes");
	there = gt_at(1, 0);
	here = outside || mode == MEDIUM ? malloc(room) : gt_at(gt_me, room);
	memset(here, 1, room);
	memset(gt_at(gt_me, 0), 2, room);
	curve_head("", names[mode], "");
	gt_barrier();
	for (size_t n = 0; gt_me == 0 && (n = curve_next(&curve, n)) != 0;) {
		long repetitions = curve_repetitions(&curve, n);
		if (mode == MEDIUM && n > gasnet_AMMaxMedium())
			break;
		timed(mode, n, 2);
		curve_row(n, repetitions, (double)n, timed(mode, n, repetitions));
	}
	gt_barrier(); /* a node that waits handles requests */
	if (mode != MEDIUM && gt_me == 1)
		CHECK(*(char *)there == 1 && ((char *)there)[curve.largest - 1] == 1, "nothing has been put");
	gt_leave();
}
