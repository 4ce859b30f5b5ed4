/* LAPI_Fence completes data, not completion handlers. */
#include "../../gt_lapi.h"

static volatile int handled;
static char data[64];

static void completed(lapi_handle_t *h, void *param)
{
	(void)h;
	(void)param;
	handled = 1;
}

static void *header(lapi_handle_t *h, void *uhdr, uint *uhdr_len, ulong *msg_len, compl_hndlr_t **handler, void **param)
{
	(void)h;
	(void)uhdr;
	(void)uhdr_len;
	(void)msg_len;
	*handler = completed;
	*param = NULL;
	return data;
}

static void *headers[4096];

int main(void)
{
	static char source[64];
	int next;

	gt_start();
	next = (gt_me + 1) % gt_n;
	GT_OK(LAPI_Address_init(gt_h, (void *)header, headers));
	GT_OK(LAPI_Amsend(gt_h, (uint)next, headers[next], NULL, 0, source, sizeof source, NULL, NULL, NULL));
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(handled, "the handler has not run");
	GT_OK(LAPI_Gfence(gt_h));
	return gt_stop();
}
