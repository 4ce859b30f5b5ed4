/* PtlMEMDPost and PtlMEMDAttach: entry and descriptor in one step, and with a queue to test only if it is empty. */
#include "../gt_portals.h"

#define MESSAGES 3000

static ptl_handle_eq_t eq, unexpected;

static void simple(void)
{
	static char memory[100];
	struct gt_end base =
	    gt_offer_md(PT, 1, 0, gt_md(memory, 100, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, unexpected), PTL_UNLINK);
	struct gt_end out = gt_bind(memory, 10, PTL_EQ_NONE), e;
	ptl_handle_me_t me = 7;
	ptl_handle_md_t h = 7;
	ptl_md_t md = gt_md(memory, 10, 1, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq);

	gt_barrier();
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	ptl_event_t ev;
	while (PtlEQPeek(unexpected, &ev) == PTL_EQ_EMPTY)
		;
	GIVES(PTL_MD_NO_UPDATE, PtlMEMDPost(gt_ni, base.me, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h, unexpected));
	CHECK(me == 7 && h == 7, "handles %#x %#x of nothing", me, h);
	TAKE(unexpected, PTL_EVENT_PUT_END, &base, .from = GT_PREV, .bits = 1, .length = 10);
	OK(PtlMEMDPost(gt_ni, base.me, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h, unexpected));
	e = (struct gt_end){me, h, md};
	gt_barrier();
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 1, .length = 10);
	GIVES(PTL_ME_INVALID, PtlMEUnlink(me));
	gt_barrier();
	/* without a queue to test, behind its base */
	OK(PtlMEMDPost(gt_ni, base.me, gt_anyone, 0, ALL_BITS, PTL_UNLINK, PTL_INS_AFTER, md, PTL_UNLINK, &me, &h, PTL_EQ_NONE));
	e = (struct gt_end){me, h, md};
	gt_barrier();
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE(unexpected, PTL_EVENT_PUT_END, &base, .from = GT_PREV, .bits = 1, .length = 10, .offset = 10);
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 2, 0, 0));
	TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 2, .length = 10);
	gt_barrier();

	/* to the ends of a list */
	OK(PtlMEMDAttach(gt_ni, PT, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h));
	e = (struct gt_end){me, h, md};
	gt_barrier();
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 1, .length = 10);
	gt_barrier();
	OK(PtlMEMDAttach(gt_ni, PT, gt_anyone, 0, ALL_BITS, PTL_UNLINK, PTL_INS_AFTER, md, PTL_UNLINK, &me, &h));
	e = (struct gt_end){me, h, md};
	gt_barrier();
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE(unexpected, PTL_EVENT_PUT_END, &base, .from = GT_PREV, .bits = 1, .length = 10, .offset = 20);
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 3, 0, 0));
	TAKE(eq, PTL_EVENT_PUT_END, &e, .from = GT_PREV, .bits = 3, .length = 10);
	gt_barrier();

	/* all or nothing */
	md.eq_handle = PTL_INVALID_HANDLE;
	me = h = 7;
	GIVES(PTL_EQ_INVALID, PtlMEMDPost(gt_ni, base.me, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h, unexpected));
	GIVES(PTL_EQ_INVALID, PtlMEMDAttach(gt_ni, PT, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h));
	md.eq_handle = eq;
	GIVES(PTL_EQ_INVALID, PtlMEMDPost(gt_ni, base.me, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h, PTL_INVALID_HANDLE));
	GIVES(PTL_ME_INVALID, PtlMEMDPost(gt_ni, base.h, gt_anyone, 1, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h, unexpected));
	CHECK(me == 7 && h == 7, "handles %#x %#x of nothing", me, h);
	gt_barrier();
	OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	TAKE(unexpected, PTL_EVENT_PUT_END, &base, .from = GT_PREV, .bits = 1, .length = 10, .offset = 30);
	gt_barrier();
	gt_close(&base);
	gt_close(&out);
	gt_barrier();
}

/* Messages 0, 1, 2, ... arrive while receives are posted, as in MPI. No message may be lost, received twice or out of order: when a post
 * succeeds, the receive gets the first message that was not unexpected. */
static void race(void)
{
	static uint64_t numbers[MESSAGES], where[1], spill[MESSAGES];
	static struct {
		ptl_seq_t link;
		uint64_t data;
		ptl_size_t offset;
		bool ended;
	} early[MESSAGES];
	struct gt_end all = gt_offer_md(PT, 0, ALL_BITS, gt_md(spill, sizeof spill, PTL_MD_THRESH_INF, PTL_MD_OP_PUT, unexpected), PTL_UNLINK);
	struct gt_end out = gt_bind(numbers, sizeof numbers, PTL_EQ_NONE);
	size_t sent = 0, first = 0, behind = 0, lucky = 0; /* early[first..behind) are unexpected messages not yet received */
	ptl_event_t ev;

	for (uint64_t i = 0; i < MESSAGES; i++)
		numbers[i] = i;
	gt_barrier();
	for (uint64_t next = 0; next < MESSAGES; next++) {
		for (size_t goal = next + 1 + gt_range(0, 3); sent < goal && sent < MESSAGES; sent++)
			OK(PtlPutRegion(out.h, sent * 8, 8, PTL_NOACK_REQ, NEXT_ID, PT, 0, sent, 0, sent));
		for (;;) {
			ptl_handle_me_t me;
			ptl_handle_md_t h;
			bool found = first < behind;
			while (PtlEQGet(unexpected, &ev) == PTL_OK || (found && !early[first].ended && (ev = NEXT_EVENT(unexpected), true))) {
				if (ev.type == PTL_EVENT_PUT_START) {
					early[behind].link = ev.link, early[behind].data = ev.hdr_data, early[behind].offset = ev.offset;
					behind++;
					continue;
				}
				size_t i = first;
				while (i < behind && early[i].link != ev.link)
					i++;
				if (ev.type != PTL_EVENT_PUT_END || i == behind)
					FATAL("%s with a link that no START had", ptl_event_str[ev.type]);
				early[i].ended = true;
			}
			if (first < behind && !early[first].ended)
				continue;
			if (first < behind) {
				CHECK(early[first].data == next && spill[early[first].offset / 8] == next, "unexpected message %d is number %d",
				      (int)early[first].data, (int)next);
				first++;
				break;
			}
			ptl_md_t md = gt_md(where, 8, 1, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, eq);
			int rc = PtlMEMDPost(gt_ni, all.me, gt_anyone, 0, ALL_BITS, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &me, &h, unexpected);
			if (rc == PTL_MD_NO_UPDATE)
				continue;
			if (rc != PTL_OK)
				FATAL("PtlMEMDPost gives %s", gt_code(rc));
			ev = NEXT_EVENT(eq);
			CHECK(ev.type == PTL_EVENT_PUT_END && ev.hdr_data == next && where[0] == next, "message %d as number %d, memory %d",
			      (int)ev.hdr_data, (int)next, (int)where[0]);
			lucky++;
			break;
		}
	}
	gt_barrier();
	CHECK(first == behind && behind + lucky == MESSAGES, "%zu unexpected, %zu expected", behind, lucky);
	NOTHING(eq);
	NOTHING(unexpected);
	gt_close(&all);
	gt_close(&out);
	gt_barrier();
}

/* A list of maximum length. The interface of this process is opened again with a small limit. */
static void too_long(void)
{
	static char memory[8];
	ptl_ni_limits_t few, got;
	ptl_handle_me_t me, more = 7;
	ptl_handle_md_t h = 7;
	int n = 1;

	memset(&few, 0, sizeof few);
	few.max_me_list = 4;
	OK(PtlNIFini(gt_ni));
	MUST(PtlNIInit(GT_IFACE, PTL_PID_ANY, &few, &got, &gt_ni));
	MUST(PtlMEAttach(gt_ni, PT, gt_anyone, 0, 0, PTL_RETAIN, PTL_INS_AFTER, &me));
	ptl_md_t md = gt_md(memory, 8, 1, PTL_MD_OP_PUT, PTL_EQ_NONE);
	for (; n < got.max_me_list && n < 100000; n++)
		OK(PtlMEMDPost(gt_ni, me, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &more, &h, PTL_EQ_NONE));
	CHECK(got.max_me_list == 4, "max_me_list %d", got.max_me_list);
	more = h = 7;
	GIVES(PTL_ME_LIST_TOO_LONG, PtlMEMDPost(gt_ni, me, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &more, &h, PTL_EQ_NONE));
	GIVES(PTL_ME_LIST_TOO_LONG, PtlMEMDAttach(gt_ni, PT, gt_anyone, 0, 0, PTL_UNLINK, PTL_INS_BEFORE, md, PTL_UNLINK, &more, &h));
	CHECK(more == 7 && h == 7, "handles %#x %#x of nothing", more, h);
}

int main(void)
{
	gt_start();
	eq = gt_eq(1024);
	unexpected = gt_eq(3 * MESSAGES);
	simple();
	race();
	gt_barrier();
	too_long();
	return gt_finish();
}
