/* A handler and the main program add to the same variable: the handler may run in a call between the main program's load and its store. */
#include "../../gt_gasnet.h"

enum { ADD = 200 };
static volatile int sum, handled;

static void add(gasnet_token_t token, gasnet_handlerarg_t v)
{
	(void)token;
	sum += v;
	handled++;
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{ADD, (void (*)())add}};
	gasnet_node_t next;
	int before;
	long word = 1;

	gt_attach(&argc, &argv, table, 1, GASNET_PAGESIZE);
	next = (gasnet_node_t)((gt_me + 1) % gt_n);
	gt_barrier();
	before = sum;
	gasnet_put(next, gt_at((int)next, 0), &word, sizeof word); /* serves messages while it waits */
	sum = before + 1;
	for (int i = 0; i < 4; i++)
		gasnet_put(next, gt_at((int)next, 8), &word, sizeof word);
	GT_OK(gasnet_AMRequestShort1(next, ADD, 1));
	GASNET_BLOCKUNTIL(handled == 1);
	CHECK(sum == 2, "%d", sum);
	gt_leave();
}
