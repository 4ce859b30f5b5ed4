/* The events of an operation: START and END disabled at either endpoint, no queue, acknowledgements requested and disabled. */
#include "../gt_portals.h"

static ptl_handle_eq_t here, there;
static char target[64], source[64];

static struct gt_end behind; /* the last message: when it arrives, all before it have */

static void wait_for_last(struct gt_end *from)
{
	OK(PtlPutRegion(from->h, 0, 0, PTL_NOACK_REQ, NEXT_ID, PT + 1, 0, 0, 0, 0));
	TAKE(there, PTL_EVENT_PUT_END, &behind, .from = GT_PREV, .pt = PT + 1);
	gt_barrier(); /* now replies have arrived as well */
}

int main(void)
{
	static const unsigned quiet[] = {0, PTL_MD_EVENT_START_DISABLE, PTL_MD_EVENT_END_DISABLE, QUIET};
	gt_start();
	here = gt_eq(64);
	there = gt_eq(64);
	struct gt_end silent = gt_bind(source, sizeof source, PTL_EQ_NONE);
	behind = gt_offer_md(PT + 1, 0, 0, gt_md(NULL, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, there), PTL_UNLINK);
	gt_barrier();

	for (int a = 0; a < 4; a++)                          /* disabled at the initiator */
		for (int b = 0; b < 4; b++)                  /* at the target */
			for (int more = 0; more < 8; more++) /* 1: ACK refused by the target; 2: target without queue; 4: ACK not asked for */
				for (int op = 0; op < 3; op++) {
					unsigned o = BOTH_OPS | PTL_MD_MANAGE_REMOTE | quiet[b] | (more & 1 ? PTL_MD_ACK_DISABLE : 0);
					struct gt_end t = gt_offer_md(
					    PT, 5, 0, gt_md(target, 64, PTL_MD_THRESH_INF, o, more & 2 ? PTL_EQ_NONE : there), PTL_UNLINK);
					struct gt_end s = gt_bind_md(gt_md(source, 64, PTL_MD_THRESH_INF, quiet[a], here), PTL_RETAIN);
					struct gt_end g = gt_bind_md(gt_md(source + 8, 8, PTL_MD_THRESH_INF, quiet[a], here), PTL_RETAIN);
					bool acked = !(more & 5) && op == 0;
					struct gt_want w = {.bits = 5, .offset = 8, .length = 8, .data = op == 0 ? 9 : 0}, v = w;
					int before = gt_errs;

					gt_barrier();
					if (op == 0)
						OK(PtlPutRegion(s.h, 8, 8, more & 4 ? PTL_NOACK_REQ : PTL_ACK_REQ, NEXT_ID, PT, 0, 5, 16, 9));
					else if (op == 1)
						OK(PtlGetRegion(s.h, 8, 8, NEXT_ID, PT, 0, 5, 16));
					else
						OK(PtlGetPutRegion(g.h, 0, s.h, 8, 8, NEXT_ID, PT, 0, 5, 16, 9));
					if (op == 2)
						w.data = 9;
					v = w, v.from = GT_PREV, v.offset = 16;
					ptl_event_kind_t first = op == 0   ? PTL_EVENT_PUT_START
					                         : op == 1 ? PTL_EVENT_GET_START
					                                   : PTL_EVENT_GETPUT_START,
							 last = op == 0   ? PTL_EVENT_PUT_END
					                        : op == 1 ? PTL_EVENT_GET_END
					                                  : PTL_EVENT_GETPUT_END;
					if (!(more & 2)) {
						if (!(b & 1))
							gt_take(__FILE__, __LINE__, there, first, &t, v);
						if (!(b & 2))
							gt_take(__FILE__, __LINE__, there, last, &t, v);
					}
					if (!(a & 1))
						gt_take(__FILE__, __LINE__, here, PTL_EVENT_SEND_START, &s, w);
					if (!(a & 2))
						gt_take(__FILE__, __LINE__, here, PTL_EVENT_SEND_END, &s, w);
					if (acked)
						gt_take(__FILE__, __LINE__, here, PTL_EVENT_ACK, &s, w);
					if (op == 2)
						w.offset = 0;
					if (op > 0 && !(a & 1))
						gt_take(__FILE__, __LINE__, here, PTL_EVENT_REPLY_START, op == 1 ? &s : &g, w);
					if (op > 0 && !(a & 2))
						gt_take(__FILE__, __LINE__, here, PTL_EVENT_REPLY_END, op == 1 ? &s : &g, w);
					wait_for_last(&silent);
					if (op > 0) /* the reply may be in flight without any event */
						for (int tries = 0; tries < 5000 && PtlMDUnlink(op == 1 ? s.h : g.h) == PTL_MD_IN_USE; tries++)
							gt_sleep_ms(1);
					if (op != 1)
						OK(PtlMDUnlink(s.h));
					if (op != 2)
						OK(PtlMDUnlink(g.h));
					NOTHING(here);
					NOTHING(there);
					gt_close(&t);
					if (gt_errs != before)
						ERR("... with op %d, initiator %d, target %d, more %d", op, a, b, more);
				}
	gt_barrier();
	return gt_finish();
}
