/* What a non-blocking get fetches is read before its sync: a barrier completes nothing. */
#include "../../gt_gasnet.h"

int main(int argc, char **argv)
{
	static long into[512];
	gasnet_handle_t h;
	long *mine;
	int from;

	gt_attach(&argc, &argv, NULL, 0, GASNET_PAGESIZE);
	from = (gt_me + 1) % gt_n;
	mine = gt_at(gt_me, 0);
	for (int i = 0; i < 512; i++)
		mine[i] = gt_me + 1;
	gt_barrier();
	h = gasnet_get_nb_bulk(into, (gasnet_node_t)from, gt_at(from, 0), sizeof into);
	for (int i = 0; i < 4; i++)
		gt_barrier();
	CHECK(into[511] == from + 1, "%ld", into[511]);
	gasnet_wait_syncnb(h);
	gt_leave();
}
