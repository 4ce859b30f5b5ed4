/* The source of a bulk put is written to before its sync. */
#include "../../gt_gasnet.h"

int main(int argc, char **argv)
{
	static long source[4096];
	gasnet_handle_t h;
	long *mine;
	int to;

	gt_attach(&argc, &argv, NULL, 0, 16 * GASNET_PAGESIZE);
	to = (gt_me + 1) % gt_n;
	for (int i = 0; i < 4096; i++)
		source[i] = gt_me + 1;
	gt_barrier();
	h = gasnet_put_nb_bulk((gasnet_node_t)to, gt_at(to, 0), source, sizeof source);
	for (int i = 0; i < 4; i++)
		gt_barrier();
	source[4095] = -1; /* gasnet_wait_syncnb(h) is missing before this line */
	gasnet_wait_syncnb(h);
	gt_barrier();
	mine = gt_at(gt_me, 0);
	CHECK(mine[4095] == (gt_me + gt_n - 1) % gt_n + 1, "%ld", mine[4095]);
	gt_leave();
}
