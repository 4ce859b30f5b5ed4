/* One counter for two puts: that it has been counted once does not say for which. */
#include "../../gt_lapi.h"

static long large[4096], small[4], source[4096];
static lapi_cntr_t arrived;
static void *larges[4096], *smalls[4096], *counters[4096];

int main(void)
{
	int next, before;

	gt_start();
	next = (gt_me + 1) % gt_n;
	before = (gt_me + gt_n - 1) % gt_n;
	for (int i = 0; i < 4096; i++)
		source[i] = gt_me + 1;
	GT_OK(LAPI_Address_init(gt_h, large, larges));
	GT_OK(LAPI_Address_init(gt_h, small, smalls));
	GT_OK(LAPI_Address_init(gt_h, &arrived, counters));
	GT_OK(LAPI_Put(gt_h, (uint)next, sizeof small, smalls[next], source, counters[next], NULL, NULL));
	GT_OK(LAPI_Put(gt_h, (uint)next, sizeof large, larges[next], source, counters[next], NULL, NULL));
	GT_OK(LAPI_Waitcntr(gt_h, &arrived, 1, NULL));
	CHECK(small[3] == before + 1, "small: %ld", small[3]);
	GT_OK(LAPI_Waitcntr(gt_h, &arrived, 1, NULL));
	CHECK(large[4095] == before + 1, "large: %ld", large[4095]);
	return gt_stop();
}
