/* lapi/again.c - contexts that end and begin again: each has its own messages, handlers and threads, also where tasks are not equally fast. */
#include <unistd.h>

#include "../gt_lapi.h"

#define LIVES 40

static void *handlers[4096], *counters[4096];
static lapi_cntr_t tgt, org, cmpl;
static int completions, headers;

static void completion(lapi_handle_t *h, void *param)
{
	(void)h;
	__atomic_add_fetch(&completions, (int)(intptr_t)param, __ATOMIC_SEQ_CST);
}

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **comp, void **uinfo)
{
	static char into[64];

	(void)h;
	(void)uhdr_len;
	(void)msg_len;
	headers++;
	*comp = completion;
	*uinfo = (void *)(intptr_t) * (int *)uhdr;
	return into;
}

int main(void)
{
	int sum = 0;

	gt_start();
	for (int life = 1; life <= LIVES; life++) {
		const uint next = (uint)(gt_me + life) % (uint)gt_n;
		lapi_info_t info = {0};
		lapi_handle_t h;
		char data[64] = {0};

		GT_OK(LAPI_Init(&h, &info));
		CHECK(h != gt_h, "handle %u", h);
		GT_OK(LAPI_Address_init(h, (void *)header, handlers));
		GT_OK(LAPI_Address_init(h, &tgt, counters));
		GT_OK(LAPI_Amsend(h, next, handlers[next], &life, sizeof life, data, sizeof data, counters[next], &org, &cmpl));
		GT_OK(LAPI_Amsend(h, next, handlers[next], &life, sizeof life, NULL, 0, NULL, NULL, NULL));
		if (life % 4 == gt_me % 4 && life % 8 == 3)
			usleep(2000);
		GT_OK(LAPI_Waitcntr(h, &tgt, 1, NULL));
		GT_OK(LAPI_Waitcntr(h, &org, 1, NULL));
		GT_OK(LAPI_Waitcntr(h, &cmpl, 1, NULL));
		sum += 2 * life;
		while (__atomic_load_n(&completions, __ATOMIC_SEQ_CST) != sum)
			GT_OK(LAPI_Probe(h));
		GT_OK(LAPI_Gfence(h));
		GT_OK(LAPI_Term(h));
		GT_IS(LAPI_Probe(h), LAPI_ERR_HNDL_INVALID);
	}
	CHECK(headers == 2 * LIVES && completions == sum, "%d headers, %d instead of %d", headers, completions, sum);
	return gt_stop();
}
