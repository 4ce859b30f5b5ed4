/* PtlMDUpdate: reading, replacing, only if a queue is empty, and starting over at offset 0. */
#include "../gt_portals.h"

static unsigned char target[200], source[100];

static void same(const ptl_md_t *a, const ptl_md_t *b, int threshold)
{
	CHECK(a->start == b->start && a->length == b->length && a->options == b->options && a->user_ptr == b->user_ptr &&
	          a->eq_handle == b->eq_handle && a->threshold == threshold,
	      "start %p %p length %d %d options %#x %#x threshold %d %d", a->start, b->start, (int)a->length, (int)b->length, a->options, b->options,
	      a->threshold, threshold);
}

int main(void)
{
	ptl_md_t before, next;

	gt_start();
	ptl_handle_eq_t eq = gt_eq(32), other = gt_eq(8), empty = gt_eq(1);
	struct gt_end out = gt_bind(source, sizeof source, PTL_EQ_NONE);
	struct gt_end e = gt_offer_md(PT, 1, 0, gt_md(target, 100, 5, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq), PTL_UNLINK);

	/* only reading */
	OK(PtlMDUpdate(e.h, &before, NULL, PTL_EQ_NONE));
	same(&before, &e.md, 5);
	OK(PtlMDUpdate(e.h, NULL, NULL, PTL_EQ_NONE));
	gt_barrier();
	OK(PtlPutRegion(out.h, 0, 60, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 1, .length = 60, .threshold = 5);
	gt_barrier();
	OK(PtlMDUpdate(e.h, &before, NULL, PTL_EQ_NONE));
	same(&before, &e.md, 4);

	/* the same once more starts over at offset 0 */
	OK(PtlMDUpdate(e.h, &before, &e.md, PTL_EQ_NONE));
	gt_barrier();
	OK(PtlPutRegion(out.h, 0, 60, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 1, .length = 60, .offset = 0, .threshold = 5);
	gt_barrier();

	/* refused while there is an event in the queue; the old contents are still returned */
	next = gt_md(target + 100, 100, 2, PTL_MD_OP_PUT, other);
	OK(PtlPutRegion(out.h, 0, 1, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	ptl_event_t ev;
	while (PtlEQPeek(eq, &ev) == PTL_EQ_EMPTY)
		;
	memset(&before, 0, sizeof before);
	GIVES(PTL_MD_NO_UPDATE, PtlMDUpdate(e.h, &before, &next, eq));
	same(&before, &e.md, 3);
	GIVES(PTL_MD_NO_UPDATE, PtlMDUpdate(e.h, NULL, &next, eq));
	OK(PtlMDUpdate(e.h, &before, NULL, eq)); /* nothing to update, nothing to refuse */
	TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 1, .length = 1, .offset = 60, .threshold = 4);
	gt_barrier();
	OK(PtlMDUpdate(e.h, NULL, &next, eq));
	e.md = next;
	gt_barrier();
	OK(PtlPutRegion(out.h, 0, 100, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE_BOTH(other, PUT, &e, .from = GT_PREV, .bits = 1, .length = 100, .threshold = 2);
	CHECK(memcmp(target + 100, source, 100) == 0, "the new region");
	gt_barrier();

	/* a queue that is always empty */
	next = gt_md(target, 100, 0, PTL_MD_OP_PUT, other);
	OK(PtlMDUpdate(e.h, NULL, &next, empty));
	OK(PtlMDUpdate(e.h, &before, NULL, empty));
	same(&before, &next, 0);

	/* inactive with threshold 0, active again, and unlinked when used up */
	ptl_sr_value_t drops = gt_drops();
	gt_barrier();
	OK(PtlPutRegion(out.h, 0, 1, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	while (gt_drops() == drops)
		;
	next.threshold = 1;
	next.options |= PTL_MD_EVENT_START_DISABLE;
	OK(PtlMDUpdate(e.h, NULL, &next, other));
	e.md = next;
	gt_barrier();
	OK(PtlPutRegion(out.h, 0, 10, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE(other, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 1, .length = 10, .threshold = 1);
	GIVES(PTL_MD_INVALID, PtlMDUpdate(e.h, NULL, &next, PTL_EQ_NONE));
	GIVES(PTL_MD_INVALID, PtlMDUnlink(e.h));
	GIVES(PTL_ME_INVALID, PtlMEUnlink(e.me));

	/* a source, too */
	next = gt_md(source + 50, 50, PTL_MD_THRESH_INF, 0, other);
	SETTLES(PtlMDUpdate(out.h, NULL, &next, PTL_EQ_NONE));
	out.md = next;
	GIVES(PTL_MD_ILLEGAL, PtlPutRegion(out.h, 0, 51, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	OK(PtlPut(out.h, PTL_NOACK_REQ, MY_ID, PT, 0, 1, 0, 0));
	TAKE_BOTH(other, SEND, &out, .bits = 1, .length = 50);

	/* wrong in all ways */
	struct gt_end w = gt_bind(source, 10, eq);
	GIVES(PTL_MD_INVALID, PtlMDUpdate(PTL_INVALID_HANDLE, NULL, &next, PTL_EQ_NONE));
	GIVES(PTL_EQ_INVALID, PtlMDUpdate(w.h, NULL, &next, PTL_INVALID_HANDLE));
	GIVES(PTL_EQ_INVALID, PtlMDUpdate(w.h, NULL, &next, w.h));
	next.eq_handle = PTL_INVALID_HANDLE;
	GIVES(PTL_EQ_INVALID, PtlMDUpdate(w.h, NULL, &next, PTL_EQ_NONE));
	next = gt_md(NULL, 10, 1, 0, eq);
	GIVES(PTL_MD_ILLEGAL, PtlMDUpdate(w.h, NULL, &next, PTL_EQ_NONE));
	OK(PtlMDUpdate(w.h, &before, NULL, PTL_EQ_NONE));
	same(&before, &w.md, PTL_MD_THRESH_INF);
	gt_close(&w);
	gt_close(&out);
	NOTHING(eq);
	NOTHING(other);
	NOTHING(empty);
	return gt_finish();
}
