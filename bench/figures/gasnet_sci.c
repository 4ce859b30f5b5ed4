/* gasnet_sci.c - active messages between two nodes, as in H. Su and others: GASNet Core API on SCI, on any GASNet. Node 0 measures with node 1: half of a round trip.
 *
 *   gasnet_sci [-m short|medium|long] [curve options]
 *
 *   short    AM Short requests without arguments, each with a Short reply; the size counts for nothing
 *   medium   AM Medium requests with a payload, each with a reply of the same payload
 *   long     AM Long requests, likewise */
#include "../../ctests/gt_gasnet.h"
#include "curve.h"

#define OPTIONS "[-m short|medium|long]"

#define ROOM ((size_t)512 << 10) /* for what arrives, and for what is sent */

enum mode { SHORT, MEDIUM, LONG, MODES };
enum { REQUEST_SHORT = 200, REQUEST_MEDIUM, REQUEST_LONG, REPLY_SHORT, REPLY };

static const char *const modes[] = {"short", "medium", "long"};
static volatile long replies;

static void request_short(gasnet_token_t token) { GT_OK(gasnet_AMReplyShort0(token, REPLY_SHORT)); }
static void request_medium(gasnet_token_t token, void *p, size_t n) { GT_OK(gasnet_AMReplyMedium0(token, REPLY, p, n)); }
static void request_long(gasnet_token_t token, void *p, size_t n) { GT_OK(gasnet_AMReplyLong0(token, REPLY, p, n, gt_at(0, 0))); }

static void reply_short(gasnet_token_t token)
{
	(void)token;
	replies++;
}

static void reply(gasnet_token_t token, void *p, size_t n)
{
	(void)token, (void)p, (void)n;
	replies++;
}

static void round_trip(enum mode mode, size_t n, char *from)
{
	const long all = replies + 1;

	switch (mode) {
	case SHORT: GT_OK(gasnet_AMRequestShort0(1, REQUEST_SHORT)); break;
	case MEDIUM: GT_OK(gasnet_AMRequestMedium0(1, REQUEST_MEDIUM, from, n)); break;
	default: GT_OK(gasnet_AMRequestLong0(1, REQUEST_LONG, from, n, gt_at(1, 0)));
	}
	GASNET_BLOCKUNTIL(replies == all);
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{REQUEST_SHORT, (void (*)())request_short},
	                                 {REQUEST_MEDIUM, (void (*)())request_medium},
	                                 {REQUEST_LONG, (void (*)())request_long},
	                                 {REPLY_SHORT, (void (*)())reply_short},
	                                 {REPLY, (void (*)())reply}};
	struct curve c = {1, 256 << 10, 0, 100, {0}};
	int mode = SHORT;

	gt_attach(&argc, &argv, table, sizeof table / sizeof *table, 2 * ROOM);
	for (int o; (o = getopt(argc, argv, "m:" CURVE_OPTIONS)) != -1;)
		if (o == 'm' ? (mode = curve_mode(modes, MODES, optarg)) < 0 : !curve_option(&c, o, optarg))
			curve_usage(argv[0], OPTIONS);
	if (curve_room(&c) > ROOM || (mode == MEDIUM && c.largest + (size_t)c.perturbation > gasnet_AMMaxMedium()))
		FATAL("messages of %zu bytes are too long", c.largest);
	char *from = gt_at(gt_me, ROOM); /* as tests of GASNet have it, in the segment */
	curve_head("GASNet ", modes[mode], "");
	for (size_t n = 0; (n = curve_next(&c, n)) != 0;) {
		const long rounds = curve_repetitions(&c, n);

		gt_barrier();
		if (gt_me == 0) {
			round_trip((enum mode)mode, n, from); /* which may make a connection */
			const double begin = curve_now();

			for (long i = 0; i < rounds; i++)
				round_trip((enum mode)mode, n, from);
			curve_row(n, rounds, (double)n, (curve_now() - begin) / (double)rounds / 2);
		}
		gt_barrier();
	}
	gt_leave();
}
