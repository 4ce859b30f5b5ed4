/* Puts and gets of GASNet-EX in all forms, events in lists, operations without events, access regions, values. */
#include "../gt_gex.h"

enum { MOST = 20000, PAGES = 32, LISTED = 7 };

static const size_t sizes[] = {0, 1, 3, 8, 100, 4096, 4097, MOST};
static char out[MOST], back[MOST];

static void fill(char *c, size_t n, int seed)
{
	for (size_t i = 0; i < n; i++)
		c[i] = (char)(i * 7 + (size_t)seed);
}

static void same(const char *what, size_t n)
{
	CHECK(memcmp(out, back, n) == 0, "%s of %zu bytes", what, n);
	memset(back, 0, n);
}

/* Each form at every size, to an odd address. */
static void forms(int to)
{
	char *there = gt_at(to, 1);

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const size_t n = sizes[i];
		const gex_Rank_t r = (gex_Rank_t)to;
		gex_Event_t lc = GEX_EVENT_NO_OP, root;

		fill(out, n, 1);
		HOLDS(gex_RMA_PutBlocking(gt_tm, r, there, out, n, 0) == 0 && gex_RMA_GetBlocking(gt_tm, back, r, there, n, 0) == 0);
		same("blocking", n);
		fill(out, n, 2);
		gex_Event_Wait(gex_RMA_PutNB(gt_tm, r, there, out, n, GEX_EVENT_DEFER, 0));
		gex_Event_Wait(gex_RMA_GetNB(gt_tm, back, r, there, n, 0));
		same("NB", n);
		fill(out, n, 3);
		root = gex_RMA_PutNB(gex_TM_Pair(gt_ep, 0), r, there, out, n, &lc, 0);
		gex_Event_Wait(lc);
		fill(out, n, 4); /* the source is free */
		gex_Event_Wait(root);
		fill(out, n, 3);
		HOLDS(gex_RMA_GetBlocking(gt_tm, back, r, there, n, 0) == 0);
		same("NB with an event for its source", n);
		fill(out, n, 5);
		root = gex_RMA_PutNB(gt_tm, r, there, out, n, GEX_EVENT_NOW, 0);
		while (gex_Event_Test(root) != GASNET_OK)
			GT_OK(gasnet_AMPoll());
		HOLDS(gex_Event_QueryLeaf(GEX_EVENT_INVALID, GEX_EC_LC) == GEX_EVENT_INVALID);
		HOLDS(gex_RMA_GetNBI(gt_tm, back, r, there, n, 0) == 0);
		while (gex_NBI_Test(GEX_EC_GET, 0) != GASNET_OK)
			GT_OK(gasnet_AMPoll());
		same("NBI", n);
		fill(out, n, 6);
		HOLDS(gex_RMA_PutNBI(gt_tm, r, there, out, n, GEX_EVENT_GROUP, 0) == 0);
		gex_NBI_Wait(GEX_EC_LC, 0);
		gex_NBI_Wait(GEX_EC_PUT, 0);
		gex_NBI_BeginAccessRegion(0);
		HOLDS(gex_RMA_GetNBI(gt_tm, back, r, there, n, 0) == 0);
		gex_Event_Wait(gex_NBI_EndAccessRegion(0));
		same("in a region", n);
		gex_NBI_Wait(GEX_EC_ALL, 0);
	}
}

/* Events in lists, with empty places. */
static void lists(int to)
{
	gex_Event_t all[LISTED];
	char *there = gt_at(to, 0);

	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < LISTED; i++) {
			fill(out + i * 1000, 1000, i + round);
			all[i] = i == 3 ? GEX_EVENT_INVALID
			                : gex_RMA_PutNB(gt_tm, (gex_Rank_t)to, there + i * 1000, out + i * 1000, 1000, GEX_EVENT_DEFER, 0);
		}
		switch (round) {
		case 0: gex_Event_WaitAll(all, LISTED, 0); break;
		case 1:
			for (int left = 1; left;) {
				gex_Event_WaitSome(all, LISTED, 0);
				left = 0;
				for (int i = 0; i < LISTED; i++)
					left += all[i] != GEX_EVENT_INVALID;
			}
			break;
		case 2:
			while (gex_Event_TestAll(all, LISTED, 0) != GASNET_OK)
				GT_OK(gasnet_AMPoll());
			break;
		default:
			for (int i = 0; i < LISTED; i++)
				while (all[i] != GEX_EVENT_INVALID)
					if (gex_Event_TestSome(all, LISTED, 0) != GASNET_OK)
						GT_OK(gasnet_AMPoll());
		}
		for (int i = 0; i < LISTED; i++)
			HOLDS(all[i] == GEX_EVENT_INVALID);
		HOLDS(gex_Event_TestSome(all, LISTED, 0) == GASNET_OK && gex_Event_TestAll(all, 0, 0) == GASNET_OK);
		for (int i = 0; i < LISTED; i++)
			if (i != 3) {
				HOLDS(gex_RMA_GetBlocking(gt_tm, back + i * 1000, (gex_Rank_t)to, there + i * 1000, 1000, 0) == 0);
				CHECK(memcmp(out + i * 1000, back + i * 1000, 1000) == 0, "round %d, %d", round, i);
			}
	}
}

static void values(int to)
{
	char *there = gt_at(to, 3);

	for (size_t n = 1; n <= 8; n++) {
		const gex_RMA_Value_t all = UINT64_C(0x8182838485868788) + n, mask = n == 8 ? ~UINT64_C(0) : (UINT64_C(1) << 8 * n) - 1;

		HOLDS(gex_RMA_PutBlockingVal(gt_tm, (gex_Rank_t)to, there, all, n, 0) == 0);
		CHECK(gex_RMA_GetBlockingVal(gt_tm, (gex_Rank_t)to, there, n, 0) == (all & mask), "%zu bytes", n);
		gex_Event_Wait(gex_RMA_PutNBVal(gt_tm, (gex_Rank_t)to, there, ~all, n, 0));
		CHECK(gex_RMA_GetBlockingVal(gt_tm, (gex_Rank_t)to, there, n, 0) == (~all & mask), "%zu bytes", n);
		HOLDS(gex_RMA_PutNBIVal(gt_tm, (gex_Rank_t)to, there, all, n, 0) == 0);
		gex_NBI_Wait(GEX_EC_PUT, 0);
		CHECK(gex_RMA_GetBlockingVal(gt_tm, (gex_Rank_t)to, there, n, 0) == (all & mask), "%zu bytes", n);
	}
}

int main(int argc, char **argv)
{
	gt_init("moves", &argc, &argv);
	gt_attach(PAGES);
	for (int step = 0; step < 2; step++) {
		const int to = (gt_me + step) % gt_n;

		gt_barrier();
		forms(to);
		lists(to);
		values(to);
	}
	gt_leave();
}
