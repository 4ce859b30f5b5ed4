/* Stale handles stay invalid: none of very many later objects gets the same handle. */
#include "../gt_portals.h"

#define CYCLES 100000

static char memory[100];

static int compare(const void *a, const void *b)
{
	ptl_handle_any_t x = *(const ptl_handle_any_t *)a, y = *(const ptl_handle_any_t *)b;
	return x < y ? -1 : x > y;
}

int main(void)
{
	static ptl_handle_any_t all[2 * CYCLES + 1000];
	int n = 0, hits = 0;

	gt_start();
	ptl_handle_eq_t eq = gt_eq(4);
	ptl_md_t md = gt_md(memory, 100, PTL_MD_THRESH_INF, PTL_MD_OP_PUT, eq), next = gt_md(memory, 1, 0, 0, eq);
	struct gt_end first = gt_offer_md(PT, 1, 0, md, PTL_UNLINK), bound = gt_bind(memory, 1, eq);
	ptl_handle_eq_t first_eq = gt_eq(2);
	gt_close(&first);
	gt_close(&bound);
	OK(PtlEQFree(first_eq));
	for (int i = 0; i < CYCLES; i++) {
		ptl_handle_me_t me;
		ptl_handle_md_t h;
		if (PtlMEMDAttach(gt_ni, PT, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_AFTER, md, PTL_UNLINK, &me, &h) != PTL_OK)
			FATAL("cycle %d", i);
		if (PtlMEUnlink(first.me) != PTL_ME_INVALID || PtlMDUnlink(first.h) != PTL_MD_INVALID || PtlMDUnlink(bound.h) != PTL_MD_INVALID ||
		    PtlMDUpdate(first.h, NULL, &next, PTL_EQ_NONE) != PTL_MD_INVALID)
			hits++;
		all[n++] = me;
		all[n++] = h;
		if ((i % 2 ? PtlMEUnlink(me) : PtlMDUnlink(h)) != PTL_OK)
			FATAL("cycle %d: another object was removed", i);
	}
	CHECK(hits == 0, "%d stale handles had an effect", hits);
	for (int i = 0; i < 1000; i++) {
		ptl_event_t e;
		ptl_handle_eq_t q = gt_eq(2);
		CHECK(PtlEQGet(first_eq, &e) == PTL_EQ_INVALID && PtlEQFree(first_eq) == PTL_EQ_INVALID, "queue %d", i);
		all[n++] = q;
		OK(PtlEQFree(q));
	}
	qsort(all, (size_t)n, sizeof *all, compare);
	int twice = 0;
	for (int i = 1; i < n; i++)
		twice += all[i] == all[i - 1];
	CHECK(twice == 0, "%d of %d handles were given twice", twice, n);

	/* a reply for a freed descriptor is dropped, even if another descriptor uses its slot now */
	struct gt_end t =
	    gt_offer_md(PT, 1, 0, gt_md(memory, 100, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE), PTL_UNLINK);
	ptl_handle_eq_t wide = gt_eq(4000);
	gt_barrier();
	for (int i = 0; i < 1000; i++) {
		struct gt_end s = gt_bind_md(gt_md(memory, 10, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, wide), PTL_RETAIN);
		OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
		OK(PtlMDUnlink(s.h)); /* the ACK may have arrived or not */
	}
	struct gt_end s = gt_bind_md(gt_md(memory, 10, PTL_MD_THRESH_INF, QUIET, wide), PTL_RETAIN);
	OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 0, 0)); /* its ACK is the last */
	int ends = 0, acks = 0;
	for (;;) {
		ptl_event_t e = NEXT_EVENT(wide);
		if (e.md_handle == s.h) {
			CHECK(e.type == PTL_EVENT_ACK, "%s", ptl_event_str[e.type]);
			break;
		}
		ends += e.type == PTL_EVENT_SEND_END, acks += e.type == PTL_EVENT_ACK;
	}
	CHECK(ends == 1000, "%d SEND_ENDs", ends);
	CHECK(gt_drops() == 1000 - (ptl_sr_value_t)acks, "%d ACKs came, %d were dropped", acks, (int)gt_drops());
	gt_barrier();
	gt_close(&s);
	gt_close(&t);
	NOTHING(wide);
	NOTHING(eq);
	return gt_finish();
}
