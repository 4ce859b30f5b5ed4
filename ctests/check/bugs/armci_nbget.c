/* What a non-blocking get fetches is read before it has been waited for. */
#include "../../gt_armci.h"

int main(void)
{
	static long into[512];
	armci_hdl_t h;
	long **all, *mine;
	int from;

	gt_start();
	all = (long **)gt_malloc(sizeof into);
	from = (gt_me + 1) % gt_n;
	mine = all[gt_me];
	for (int i = 0; i < 512; i++)
		mine[i] = gt_me + 1;
	ARMCI_Barrier();
	ARMCI_INIT_HANDLE(&h);
	GT_OK(ARMCI_NbGet(all[from], into, sizeof into, from, &h));
	for (int i = 0; i < 4; i++)
		armci_msg_barrier();
	CHECK(into[511] == from + 1, "%ld", into[511]);
	GT_OK(ARMCI_Wait(&h));
	gt_free((void **)all);
	return gt_stop();
}
