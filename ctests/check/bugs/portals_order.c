/* Two puts of one process match in order, but their ends may come in any. */
#include "../../gt_portals.h"

static char data[2][4096], source[4096];

int main(void)
{
	struct gt_end target, from;
	ptl_handle_eq_t eq;

	gt_start();
	eq = gt_eq(64);
	target = gt_offer(1, data, sizeof data, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, eq);
	from = gt_bind_md(gt_md(source, sizeof source, PTL_MD_THRESH_INF, QUIET, PTL_EQ_NONE), PTL_RETAIN);
	gt_barrier();
	for (unsigned i = 0; i < 2; i++)
		MUST(PtlPut(from.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, i * sizeof source, i));
	for (unsigned i = 0; i < 2; i++) {
		ptl_event_t e = NEXT_EVENT(eq);

		CHECK(e.hdr_data == i, "event %u is of put %d", i, (int)e.hdr_data);
	}
	gt_barrier();
	gt_close(&target);
	gt_close(&from);
	return gt_finish();
}
