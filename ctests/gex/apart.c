/* Vectors and atomics on segments that their ranks have created, which live processes do not share. */
#include "../gt_gex.h"

#include <gasnet_ratomic.h>
#include <gasnet_vis.h>

enum { PAGES = 2, ADDS = 30, N = 12, HANDLER = 210 };

static int completions;

static void complete(gex_Token_t token, void *buffer, size_t bytes)
{
	(void)token;
	HOLDS(bytes == 3 && memcmp(buffer, "abc", 3) == 0);
	completions++;
}

/* Created where the network allows that, else attached. */
static void make_segments(void)
{
	gex_Segment_t s;

	GT_OK(gex_Segment_Create(&s, gt_client, NULL, PAGES * GASNET_PAGESIZE, GEX_MK_HOST, 0));
	gex_System_SetVerboseErrors(0);
	if (gex_EP_BindSegment(gt_ep, s, 0) == GASNET_OK) {
		GT_OK(gex_EP_PublishBoundSegment(gt_tm, &gt_ep, 1, 0));
	} else {
		gex_Segment_Destroy(s, 0);
		gt_attach(PAGES);
	}
	gex_System_SetVerboseErrors(1);
	memset(gt_at(gt_me, 0), 0, PAGES * GASNET_PAGESIZE);
	gt_barrier();
}

/* A matrix turned round, the same as a list of rows and as a vector. */
static void vectors(int to)
{
	const gex_Rank_t r = (gex_Rank_t)to;
	uint32_t here[N][N], back[N][N], (*const there)[N] = gt_at(to, 1024);
	const ptrdiff_t rows[] = {sizeof here[0], sizeof here[0][0]}, columns[] = {-(ptrdiff_t)sizeof here[0][0], sizeof here[0]};
	const size_t count[] = {N, N};
	void *there_at[N], *back_at[2 * N];
	gex_Memvec_t one = {there, sizeof here}, many[N];

	for (uint32_t i = 0; i < N; i++)
		for (uint32_t k = 0; k < N; k++)
			here[i][k] = 1000 * (uint32_t)gt_me + 100 * i + k;
	gex_VIS_SetPeerCompletionHandler(HANDLER, "abc", 3, 0);
	gex_Event_Wait(gex_VIS_StridedPutNB(gt_tm, r, &there[0][N - 1], columns, here, rows, sizeof here[0][0], count, 2, 0));
	HOLDS(gex_VIS_StridedGetBlocking(gt_tm, back, rows, r, &there[0][N - 1], columns, sizeof here[0][0], count, 2, 0) == 0);
	HOLDS(memcmp(here, back, sizeof here) == 0);
	for (int i = 0; i < N; i++) {
		there_at[i] = there[i];
		back_at[2 * i] = back[i];
		back_at[2 * i + 1] = back[i] + N / 2;
		many[i] = (gex_Memvec_t){here[N - 1 - i], sizeof here[0]};
	}
	HOLDS(gex_VIS_IndexedGetNBI(gt_tm, 2 * N, back_at, sizeof here[0] / 2, r, N, there_at, sizeof here[0], 0) == 0);
	gex_NBI_Wait(GEX_EC_GET, 0);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			CHECK(back[k][N - 1 - i] == here[i][k], "element %d, %d", i, k);
	HOLDS(gex_VIS_VectorPutBlocking(gt_tm, r, 1, &one, N, many, 0) == 0);
	HOLDS(gex_RMA_GetBlocking(gt_tm, back, r, there, sizeof back, 0) == 0);
	for (int i = 0; i < N; i++)
		HOLDS(memcmp(back[i], here[N - 1 - i], sizeof here[0]) == 0);
}

#define SUM(dt, type, at)                                                                                                       \
	do {                                                                                                                    \
		type seen = 0;                                                                                                  \
		gex_AD_t ad;                                                                                                    \
		gex_AD_Create(&ad, gt_tm, GEX_DT_##dt, GEX_OP_ADD | GEX_OP_FSUB | GEX_OP_GET | GEX_OP_MAX, 0);                  \
		for (int r = 0; r < gt_n; r++)                                                                                  \
			for (int i = 0; i < ADDS; i++) {                                                                        \
				HOLDS(gex_AD_OpNBI_##dt(ad, NULL, (gex_Rank_t)r, gt_at(r, at), GEX_OP_ADD, 5, 0, 0) == 0);      \
				gex_NBI_Wait(GEX_EC_RMW, 0);                                                                    \
				gex_Event_Wait(gex_AD_OpNB_##dt(ad, &seen, (gex_Rank_t)r, gt_at(r, at), GEX_OP_FSUB, 2, 0, 0)); \
			}                                                                                                       \
		gt_barrier();                                                                                                   \
		for (int r = 0; r < gt_n; r++) {                                                                                \
			gex_Event_Wait(gex_AD_OpNB_##dt(ad, &seen, (gex_Rank_t)r, gt_at(r, at), GEX_OP_GET, 0, 0, 0));          \
			CHECK(seen == (type)(3 * ADDS * gt_n), #dt ": the sum of rank %d", r);                                  \
		}                                                                                                               \
		gt_barrier();                                                                                                   \
		gex_AD_Destroy(ad);                                                                                             \
	} while (0)

int main(int argc, char **argv)
{
	gex_AM_Entry_t table[] = {{HANDLER, (gex_AM_Fn_t)complete, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL}};

	gt_init("apart", &argc, &argv);
	GT_OK(gex_EP_RegisterHandlers(gt_ep, table, 1));
	make_segments();
	for (int step = 0; step < 2; step++) {
		gt_barrier();
		vectors((gt_me + step) % gt_n);
	}
	GASNET_BLOCKUNTIL(completions == 2);
	gt_barrier();
	SUM(I32, int32_t, 0);
	SUM(U32, uint32_t, 4);
	SUM(I64, int64_t, 8);
	SUM(U64, uint64_t, 16);
	SUM(FLT, float, 24);
	SUM(DBL, double, 32);
	gt_leave();
}
