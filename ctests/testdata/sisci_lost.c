/* testdata/sisci_lost.c - rank 1 kills the launcher of its host while rank 0 waits for an interrupt of it. */
#include "../gt_sisci.h"

#include <signal.h>

int main(void)
{
	sci_desc_t sd;
	sci_local_interrupt_t interrupt;
	unsigned int number = 3;

	gt_start();
	GT_OK(SCIOpen(&sd, 0, &gt_e));
	GT_OK(SCICreateInterrupt(sd, &interrupt, 0, &number, NULL, NULL, SCI_FLAG_FIXED_INTNO, &gt_e));
	gt_barrier();
	if (gt_me == 1)
		kill(getppid(), SIGKILL);
	SCIWaitForInterrupt(interrupt, SCI_INFINITE_TIMEOUT, 0, &gt_e);
	FATAL("the wait has ended: %s", SCIGetErrorString(gt_e));
}
