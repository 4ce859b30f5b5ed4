/* Messages between two processes are matched in the order of the calls, whatever the function, the descriptor and the size; data is there before its
 * event, whatever the size. All ranks send to all. */
#include "../gt_portals.h"

#define MESSAGES 400
#define MOST (1 << 20)

static char *source, *target, *got;
static uint64_t drawn[64]; /* state of the random numbers that sender and receiver both draw, per sender */

static size_t length_of(uint64_t dice)
{
	switch (dice % 8) {
	case 0: return 0;
	case 1: return dice % 16 == 1 ? 1 : 8;
	case 2:
	case 3: return gt_mix(dice) % 200;
	case 4:
	case 5: return gt_mix(dice) % 5000;
	case 6: return gt_mix(dice) % 70000;
	default: return gt_mix(dice) % (dice % 64 == 7 ? MOST : 20000);
	}
}

int main(void)
{
	gt_start();
	int count = gt_n > 4 ? MESSAGES / 4 : MESSAGES;
	ptl_handle_eq_t eq = gt_eq(64), starts = gt_eq((ptl_size_t)(MESSAGES * gt_n * 2 + 64)), local = gt_eq((ptl_size_t)(MESSAGES * gt_n * 4 + 64));
	source = malloc(MOST), target = malloc(MOST), got = malloc(MOST);
	gt_fill(source, MOST, gt_me, 0);
	struct gt_end zero = gt_bind(NULL, 0, PTL_EQ_NONE), whole = gt_bind(source, MOST, PTL_EQ_NONE), into = gt_bind(got, MOST, local);
	/* all operations go to one list, and START events to one queue, in the order of matching */
	struct gt_end t = gt_offer_md(
	    PT, 0, ALL_BITS, gt_md(target, MOST, PTL_MD_THRESH_INF, BOTH_OPS | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_END_DISABLE, starts), PTL_UNLINK);
	gt_barrier();

	uint64_t gets = 0;
	for (int i = 0; i < count; i++)
		for (int k = 0; k < gt_n; k++) {
			int to = (gt_me + k) % gt_n;
			uint64_t dice = gt_mix((uint64_t)gt_me * 1000003 + (uint64_t)to * 7919 + (uint64_t)i);
			size_t n = length_of(dice);
			ptl_match_bits_t number = (ptl_match_bits_t)i;
			if (n == 0 && i % 2)
				OK(PtlPut(zero.h, PTL_NOACK_REQ, gt_id(to), PT, 0, number, 0, 0));
			else if (dice % 5 == 0) {
				OK(PtlGetRegion(into.h, 0, n < 1000 ? n : 1000, gt_id(to), PT, 0, number, 0));
				gets++;
			} else if (dice % 5 == 1) {
				struct gt_end own = gt_bind(source, n, PTL_EQ_NONE);
				OK(PtlPut(own.h, PTL_NOACK_REQ, gt_id(to), PT, 0, number, 0, 0));
				OK(PtlMDUnlink(own.h));
			} else if (dice % 5 == 2 && n <= 8) {
				OK(PtlGetPutRegion(into.h, 0, whole.h, 0, n, gt_id(to), PT, 0, number, 0, 0));
				gets++;
			} else
				OK(PtlPutRegion(whole.h, 0, n, dice % 3 ? PTL_NOACK_REQ : PTL_ACK_REQ, gt_id(to), PT, 0, number, 0, 0));
		}
	for (uint64_t replies = 0; replies < gets;)
		replies += NEXT_EVENT(local).type == PTL_EVENT_REPLY_END;
	for (int i = 0; i < count * gt_n; i++) {
		ptl_event_t e = NEXT_EVENT(starts);
		int from = gt_rank_of(e.initiator);
		if (from < 0)
			FATAL("an event from an unknown process");
		uint64_t dice = gt_mix((uint64_t)from * 1000003 + (uint64_t)gt_me * 7919 + e.match_bits);
		CHECK(e.match_bits == drawn[from], "message %d of rank %d arrives as number %d", (int)e.match_bits, from, (int)drawn[from]);
		CHECK(e.type == PTL_EVENT_GET_START || e.rlength == length_of(dice), "message %d of rank %d has %d bytes", (int)e.match_bits, from,
		      (int)e.rlength);
		drawn[from] = e.match_bits + 1;
	}
	gt_barrier();
	NOTHING(starts);
	SETTLES(PtlMEUnlink(t.me));
	SETTLES(PtlMDUnlink(whole.h));
	SETTLES(PtlMDUnlink(into.h));

	/* a large put and a small one behind it, from one process: the small one may end first, but is matched second, and each has all its bytes when it ends */
	gt_barrier();
	t = gt_offer_md(PT, 0, ALL_BITS, gt_md(target, MOST, PTL_MD_THRESH_INF, PTL_MD_OP_PUT, eq), PTL_UNLINK); /* one behind the other */
	whole = gt_bind(source, MOST, PTL_EQ_NONE);
	gt_barrier();
	for (int round = 0; round < 20; round++) {
		size_t large = gt_range(10000, MOST - 100), small = 50;
		memset(target, 0, MOST);
		ptl_md_t again = t.md;
		SETTLES(PtlMDUpdate(t.h, NULL, &again, PTL_EQ_NONE));
		gt_barrier();
		OK(PtlPutRegion(whole.h, 0, large, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, large));
		OK(PtlPutRegion(whole.h, 0, small, PTL_NOACK_REQ, NEXT_ID, PT, 0, 2, 0, large));
		int starts_seen = 0;
		for (int i = 0; i < 4; i++) {
			ptl_event_t e = NEXT_EVENT(eq);
			if (e.type == PTL_EVENT_PUT_START)
				CHECK((int)e.match_bits == ++starts_seen && e.offset == (e.match_bits == 1 ? 0 : e.hdr_data), "START of message %d",
				      (int)e.match_bits);
			else
				CHECK(gt_differs(target + e.offset, e.mlength, GT_PREV, 0) == e.mlength,
				      "round %d: message %d: byte %zu has not arrived at PUT_END", round, (int)e.match_bits,
				      gt_differs(target + e.offset, e.mlength, GT_PREV, 0));
		}
		gt_barrier();
	}
	gt_close(&t);
	NOTHING(eq);
	return gt_finish();
}
