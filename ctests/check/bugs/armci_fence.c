/* armci_msg_barrier behind a put: it is no fence. */
#include "../../gt_armci.h"

int main(void)
{
	static long source[512];
	long **all, *mine;
	int to;

	gt_start();
	all = (long **)gt_malloc(sizeof source);
	to = (gt_me + 1) % gt_n;
	for (int i = 0; i < 512; i++)
		source[i] = gt_me + 1;
	ARMCI_Barrier();
	GT_OK(ARMCI_Put(source, all[to], sizeof source, to));
	for (int i = 0; i < 3; i++)
		armci_msg_barrier(); /* ARMCI_Barrier is right */
	mine = all[gt_me];
	CHECK(mine[511] == (gt_me + gt_n - 1) % gt_n + 1, "%ld", mine[511]);
	gt_free((void **)all);
	return gt_stop();
}
