/* A process that opens its interface late: earlier messages wait until then, and are matched in order. A message without a matching entry is dropped and
 * counted as usual, so that no loss is silent; and gets complete once the interface is open. */
#include "../gt_portals.h"

#define MESSAGES 100
#define MOST (MESSAGES * 20)

static unsigned char memory[64 * MOST];

/* Acknowledgements come in order. Of messages that were dropped there is none, and those are the first. */
static void acknowledged(const ptl_event_t *e, uint64_t *expected)
{
	CHECK(e->type == PTL_EVENT_ACK && (*expected == 0 || e->match_bits == *expected), "%s %d after %d", ptl_event_str[e->type],
	      (int)e->match_bits, (int)*expected - 1);
	*expected = e->match_bits + 1;
}

static void sender(int late)
{
	uint64_t expected = 0;
	ptl_event_t e;
	ptl_handle_eq_t eq = gt_eq(4 * MESSAGES);
	gt_fill(memory, MOST, gt_me, 0);
	struct gt_end s = gt_bind_md(gt_md(memory, MOST, PTL_MD_THRESH_INF, PTL_MD_EVENT_START_DISABLE, eq), PTL_RETAIN);
	for (uint64_t i = 0; i < MESSAGES; i++)
		OK(PtlPutRegion(s.h, 0, i * 20, PTL_ACK_REQ, gt_id(late), PT, 0, i, (ptl_size_t)gt_me * MOST, i));
	for (uint64_t i = 0; i < MESSAGES; i++) {
		while ((e = NEXT_EVENT(eq)).type == PTL_EVENT_ACK) /* the other process has its interface already */
			acknowledged(&e, &expected);
		CHECK(e.type == PTL_EVENT_SEND_END && e.ni_fail_type == PTL_NI_OK && e.md_handle == s.h, "%s", ptl_event_str[e.type]);
		CHECK(e.match_bits == i && e.hdr_data == i && e.rlength == i * 20 && e.mlength == i * 20, "SEND_END of %d with %d bytes, after %d",
		      (int)e.match_bits, (int)e.mlength, (int)i - 1);
	}
	memset(memory, 0, MOST); /* this rank's again */
	gt_barrier();
	/* acknowledged are the last of them, and the one that is sent once the interface is open */
	OK(PtlPutRegion(s.h, 0, 0, PTL_ACK_REQ, gt_id(late), PT, 0, MESSAGES, 0, MESSAGES));
	for (bool ended = false; expected <= MESSAGES;) {
		e = NEXT_EVENT(eq);
		if (e.type == PTL_EVENT_SEND_END && e.match_bits == MESSAGES && !ended) {
			ended = true;
			continue;
		}
		acknowledged(&e, &expected);
		CHECK(e.match_bits < MESSAGES || ended, "ACK before SEND_END");
	}
	gt_barrier();
	NOTHING(eq);
}

static void latecomer(void)
{
	uint64_t next[64] = {0};
	struct gt_end t = {.h = PTL_INVALID_HANDLE};
	gt_sleep_ms(20);
	MUST(PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, &gt_ni));
	ptl_handle_eq_t eq = gt_eq((ptl_size_t)gt_n * MESSAGES + 100);
	t = gt_offer_md(PT, 0, ALL_BITS,
	                gt_md(memory, sizeof memory, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, eq),
	                PTL_UNLINK);
	gt_barrier();
	int taken = 0;
	for (int ends = 0; ends < gt_n - 1; taken++) {
		ptl_event_t e = NEXT_EVENT(eq);
		int from = gt_rank_of(e.initiator);
		CHECK(next[from] == 0 || e.hdr_data == next[from], "message %d of rank %d as number %d", (int)e.hdr_data, from, (int)next[from]);
		next[from] = e.hdr_data + 1;
		if (e.hdr_data == MESSAGES)
			ends++;
		else
			CHECK(e.mlength == e.hdr_data * 20, "%d bytes", (int)e.mlength);
	}
	int total = (MESSAGES + 1) * (gt_n - 1);
	CHECK((ptl_sr_value_t)taken + gt_drops() == (ptl_sr_value_t)total, "%d received and %d dropped of %d", taken, (int)gt_drops(), total);
	for (int r = 0; r < gt_n - 1; r++)
		if (gt_drops() == 0)
			CHECK(gt_differs(memory + r * MOST, (MESSAGES - 1) * 20, r, 0) == (MESSAGES - 1) * 20, "the data of rank %d", r);
	gt_barrier();
	gt_close(&t);
}

int main(void)
{
	int interfaces;
	gt_begin(cnos_get_rank(), cnos_get_size());
	MUST(PtlInit(&interfaces));
	if (gt_n < 2)
		GT_SKIP("needs 2 processes");
	CHECK(cnos_get_nidpid_map(&gt_map) == gt_n, "the map is complete before any interface is open");
	if (gt_me == gt_n - 1) {
		latecomer();
	} else {
		MUST(PtlNIInit(GT_IFACE, PTL_PID_ANY, NULL, NULL, &gt_ni));
		sender(gt_n - 1);
	}
	return gt_finish();
}
