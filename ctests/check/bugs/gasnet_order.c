/* Two active messages to one node: the second may run first. */
#include "../../gt_gasnet.h"

enum { SET = 200 };
static volatile int value, handled;

static void set(gasnet_token_t token, gasnet_handlerarg_t v)
{
	(void)token;
	value = v;
	handled++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{SET, (void (*)())set}};

	gt_attach(&argc, &argv, table, 1, GASNET_PAGESIZE);
	gt_barrier();
	for (int i = 1; i <= 2; i++)
		GT_OK(gasnet_AMRequestShort1((gasnet_node_t)((gt_me + 1) % gt_n), SET, i));
	GASNET_BLOCKUNTIL(handled == 2);
	CHECK(value == 2, "the last value is %d", value);
	gt_leave();
}
