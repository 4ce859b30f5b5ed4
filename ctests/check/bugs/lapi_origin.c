/* The origin's counter says that the source is free, not that the data has arrived. */
#include "../../gt_lapi.h"

static long data[16], source[16], token;
static lapi_cntr_t org, got;
static void *datas[4096], *tokens[4096], *gots[4096];

int main(void)
{
	int next, before;

	gt_start();
	next = (gt_me + 1) % gt_n;
	before = (gt_me + gt_n - 1) % gt_n;
	for (int i = 0; i < 16; i++)
		source[i] = gt_me + 1;
	GT_OK(LAPI_Address_init(gt_h, data, datas));
	GT_OK(LAPI_Address_init(gt_h, &token, tokens));
	GT_OK(LAPI_Address_init(gt_h, &got, gots));
	GT_OK(LAPI_Put(gt_h, (uint)next, sizeof data, datas[next], source, NULL, &org, NULL));
	GT_OK(LAPI_Waitcntr(gt_h, &org, 1, NULL)); /* the completion counter is right */
	GT_OK(LAPI_Put(gt_h, (uint)next, sizeof token, tokens[next], source, gots[next], NULL, NULL));
	GT_OK(LAPI_Waitcntr(gt_h, &got, 1, NULL));
	CHECK(data[15] == before + 1, "%ld", data[15]);
	return gt_stop();
}
