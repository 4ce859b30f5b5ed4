/* An entry is unlinked while a put may still move into its memory: PTL_ME_IN_USE is not looked at, and the memory is used for something else. */
#include "../../gt_portals.h"

static long data[512], source[512];

int main(void)
{
	struct gt_end target, from;

	gt_start();
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	target = gt_offer(1, data, sizeof data, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE);
	from = gt_bind_md(gt_md(source, sizeof source, PTL_MD_THRESH_INF, QUIET, PTL_EQ_NONE), PTL_RETAIN);
	gt_barrier();
	MUST(PtlPut(from.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	for (int i = 0; i < 4; i++)
		gt_barrier();
	PtlMEUnlink(target.me);
	for (int i = 0; i < 512; i++)
		data[i] = -1;
	gt_sleep_ms(100);
	CHECK(data[511] == -1, "%ld", data[511]);
	gt_barrier();
	return gt_end();
}
