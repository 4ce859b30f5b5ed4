/* Process 0 sends a message to each other one and sleeps for a second, in which it makes no call of ARMCI. The others say after how many milliseconds theirs has come. */
#include "../gt_armci.h"

#include <message.h>

static char data[100000];

int main(void)
{
	uint64_t begin;
	int length = -1;

	gt_start();
	ARMCI_Barrier();
	begin = gt_ns();
	if (gt_me == 0) {
		for (int to = 1; to < gt_n; to++)
			armci_msg_snd(1, data, sizeof data, to);
		gt_sleep_ms(1000);
	} else {
		armci_msg_rcv(1, data, sizeof data, &length, 0);
		CHECK(length == (int)sizeof data, "%d bytes", length);
		MSG("after %d ms", (int)((gt_ns() - begin) / 1000000));
	}
	return gt_stop();
}
