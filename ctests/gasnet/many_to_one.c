/* All nodes send requests of many sizes to node 0 as fast as they can, and every other one is answered: each comes, and once. */
#include "../gt_gasnet.h"

enum { REQUEST = 128, REPLY, REQUESTS = 20, STEP = 377 };

static volatile long came, answered;
static unsigned char *seen; /* requests of a node that have come */
static char *payload;

static void request(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t who, gasnet_handlerarg_t i)
{
	CHECK(gt_differs(buf, n, who, i) == n, "request %d of node %d, %zu bytes", (int)i, (int)who, n);
	CHECK(n == (size_t)i * STEP % (gasnet_AMMaxMedium() + 1), "request %d of node %d has %zu bytes", (int)i, (int)who, n);
	CHECK(!seen[who * REQUESTS + i], "request %d of node %d has come before", (int)i, (int)who);
	seen[who * REQUESTS + i] = 1;
	came++;
	if (i % 2)
		GT_OK(gasnet_AMReplyShort0(t, REPLY));
}

static void reply(gasnet_token_t t)
{
	(void)t;
	answered++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{REQUEST, (void (*)())request}, {REPLY, (void (*)())reply}};
	gt_attach(&argc, &argv, table, 2, 4096);
	seen = calloc((size_t)gt_n, REQUESTS);
	payload = malloc(gasnet_AMMaxMedium());
	gt_barrier();
	for (int i = 0; gt_me > 0 && i < REQUESTS; i++) {
		size_t n = (size_t)i * STEP % (gasnet_AMMaxMedium() + 1);
		gt_fill(payload, n, gt_me, i);
		GT_OK(gasnet_AMRequestMedium2(0, REQUEST, payload, n, gt_me, i));
	}
	if (gt_me > 0)
		GASNET_BLOCKUNTIL(answered == REQUESTS / 2);
	else
		GASNET_BLOCKUNTIL(came == (long)REQUESTS * (gt_n - 1));
	gt_leave();
}
