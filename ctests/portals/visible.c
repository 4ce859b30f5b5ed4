/* When an event is posted, all the data has arrived: at the target with PUT_END, at the initiator with REPLY_END, for all ranks with ACK; and after SEND_END
 * and GET_END the memory may be reused. There is no barrier in between; the events are the only synchronisation. */
#include "../gt_portals.h"

#define ROUNDS 300
#define MOST 100000

static unsigned char *source, *target, *back;

int main(void)
{
	gt_start();
	ptl_handle_eq_t eq = gt_eq(64), there = gt_eq(64), ready = gt_eq(64), read = gt_eq(64);
	source = malloc(MOST), target = malloc(MOST), back = malloc(MOST);
	unsigned quiet = PTL_MD_EVENT_START_DISABLE;
	struct gt_end t = gt_offer(1, target, MOST, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | quiet, there);
	struct gt_end go = gt_offer(2, NULL, 0, PTL_MD_OP_PUT | quiet, ready), done = gt_offer(5, NULL, 0, PTL_MD_OP_PUT | quiet, read);
	struct gt_end g = gt_offer(3, source, MOST, PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE);
	struct gt_end s = gt_bind_md(gt_md(source, MOST, PTL_MD_THRESH_INF, quiet, eq), PTL_RETAIN), none = gt_bind(NULL, 0, PTL_EQ_NONE);
	struct gt_end b = gt_bind_md(gt_md(back, MOST, PTL_MD_THRESH_INF, quiet, eq), PTL_RETAIN);
	gt_barrier();
	for (int round = 0; round < ROUNDS; round++) {
		size_t n = round % 3 ? gt_mix((uint64_t)round) % 300 : gt_mix((uint64_t)round) % MOST; /* the same everywhere */
		gt_fill(source, n, gt_me, round);
		OK(PtlPutRegion(s.h, 0, n, round % 2 ? PTL_ACK_REQ : PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, (ptl_hdr_data_t)round));
		TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 1, .rlength = n, .mlength = n, .data = (ptl_hdr_data_t)round);
		/* the data sent is that at the time of SEND_END, not later */
		memset(source, 0xdd, n);
		TAKE(there, PTL_EVENT_PUT_END, &t, .from = GT_PREV, .bits = 1, .rlength = n, .mlength = n, .data = (ptl_hdr_data_t)round);
		size_t wrong = gt_differs(target, n, GT_PREV, round);
		CHECK(wrong == n, "round %d: byte %zu of %zu at PUT_END", round, wrong, n);
		if (round % 2)
			TAKE(eq, PTL_EVENT_ACK, &s, .bits = 1, .rlength = n, .mlength = n);

		/* notifies PREV that this rank has read its data and that PREV may get this rank's memory */
		gt_fill(source, n, gt_me, round + ROUNDS);
		OK(PtlPut(none.h, PTL_NOACK_REQ, PREV_ID, PT, 0, 2, 0, 1));
		TAKE(ready, PTL_EVENT_PUT_END, &go, .from = GT_NEXT, .bits = 2, .data = 1);
		OK(PtlGetRegion(b.h, 0, n, NEXT_ID, PT, 0, 3, 0));
		TAKE(eq, PTL_EVENT_SEND_END, &b, .bits = 3, .rlength = n, .mlength = n);
		TAKE(eq, PTL_EVENT_REPLY_END, &b, .bits = 3, .rlength = n, .mlength = n);
		wrong = gt_differs(back, n, GT_NEXT, round + ROUNDS);
		CHECK(wrong == n, "round %d: byte %zu of %zu at REPLY_END", round, wrong, n);
		OK(PtlPut(none.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 5, 0, 2)); /* fetched */
		TAKE(read, PTL_EVENT_PUT_END, &done, .from = GT_PREV, .bits = 5, .data = 2);
	}
	gt_barrier();

	/* ACK: a third process that is notified now sees the data in the second */
	if (gt_n >= 3) {
		struct gt_end look = gt_offer(4, target, MOST, PTL_MD_OP_GET | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE);
		memset(target, 0, MOST);
		gt_fill(source, MOST, gt_me, 12345);
		gt_barrier();
		for (int round = 0; round < 50; round++) {
			size_t n = 50 + (size_t)round * 1000;
			if (gt_me == 0) {
				OK(PtlPutRegion(s.h, (ptl_size_t)round, n, PTL_ACK_REQ, gt_id(1), PT, 0, 1, 0, 9));
				TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 1, .length = n, .offset = (ptl_size_t)round, .data = 9);
				TAKE(eq, PTL_EVENT_ACK, &s, .bits = 1, .length = n, .offset = (ptl_size_t)round);
				OK(PtlPut(none.h, PTL_NOACK_REQ, gt_id(2), PT, 0, 2, 0, 3));
			} else if (gt_me == 1) {
				TAKE(there, PTL_EVENT_PUT_END, &t, .from = 0, .bits = 1, .length = n, .data = 9);
			} else if (gt_me == 2) {
				TAKE(ready, PTL_EVENT_PUT_END, &go, .from = 0, .bits = 2, .data = 3);
				OK(PtlGetRegion(b.h, 0, n, gt_id(1), PT, 0, 4, 0));
				TAKE(eq, PTL_EVENT_SEND_END, &b, .bits = 4, .length = n);
				TAKE(eq, PTL_EVENT_REPLY_END, &b, .bits = 4, .length = n);
				for (size_t i = 0; i < n; i++)
					if (back[i] != gt_byte(0, 12345, i + (size_t)round)) {
						ERR("round %d: byte %zu of %zu after ACK", round, i, n);
						break;
					}
			}
			gt_barrier();
		}
		gt_close(&look);
	}
	gt_barrier();
	NOTHING(eq);
	NOTHING(there);
	NOTHING(ready);
	NOTHING(read);
	gt_close(&t);
	gt_close(&go);
	gt_close(&done);
	gt_close(&g);
	return gt_finish();
}
