/* The name of a barrier is how many messages have come so far, which nodes need not agree on. */
#include "../../gt_gasnet.h"

enum { COUNT = 200 };
static volatile int count;

static void counts(gasnet_token_t token)
{
	(void)token;
	count++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{COUNT, (void (*)())counts}};
	int name, rc;

	gt_attach(&argc, &argv, table, 1, GASNET_PAGESIZE);
	gt_barrier();
	GT_OK(gasnet_AMRequestShort0((gasnet_node_t)((gt_me + 1) % gt_n), COUNT));
	for (int i = 0; i < 4; i++)
		gt_barrier();
	name = count;
	gasnet_barrier_notify(name, 0);
	rc = gasnet_barrier_wait(name, 0);
	CHECK(rc == GASNET_OK, "barrier %d: %s", name, gasnet_ErrorName(rc));
	GASNET_BLOCKUNTIL(count == 1);
	gt_leave();
}
