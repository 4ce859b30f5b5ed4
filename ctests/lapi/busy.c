/* lapi/busy.c - a task that others ask all the time still computes, and leaves LAPI_Term. */
#include "../gt_lapi.h"

static long long word;
static void *words[4096];

int main(void)
{
	gt_start();
	GT_OK(LAPI_Address_init(gt_h, &word, words));
	if (gt_me == 0) {
		lapi_cntr_t none;

		GT_OK(LAPI_Setcntr(gt_h, &none, 0));
		for (int i = 0; i < 100; i++)
			CHECK(gt_count(&none) == 0, "a counter of nothing");
		__atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
	} else {
		long long zero = 0, old = 0;
		lapi_cntr_t org;

		GT_OK(LAPI_Setcntr(gt_h, &org, 0));
		while (old == 0) {
			GT_OK(LAPI_Rmw64(gt_h, FETCH_AND_OR, 0, words[0], &zero, &old, &org));
			gt_wait(&org, 1);
		}
		CHECK(old == 1, "%lld instead of 1", old);
	}
	return gt_stop();
}
