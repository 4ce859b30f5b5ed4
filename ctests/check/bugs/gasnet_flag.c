/* An active message says that a put has been made, which is not synced. */
#include "../../gt_gasnet.h"

enum { READY = 200 };
static volatile int ready;

static void is_ready(gasnet_token_t token)
{
	(void)token;
	ready = 1;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{READY, (void (*)())is_ready}};
	static long source[512];
	long *mine;
	int to;

	gt_attach(&argc, &argv, table, 1, GASNET_PAGESIZE);
	to = (gt_me + 1) % gt_n;
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	gt_barrier();
	gasnet_put_nbi((gasnet_node_t)to, gt_at(to, 0), source, sizeof source);
	GT_OK(gasnet_AMRequestShort0((gasnet_node_t)to, READY)); /* gasnet_wait_syncnbi_puts() is missing before this line */
	GASNET_BLOCKUNTIL(ready);
	mine = gt_at(gt_me, 0);
	CHECK(mine[511] == (gt_me + gt_n - 1) % gt_n + 1, "%ld", mine[511]);
	gasnet_wait_syncnbi_puts();
	gt_leave();
}
