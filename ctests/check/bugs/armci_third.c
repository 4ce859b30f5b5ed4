/* A process notifies another one that it has put to a third, without a fence for that one. */
#include "../../gt_armci.h"

int main(void)
{
	static long source[512], into[512];
	long **all;
	int done = 0;

	gt_start();
	all = (long **)gt_malloc(sizeof source);
	for (int i = 0; i < 512; i++)
		source[i] = 7;
	memset(all[gt_me], 0, sizeof source);
	ARMCI_Barrier();
	if (gt_me == 0) {
		GT_OK(ARMCI_Put(source, all[1], sizeof source, 1));
		armci_msg_snd(5, &done, sizeof done, 2); /* ARMCI_Fence(1) is missing before this line */
	} else if (gt_me == 2) {
		int bytes;

		armci_msg_rcv(5, &done, sizeof done, &bytes, 0);
		GT_OK(ARMCI_Get(all[1], into, sizeof into, 1));
		CHECK(into[511] == 7, "%ld", into[511]);
	}
	ARMCI_Barrier();
	gt_free((void **)all);
	return gt_stop();
}
