/* gasnet_bursts.c - what a sender of bursts waits for when others have sent before, on any GASNet with flow control.
 *
 *   gasnet_bursts [-s senders] [-b bursts] [-k requests] [-q bytes]
 *
 * Nodes 1 to senders send to node 0, one after the other: each so many bursts of so many AM Medium requests with a payload of so many bytes, each of which
 * gets a Short reply. A burst begins when the one before it has been answered. A row for each burst: its number, the requests, the time of one request in a
 * burst, and how many requests waited: those whose call took more than twice as long as the first call of the burst. */
#include "../../ctests/gt_gasnet.h"

#include <getopt.h>

enum { REQUEST = 200, REPLY };

struct burst {
	double microseconds; /* of one request */
	double waited;       /* requests */
};

static volatile long replies;

static void request(gasnet_token_t token, void *payload, size_t n)
{
	(void)payload, (void)n;
	GT_OK(gasnet_AMReplyShort0(token, REPLY));
}

static void reply(gasnet_token_t token)
{
	(void)token;
	replies++;
}

static double now(void) { return (double)gt_ns() / 1e3; }

/* Sends a burst, and waits for its answers. */
static struct burst send_burst(long requests, void *payload, size_t bytes)
{
	struct burst b = {0, 0};
	double begin = now(), last = begin, first = 0;
	long all = replies + requests;
	for (long i = 0; i < requests; i++) {
		GT_OK(gasnet_AMRequestMedium0(0, REQUEST, payload, bytes));
		double t = now();
		if (i == 0)
			first = t - last;
		else if (t - last > 2 * first)
			b.waited++;
		last = t;
	}
	GASNET_BLOCKUNTIL(replies == all);
	b.microseconds = (now() - begin) / (double)requests;
	return b;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{REQUEST, (void (*)())request}, {REPLY, (void (*)())reply}};
	long senders = 3, bursts = 20, requests = 100, bytes = 8;
	gt_attach(&argc, &argv, table, 2, 1 << 20);
	for (int c; (c = getopt(argc, argv, "s:b:k:q:")) != -1;) {
		long *value = c == 's' ? &senders : c == 'b' ? &bursts : c == 'k' ? &requests : c == 'q' ? &bytes : NULL;
		if (value == NULL || (*value = atol(optarg)) < (c != 'q') || optind > argc)
			FATAL("usage: %s [-s senders] [-b bursts] [-k requests] [-q bytes]", argv[0]);
	}
	if (senders >= gt_n)
		GT_SKIP("needs a node more than senders");
	if ((size_t)bytes > gasnet_AMMaxMedium() || (size_t)(senders * bursts) > (1 << 20) / sizeof(struct burst))
		FATAL("%ld bytes of a request, %ld bursts of %ld senders: too many", bytes, bursts, senders);
	char *payload = calloc(1, (size_t)bytes + 1);
	if (gt_me == 0)
		printf("# %ld senders, %ld requests in a burst\n#    burst requests           us       waited\n", senders, requests);
	for (long s = 1; s <= senders; s++) {
		gt_barrier();
		for (long i = 0; s == gt_me && i < bursts; i++) {
			struct burst b = send_burst(requests, payload, (size_t)bytes);
			gasnet_put(0, gt_at(0, (size_t)((s - 1) * bursts + i) * sizeof b), &b, sizeof b);
		}
	}
	gt_barrier();
	const struct burst *all = gt_at(gt_me, 0);
	for (long i = 0; gt_me == 0 && i < senders * bursts; i++)
		printf("%10ld %8ld %12.3f %12.0f\n", i + 1, requests, all[i].microseconds, all[i].waited);
	gt_leave();
}
