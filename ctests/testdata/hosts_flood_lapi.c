/* hosts_flood_lapi.c - puts, active messages and fetch-and-adds to a task that takes no messages for a second. */
#include "../gt_lapi.h"

#include "hosts_flood.h"

static uint64_t room[64][WORDS];
static int next[64], counter;
static lapi_cntr_t came;

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t * * compl, void **param)
{
	const int from = *(int *)uhdr;

	(void)h, (void)uhdr_len, (void)msg_len;
	*compl = NULL, *param = NULL;
	__atomic_add_fetch(&next[from], 1, __ATOMIC_SEQ_CST);
	return NULL;
}

int main(int argc, char **argv)
{
	void *rooms[64], *counts[64], *handlers[64], *counters[64];

	gt_start();
	const int last = gt_n - 1;
	GT_OK(LAPI_Address_init(gt_h, room, rooms));
	GT_OK(LAPI_Address_init(gt_h, &came, counts));
	GT_OK(LAPI_Address_init(gt_h, &counter, counters));
	GT_OK(LAPI_Address_init(gt_h, (void *)header, handlers));
	flood_begin(argc, argv);
	GT_OK(LAPI_Gfence(gt_h));
	if (flood_last()) {
		flood_away();
		gt_wait(&came, last * flood_messages);
	} else {
		static uint64_t words[WORDS];
		lapi_cntr_t mine;
		int one = 1, old;

		for (int i = 1; i <= flood_messages; i++) {
			GT_OK(LAPI_Setcntr(gt_h, &mine, 0));
			flood_fill(words, gt_me, i);
			GT_OK(LAPI_Put(gt_h, (uint)last, sizeof words, (char *)rooms[last] + (size_t)gt_me * sizeof words, words, counts[last], &mine,
			               NULL));
			gt_wait(&mine, 1);
			GT_OK(LAPI_Amsend(gt_h, (uint)last, handlers[last], &gt_me, sizeof gt_me, NULL, 0, NULL, NULL, NULL));
			if (i % 128 == 0) {
				GT_OK(LAPI_Rmw(gt_h, FETCH_AND_ADD, (uint)last, counters[last], &one, &old, &mine));
				gt_wait(&mine, 1);
			}
		}
		GT_OK(LAPI_Fence(gt_h));
		flood_sent();
	}
	GT_OK(LAPI_Gfence(gt_h));
	if (flood_last()) {
		for (int r = 0; r < last; r++)
			CHECK(next[r] == flood_messages && flood_number(room[r], r) >= 1, "%d of %d, %d", next[r], r, flood_number(room[r], r));
		CHECK(counter == last * (flood_messages / 128), "%d", counter);
	}
	return gt_stop();
}
