/* Contexts end while their operations are in flight, in every order of tasks: LAPI_Term returns, also to a task whose targets have ended before. */
#include "../gt_lapi.h"

#include <string.h>

#define BYTES 100000u
#define ROUNDS 4

static char area[BYTES], source[20 * BYTES];

/* A second context beside gt_h, whose end is not followed by a fence. */
static void round_of(int round, void **areas)
{
	lapi_handle_t h;
	lapi_info_t info = {0};
	const uint next = (uint)((gt_me + 1 + round) % gt_n);

	GT_OK(LAPI_Init(&h, &info));
	GT_OK(LAPI_Gfence(h));
	GT_OK(LAPI_Gfence(gt_h));
	if ((gt_me + round) % 3 != 2) /* some end at once */
		for (int i = 0; i < 20; i++) {
			GT_OK(LAPI_Put(h, next, BYTES, areas[next], source, NULL, NULL, NULL));
			if (i % 5 == 4 && round % 2 == 1)
				GT_OK(LAPI_Get(h, next, BYTES / 4, areas[next], source + (size_t)i * BYTES, NULL, NULL));
		}
	GT_OK(LAPI_Term(h));
	GT_OK(LAPI_Gfence(gt_h));
}

int main(void)
{
	void **areas;

	gt_start();
	areas = calloc((size_t)gt_n, sizeof *areas);
	GT_OK(LAPI_Address_init(gt_h, area, areas));
	for (int round = 0; round < ROUNDS; round++)
		round_of(round, areas);
	free(areas);
	return gt_stop();
}
