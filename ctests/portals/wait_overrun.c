/* PtlEQWait on a queue that is too small: when more events are posted than fit, a waiter gets PTL_EQ_DROPPED with the next event, and then every later event.
 * All ranks send to one. */
#include "../gt_portals.h"

enum { EACH = 300 };

int main(void)
{
	static char memory[8], source[8];
	struct gt_end t = {.h = PTL_INVALID_HANDLE}, s;

	gt_start();
	ptl_handle_eq_t tiny = gt_eq(2);
	if (gt_me == 0)
		t = gt_offer(1, memory, sizeof memory, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE, tiny);
	s = gt_bind(source, sizeof source, PTL_EQ_NONE);
	gt_barrier();
	for (int i = 0; i < EACH; i++)
		OK(PtlPut(s.h, PTL_NOACK_REQ, gt_id(0), PT, 0, 1, 0, 0));
	if (gt_me == 0) {
		const ptl_seq_t expected = 2u * EACH * (unsigned)gt_n; /* START and END */
		unsigned lost = 0, taken = 0;
		ptl_seq_t last = 0;

		while (last < expected) {
			ptl_event_t e;
			const int rc = PtlEQWait(tiny, &e);

			CHECK(rc == PTL_OK || rc == PTL_EQ_DROPPED, "%s", gt_code(rc));
			CHECK((e.sequence - last != 1) == (rc == PTL_EQ_DROPPED), "%s with sequence %u after %u", gt_code(rc), e.sequence, last);
			CHECK(e.type == PTL_EVENT_PUT_START || e.type == PTL_EVENT_PUT_END, "event %u is a %s", e.sequence, ptl_event_str[e.type]);
			lost += e.sequence - last - 1;
			taken++;
			last = e.sequence;
		}
		CHECK(last == expected && taken + lost == expected, "%u events and %u lost, up to %u instead of %u", taken, lost, last, expected);
		CHECK(!getenv("GT_SIMULATED") || gt_n < 4 || lost > 0, "nothing was lost: this tests nothing");
		NOTHING(tiny);
		gt_close(&t);
	}
	CHECK(gt_drops() == 0, "%d messages dropped", (int)gt_drops());
	gt_close(&s);
	return gt_finish();
}
