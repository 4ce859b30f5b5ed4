/* hosts_flood_armci.c - accumulates, puts and fetch-and-adds to a process that takes no messages for a second. */
#include "../gt_armci.h"

#include "hosts_flood.h"

int main(int argc, char **argv)
{
	gt_start();
	const int last = gt_n - 1;
	long **all = (long **)gt_malloc(sizeof(long) * (2 * WORDS + 1) + sizeof(uint64_t) * WORDS * (size_t)gt_n), *sum = all[last];

	flood_begin(argc, argv);
	memset(all[gt_me], 0, sizeof(long) * (2 * WORDS + 1));
	ARMCI_Barrier();
	if (flood_last()) {
		flood_away();
	} else {
		uint64_t words[WORDS];
		long scale = 1, ones[WORDS], old;

		for (int i = 0; i < WORDS; i++)
			ones[i] = i;
		for (int i = 1; i <= flood_messages; i++) {
			flood_fill(words, gt_me, i);
			GT_OK(ARMCI_NbPut(words, (uint64_t *)(sum + 2 * WORDS + 1) + gt_me * WORDS, sizeof words, last, NULL));
			GT_OK(ARMCI_NbAcc(ARMCI_ACC_LNG, &scale, ones, sum, sizeof ones, last, NULL));
			if (i % 128 == 0)
				ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, sum + 2 * WORDS, 1, last);
		}
		ARMCI_Fence(last);
		flood_sent();
	}
	ARMCI_Barrier();
	if (flood_last()) {
		for (int i = 0; i < WORDS; i++)
			CHECK(sum[i] == (long)i * last * flood_messages, "sum %d is %ld", i, sum[i]);
		CHECK(sum[2 * WORDS] == last * (flood_messages / 128), "%ld", sum[2 * WORDS]);
		for (int r = 0; r < last; r++)
			CHECK(flood_number((uint64_t *)(sum + 2 * WORDS + 1) + r * WORDS, r) == flood_messages, "the last of %d", r);
	}
	gt_free((void **)all);
	return gt_stop();
}
