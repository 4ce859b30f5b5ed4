/* The target polls a flag in memory that is put behind the data: the puts match in order, but may complete in any. */
#include "../../gt_portals.h"

static struct {
	long data[512];
	volatile long flag;
} memory;
static long source[512], one = 1;

int main(void)
{
	struct gt_end target, from, word;

	gt_start();
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	target = gt_offer(1, &memory, sizeof memory, PTL_MD_OP_PUT | PTL_MD_MANAGE_REMOTE | QUIET, PTL_EQ_NONE);
	from = gt_bind_md(gt_md(source, sizeof source, PTL_MD_THRESH_INF, QUIET, PTL_EQ_NONE), PTL_RETAIN);
	word = gt_bind_md(gt_md(&one, sizeof one, PTL_MD_THRESH_INF, QUIET, PTL_EQ_NONE), PTL_RETAIN);
	gt_barrier();
	MUST(PtlPut(from.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, 0, 0));
	MUST(PtlPut(word.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 1, offsetof(__typeof__(memory), flag), 0));
	while (memory.flag == 0)
		gt_sleep_ms(1);
	CHECK(memory.data[511] == GT_PREV + 1, "%ld", memory.data[511]);
	gt_barrier();
	gt_sleep_ms(100);
	gt_close(&target);
	gt_close(&from);
	gt_close(&word);
	return gt_finish();
}
