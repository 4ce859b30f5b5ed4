/* ARMCI_Wait behind a non-blocking put: it says that the source is free, not that the data is there. */
#include "../../gt_armci.h"

int main(void)
{
	static long source[512];
	armci_hdl_t h;
	long **all, *mine;
	int to;

	gt_start();
	all = (long **)gt_malloc(sizeof source);
	to = (gt_me + 1) % gt_n;
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	ARMCI_Barrier();
	ARMCI_INIT_HANDLE(&h);
	GT_OK(ARMCI_NbPut(source, all[to], sizeof source, to, &h));
	GT_OK(ARMCI_Wait(&h));
	for (int i = 0; i < 3; i++)
		armci_msg_barrier();
	mine = all[gt_me];
	CHECK(mine[511] == (gt_me + gt_n - 1) % gt_n + 1, "%ld", mine[511]);
	gt_free((void **)all);
	return gt_stop();
}
