/* GASNETGO_PORTALS_EVENTS=reference: a get is one REPLY and counts once, and a descriptor that is used up and unlinked makes an event. */
#include "../gt_portals.h"

static ptl_handle_eq_t eq;

static void gets(void)
{
	static char there[64], here[64];
	struct gt_end t = gt_offer(1, there, sizeof there, PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE), g;

	gt_fill(there, sizeof there, gt_me, 1);
	gt_barrier();
	g = gt_bind_md(gt_md(here, sizeof here, 1, 0, eq), PTL_UNLINK);
	OK(PtlGet(g.h, NEXT_ID, PT, 0, 1, 0));
	TAKE_BOTH(eq, REPLY, &g, .from = GT_NEXT, .bits = 1, .length = 64, .threshold = 1);
	TAKE(eq, PTL_EVENT_UNLINK, &g, .length = 64);
	GIVES(PTL_MD_INVALID, PtlMDUnlink(g.h));
	CHECK(gt_differs(here, sizeof here, GT_NEXT, 1) == sizeof here, "wrong data");

	g = gt_bind_md(gt_md(here, sizeof here, 2, PTL_MD_EVENT_START_DISABLE, eq), PTL_UNLINK);
	OK(PtlGet(g.h, NEXT_ID, PT, 0, 1, 0));
	TAKE(eq, PTL_EVENT_REPLY_END, &g, .from = GT_NEXT, .bits = 1, .length = 64, .threshold = 2);
	NOTHING_COMES(eq);
	OK(PtlGetRegion(g.h, 8, 8, NEXT_ID, PT, 0, 1, 0));
	TAKE(eq, PTL_EVENT_REPLY_END, &g, .from = GT_NEXT, .bits = 1, .length = 8, .offset = 8, .threshold = 1);
	TAKE(eq, PTL_EVENT_UNLINK, &g, .length = 8);
	gt_barrier();
	gt_close(&t);
}

static void puts_(void)
{
	static char there[64], here[64];
	struct gt_end t = gt_offer_md(PT, 1, 0, gt_md(there, sizeof there, 1, PTL_MD_OP_PUT, eq), PTL_UNLINK), p;

	gt_barrier();
	p = gt_bind_md(gt_md(here, 8, 2, QUIET, eq), PTL_UNLINK);
	OK(PtlPut(p.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 5));
	TAKE_BOTH(eq, PUT, &t, .from = GT_PREV, .bits = 1, .length = 8, .data = 5);
	TAKE(eq, PTL_EVENT_UNLINK, &t, .length = 8);
	GIVES(PTL_ME_INVALID, PtlMEUnlink(t.me));
	gt_barrier();
	OK(PtlPut(p.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 5)); /* used up: unlinked without an event */
	NOTHING_COMES(eq);
	GIVES(PTL_MD_INVALID, PtlMDUnlink(p.h));
	gt_barrier();
}

int main(void)
{
	gt_start();
	eq = gt_eq(64);
	gets();
	puts_();
	OK(PtlEQFree(eq));
	return gt_finish();
}
