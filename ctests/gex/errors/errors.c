/* Wrong calls of GASNet-EX, by the name in the first argument: each ends the job with one line. */
#include "../../gt_gex.h"

#include <gasnet_mk.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>

static int value;

/* Of vectors and atomics, with segments. */
static void call_attached(const char *what)
{
	const gex_Rank_t last = (gex_Rank_t)(gt_n - 1);
	const ptrdiff_t back[] = {-8}, far[] = {INTPTR_MAX};
	const size_t three[] = {3}, many[] = {1 << 10};
	gex_AD_t ad;

	gt_attach(1);
	gex_AD_Create(&ad, gt_tm, GEX_DT_I64, GEX_OP_ADD | GEX_OP_FADD, 0);
	if (gt_me)
		return;
	if (strcmp(what, "segment bitwise") == 0)
		gex_AD_Create(&ad, gt_tm, GEX_DT_DBL, GEX_OP_ADD | GEX_OP_XOR, 0);
	else if (strcmp(what, "segment domain") == 0)
		gex_AD_Destroy(GEX_AD_INVALID);
	else if (strcmp(what, "segment type") == 0)
		gex_AD_OpNBI_U64(ad, NULL, last, gt_at((int)last, 0), GEX_OP_ADD, 1, 0, 0);
	else if (strcmp(what, "segment op") == 0)
		gex_AD_OpNB_I64(ad, NULL, last, gt_at((int)last, 0), GEX_OP_SUB, 1, 0, 0);
	else if (strcmp(what, "segment result") == 0)
		gex_AD_OpNB_I64(ad, NULL, last, gt_at((int)last, 0), GEX_OP_FADD, 1, 0, 0);
	else if (strcmp(what, "segment aligned") == 0)
		gex_AD_OpNB_I64(ad, NULL, last, gt_at((int)last, 4), GEX_OP_ADD, 1, 0, 0);
	else if (strcmp(what, "segment outside") == 0)
		gex_AD_OpNB_I64(ad, NULL, last, gt_at((int)last, GASNET_PAGESIZE), GEX_OP_ADD, 1, 0, 0);
	else if (strcmp(what, "segment rank") == 0)
		gex_AD_OpNB_I64(ad, NULL, last + 1, gt_at((int)last, 0), GEX_OP_ADD, 1, 0, GEX_FLAG_RANK_IS_JOBRANK);
	else if (strcmp(what, "segment below") == 0)
		gex_VIS_StridedPutBlocking(gt_tm, last, gt_at((int)last, 8), back, &value, back, 8, three, 1, 0);
	else if (strcmp(what, "segment far") == 0)
		gex_VIS_StridedGetNBI(gt_tm, &value, back, last, gt_at((int)last, 8), far, 8, many, 1, 0);
	else if (strcmp(what, "segment count") == 0)
		gex_VIS_StridedPutNB(gt_tm, last, gt_at((int)last, 8), back, &value, back, 8, NULL, 1, 0);
	else if (strcmp(what, "segment sides") == 0)
		gex_VIS_IndexedPutBlocking(gt_tm, last, 1, (void *[]){gt_at((int)last, 8)}, 8, 1, (void *[]){&value}, 4, 0);
	else if (strcmp(what, "segment list") == 0)
		gex_VIS_VectorGetNB(gt_tm, 1, (gex_Memvec_t[]){{&value, 4}}, last, 1, (gex_Memvec_t[]){{&value, 4}}, 0);
	else if (strcmp(what, "segment payload") == 0)
		gex_VIS_SetPeerCompletionHandler(200, &value, 128, 0);
}

static void call(const char *what)
{
	gex_AM_SrcDesc_t sd;

	if (strcmp(what, "no team") == 0)
		gex_AM_RequestShort0(GEX_TM_INVALID, 0, 200, 0);
	else if (strcmp(what, "no rank") == 0)
		gex_AM_RequestShort0(gt_tm, (gex_Rank_t)gt_n, 200, 0);
	else if (strcmp(what, "pair of others") == 0)
		gex_AM_RequestShort0(gex_TM_Pair(gt_ep, 1), 0, 200, 0);
	else if (strcmp(what, "no handler") == 0)
		gex_AM_RequestShort0(gt_tm, (gex_Rank_t)gt_me, 200, 0);
	else if (strcmp(what, "no segment") == 0)
		gex_RMA_PutBlocking(gt_tm, (gex_Rank_t)(gt_n - 1), &value, &value, sizeof value, 0);
	else if (strcmp(what, "no op") == 0)
		gex_Event_Wait(GEX_EVENT_NO_OP);
	else if (strcmp(what, "value") == 0)
		gex_RMA_GetBlockingVal(gt_tm, 0, &value, 9, 0);
	else if (strcmp(what, "root") == 0)
		gex_Coll_BroadcastNB(gt_tm, (gex_Rank_t)gt_n, &value, &value, sizeof value, 0);
	else if (strcmp(what, "op") == 0)
		gex_Coll_ReduceToAllNB(gt_tm, &value, &value, GEX_DT_FLT, 4, 1, GEX_OP_XOR, NULL, NULL, 0);
	else if (strcmp(what, "kind") == 0)
		gex_MK_Destroy(GEX_MK_HOST, 0);
	else if (strcmp(what, "all") == 0)
		gex_TM_Destroy(gt_tm, NULL, 0);
	else if (strcmp(what, "committed") == 0) {
		sd = gex_AM_PrepareRequestMedium(gt_tm, 0, NULL, 1, 4, NULL, 0, 0);
		gex_AM_CommitRequestMedium0(sd, 200, 5);
	} else if (strcmp(what, "arguments") == 0) {
		sd = gex_AM_PrepareRequestMedium(gt_tm, 0, NULL, 1, 4, NULL, 0, 2);
		gex_AM_CommitRequestMedium1(sd, 200, 4, 1);
	}
}

int main(int argc, char **argv)
{
	gt_init("errors", &argc, &argv);
	if (argc > 1 && strncmp(argv[1], "segment ", 8) == 0)
		call_attached(argv[1]);
	else if (argc > 1 && gt_me == 0)
		call(argv[1]);
	gt_leave();
}
