/* Acknowledgements: their contents, their order after other events, and the cases without one. */
#include "../gt_portals.h"

static char source[100], target[100];

int main(void)
{
	gt_start();
	ptl_handle_eq_t eq = gt_eq(64), there = gt_eq(64);
	struct gt_end s = gt_bind_md(gt_md(source, 100, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN), t, u;
	gt_barrier();

	/* the whole, a part, nothing; truncated, and truncated to nothing */
	t = gt_offer(1, target, 50, PTL_MD_OP_PUT | PTL_MD_TRUNCATE | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, there);
	gt_barrier();
	static const struct {
		ptl_size_t from, n, to, got;
	} cases[] = {{0, 50, 0, 50}, {10, 20, 5, 20}, {100, 0, 50, 0}, {0, 100, 0, 50},
	             {7, 80, 49, 1}, {0, 100, 50, 0}, {99, 1, 50, 0},  {0, 0, 0, 0}};
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		ptl_size_t from = cases[i].from, n = cases[i].n, to = cases[i].to, got = cases[i].got;
		OK(PtlPutRegion(s.h, from, n, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, to, 0xf00d));
		TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 1, .rlength = n, .mlength = n, .offset = from, .data = 0xf00d);
		TAKE(eq, PTL_EVENT_ACK, &s, .bits = 1, .rlength = n, .mlength = got, .offset = from);
		TAKE(there, PTL_EVENT_PUT_END, &t, .from = GT_PREV, .bits = 1, .rlength = n, .mlength = got, .offset = to, .data = 0xf00d);
	}
	OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 1, 0, 3));
	TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 1, .length = 100, .data = 3);
	TAKE(eq, PTL_EVENT_ACK, &s, .bits = 1, .rlength = 100, .mlength = 50);
	TAKE(there, PTL_EVENT_PUT_END, &t, .from = GT_PREV, .bits = 1, .rlength = 100, .mlength = 50, .data = 3);
	gt_barrier();
	gt_close(&t);

	/* bits are those of the request, not of the entry; also if the put makes no other event */
	t = gt_offer_md(PT, 0, ALL_BITS, gt_md(target, 100, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | QUIET, PTL_EQ_NONE), PTL_UNLINK);
	gt_barrier();
	for (uint64_t i = 1; i != 0; i <<= 1) {
		OK(PtlPutRegion(s.h, 1, 1, PTL_ACK_REQ, NEXT_ID, PT, 0, i, 0, ~i));
		TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = i, .length = 1, .offset = 1, .data = ~i);
		TAKE(eq, PTL_EVENT_ACK, &s, .bits = i, .length = 1, .offset = 1);
	}
	gt_barrier();
	gt_close(&t);

	/* an empty region that accepts and discards every message, so that the sender retries */
	t = gt_offer(2, NULL, 0, PTL_MD_OP_PUT | PTL_MD_TRUNCATE, PTL_EQ_NONE);
	u = gt_bind_md(gt_md(source, 100, PTL_MD_THRESH_INF, QUIET, eq), PTL_RETAIN);
	gt_barrier();
	OK(PtlPut(u.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 2, 0, 0));
	TAKE(eq, PTL_EVENT_ACK, &u, .bits = 2, .rlength = 100, .mlength = 0);
	gt_barrier();
	gt_close(&t);
	gt_close(&u);

	/* no entry accepts it: no ACK, and the drop count of the target rises */
	ptl_sr_value_t before = gt_drops();
	gt_barrier();
	for (int i = 0; i < 3; i++) {
		OK(PtlPut(s.h, PTL_ACK_REQ, NEXT_ID, PT, 0, 3, 0, 0));
		TAKE(eq, PTL_EVENT_SEND_END, &s, .bits = 3, .length = 100);
	}
	for (int tries = 0; tries < 10000 && gt_drops() < before + 3; tries++)
		gt_sleep_ms(1);
	CHECK(gt_drops() == before + 3, "%d drops", (int)(gt_drops() - before));
	gt_barrier();
	NOTHING(eq);

	/* many acknowledged puts at once: all SEND_ENDs, all ACKs, each ACK behind its SEND_END */
	enum { MANY = 500 };
	ptl_handle_eq_t wide = gt_eq(4 * MANY);
	u = gt_bind_md(gt_md(source, 100, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, wide), PTL_RETAIN);
	t = gt_offer_md(PT, 0, ALL_BITS, gt_md(target, 100, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, PTL_EQ_NONE), PTL_UNLINK);
	gt_barrier();
	static bool ended[MANY];
	for (int i = 0; i < MANY; i++)
		OK(PtlPutRegion(u.h, 0, (ptl_size_t)(i % 100), PTL_ACK_REQ, NEXT_ID, PT, 0, (ptl_match_bits_t)i, 0, 0));
	for (int i = 0, acks = 0; i < 2 * MANY; i++) {
		ptl_event_t e = NEXT_EVENT(wide);
		CHECK(e.rlength == e.match_bits % 100 && e.mlength == e.rlength, "length %d", (int)e.mlength);
		if (e.type == PTL_EVENT_SEND_END)
			ended[e.match_bits] = true;
		else {
			CHECK(e.type == PTL_EVENT_ACK && ended[e.match_bits], "%s before SEND_END", ptl_event_str[e.type]);
			CHECK((int)e.match_bits == acks, "ACK %d as number %d", (int)e.match_bits, acks);
			acks++;
		}
	}
	NOTHING(wide);
	gt_barrier();
	gt_close(&u);
	gt_close(&t);
	NOTHING(eq);
	NOTHING(there);
	return gt_finish();
}
