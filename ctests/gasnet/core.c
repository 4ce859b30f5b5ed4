/* Job control, segments, and one active message of each kind around the ring. */
#include "../gt_gasnet.h"

enum { PING = 200, PONG, MEDIUM, MEDIUM_BACK, LONG, LONG_BACK };

static volatile int pings, pongs, mediums, longs;

static void ping(gasnet_token_t token, gasnet_handlerarg_t a, gasnet_handlerarg_t b)
{
	gasnet_node_t from;

	GT_OK(gasnet_AMGetMsgSource(token, &from));
	CHECK((int)from == a && b == -7, "from %u: %d %d", from, a, b);
	pings++;
	GT_OK(gasnet_AMReplyShort1(token, PONG, a + 100));
}

static void pong(gasnet_token_t token, gasnet_handlerarg_t a)
{
	(void)token;
	CHECK(a == gt_me + 100, "answered %d", a);
	pongs++;
}

static void medium(gasnet_token_t token, void *buf, size_t n, gasnet_handlerarg_t who)
{
	CHECK(gt_differs(buf, n, who, 1) == n, "a Medium of %zu bytes from %d", n, who);
	CHECK((uintptr_t)buf % 16 == 0, "at %p", buf);
	GT_OK(gasnet_AMReplyMedium1(token, MEDIUM_BACK, buf, n, who));
	CHECK(gt_differs(buf, n, who, 1) == n, "after the reply");
}

static void medium_back(gasnet_token_t token, void *buf, size_t n, gasnet_handlerarg_t who)
{
	(void)token;
	CHECK(who == gt_me && gt_differs(buf, n, who, 1) == n, "a reply of %zu bytes", n);
	mediums++;
}

static void longer(gasnet_token_t token, void *buf, size_t n, gasnet_handlerarg_t who, gasnet_handlerarg_t slot)
{
	CHECK(buf == gt_at(gt_me, (size_t)slot), "a Long at %p", buf);
	CHECK(gt_differs(buf, n, who, 2) == n, "a Long of %zu bytes from %d", n, who);
	GT_OK(gasnet_AMReplyLong0(token, LONG_BACK, buf, n, gt_at(who, (size_t)slot + (256u << 10))));
}

static void longer_back(gasnet_token_t token, void *buf, size_t n)
{
	(void)token;
	CHECK(gt_differs(buf, n, gt_me, 2) == n, "back: a Long of %zu bytes", n);
	longs++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
	    {PING, (void (*)())ping},     {PONG, (void (*)())pong},
	    {MEDIUM, (void (*)())medium}, {MEDIUM_BACK, (void (*)())medium_back},
	    {LONG, (void (*)())longer},   {LONG_BACK, (void (*)())longer_back},
	};
	static const size_t sizes[] = {0, 1, 8, 100, 512, 4096, 65000, 100000};
	static unsigned char data[1 << 17];
	int next, expected = 0, mismatch;

	gt_attach(&argc, &argv, table, 6, 1 << 20);
	next = (gt_me + 1) % gt_n;
	CHECK(gt_segments[gt_me].size >= 1 << 20 && (uintptr_t)gt_segments[gt_me].addr % GASNET_PAGESIZE == 0, "%p", gt_segments[gt_me].addr);
	for (int i = 0; i < 100; i++)
		GT_OK(gasnet_AMRequestShort2((gasnet_node_t)next, PING, gt_me, -7));
	GASNET_BLOCKUNTIL(pongs == 100);
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		const size_t n = sizes[i];

		expected++;
		if (n <= gasnet_AMMaxMedium()) {
			gt_fill(data, n, gt_me, 1);
			GT_OK(gasnet_AMRequestMedium1((gasnet_node_t)next, MEDIUM, data, n, gt_me));
			memset(data, 0, n);
			GASNET_BLOCKUNTIL(mediums == expected);
		} else {
			mediums++;
		}
		gt_fill(data, n, gt_me, 2);
		GT_OK(gasnet_AMRequestLong2((gasnet_node_t)next, LONG, data, n, gt_at(next, 0), gt_me, 0));
		GASNET_BLOCKUNTIL(longs == expected);
	}
	gt_barrier();
	CHECK(pings == 100, "%d pings", pings);

	/* puts and gets to the next, through its segment */
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		static unsigned char back[1 << 17];

		gt_fill(data, sizes[i], gt_me, 3);
		gasnet_put((gasnet_node_t)next, gt_at(next, 8), data, sizes[i]);
		memset(back, 0, sizeof back);
		gasnet_get(back, (gasnet_node_t)next, gt_at(next, 8), sizes[i]);
		CHECK(gt_differs(back, sizes[i], gt_me, 3) == sizes[i], "%zu bytes", sizes[i]);
	}
	gasnet_barrier_notify(gt_me, 0);
	mismatch = gasnet_barrier_wait(gt_me, 0);
	CHECK(mismatch == (gt_n == 1 ? GASNET_OK : GASNET_ERR_BARRIER_MISMATCH), "%s", gasnet_ErrorName(mismatch));
	MSG0("done");
	gt_leave();
	return 0;
}
