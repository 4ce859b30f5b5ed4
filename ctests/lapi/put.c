/* lapi/put.c - puts and gets of all sizes, with every combination of counters. */
#include "../gt_lapi.h"

#define MOST (1 << 20)

static lapi_cntr_t tgt, org, cmpl;
static unsigned char to[MOST + 64], from[MOST + 64];
static void *tos[4096], *froms[4096], *tgts[4096];

static void fill(unsigned char *at, size_t n, unsigned seed)
{
	for (size_t i = 0; i < n; i++)
		at[i] = (unsigned char)(i * 7 + (i >> 8) + seed);
}

static void compare(const unsigned char *at, size_t n, unsigned seed, const char *what)
{
	for (size_t i = 0; i < n; i++)
		if (at[i] != (unsigned char)(i * 7 + (i >> 8) + seed))
			FATAL("%s of %zu: byte %zu is %d", what, n, i, at[i]);
}

int main(void)
{
	static const size_t sizes[] = {1, 8, 63, 4096, 8192, 8193, 70000, MOST};
	int next, before;

	gt_start();
	next = (gt_me + 1) % gt_n;
	before = (gt_me + gt_n - 1) % gt_n;
	GT_OK(LAPI_Address_init(gt_h, to, tos));
	GT_OK(LAPI_Address_init(gt_h, from, froms));
	GT_OK(LAPI_Address_init(gt_h, &tgt, tgts));
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		const size_t n = sizes[s];

		fill(from, n, (unsigned)gt_me);
		GT_OK(LAPI_Put(gt_h, (uint)next, n, tos[next], from, tgts[next], &org, &cmpl));
		gt_wait(&org, 1);
		gt_wait(&cmpl, 1);
		gt_take(&tgt, 1);
		compare(to, n, (unsigned)before, "put");
		GT_OK(LAPI_Gfence(gt_h));
		memset(to, 0, n);
		GT_OK(LAPI_Get(gt_h, (uint)next, n, froms[next], to, tgts[next], &org));
		gt_wait(&org, 1);
		compare(to, n, (unsigned)next, "get");
		gt_take(&tgt, 1);
		GT_OK(LAPI_Gfence(gt_h));
	}
	/* Any counter may be NULL, and all operations may share one. */
	for (int mask = 0; mask < 8; mask++) {
		const int count = (mask & 1) + (mask >> 1 & 1);

		GT_OK(LAPI_Put(gt_h, (uint)next, 8, tos[next], from, mask & 4 ? tgts[next] : NULL, mask & 1 ? &org : NULL, mask & 2 ? &org : NULL));
		gt_wait(&org, count);
		if (mask & 4)
			gt_take(&tgt, 1);
		GT_OK(LAPI_Get(gt_h, (uint)next, 8, froms[next], to + 64, mask & 4 ? tgts[next] : NULL, mask & 1 ? &org : NULL));
		gt_wait(&org, mask & 1);
		if (mask & 4)
			gt_take(&tgt, 1);
		GT_OK(LAPI_Fence(gt_h));
	}
	for (int i = 0; i < 1000; i++)
		GT_OK(LAPI_Put(gt_h, (uint)next, 64, tos[next], from, tgts[next], &org, &cmpl));
	gt_wait(&org, 1000);
	gt_wait(&cmpl, 1000);
	gt_take(&tgt, 1000);
	/* Of nothing: addresses are not used. */
	GT_OK(LAPI_Put(gt_h, (uint)gt_me, 0, NULL, NULL, NULL, &org, NULL));
	gt_wait(&org, 1);
	GT_OK(LAPI_Put(gt_h, (uint)next, 0, NULL, NULL, tgts[next], &org, &cmpl));
	gt_wait(&org, 1);
	gt_wait(&cmpl, 1);
	gt_take(&tgt, 1);
	GT_OK(LAPI_Get(gt_h, (uint)next, 0, NULL, NULL, tgts[next], &org));
	gt_wait(&org, 1);
	gt_take(&tgt, 1);
	GT_OK(LAPI_Gfence(gt_h));
	CHECK(gt_count(&tgt) == 0 && gt_count(&org) == 0 && gt_count(&cmpl) == 0, "counters %d %d %d", gt_count(&tgt), gt_count(&org),
	      gt_count(&cmpl));
	/* A counter that is set needs no operation. */
	GT_OK(LAPI_Setcntr(gt_h, &org, 3));
	GT_OK(LAPI_Waitcntr(gt_h, &org, 1, NULL));
	gt_wait(&org, 2);
	return gt_stop();
}
