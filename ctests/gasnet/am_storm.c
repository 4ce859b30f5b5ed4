/* All ranks flood all ranks with messages of all kinds and sizes, with and without replies. No message is lost or duplicated, and there is no deadlock. */
#include "../gt_gasnet.h"

enum { ASK = 128, MEDIUM, LONG, BACK, MEDIUM_BACK, LONG_BACK, ONE_WAY, MESSAGES = 3000, LARGE = 30000, SLOTS = 8 };

static volatile int asked, answered, one_way;
static uint64_t sum_in, sum_out;
static size_t medium_most;

/* The part of each segment that belongs to one sender: SLOTS slots for Longs, SLOTS for their replies. */
static void *place(int owner, int sender, int slot) { return gt_at(owner, ((size_t)sender * 2 * SLOTS + (size_t)slot) * LARGE); }

static void one(gasnet_token_t t, gasnet_handlerarg_t number)
{
	(void)t;
	sum_in += (uint32_t)number;
	one_way++;
}

static void ask(gasnet_token_t t, gasnet_handlerarg_t number)
{
	asked++;
	GT_OK(gasnet_AMReplyShort1(t, BACK, number));
}

static void medium(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t who, gasnet_handlerarg_t round)
{
	asked++;
	CHECK(gt_differs(buf, n, who, round) == n, "a Medium of %zu bytes from %d", n, who);
	GT_OK(gasnet_AMReplyMedium1(t, MEDIUM_BACK, buf, n, round));
	CHECK(gt_differs(buf, n, who, round) == n, "after the reply");
}

static void longer(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t who, gasnet_handlerarg_t slot)
{
	asked++;
	CHECK(buf == place(gt_me, who, slot), "at %p", buf);
	CHECK(gt_differs(buf, n, who, slot) == n, "a Long of %zu bytes from %d", n, who);
	GT_OK(gasnet_AMReplyLong1(t, LONG_BACK, buf, n, place(who, gt_me, SLOTS + slot), slot));
}

static uint32_t busy; /* slots whose reply has not arrived */

static void back(gasnet_token_t t, gasnet_handlerarg_t number)
{
	(void)t;
	(void)number;
	answered++;
}

static void medium_back(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t round)
{
	(void)t;
	CHECK(gt_differs(buf, n, gt_me, round) == n, "the reply to a Medium has %zu bytes", n);
	answered++;
}

static void longer_back(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t slot)
{
	(void)t;
	CHECK(gt_differs(buf, n, gt_me, slot) == n, "the reply to a Long has %zu bytes", n);
	busy &= ~(1u << slot);
	answered++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {
	    {ASK, (void (*)())ask},     {MEDIUM, (void (*)())medium},           {LONG, (void (*)())longer},           {BACK, (void (*)())back},
	    {ONE_WAY, (void (*)())one}, {MEDIUM_BACK, (void (*)())medium_back}, {LONG_BACK, (void (*)())longer_back},
	};
	static unsigned char data[LARGE];
	uint64_t all = 0;
	int sent = 0;

	gt_attach(&argc, &argv, table, 7, (uintptr_t)64 * LARGE * 2 * SLOTS);
	medium_most = gasnet_AMMaxMedium() < LARGE ? gasnet_AMMaxMedium() : LARGE;

	/* one way, to all ranks in turn: senders are faster than receivers, so rings fill up */
	for (int i = 0; i < MESSAGES * gt_n; i++) {
		GT_OK(gasnet_AMRequestShort1((gasnet_node_t)(i % gt_n), ONE_WAY, i));
		sum_out += (uint32_t)i;
	}
	GASNET_BLOCKUNTIL(one_way == MESSAGES * gt_n);
	for (int i = 0; i < MESSAGES * gt_n; i++)
		all += i % gt_n == gt_me ? (uint64_t)i * (uint64_t)gt_n : 0;
	CHECK(sum_in == all, "%" PRIu64 " instead of %" PRIu64, sum_in, all);
	gt_barrier();

	for (int i = 0; i < MESSAGES; i++) {
		const int to = (int)gt_range(0, (uint64_t)gt_n - 1), kind = (int)gt_range(0, 9);
		const size_t small = gt_range(0, 200), large = gt_range(0, LARGE);

		if (kind < 5) {
			GT_OK(gasnet_AMRequestShort1((gasnet_node_t)to, ASK, i));
		} else if (kind < 9) {
			const size_t n = kind == 8 ? gt_range(0, medium_most) : small;

			gt_fill(data, n, gt_me, i);
			GT_OK(gasnet_AMRequestMedium2((gasnet_node_t)to, MEDIUM, data, n, gt_me, i));
			memset(data, 0xee, n);
		} else {
			const int slot = i % SLOTS;

			GASNET_BLOCKUNTIL(!(busy & 1u << slot));
			busy |= 1u << slot;
			gt_fill(data, large, gt_me, slot);
			GT_OK(gasnet_AMRequestLong2((gasnet_node_t)to, LONG, data, large, place(to, gt_me, slot), gt_me, slot));
		}
		sent++;
	}
	GASNET_BLOCKUNTIL(answered == sent);
	gt_barrier();
	MSG0("%d answered", answered);
	gt_leave();
	return 0;
}
