/* The source of a put is written to before its SEND_END. */
#include "../../gt_portals.h"

static long data[512], source[512];

int main(void)
{
	struct gt_end target, from;
	ptl_handle_eq_t eq;

	gt_start();
	eq = gt_eq(64);
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	target = gt_offer(1, data, sizeof data, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | PTL_MD_EVENT_START_DISABLE, eq);
	from = gt_bind_md(gt_md(source, sizeof source, PTL_MD_THRESH_INF, QUIET, PTL_EQ_NONE), PTL_RETAIN);
	gt_barrier();
	MUST(PtlPut(from.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	for (int i = 0; i < 4; i++)
		gt_barrier();
	source[511] = -1;
	CHECK(NEXT_EVENT(eq).type == PTL_EVENT_PUT_END, "another event");
	CHECK(data[511] == GT_PREV + 1, "%ld", data[511]);
	gt_barrier();
	gt_close(&target);
	gt_close(&from);
	return gt_finish();
}
