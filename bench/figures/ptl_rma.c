/* ptl_rma.c - puts that are complete when the target has acknowledged them, as in a one-sided library over Portals (D. Bonachea and
 * others: Porting GASNet to Portals, sections 3 and 6).
 *
 *   ptl_rma [-m ack|flood] [-d] [curve options]
 *
 *   ack     a put, until its ACK
 *   flood   many puts, then all of their ACKs
 *   -d      a descriptor for each put, for memory without a permanent one */
#include "../../ctests/gt_portals.h"
#include "curve.h"

#define OPTIONS "[-m ack|flood] [-d]"

enum { MOST = 8192 }; /* events of a flood: SEND_END and ACK */

static ptl_handle_eq_t events;
static ptl_handle_md_t kept;
static bool each;
static ptl_md_t source;

static void put(size_t n)
{
	ptl_handle_md_t md = kept;
	if (each) {
		source.length = n; /* what a descriptor costs may depend on its pages */
		MUST(PtlMDBind(gt_ni, source, PTL_UNLINK, &md));
	}
	OK(PtlPutRegion(md, 0, n, PTL_ACK_REQ, gt_id(1), PT, 0, 1, 0, 0));
}

/* Waits for this number of acknowledgements. */
static void acks(long count)
{
	while (count > 0) {
		ptl_event_t e;
		int rc = PtlEQWait(events, &e);
		if (rc != PTL_OK || e.ni_fail_type != PTL_NI_OK)
			FATAL("an event: %s, fail %u", gt_code(rc), e.ni_fail_type);
		count -= e.type == PTL_EVENT_ACK;
	}
}

/* Microseconds of one put. */
static double timed(bool flood, size_t n, long repetitions)
{
	double begin = curve_now();
	for (long i = 0; i < repetitions; i++) {
		put(n);
		if (!flood)
			acks(1);
	}
	if (flood)
		acks(repetitions);
	return (curve_now() - begin) / (double)repetitions;
}

int main(int argc, char **argv)
{
	struct curve curve = CURVE_DEFAULT;
	bool flood = false;
	gt_begin(cnos_get_rank(), cnos_get_size());
	for (int c; (c = getopt(argc, argv, "m:d" CURVE_OPTIONS)) != -1;)
		switch (c) {
		case 'm':
			flood = strcmp(optarg, "flood") == 0;
			if (!flood && strcmp(optarg, "ack") != 0)
				curve_usage(argv[0], OPTIONS);
			break;
		case 'd': each = true; break;
		default:
			if (!curve_option(&curve, c, optarg))
				curve_usage(argv[0], OPTIONS);
		}
	if (optind != argc || curve.repetitions > MOST / 2)
		curve_usage(argv[0], OPTIONS);
	gt_open();
	gt_barrier();
	if (gt_n < 2)
		GT_SKIP("needs 2 processes");
	char *memory = malloc(curve_room(&curve));
	memset(memory, gt_me, curve_room(&curve));
	events = gt_eq(MOST);
	struct gt_end target = {.me = PTL_INVALID_HANDLE, .h = PTL_INVALID_HANDLE};
	if (gt_me == 1)
		target = gt_offer(1, memory, curve_room(&curve), PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE);
	if (gt_me == 0) {
		/* one for a single put is used up by it: the put and its ACK are two operations */
		source = gt_md(memory, curve_room(&curve), each ? 2 : PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, events);
		if (!each)
			kept = gt_bind_md(source, PTL_RETAIN).h;
	}
	curve_head("", flood ? "flood" : "ack", "");
	gt_barrier();
	for (size_t n = 0; gt_me == 0 && (n = curve_next(&curve, n)) != 0;) {
		long repetitions = curve_repetitions(&curve, n);
		timed(flood, n, 2);
		curve_row(n, repetitions, (double)n, timed(flood, n, repetitions));
	}
	gt_barrier();
	if (gt_me == 1) {
		CHECK(memory[0] == 0 && memory[curve.largest - 1] == 0, "nothing has been put");
		gt_close(&target);
	} else if (gt_me == 0 && !each)
		OK(PtlMDUnlink(kept));
	return gt_finish();
}
