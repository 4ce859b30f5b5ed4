/* An operation of task 0 on task 1 has a bad address. Arguments: which one, the address, bytes of data. */
#include "../gt_lapi.h"

#include <string.h>

static char area[1 << 20], mine[1 << 20];
static lapi_cntr_t counter;

int main(int argc, char **argv)
{
	void *areas[2], *bad;
	int before;

	if (argc < 4)
		return 2;
	bad = (void *)strtoul(argv[2], NULL, 0);
	const uint bytes = (uint)atoi(argv[3]);
	const char *what = argv[1];

	gt_start();
	GT_OK(LAPI_Address_init(gt_h, area, areas));
	GT_OK(LAPI_Setcntr(gt_h, &counter, 0));
	GT_OK(LAPI_Gfence(gt_h));
	if (gt_me == 0) {
		if (!strcmp(what, "put target"))
			LAPI_Put(gt_h, 1, bytes, bad, mine, NULL, NULL, &counter);
		else if (!strcmp(what, "put origin"))
			LAPI_Put(gt_h, 1, bytes, areas[1], bad, NULL, NULL, &counter);
		else if (!strcmp(what, "put counter"))
			LAPI_Put(gt_h, 1, bytes, areas[1], mine, bad, NULL, &counter);
		else if (!strcmp(what, "get target"))
			LAPI_Get(gt_h, 1, bytes, bad, mine, NULL, &counter);
		else if (!strcmp(what, "get origin"))
			LAPI_Get(gt_h, 1, bytes, areas[1], bad, NULL, &counter);
		else if (!strcmp(what, "rmw"))
			LAPI_Rmw(gt_h, FETCH_AND_ADD, 1, bad, &before, &before, &counter);
		else if (!strcmp(what, "handler"))
			LAPI_Amsend(gt_h, 1, bad, mine, 8, mine, bytes, NULL, NULL, &counter);
		LAPI_Waitcntr(gt_h, &counter, 1, &before);
	}
	return gt_stop();
}
