/* The target makes no call: it computes, sleeps, or spins on its own memory. Meanwhile puts complete and are acknowledged, gets complete, and dropped
 * messages are counted. */
#include "../gt_portals.h"

#define LARGE (1 << 20)

static volatile long spins;
static char *memory, *mine;
static long stop;

static void work(ptl_handle_eq_t eq)
{
	struct gt_end s = gt_bind(mine, LARGE, eq);
	static const size_t sizes[] = {0, 1, 8, 64, 1000, 5000, 70000, LARGE};
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		size_t n = sizes[i];
		gt_fill(mine, n, gt_me, (int)i);
		OK(PtlPutRegion(s.h, 0, n, PTL_ACK_REQ, gt_id(0), PT, 0, 1, (ptl_size_t)gt_me * LARGE, 0));
		TAKE(eq, PTL_EVENT_SEND_START, &s, .bits = 1, .length = n);
		TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 1, .length = n);
		TAKE(eq, PTL_EVENT_ACK, &s, .bits = 1, .length = n);
		memset(mine, 0, n);
		OK(PtlGetRegion(s.h, 0, n, gt_id(0), PT, 0, 1, (ptl_size_t)gt_me * LARGE));
		TAKE_BOTH(eq, SEND, &s, .bits = 1, .length = n);
		TAKE_BOTH(eq, REPLY, &s, .bits = 1, .length = n);
		CHECK(gt_differs(mine, n, gt_me, (int)i) == n, "%zu bytes there and back", n);
	}
	struct gt_end g = gt_bind(mine, 8, eq), p = gt_bind(mine + 8, 8, eq);
	OK(PtlGetPut(g.h, p.h, gt_id(0), PT, 0, 1, (ptl_size_t)gt_me * LARGE, 0));
	TAKE_BOTH(eq, SEND, &p, .bits = 1, .length = 8);
	TAKE_BOTH(eq, REPLY, &g, .bits = 1, .length = 8);
	gt_close(&g);
	gt_close(&p);
	gt_close(&s);
}

int main(void)
{
	gt_start();
	if (gt_n < 2)
		GT_SKIP("needs 2 processes");
	ptl_handle_eq_t eq = gt_eq(64);
	memory = malloc((size_t)gt_n * LARGE);
	mine = malloc(LARGE);
	struct gt_end t = gt_offer(1, memory, (size_t)gt_n * LARGE, BOTH_OPS | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE);
	struct gt_end flag = gt_offer_md(PT + 1, 0, ALL_BITS,
	                                 gt_md(&stop, sizeof stop, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE), PTL_UNLINK);
	for (int how = 0; how < 3; how++) {
		stop = 0;
		gt_barrier();
		if (gt_me > 0) {
			work(eq);
			if (gt_me == 1) {
				long one = 1;
				struct gt_end s = gt_bind(&one, sizeof one, eq);
				OK(PtlPut(s.h, PTL_ACK_REQ, gt_id(0), PT + 1, 0, 0, 0, 0));
				TAKE_BOTH(eq, SEND, &s, .pt = PT + 1, .length = sizeof one);
				TAKE(eq, PTL_EVENT_ACK, &s, .length = sizeof one);
				gt_close(&s);
			}
		} else {
			uint64_t end = gt_ns() + 100000000;
			if (how == 0)
				gt_sleep_ms(100);
			else if (how == 1)
				while (gt_ns() < end)
					spins++;
			else /* until the flag comes, in this very memory */
				while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE))
					spins++;
		}
		gt_barrier();
	}
	CHECK(gt_drops() == 0, "%d drops", (int)gt_drops());
	gt_close(&t);
	gt_close(&flag);
	return gt_finish();
}
